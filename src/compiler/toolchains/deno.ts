import { findPointedSource, type PointedSource } from '../caret';
import { excerptOfColumns } from '../columns';
import type { Cursor } from '../cursor';
import { isCall, readCalls } from '../javascriptStack';
import type { DiagnosticDraft, Report } from '../report';
import { severityOf } from '../diagnostic';
import type { Toolchain } from '../toolchain';
import { pathOf } from '../fileUrl';

/** Deno 1 prints `error: ` before a type error if there is only one. */
const typeError = /^(?:error: )?(TS\d{1,6}) \[(\w{1,20})\]: (.*)/;
const uncaught = /^error: Uncaught (?:\(in promise\) )?(.*)/;
const failed = /^error: (.*)/;
/** Position of a note of a type error, after its text and source. */
const related = /^ {8}at (\S.{0,4095}?):(\d{1,9}):(\d{1,9})$/;
/** Deno 1. An empty line, the source line and the marks follow, indented by two blanks. */
const olderSyntaxError =
  /^error: (The module's source code could not be parsed: .*) at (\S{1,4096}?):(\d{1,9}):(\d{1,9})$/;
const foreign = /^(?:ext|node|asset|https?|jsr|npm|data|internal):|^<anonymous>/;
const caused = /^Caused by: /;
const gutter = /^ {0,8}\d{0,9} {0,2}\| ?/;
const ownOutput =
  /^(?:error: )?TS\d{1,6} \[[A-Z]{1,20}\]: |^error: (?:Uncaught \S|The module's source code could not be parsed: )/m;
const failedIn = /^error: /m;
/** A call with a `file:` URL. Node also prints these. */
const callWithFile = /^ {4}at (?:(?!file:).){0,1000}file:\/\/.{1,4096}:\d{1,9}:\d{1,9}\)?$/m;
const summary = 'error: Type checking failed.';
const otherHead = /^(?:error|warning)(?:\[|: )|^TS\d{1,6} \[/;
/** Maximum number of lines from `error: Uncaught Error: …` to its position. */
const linesOfMessage = 40;
/** Number of lines below `error: SyntaxError: …`: an empty row, the source line, the marks, and the position. */
const linesOfOthers = 4;
/** Maximum number of lines with the causes of an error, and with their stacks. */
const causesRead = 100;
const relatedLines = 12;

/** Deno: type errors, syntax errors, and uncaught errors. The position is below the source line. */
export const deno: Toolchain = {
  name: 'deno',
  readsCrashes: true,
  lines: { initials: 'eT' },
  detect: (sample) =>
    ownOutput.test(sample) || (failedIn.test(sample) && callWithFile.test(sample)) ? 3 : 0,
  open: (cursor, report) => () => {
    if (cursor.content === summary || readOlderSyntaxError(cursor, report)) return true;
    const typed = typeError.exec(cursor.content);
    const [, thrown] = typed ? [] : (uncaught.exec(cursor.content) ?? []);
    const text = typed?.[3] ?? thrown ?? failed.exec(cursor.content)?.[1];
    if (text === undefined) return false;
    const isLong = typed !== null || thrown !== undefined;
    const reach = isLong ? linesOfMessage : linesOfOthers;
    const lines = cursor.linesBelow(reach, (line) => isCall(line) || otherHead.test(line));
    const isPlaced = lines !== null && isCall(lines[lines.length - 1] ?? '');
    if (!isPlaced) {
      if (thrown === undefined) return false;
      report.add({ severity: 'error', message: thrown });
      return true;
    }
    const pointed = pointedIn(lines);
    const draft = report.add({
      severity: severityOf(typed?.[2]),
      message: [text, ...(pointed ? pointed.linesAbove : lines.slice(0, -1))].join('\n').trimEnd(),
      code: typed?.[1],
      // only parser errors have a gutter; their columns count characters
      unit: pointed && gutter.test(lines[0] ?? '') ? 'codePoints' : 'utf16',
    });
    cursor.advance(lines.length);
    readCalls(draft, cursor, report, foreign);
    skipCauses(cursor);
    setExcerpt(draft, pointed);
    if (typed) readRelated(draft, cursor, report);
    return true;
  },
};

function readOlderSyntaxError(cursor: Cursor, report: Report): boolean {
  const [, message, url = '', line, column] = olderSyntaxError.exec(cursor.content) ?? [];
  if (message === undefined) return false;
  report.add({ severity: 'error', message, at: { file: pathOf(url), line, column }, unit: 'codePoints' });
  return true;
}

/** Returns the source line and the marks from the lines of an error, which end with its position. Null: no marks. */
function pointedIn(lines: readonly string[]): PointedSource | null {
  const [source, marks] = lines.slice(-3, -1);
  if (source === undefined || marks === undefined || lines.length < 3) return null;
  const margin = gutter.exec(source)?.[0] ?? '';
  const hasGutter = margin !== '' && gutter.test(marks);
  const pointed = hasGutter
    ? findPointedSource([source.slice(margin.length), marks.slice(margin.length)])
    : findPointedSource([source, marks]);
  // with a gutter, an empty row precedes the source line
  return pointed && { ...pointed, linesAbove: lines.slice(0, hasGutter ? -4 : -3) };
}

/** Skips the stacks of the error's causes. */
function skipCauses(cursor: Cursor): void {
  for (let read = 0; read < causesRead; read++, cursor.advance()) {
    if (!caused.test(cursor.content) && !isCall(cursor.content)) return;
  }
}

function setExcerpt(draft: DiagnosticDraft, pointed: PointedSource | null): void {
  if (!pointed || draft.column === null) return;
  const { source, caret } = pointed;
  // the source line may be from another file: Deno prints the line of the first call outside of Deno itself
  if (caret.start !== draft.column - 1) return;
  draft.excerpt = excerptOfColumns(source, caret.start, caret.end, draft.unit);
  draft.endColumn = draft.column + caret.end - caret.start;
}

/** Reads notes: `    'x' is declared here.`, its source line and marks, then its position, indented further. */
function readRelated(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  for (;;) {
    const nextLine = cursor.content === '' ? (cursor.peek() ?? '') : '';
    if (!/^ {4}\S/.test(nextLine)) return;
    const lines = cursor.linesBelow(relatedLines, (line) => related.test(line) || line === '');
    const [, url = '', line, column] = related.exec(lines?.[lines.length - 1] ?? '') ?? [];
    if (!lines || line === undefined) return;
    if (!foreign.test(url))
      report.relate(draft, { file: pathOf(url), line, column, message: nextLine.trim(), unit: 'utf16' });
    cursor.advance(lines.length + 1);
  }
}
