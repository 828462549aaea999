import type { Cursor } from '../cursor';
import { readSnippet } from '../gnu/snippet';
import type { BracketPlace } from '../place';
import type { Report } from '../report';
import { severityOf } from '../severity';
import type { Toolchain } from '../toolchain';

const own =
  /\b(?:error|warning) (?:C|LNK|D|RC|CVT|BK)\d{4}\b|\): (?:fatal )?(?:error|warning)(?: clang\w*)?: |: (?:error|warning) C\d{4}: /;
const longestHeader = 4000;

/** What stands before `(LINE,COLUMN)`: perhaps the number of the project, then the file, with spaces and parentheses as it likes. */
const placed = /^(?:\d{1,4}>)?\s?((?:[A-Za-z]:)?[^:*?"<>|]{1,400})$/;
/** What stands behind it: `: error C2065: text` */
const said =
  /^ ?: (fatal error|error|warning|note|message|错误|致命错误|警告|附注)(?: ([A-Z]{1,4}\d{3,5}))?\s?[:：] ?(.*)/;
/** `LINK : fatal error LNK1181: text`, `main.obj : error LNK2001: text`, `cl : Command line warning D9002 : text` */
const unpositioned =
  /^(?:\d{1,4}>)?(?:([^:"<>|]{0,300}?|[A-Za-z]:[^:"<>|]{1,300}?)\s?: ?)?(?:Command line )?(fatal error|error|warning|致命错误|错误|警告) ((?:LNK|D|C|RC|CVT|BK)\d{4})\s?[:：] ?(.*)/;

/** Microsoft's compiler and linker, and Clang told to speak like them. */
export const msvc: Toolchain = {
  name: 'msvc',
  lines: { colon: true },
  detect: (sample) => (own.test(sample) ? 2 : 0),
  open: (cursor, report) => () => {
    const { bracketPlace } = cursor;
    return bracketPlace ? readPositioned(bracketPlace, cursor, report) : readUnpositioned(cursor, report);
  },
};

function readPositioned(place: BracketPlace, cursor: Cursor, report: Report): boolean {
  const match = said.exec(place.rest.slice(0, longestHeader));
  const file = match && placed.exec(place.file)?.[1]?.trim();
  if (!match || !file) return false;
  const [, word = '', code = null, tail = ''] = match;
  const { line, column } = place;
  const message = tail.trim();
  const severity = severityOf(word);
  const { last } = report;
  const note = severity === 'information' && last?.toolchain === 'msvc' ? last : null;
  if (note) report.relate(note, { file, line, column, message });
  else report.add({ severity, message, at: { file, line, column }, code });
  cursor.advance();
  // Clang draws the source beneath
  readSnippet(cursor, line, column ?? 0, 0);
  if (note) note.messageEndLine = cursor.line;
  return true;
}

function readUnpositioned(cursor: Cursor, report: Report): boolean {
  const match = unpositioned.exec(cursor.content.slice(0, longestHeader));
  if (!match) return false;
  const [, file = '', word = '', code = null, message = ''] = match;
  // of an object or of the tool itself nobody edits the text
  const source = /\.(?:obj|lib|res|exe|dll)\)?$/i.test(file) || !/[./\\]/.test(file) ? null : file;
  report.add({ severity: severityOf(word), at: { file: source }, code, message });
  cursor.advance();
  return true;
}
