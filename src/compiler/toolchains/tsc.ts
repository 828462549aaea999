import { readCaretLine } from '../caret';
import type { Cursor } from '../cursor';
import type { DiagnosticDraft, Position, Report } from '../report';
import { severityOf } from '../severity';
import { surely, type Toolchain } from '../toolchain';

const plain = /^: (error|warning|message|suggestion) (TS\d{1,6}): (.*)/;
/** behind `a.ts:2:` */
const pretty = /^(\d{1,9}) - (error|warning|message|suggestion) (TS\d{1,6}): (.*)/;
const unplaced = /^(error|warning) (TS\d{1,6}): (.*)/;
const relatedPlace = /^ {2}(\S.{0,4095}?):(\d{1,9}):(\d{1,9})(?:$| - (.*))/;
const numberedLine = /^( {0,6}\d{1,9} )(.*)/;

/** The TypeScript compiler: `a.ts(2,7): error TS2322: …`, or pretty: `a.ts:2:7 - error TS2322: …` and the source. */
export const tsc: Toolchain = {
  name: 'tsc',
  lines: { place: true, bracketPlace: true, first: 'ew' },
  detect: surely(/(?:error|warning|message|suggestion) TS\d{1,6}: /),
  open: (cursor, report) => () => {
    const { bracketPlace: bracket } = cursor;
    if (bracket) {
      const hit = plain.exec(bracket.rest);
      if (!hit) return false;
      readChain(add(hit.slice(1), bracket, report), cursor);
      return true;
    }
    return readPretty(cursor, report) || readUnplaced(cursor, report);
  },
};

/** @param said severity, code and message */
function add(said: readonly string[], at: Position, report: Report): DiagnosticDraft {
  const [word, code, message = ''] = said;
  return report.add({ severity: severityOf(word), message, at: at, code, unit: 'utf16' });
}

function readUnplaced(cursor: Cursor, report: Report): boolean {
  const hit = unplaced.exec(cursor.content);
  if (hit) readChain(add(hit.slice(1), {}, report), cursor);
  return hit !== null;
}

/** Why a type does not fit, a step a line, each indented further. */
function readChain(draft: DiagnosticDraft, cursor: Cursor): void {
  for (cursor.advance(); !cursor.done && cursor.content.startsWith('  '); cursor.advance()) {
    draft.message += `\n${cursor.content.slice(2)}`;
  }
}

function readPretty(cursor: Cursor, report: Report): boolean {
  const { place } = cursor;
  if (!place || place.column !== null || place.rest === '') return false;
  const hit = pretty.exec(place.rest);
  if (!hit) return false;
  const draft = add(hit.slice(2), { ...place, column: hit[1] }, report);
  readChain(draft, cursor);
  if (!cursor.done && cursor.content === '') readExcerpt(draft, cursor);
  readRelated(draft, cursor, report);
  return true;
}

/** The numbered source line and the squiggle under it; several pairs where the range is long. */
function readExcerpt(draft: DiagnosticDraft, cursor: Cursor): void {
  const numbered = numberedLine.exec(cursor.peek(1) ?? '');
  if (!numbered || Number(numbered[1]) !== draft.line) return;
  const [, gutter = '', source = ''] = numbered;
  const marks = cursor.peek(2);
  const span = marks ? readCaretLine(marks.slice(gutter.length)) : null;
  const long = numberedLine.test(cursor.peek(3) ?? '');
  if (span && draft.column !== null) {
    // tabs are shown as blanks: the printed column is the sure one
    draft.excerpt = { text: source, start: span.start, end: span.end };
    if (!long) draft.endColumn = draft.column + span.end - span.start;
  }
  cursor.advance();
  while (!cursor.done && cursor.content !== '') cursor.advance();
}

/** `  a.ts:5:3`, its source indented, then what it says; a newer one says it on the first line. */
function readRelated(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  while (!cursor.done) {
    const next = cursor.content === '' ? 1 : 0;
    const hit = relatedPlace.exec(cursor.peek(next) ?? '');
    if (!hit) return;
    for (let i = 0; i <= next; i++) cursor.advance();
    let message = hit[4] ?? '';
    for (; !cursor.done && /^ {4}/.test(cursor.content); cursor.advance()) {
      const line = cursor.content.trim();
      if (!numberedLine.test(`${line} `) && !/^[~^ ]*$/.test(line)) message ||= line;
    }
    report.relate(draft, { file: hit[1], line: hit[2], column: hit[3], message, unit: 'utf16' });
  }
}
