import { baseName } from '../../../base/paths';
import type { Cursor } from '../../cursor';
import type { DiagnosticDraft, Report } from '../../report';
import { detectByText, type Toolchain } from '../../toolchain';
import { addOwnCall } from './calls';

/** Header of a panic. Since 1.90 it contains the number of the thread. `rustc` is a thread of the compiler. */
const head = /^thread '(?!rustc')(.{0,1000}?)'(?: \(\d{1,20}\))? panicked at (.*)$/;
const locationPattern = /^(\S.{0,4095}?):(\d{1,9}):(\d{1,9}):$/;
/** Before 1.73, the message is in quotes before the position. */
const olderLocation = /^(.*)', (?=\S)((?:(?!', ).){1,4096}?):(\d{1,9}):(\d{1,9})$/;
const stackHead = 'stack backtrace:';
const endsMessage = /^(?:stack backtrace:$|note: (?:run with |Some details are omitted)|thread '.{0,1000}' )/;
/** The operands of `assert_eq!`, the only other lines that certainly belong to a message. */
const operand = /^ {1,2}(?:left|right): /;
const frameName = /^ {0,6}\d{1,6}: {1,8}(?:0x[\da-f]{1,16} - )?(.{1,4096})$/;
const frameLocation = /^ {6,40}at (\S.{0,4095}?\.rs):(\d{1,9})(?::(\d{1,9}))?$/;
const isLocation = /^ {6,40}at /;
const library = /^\/rustc\/|[\\/]\.cargo[\\/]registry[\\/]|^library[\\/]/;
const linesOfMessage = 30;
const framesRead = 400;

/** Panics of Rust: `thread 'main' panicked at src.rs:4:5:`, the message below, and a stack if the judge enables it. */
export const rustPanic: Toolchain = {
  name: 'rust',
  lines: { initials: 't' },
  readsCrashes: true,
  detect: detectByText(/^thread '.{0,200}'(?: \(\d{1,20}\))? panicked at /m),
  open: (cursor, report) => () => {
    const at = head.exec(cursor.content)?.[2];
    if (at === undefined) return false;
    const draft = readPlaced(at, cursor, report) ?? readOlder(at, cursor, report);
    if (!draft) return false;
    readStack(draft, cursor, report);
    return true;
  },
};

function readPlaced(at: string, cursor: Cursor, report: Report): DiagnosticDraft | null {
  const [, file = '', line, column] = locationPattern.exec(at) ?? [];
  if (line === undefined) return null;
  cursor.advance();
  const message = readMessage(cursor);
  return add(message, file, line, column, report);
}

/** Reads the lines up to the end of the message. If the end is uncertain, reads the first line and any operands. */
function readMessage(cursor: Cursor): string {
  const linesToEnd = cursor.linesUntil(linesOfMessage, (line) => endsMessage.test(line));
  const lines = linesToEnd?.slice(0, -1) ?? [cursor.content];
  if (!linesToEnd) lines.push(...[...cursor.linesAhead(2)].filter((line) => operand.test(line)));
  cursor.advance(lines.length);
  return lines.join('\n').trimEnd();
}

function readOlder(at: string, cursor: Cursor, report: Report): DiagnosticDraft | null {
  if (!at.startsWith("'")) return null;
  const lines = [at.slice(1)];
  for (const line of cursor.linesAhead(linesOfMessage)) {
    if (olderLocation.test(lines[lines.length - 1] ?? '') || head.test(line)) break;
    lines.push(line);
  }
  const [, lastLine = '', file = '', line, column] = olderLocation.exec(lines[lines.length - 1] ?? '') ?? [];
  if (line === undefined) return null;
  cursor.advance(lines.length);
  return add([...lines.slice(0, -1), lastLine].join('\n'), file, line, column, report);
}

function add(
  message: string,
  file: string,
  line: string,
  column: string | undefined,
  report: Report,
): DiagnosticDraft {
  // a position in the library isn't used: a call in the stack may be in the program
  const at = library.test(file) ? null : { file: withoutDot(file), line, column };
  return report.add({ severity: 'error', message, at, unit: 'codePoints' });
}

function readStack(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  if (cursor.content === stackHead) {
    cursor.advance();
    let name = '';
    for (let read = 0; read < framesRead; read++, cursor.advance()) {
      const [, scope] = frameName.exec(cursor.content) ?? [];
      const [, file = '', line, column] = frameLocation.exec(cursor.content) ?? [];
      if (scope !== undefined) name = scope;
      else if (line === undefined && !isLocation.test(cursor.content)) break;
      else if (line !== undefined && !library.test(file))
        addCall(draft, { file: withoutDot(file), line, column }, name, report);
    }
  }
  if (cursor.content.startsWith('note: ')) cursor.advance();
}

function addCall(
  draft: DiagnosticDraft,
  {
    file,
    line,
    column,
  }: { readonly file: string; readonly line: string; readonly column: string | undefined },
  name: string,
  report: Report,
): void {
  // A panic contains the path as passed to rustc, but a full backtrace contains an absolute path.
  const isOwn = draft.file !== null && baseName(file) === baseName(draft.file);
  const at = { file: isOwn ? draft.file : file, line, column };
  addOwnCall(draft, { ...at, message: `called in ${name}`, unit: 'codePoints' }, report);
}

function withoutDot(file: string): string {
  return file.replace(/^\.[\\/]/, '');
}
