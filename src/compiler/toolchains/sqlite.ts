import { offsetOfColumn } from '../columns';
import type { Cursor } from '../cursor';
import type { DiagnosticDraft } from '../report';
import { detectByText, type Toolchain } from '../toolchain';
import { endOfWord } from '../caret';

const header = /^(?:Parse error near line|Runtime error near line|Error: near line) (\d{1,9}): (.*)/;
const alone =
  /^(?:Parse error: |Runtime error: |Error: (?:in prepare, |stepping, )?)((?:unknown command|incomplete input|cannot open "|unable to open|no such |near "|.{1,200} constraint failed).*)/;
const pointer = /^ {2} *(?:\^--- error here|error here ---\^)$/;

/**
 * SQLite's shell: `Parse error near line 5: …` with the first line of the statement, whose whitespace is printed as
 * blanks.
 */
export const sqlite: Toolchain = {
  name: 'sqlite',
  readsCrashes: true,
  lines: { initials: 'PRE' },
  detect: detectByText(
    /^(?:Parse error near line|Runtime error near line|Error: near line) \d{1,9}: |^Error: (?:in prepare, |stepping, |unknown command or invalid)/m,
  ),
  open: (cursor, report) => () => {
    const hit = header.exec(cursor.content);
    const message = hit?.[2] ?? alone.exec(cursor.content)?.[1];
    if (message === undefined) return false;
    const draft = report.add({ severity: 'error', message, at: { line: hit?.[1] } });
    cursor.advance();
    readDrawing(draft, cursor);
    return true;
  },
};

/**
 * Reads a part of the statement and the arrow below it, whose column counts bytes. If the statement has one line, the
 * part is the source line.
 */
function readDrawing(draft: DiagnosticDraft, cursor: Cursor): void {
  const under = cursor.peek();
  if (under === null || !cursor.content.startsWith('  ') || !pointer.test(under)) return;
  const text = cursor.content.slice(2);
  const start = offsetOfColumn(text, under.indexOf('^') - 2, 'bytes');
  draft.excerpt = { text, start, end: Math.max(start + 1, endOfWord(text, start)), trimmed: true };
  cursor.advance(2);
}
