import type { Cursor } from '../cursor';
import type { Severity } from '../diagnostic';
import type { Report } from '../report';
import { detectByText, type Toolchain } from '../toolchain';

const inFile = /^; file: (.{1,4096})/;
const caught = /^; caught (STYLE-WARNING|WARNING|ERROR):$/;
const unhandled = /^(?:Unhandled |debugger invoked on an? )\S{1,200} in thread/;
const evaluating = /^While evaluating the form starting at line (\d{1,9}), column \d{1,9}$/;
const ofFile = /^ {2}of #P"(.{1,4096})":$/;
const end = 'Backtrace for:';
const linesOfMessage = 40;
/**
 * The line of a reader error, the only error with a line. Its column isn't used: it is either after the last character
 * that was read, or the beginning of the form.
 */
const line = /\b[Ll]ine: (\d{1,9}), [Cc]olumn: \d{1,9}/;
const stream = /(?: on )?#<\S{1,100} for "file ([^"]{1,4096})" \{[^}]{1,40}\}>/;
/** Lines that contain only a position, or nothing about the error. */
const aside =
  /^(?:READ error during .*|Line: .*|\(in form starting at .*|Stream:|#<\S{0,100}THREAD .*|\{[\dA-F]{1,20}\}>:)$/;

/** SBCL: `; caught WARNING:` while compiling, usually without a line. Also reader errors and unhandled errors. */
export const sbcl: Toolchain = {
  name: 'sbcl',
  readsCrashes: true,
  lines: { initials: ';UdW' },
  detect: detectByText(
    /^; caught (?:STYLE-WARNING|WARNING|ERROR):$|^(?:Unhandled|debugger invoked on an?) [\w:*+-]{1,200} in thread/m,
  ),
  open: (cursor, report) => {
    let file: string | null = null;
    return () => {
      const hit = caught.exec(cursor.content);
      if (!hit) {
        file = inFile.exec(cursor.content)?.[1] ?? file;
        return readUnhandled(cursor, report);
      }
      const lines = linesWhile(cursor, (text) => text.startsWith(';   ')).map((text) => text.slice(1));
      add(hit[1] === 'ERROR' ? 'error' : 'warning', lines, file, undefined, cursor, report);
      cursor.advance(lines.length + 1);
      return true;
    };
  },
};

/** Reads an unhandled error up to its backtrace, or up to the first empty line if it has no backtrace. */
function readUnhandled(cursor: Cursor, report: Report): boolean {
  const at = evaluating.exec(cursor.content)?.[1];
  const file = at === undefined ? null : (ofFile.exec(cursor.peek() ?? '')?.[1] ?? null);
  const linesBefore = at === undefined ? 0 : 2;
  if (!unhandled.test(linesBefore === 0 ? cursor.content : (cursor.peek(linesBefore) ?? ''))) return false;
  const traced = cursor.linesBelow(linesOfMessage, (text) => text.startsWith(end))?.slice(0, -1);
  const lines = traced ?? linesWhile(cursor, (text) => text !== '');
  add('error', lines.slice(linesBefore), file, at, cursor, report);
  cursor.advance(lines.length + 1);
  return true;
}

function linesWhile(cursor: Cursor, belongs: (text: string) => boolean): string[] {
  const lines = [...cursor.linesAhead(linesOfMessage)];
  const until = lines.findIndex((text) => !belongs(text));
  return lines.slice(0, until < 0 ? lines.length : until);
}

function add(
  severity: Severity,
  lines: readonly string[],
  file: string | null,
  at: string | undefined,
  cursor: Cursor,
  report: Report,
): void {
  const text = lines.join('\n');
  const trimmed = lines.map((each) => each.replace(stream, '').trim());
  const hints = trimmed.indexOf('See also:');
  const messageLines = trimmed.slice(0, hints < 0 ? trimmed.length : hints);
  const message = messageLines.filter((each) => each !== '' && !aside.test(each)).join(' ') || cursor.content;
  report.add({
    severity,
    message,
    at: { file: stream.exec(text)?.[1] ?? file, line: line.exec(text)?.[1] ?? at },
  });
}
