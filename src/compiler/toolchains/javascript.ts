import { findPointedSource, readCaretLine } from '../caret';
import type { Cursor } from '../cursor';
import { positionOfCall } from '../javascriptStack';
import { setPosition, type DiagnosticDraft, type Report, type Position } from '../report';
import { type Toolchain, detectByText } from '../toolchain';
import { severityOf } from '../diagnostic';

const thrown =
  /^(?:Uncaught )?((?:[A-Z][\w.]{0,60})?(?:Error|Exception|AggregateError)(?: \[\w{1,60}\])?)(?:: (.*))?$/;
const internal = /^(?:node:|internal\/|<anonymous|\[(?:stdin|eval)\]-wrapper$)/;
/** The beginning of a stack frame. */
const stack = '    at ';
/** The line after an error: its stack, or a final line of Node.js. */
const afterError = /^(?: {4}at |Thrown at:$|Node\.js v\d|\(Use `node --trace-uncaught)/;
const locationAlone = /^\S.{0,4096}:\d{1,9}$/;
/** A tool that compiles the program while it runs. The errors of the program follow, in its own format. */
const wrapped = /^(?:Error(?: \[\w{1,60}\])?: (?:Transform|Build) failed with \d|TSError: ⨯ )/;
const reach = 4;
const framesRead = 50;
const linesOfMessage = 30;

/** Node.js: the position alone on a line, the source line, the carets, then the error and its stack. */
export const node: Toolchain = {
  name: 'node',
  readsCrashes: true,
  lines: { location: true },
  detect: (sample) => (/^(?:\w{0,60}Error|Node\.js v\d)/m.test(sample) && /.:\d{1,9}$/m.test(sample) ? 2 : 0),
  open: (cursor, report) => () => {
    const location = cursor.location;
    if (!location || location.rest !== '' || location.column !== null) return false;
    const pointed = findPointedSource(cursor.linesAhead(reach), () => false);
    if (!pointed) return false;
    const error = readError(cursor, pointed.caretLine);
    if (!error) return false;
    if (wrapped.test(error.message)) {
      cursor.advance(error.lines);
      return true;
    }
    const draft = report.add({ severity: 'error', message: error.message, at: location, unit: 'utf16' });
    const { source, caret } = pointed;
    draft.excerpt = { text: source, start: caret.start, end: caret.end };
    cursor.advance(error.lines);
    readMore(draft, cursor);
    readStack(draft, cursor, report);
    return true;
  },
};

/**
 * Finds the error in the first lines below the carets. `lines`: number of lines from the cursor to the first line of
 * the error, including both. Null: there is none.
 */
function readError(cursor: Cursor, caretLine: number): { message: string; lines: number } | null {
  for (let ahead = caretLine + 1; ahead <= caretLine + 3; ahead++) {
    const line = cursor.peek(ahead);
    if (line === null) return null;
    const hit = line === '' ? null : thrown.exec(line);
    if (hit) return { message: line, lines: ahead + 1 };
  }
  return readThrown(cursor, caretLine);
}

/**
 * Finds a thrown value that isn't a standard error, directly below the carets or after an empty line. Accepts it only
 * if a stack or a final line of Node.js follows.
 */
function readThrown(cursor: Cursor, caretLine: number): { message: string; lines: number } | null {
  const ahead = [...cursor.linesAhead(caretLine + linesOfMessage)].slice(caretLine);
  const from = ahead[0] === '' ? 1 : 0;
  const end = ahead.findIndex((line) => afterError.test(line) || locationAlone.test(line));
  const message = ahead[from];
  if (end <= from || !message || !afterError.test(ahead[end] ?? '')) return null;
  return { message, lines: caretLine + from + 2 };
}

/** Reads the other lines of a message, up to the stack or the final lines of Node.js. */
function readMore(draft: DiagnosticDraft, cursor: Cursor): void {
  const lines = [cursor.content, ...cursor.linesAhead(linesOfMessage)];
  const end = lines.findIndex((line) => afterError.test(line) || locationAlone.test(line));
  if (end < 0 || !afterError.test(lines[end] ?? '')) return;
  draft.message = [draft.message, ...lines.slice(0, end)].join('\n').trimEnd();
  cursor.advance(lines[end] === 'Thrown at:' ? end + 1 : end);
}

function readStack(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  const inside = internal.test(draft.file ?? '');
  if (inside) draft.line = draft.file = null;
  for (let read = 0; !cursor.done && cursor.content.startsWith(stack); read++, cursor.advance()) {
    const position = read < framesRead ? positionOfCall(cursor.content) : null;
    if (!position || internal.test(position.file)) continue;
    const location = { ...position, line: Number(position.line), column: Number(position.column) };
    if (inside && draft.line === null) {
      setPosition(draft, location);
    } else if (
      draft.line === location.line &&
      draft.file === location.file &&
      draft.column === null &&
      draft.related.length === 0
    ) {
      setPosition(draft, location);
    } else {
      report.relate(draft, { ...location, message: cursor.content.trim(), unit: 'utf16' });
    }
  }
  if (inside) draft.excerpt = undefined;
}

const plainMessage = /^: (error|warning|message|suggestion) (TS\d{1,6}): (.*)/;
/** The rest of a line after `a.ts:2:`. */
const pretty = /^(\d{1,9}) - (error|warning|message|suggestion) (TS\d{1,6}): (.*)/;
const unplaced = /^(error|warning) (TS\d{1,6}): (.*)/;
const relatedLocation = /^ {2}(\S.{0,4095}?):(\d{1,9}):(\d{1,9})(?:$| - (.*))/;
const numberedLine = /^( {0,6}\d{1,9} )(.*)/;

/**
 * The TypeScript compiler: `a.ts(2,7): error TS2322: …`, or with `--pretty` `a.ts:2:7 - error TS2322: …` and the
 * source.
 */
export const tsc: Toolchain = {
  name: 'tsc',
  lines: { location: true, bracketLocation: true, initials: 'ew' },
  detect: detectByText(/(?:error|warning|message|suggestion) TS\d{1,6}: /),
  open: (cursor, report) => () => {
    const { bracketLocation: bracket } = cursor;
    if (bracket) {
      const hit = plainMessage.exec(bracket.rest);
      if (!hit) return false;
      readChain(add(hit.slice(1), bracket, report), cursor);
      return true;
    }
    return readPretty(cursor, report) || readUnplaced(cursor, report);
  },
};

/**
 * Adds a diagnostic.
 *
 * @param parts severity, code and message
 */
function add(parts: readonly string[], at: Position, report: Report): DiagnosticDraft {
  const [word, code, message = ''] = parts;
  return report.add({ severity: severityOf(word), message, at: at, code, unit: 'utf16' });
}

function readUnplaced(cursor: Cursor, report: Report): boolean {
  const hit = unplaced.exec(cursor.content);
  if (hit) readChain(add(hit.slice(1), {}, report), cursor);
  return hit !== null;
}

/** Reads the reasons for a type mismatch: one per line, each indented further. */
function readChain(draft: DiagnosticDraft, cursor: Cursor): void {
  for (cursor.advance(); !cursor.done && cursor.content.startsWith('  '); cursor.advance()) {
    draft.message += `\n${cursor.content.slice(2)}`;
  }
}

function readPretty(cursor: Cursor, report: Report): boolean {
  const { location } = cursor;
  if (!location || location.column !== null || location.rest === '') return false;
  const hit = pretty.exec(location.rest);
  if (!hit) return false;
  const draft = add(hit.slice(2), { ...location, column: hit[1] }, report);
  readChain(draft, cursor);
  if (!cursor.done && cursor.content === '') readExcerpt(draft, cursor);
  readRelated(draft, cursor, report);
  return true;
}

/** Reads the numbered source line and the underline below it. A range of several lines has several pairs. */
function readExcerpt(draft: DiagnosticDraft, cursor: Cursor): void {
  const numbered = numberedLine.exec(cursor.peek(1) ?? '');
  if (!numbered || Number(numbered[1]) !== draft.line) return;
  const [, gutter = '', source = ''] = numbered;
  const marks = cursor.peek(2);
  const span = marks ? readCaretLine(marks.slice(gutter.length)) : null;
  const long = numberedLine.test(cursor.peek(3) ?? '');
  if (span && draft.column !== null) {
    // tabs are printed as blanks, so only the printed column is certain
    draft.excerpt = { text: source, start: span.start, end: span.end };
    if (!long) draft.endColumn = draft.column + span.end - span.start;
  }
  cursor.advance();
  while (!cursor.done && cursor.content !== '') cursor.advance();
}

/**
 * Reads notes: `  a.ts:5:3`, its indented source line, then its text. Newer versions print the text on the first line.
 */
function readRelated(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  while (!cursor.done) {
    const offset = cursor.content === '' ? 1 : 0;
    const hit = relatedLocation.exec(cursor.peek(offset) ?? '');
    if (!hit) return;
    for (let i = 0; i <= offset; i++) cursor.advance();
    let message = hit[4] ?? '';
    for (; !cursor.done && /^ {4}/.test(cursor.content); cursor.advance()) {
      const line = cursor.content.trim();
      if (!numberedLine.test(`${line} `) && !/^[~^ ]*$/.test(line)) message ||= line;
    }
    report.relate(draft, { file: hit[1], line: hit[2], column: hit[3], message, unit: 'utf16' });
  }
}
