import type { Cursor } from '../cursor';
import type { Severity } from '../diagnostic';
import { SnippetScan } from '../gnu/snippet';
import type { Report } from '../report';
import type { Toolchain } from '../toolchain';

const name = 'msvc';
const own =
  /\b(?:error|warning) (?:C|LNK|D|RC|CVT|BK)\d{4}\b|\): (?:fatal )?(?:error|warning)(?: clang\w*)?: |: (?:error|warning) C\d{4}: /;
const longestHeader = 4000;

/** `[12>]FILE(LINE[,COLUMN]) : error C2065: text`, the file with spaces and parentheses as it likes */
const positioned =
  /^(?:\d{1,4}>)?\s?((?:[A-Za-z]:)?[^:*?"<>|]{1,400}?)\((\d{1,9})(?:,(\d{1,9})(?:,\d{1,9},\d{1,9})?)?\)\s?: (fatal error|error|warning|note|message|错误|致命错误|警告|附注)(?: ([A-Z]{1,4}\d{3,5}))?\s?[:：] ?(.*)$/;
/** `LINK : fatal error LNK1181: text`, `main.obj : error LNK2001: text`, `cl : Command line warning D9002 : text` */
const unpositioned =
  /^(?:\d{1,4}>)?(?:([^:"<>|]{0,300}?|[A-Za-z]:[^:"<>|]{1,300}?)\s?: ?)?(?:Command line )?(fatal error|error|warning|致命错误|错误|警告) ((?:LNK|D|C|RC|CVT|BK)\d{4})\s?[:：] ?(.*)$/;

const severities: Readonly<Record<string, Severity>> = {
  warning: 'warning',
  警告: 'warning',
  note: 'information',
  message: 'information',
  附注: 'information',
};

/** Microsoft's compiler and linker, and Clang told to speak like them. */
export const msvc: Toolchain = {
  name,
  detect: (sample) => (own.test(sample) ? 2 : 0),
  open: (cursor, report) => () => readPositioned(cursor, report) || readUnpositioned(cursor, report),
};

function readPositioned(cursor: Cursor, report: Report): boolean {
  const match = positioned.exec(cursor.head(longestHeader));
  if (!match) return false;
  const [, file = '', line, column, word = '', code = null, message = ''] = match;
  const severity = severities[word] ?? 'error';
  const place = {
    file: file.trim(),
    line: Number(line),
    column: column === undefined ? null : Number(column),
  };
  const { last } = report;
  if (severity === 'information' && last?.toolchain === name) {
    report.relate(last, { ...place, message: message.trim() });
  } else {
    report.add(name, { severity, ...place, code, message: message.trim() }, cursor.line);
  }
  cursor.advance();
  // Clang draws the source beneath
  new SnippetScan().read(cursor, place.line, place.column ?? 0, 0);
  if (severity === 'information' && last) last.messageEndLine = cursor.line;
  return true;
}

function readUnpositioned(cursor: Cursor, report: Report): boolean {
  const match = unpositioned.exec(cursor.head(longestHeader));
  if (!match) return false;
  const [, file = '', word = '', code = null, message = ''] = match;
  // of an object or of the tool itself nobody edits the text
  const source = /\.(?:obj|lib|res|exe|dll)\)?$/i.test(file) || !/[./\\]/.test(file) ? null : file;
  report.add(name, { severity: severities[word] ?? 'error', file: source, code, message }, cursor.line);
  cursor.advance();
  return true;
}
