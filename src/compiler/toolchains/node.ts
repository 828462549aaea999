import { findPointedSource } from '../caret';
import type { Cursor } from '../cursor';
import { placeAt, type DiagnosticDraft, type Report } from '../report';
import type { Toolchain } from '../toolchain';

const thrown =
  /^(?:Uncaught )?((?:[A-Z][\w.]{0,60})?(?:Error|Exception|AggregateError)(?: \[\w{1,60}\])?)(?:: (.*))?$/;
/** behind the last one an error's own properties may begin */
const frame = /^ {4}at (?:[^(]{0,500} \()?(.{1,2000}?):(\d{1,9}):(\d{1,9})\)?(?: \{)?$/;
const internal = /^(?:node:|internal\/|<anonymous|\[(?:stdin|eval)\]-wrapper$)/;
/** what follows the error, where an own one was thrown or something that is none */
const stack = '    at ';
const behind = /^(?: {4}at |Thrown at:$|Node\.js v\d|\(Use `node --trace-uncaught)/;
const placeAlone = /^\S.{0,4096}:\d{1,9}$/;
const reach = 4;
const framesRead = 50;
const linesOfMessage = 30;

/** Node.js: the place alone on a line, the source, the carets, then the error and its stack. */
export const node: Toolchain = {
  name: 'node',
  lines: { place: true },
  detect: (sample) => (/^(?:\w{0,60}Error|Node\.js v\d)/m.test(sample) && /.:\d{1,9}$/m.test(sample) ? 2 : 0),
  open: (cursor, report) => () => {
    const place = cursor.place;
    if (!place || place.rest !== '' || place.column !== null) return false;
    const pointed = findPointedSource(cursor.linesAhead(reach), () => false);
    if (!pointed) return false;
    const error = readError(cursor, pointed.caretLine);
    if (!error) return false;
    const draft = report.add({ severity: 'error', message: error.message, at: place, unit: 'utf16' });
    const { source, caret } = pointed;
    draft.excerpt = { text: source, start: caret.start, end: caret.end };
    cursor.advance(error.lines);
    readMore(draft, cursor);
    readStack(draft, cursor, report);
    return true;
  },
};

/** The error within the few lines under the carets, and how many lines from the cursor on its first one ends. */
function readError(cursor: Cursor, caretLine: number): { message: string; lines: number } | null {
  for (let ahead = caretLine + 1; ahead <= caretLine + 3; ahead++) {
    const line = cursor.peek(ahead);
    if (line === null) return null;
    const hit = line === '' ? null : thrown.exec(line);
    if (hit) return { message: line, lines: ahead + 1 };
  }
  return readThrown(cursor, caretLine);
}

/** Whatever else was thrown, right under the carets or, with a stack, under an empty line: only what follows tells. */
function readThrown(cursor: Cursor, caretLine: number): { message: string; lines: number } | null {
  const ahead = [...cursor.linesAhead(caretLine + linesOfMessage)].slice(caretLine);
  const from = ahead[0] === '' ? 1 : 0;
  const end = ahead.findIndex((line) => behind.test(line) || placeAlone.test(line));
  const message = ahead[from];
  if (end <= from || !message || !behind.test(ahead[end] ?? '')) return null;
  return { message, lines: caretLine + from + 2 };
}

/** The rest of a message of several lines: what stands before the stack, or before the last words. */
function readMore(draft: DiagnosticDraft, cursor: Cursor): void {
  const lines = [cursor.content, ...cursor.linesAhead(linesOfMessage)];
  const end = lines.findIndex((line) => behind.test(line) || placeAlone.test(line));
  if (end < 0 || !behind.test(lines[end] ?? '')) return;
  draft.message = [draft.message, ...lines.slice(0, end)].join('\n').trimEnd();
  cursor.advance(lines[end] === 'Thrown at:' ? end + 1 : end);
}

function readStack(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  const inside = internal.test(draft.file ?? '');
  if (inside) draft.line = draft.file = null;
  for (let read = 0; !cursor.done && cursor.content.startsWith(stack); read++, cursor.advance()) {
    const hit = read < framesRead ? frame.exec(cursor.content) : null;
    if (!hit || internal.test(hit[1] ?? '')) continue;
    const place = { file: hit[1], line: Number(hit[2]), column: Number(hit[3]) };
    if (inside && draft.line === null) {
      placeAt(draft, place);
    } else if (
      draft.line === place.line &&
      draft.file === place.file &&
      draft.column === null &&
      draft.related.length === 0
    ) {
      placeAt(draft, place);
    } else {
      report.relate(draft, { ...place, message: cursor.content.trim(), unit: 'utf16' });
    }
  }
  if (inside) draft.excerpt = undefined;
}
