import { findPointedSource } from '../caret';
import { severityOf } from '../severity';
import { surely, type Toolchain } from '../toolchain';

const said = /^ (error|warning|info): (.*)/;
const unplaced = /^(error|warning): (.*)/;
/** advice to compile again with other options */
const advice = /^there (?:was|were) .{1,40} re-run with/;
const reach = 40;
const tab = 0x09;
const tabStop = 8;

/** Scala 2: `a.scala:6: error: …`, more of the message, the source, and a caret that gives the column. */
export const scalac: Toolchain = {
  name: 'scalac',
  lines: { place: true, first: 'ew' },
  detect: surely(/.\.(?:scala|sc):\d{1,9}: (?:error|warning|info): /),
  open: (cursor, report) => () => {
    const { place } = cursor;
    if (!place) {
      const hit = unplaced.exec(cursor.content);
      if (hit && !advice.test(hit[2] ?? ''))
        report.add({ severity: severityOf(hit[1]), message: hit[2] ?? '' });
      return hit !== null;
    }
    if (place.column !== null) return false;
    if (!place.file.endsWith('.scala') && !place.file.endsWith('.sc')) return false;
    const hit = said.exec(place.rest);
    if (!hit) return false;
    const draft = report.add({
      severity: severityOf(hit[1]),
      message: hit[2] ?? '',
      at: place,
      unit: 'utf16',
    });
    const pointed = findPointedSource(cursor.linesAhead(reach), (ahead) =>
      ahead.startsWith(`${place.file}:`),
    );
    if (!pointed) return true;
    for (const more of pointed.before) draft.message += `\n${more.trim()}`;
    const drawn = cursor.peek(pointed.caretLine) ?? '';
    const start = drawn.includes('\t')
      ? pointed.caret.start
      : offsetUnder(pointed.source, pointed.caret.start);
    draft.excerpt = { text: pointed.source, start, end: start + 1 };
    cursor.advance(pointed.caretLine + 1);
    return true;
  },
};

/** Before 2.13 the caret line is drawn with blanks as if tabs were expanded, later with the source's own tabs. */
function offsetUnder(source: string, caret: number): number {
  let width = 0;
  let at = 0;
  for (; at < source.length && width < caret; at++) {
    width = source.charCodeAt(at) === tab ? width + tabStop - (width % tabStop) : width + 1;
  }
  return at + Math.max(0, caret - width);
}
