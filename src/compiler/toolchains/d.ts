import { findPointedSource } from '../caret';
import { excerptOfColumns } from '../columns';
import type { Cursor } from '../cursor';
import { placeAt, type DiagnosticDraft, type Report } from '../report';
import { severityOf } from '../diagnostic';
import { surely, type Toolchain } from '../toolchain';

const said = /^: (Error|Warning|Deprecation): (.*)/;
/** belongs to what stands above: `a.d(5):        `x` declared here` */
const more = /^: {7,}(\S.*)/;
/** what is said of code that the program put together as text names the file like this */
const mixin = /-mixin-\d{1,9}$/;
const exception = /^([\w.]{1,200})@(.{1,4096})$/;
const frame = /^(.{1,4096}?\.di?):(\d{1,9}) /;
const notFrame = /^(?:-{16}$|\?\?:\? )/;
const library = /[\\/](?:std|core|rt)[\\/]/;

/** DMD and LDC: `a.d(5): Error: …`, with `-vcolumns` `a.d(5,3): Error: …`; and what a program died of. */
export const d: Toolchain = {
  name: 'd',
  readsCrashes: true,
  lines: { bracketPlace: true },
  detect: surely(
    /\.di?(?:-mixin-\d{1,9})?\(\d{1,9}(?:,\d{1,9})?\): (?:Error|Warning|Deprecation): |^[\w.]{1,200}@.{1,500}\.d\(\d{1,9}\): /m,
  ),
  open: (cursor, report) => {
    let last: DiagnosticDraft | null = null;
    return () => {
      const { bracketPlace: place } = cursor;
      if (!place) return false;
      const { line, column } = place;
      const file = place.file.replace(mixin, '');
      if (!/\.di?$/.test(file)) return false;
      const thrown = exception.exec(file);
      if (thrown) {
        const message = `${thrown[1] ?? ''}${place.rest}`;
        const draft = report.add({ severity: 'error', message, at: { file: thrown[2], line } });
        readStack(draft, cursor, report);
        return true;
      }
      const hit = said.exec(place.rest);
      const note = hit ? null : more.exec(place.rest);
      if (note && last) report.relate(last, { file, line, column, message: note[1] ?? '' });
      if (note) cursor.advance();
      if (!hit) return note !== null;
      last = report.add({ severity: severityOf(hit[1]), message: hit[2] ?? '', at: { file, line, column } });
      cursor.advance();
      readDrawing(last, cursor);
      return true;
    };
  },
};

/** The source and a caret, drawn in characters, as `-verrors-context` shows them: right below, where it is at all. */
function readDrawing(draft: DiagnosticDraft, cursor: Cursor): void {
  const pointed = cursor.done ? null : findPointedSource([cursor.content, ...cursor.linesAhead(1)]);
  if (!pointed) return;
  const { source: text, caret } = pointed;
  draft.excerpt = { ...excerptOfColumns(text, caret.start, caret.start, 'codePoints'), trimmed: true };
  cursor.advance(2);
}

/** Where the library threw it, the first place that is the program's own is the one to look at. */
function readStack(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  const inLibrary = library.test(draft.file ?? '');
  for (cursor.advance(); !cursor.done; cursor.advance()) {
    const hit = frame.exec(cursor.content);
    if (!hit && !notFrame.test(cursor.content)) return;
    const [, file = '', line] = hit ?? [];
    if (!hit || library.test(file)) continue;
    const place = { file, line };
    if (inLibrary && library.test(draft.file ?? '')) placeAt(draft, place);
    else report.relate(draft, { ...place, message: 'called here' });
  }
}
