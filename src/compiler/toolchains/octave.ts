import { excerptOfColumns } from '../columns';
import type { Cursor } from '../cursor';
import { setPosition, type DiagnosticDraft, type Report } from '../report';
import { severityOf } from '../diagnostic';
import { detectByText, type Toolchain } from '../toolchain';

const header = /^(error|warning): (.+)/;
const near = /^(.*) near line (\d{1,9}),? column (\d{1,9})$/;
const parse = /^parse error(?: near line (\d{1,9}) of file (.{1,4096})|:)$/;
const otherName = /^function name '.{1,200}' does not agree with function filename '/;
const calledFrom = /^(?:error|warning): called from$/;
const frame = /^ {4}(\S.{0,1000}?)(?: at line (\d{1,9}) column (\d{1,9}))?$/;
const sourcePrefix = '>>> ';
const linesOfMessage = 20;
const framesRead = 200;

/** Octave: `error: 'x' undefined near line 2, column 7`, or a message with its position in the stack. */
export const octave: Toolchain = {
  name: 'octave',
  readsCrashes: true,
  lines: { initials: 'ew' },
  detect: detectByText(
    /^(?:error|warning): (?:called from$|parse error(?: near line \d{1,9} of file |:$)|.{1,500} near line \d{1,9},? column \d{1,9}$|function name '.{1,200}' does not agree with )/m,
  ),
  open: (cursor, report) => () => {
    const [, word, text = ''] = header.exec(cursor.content) ?? [];
    if (word === undefined || calledFrom.test(cursor.content)) return false;
    const wrong = parse.exec(text);
    const stack = wrong ? null : findStack(cursor);
    const [, textBefore, line, column] = near.exec(text) ?? [];
    // other programs also print `error: …`
    if (!wrong && !stack && line === undefined && !otherName.test(text)) return false;
    const draft = report.add({
      severity: severityOf(word),
      message: [textBefore ?? text, ...(stack ?? [])].join('\n'),
      at: { file: wrong?.[2], line: line ?? wrong?.[1], column },
      unit: 'bytes',
    });
    cursor.advance((stack?.length ?? 0) + 1);
    if (wrong) readParseError(draft, cursor);
    if (stack) readStack(draft, cursor, report);
    return true;
  },
};

/** Returns the other lines of a message with a stack. Null: no stack follows. */
function findStack(cursor: Cursor): string[] | null {
  const lines = cursor.linesBelow(linesOfMessage, (line) => header.test(line));
  return calledFrom.test(lines?.pop() ?? '') ? lines : null;
}

/** Reads the message below `parse error:`, and the source line with its caret, whose column is in bytes. */
function readParseError(draft: DiagnosticDraft, cursor: Cursor): void {
  const lines = [cursor.content, ...cursor.linesAhead(6)];
  const [, detail = ''] = lines[0] === '' ? (/^ {2}(\S.*)/.exec(lines[1] ?? '') ?? []) : [];
  draft.message = detail === '' ? 'parse error' : `parse error: ${detail}`;
  if (detail !== '') cursor.advance(2);
  const source = lines[3] ?? '';
  const caret = /^ *\^$/.test(lines[4] ?? '') ? (lines[4] ?? '').length - 1 - sourcePrefix.length : -1;
  if (detail === '' || !source.startsWith(sourcePrefix) || caret < 0) return;
  draft.excerpt = excerptOfColumns(source.slice(sourcePrefix.length), caret, caret, 'bytes');
  cursor.advance(3);
}

/**
 * Reads the stack, innermost call first. The position is that of the innermost call, or of the outermost call if
 * `print_usage` reported the error.
 */
function readStack(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  let isArgumentCheck = false;
  for (let read = 0; read < framesRead; read++) {
    cursor.advance();
    const hit = frame.exec(cursor.content);
    if (!hit) return;
    const [, scope = '', line, column] = hit;
    if (line === undefined) continue;
    const location = { line: Number(line), column: Number(column) };
    if (scope === 'print_usage') isArgumentCheck = true;
    if (draft.line === null || isArgumentCheck) setPosition(draft, location);
    // the first call may be the statement with the error
    else if (read > 0 || location.line !== draft.line)
      report.relate(draft, { line, column, message: `called in ${scope}`, unit: 'bytes' });
  }
}
