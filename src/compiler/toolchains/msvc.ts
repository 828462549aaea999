import type { Cursor } from '../cursor';
import type { Severity } from '../diagnostic';
import { isColon, isDigit } from '../gnu/scan';
import { SnippetScan } from '../gnu/snippet';
import type { BracketPlace } from '../place';
import type { Report } from '../report';
import type { Toolchain } from '../toolchain';

const name = 'msvc';
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

/** How the words of a line that names no place begin: error, warning, fatal error, Command line and the Chinese ones. */
const firstLetters = new Set(Array.from('ewfC致错警', (letter) => letter.charCodeAt(0)));
const mostColons = 2;
const blank = 0x20;

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
  marks: ['error ', 'warning ', '): '],
  lines: { colon: true },
  detect: (sample) => (own.test(sample) ? 2 : 0),
  open: (cursor, report) => {
    const positioned = new PositionedReader(cursor, report);
    return () => {
      const { bracketPlace } = cursor;
      if (bracketPlace) return positioned.read(bracketPlace);
      return mayBeUnpositioned(cursor) && readUnpositioned(cursor, report);
    };
  },
};

class PositionedReader {
  private readonly snippet = new SnippetScan();
  /** what stood before the last place, which is what stands before most: its project, and its file */
  private prefix = '';
  private file = '';

  constructor(
    private readonly cursor: Cursor,
    private readonly report: Report,
  ) {}

  read(place: BracketPlace): boolean {
    const { cursor, report } = this;
    const { text, start, end } = cursor;
    const match = said.exec(text.slice(place.after, Math.min(end, start + longestHeader)));
    if (!match || !this.readFile(place)) return false;
    const [, word = '', code = null, tail = ''] = match;
    const { file } = this;
    const { line, column } = place;
    const message = tail.trim();
    const severity = severities[word] ?? 'error';
    const { last } = report;
    const note = severity === 'information' && last?.toolchain === name ? last : null;
    if (note) report.relate(note, { file, line, column, message });
    else report.draft(name, severity, file, line, column ?? 0, 'bytes', message, code, cursor.line);
    cursor.advance();
    // Clang draws the source beneath
    this.snippet.read(cursor, line, column ?? 0, 0);
    if (note) note.messageEndLine = cursor.line;
    return true;
  }

  private readFile({ fileEnd }: BracketPlace): boolean {
    const { text, start } = this.cursor;
    const { prefix } = this;
    if (prefix !== '' && fileEnd - start === prefix.length && text.startsWith(prefix, start)) return true;
    const found = text.slice(start, fileEnd);
    this.file = placed.exec(found)?.[1]?.trim() ?? '';
    this.prefix = this.file === '' ? '' : found;
    return this.file !== '';
  }
}

/** Turns most lines down without a regular expression. */
function mayBeUnpositioned({ units, start, end, colon }: Cursor): boolean {
  const first = units[start] ?? 0;
  if (firstLetters.has(first) || isDigit(first)) return true;
  let left = mostColons;
  for (let at = colon; at < end && left > 0; at++) {
    if (!isColon(units[at])) continue;
    const next = units[at + 1] === blank ? units[at + 2] : units[at + 1];
    if (firstLetters.has(next ?? 0)) return true;
    left--;
  }
  return false;
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
