import { readCaretLine } from '../caret';
import type { Cursor } from '../cursor';
import { isCall, positionOfCall, readCalls } from '../javascriptStack';
import type { DiagnosticDraft, Report } from '../report';
import { detectByText, type Toolchain } from '../toolchain';

const row = /^(\d{1,9}) \| (.*)/;
const messagePattern = /^(?:(error|note|warn|warning): (.*)|([A-Za-z_$][\w$.]{0,100}(?:: .*)?))$/;
/** A property of an error, printed after its message. */
const property = /^ {1,20}\w{1,40}: /;
const foreign = /^(?:node|bun|internal):/;
const notFound = /^error: (Cannot find (?:module|package) .*) from '((?:(?! from ').){1,4096})'$/;
const rowsRead = 10;
const linesOfMessage = 30;

/** Bun: numbered source lines, a caret, the message, then the stack. */
export const bun: Toolchain = {
  name: 'bun',
  readsCrashes: true,
  lines: { initials: 'e0123456789' },
  detect: detectByText(/^Bun v\d/m, /^\d{1,9} \| .*\n +\^\n(?:error|note|\w{1,60}Error|E[A-Z]{2,20}): /m),
  open: (cursor, report) => {
    let lastError: DiagnosticDraft | null = null;
    return () => {
      const [, message, file] = notFound.exec(cursor.content) ?? [];
      if (message !== undefined) report.add({ severity: 'error', message, at: { file } });
      if (message !== undefined || !row.test(cursor.content)) return message !== undefined;
      lastError = readError(lastError, cursor, report) ?? lastError;
      return true;
    };
  },
};

interface Numbered {
  readonly line: number;
  readonly source: string;
}

/**
 * Reads an error with its source. Null for a note, which is added to `previousError`, and for source without an
 * error.
 */
function readError(
  previousError: DiagnosticDraft | null,
  cursor: Cursor,
  report: Report,
): DiagnosticDraft | null {
  const sourceRow = readRows(cursor);
  const hit = sourceRow && !cursor.done ? messagePattern.exec(cursor.content) : null;
  if (!sourceRow || !hit) return null;
  const [, word, text] = hit;
  const message = [text ?? cursor.content];
  cursor.advance();
  const lines = cursor.linesUntil(linesOfMessage, (line) => isCall(line) || row.test(line)) ?? [];
  if (!isCall(lines.pop() ?? '')) lines.length = 0;
  message.push(...lines.filter((line) => line !== '' && !property.test(line)));
  cursor.advance(lines.length);
  if (word === 'note' && previousError) {
    readNote(previousError, message.join('\n'), cursor, report);
    return null;
  }
  const draft = report.add({
    severity: word?.startsWith('warn') ? 'warning' : 'error',
    message: message.join('\n'),
    unit: 'utf16',
  });
  readCalls(draft, cursor, report, foreign);
  if (draft.line === null) draft.line = sourceRow.line;
  if (draft.line !== sourceRow.line) return draft;
  const start = (draft.column ?? 0) - 1;
  if (start >= 0) draft.excerpt = { text: sourceRow.source, start, end: start + 1 };
  return draft;
}

/** Reads the numbered lines and returns the last one, which the caret refers to. Null: no caret follows. */
function readRows(cursor: Cursor): Numbered | null {
  let lastRow: Numbered | null = null;
  for (let read = 0; read < rowsRead; read++, cursor.advance()) {
    const [, line, source = ''] = row.exec(cursor.content) ?? [];
    if (line === undefined) break;
    lastRow = { line: Number(line), source };
  }
  if (!readCaretLine(cursor.content)) return null;
  cursor.advance();
  return lastRow;
}

function readNote(owner: DiagnosticDraft, message: string, cursor: Cursor, report: Report): void {
  const position = positionOfCall(cursor.content);
  report.relate(owner, { ...position, message, unit: 'utf16' });
  if (position) cursor.advance();
  owner.messageEndLine = cursor.line;
}
