import { findPointedSource } from '../caret';
import { excerptOfColumns } from '../columns';
import type { Cursor } from '../cursor';
import { setPosition, type DiagnosticDraft, type Report } from '../report';
import { severityOf } from '../diagnostic';
import { detectByText, type Toolchain } from '../toolchain';

const messagePattern = /^: (Error|Warning|Deprecation): (.*)/;
/** A note that belongs to the diagnostic above: `a.d(5):        `x` declared here`. */
const notePattern = /^: {7,}(\S.*)/;
/** Suffix of the file name if the code is a string that the program generated. */
const mixin = /-mixin-\d{1,9}$/;
const exception = /^([\w.]{1,200})@(.{1,4096})$/;
const frame = /^(.{1,4096}?\.di?):(\d{1,9}) /;
const notFrame = /^(?:-{16}$|\?\?:\? )/;
const library = /[\\/](?:std|core|rt)[\\/]/;

/** DMD and LDC: `a.d(5): Error: …`, or `a.d(5,3): Error: …` with `-vcolumns`. Also reads uncaught exceptions. */
export const d: Toolchain = {
  name: 'd',
  readsCrashes: true,
  lines: { bracketLocation: true },
  detect: detectByText(
    /\.di?(?:-mixin-\d{1,9})?\(\d{1,9}(?:,\d{1,9})?\): (?:Error|Warning|Deprecation): |^[\w.]{1,200}@.{1,500}\.d\(\d{1,9}\): /m,
  ),
  open: (cursor, report) => {
    let lastDraft: DiagnosticDraft | null = null;
    return () => {
      const { bracketLocation: location } = cursor;
      if (!location) return false;
      const { line, column } = location;
      const file = location.file.replace(mixin, '');
      if (!/\.di?$/.test(file)) return false;
      const thrown = exception.exec(file);
      if (thrown) {
        const message = `${thrown[1] ?? ''}${location.rest}`;
        const draft = report.add({ severity: 'error', message, at: { file: thrown[2], line } });
        readStack(draft, cursor, report);
        return true;
      }
      const hit = messagePattern.exec(location.rest);
      const note = hit ? null : notePattern.exec(location.rest);
      if (note && lastDraft) report.relate(lastDraft, { file, line, column, message: note[1] ?? '' });
      if (note) cursor.advance();
      if (!hit) return note !== null;
      lastDraft = report.add({
        severity: severityOf(hit[1]),
        message: hit[2] ?? '',
        at: { file, line, column },
      });
      cursor.advance();
      readDrawing(lastDraft, cursor);
      return true;
    };
  },
};

/**
 * Reads the source line and the caret that `-verrors-context` prints below the message. The caret counts characters.
 */
function readDrawing(draft: DiagnosticDraft, cursor: Cursor): void {
  const pointed = cursor.done ? null : findPointedSource([cursor.content, ...cursor.linesAhead(1)]);
  if (!pointed) return;
  const { source: text, caret } = pointed;
  draft.excerpt = { ...excerptOfColumns(text, caret.start, caret.start, 'codePoints'), trimmed: true };
  cursor.advance(2);
}

/** Reads the stack. If the library threw the exception, the innermost call in the program becomes the position. */
function readStack(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  const inLibrary = library.test(draft.file ?? '');
  for (cursor.advance(); !cursor.done; cursor.advance()) {
    const hit = frame.exec(cursor.content);
    if (!hit && !notFrame.test(cursor.content)) return;
    const [, file = '', line] = hit ?? [];
    if (!hit || library.test(file)) continue;
    const location = { file, line };
    if (inLibrary && library.test(draft.file ?? '')) setPosition(draft, location);
    else report.relate(draft, { ...location, message: 'called here' });
  }
}
