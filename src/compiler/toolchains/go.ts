import type { Cursor } from '../cursor';
import type { DiagnosticDraft, Report } from '../report';
import type { Toolchain } from '../toolchain';

const name = 'go';

const tab = 0x09;
const goFile = '.go';
const vetMark = 'vet: ';
/** gccgo speaks as GCC does */
const gccWords = /^ (?:fatal error|error|warning|note): /;
const summary = 'too many errors';
const noMain = /^(?:runtime\.main_main·f: )?(function main is undeclared in the main package)$/;

/** The Go compiler and vet: `./prog.go:5:2: undefined: x`, indented lines belong to the one above. */
export const go: Toolchain = {
  name,
  marks: ['.go:', 'function main is undeclared'],
  lines: { place: ['.go'], first: 'fr' },
  detect(sample) {
    if (/.\.go:\d{1,9}:(?:\d{1,9}:)? /.test(sample)) return 3;
    return sample.includes('function main is undeclared in the main package') ? 3 : 0;
  },
  open: (cursor, report) => () => {
    const place = cursor.place;
    if (!place) return readUnplaced(cursor, report);
    const { text } = cursor;
    if (!text.startsWith(goFile, place.fileEnd - goFile.length)) return false;
    const rest = text.slice(place.after, cursor.end);
    if (gccWords.test(rest)) return false;
    const message = rest.trim();
    if (message === '') return false;
    if (message === summary) return true;
    let file = text.slice(cursor.start, place.fileEnd);
    if (file.startsWith(vetMark)) file = file.slice(vetMark.length);
    const { line, column } = place;
    readIndented(
      report.add(name, { severity: 'error', message, file, line, column, unit: 'bytes' }, cursor.line),
      cursor,
      report,
    );
    return true;
  },
};

function readUnplaced(cursor: Cursor, report: Report): boolean {
  const hit = noMain.exec(cursor.head(100));
  if (!hit) return false;
  report.add(name, { severity: 'error', message: hit[1] ?? '' }, cursor.line);
  return true;
}

function readIndented(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  for (cursor.advance(); !cursor.done && cursor.text.charCodeAt(cursor.start) === tab; cursor.advance()) {
    const place = cursor.place;
    const { text } = cursor;
    if (place && text.startsWith(goFile, place.fileEnd - goFile.length)) {
      const file = text.slice(cursor.start, place.fileEnd).trim();
      const message = text.slice(place.after, cursor.end).trim();
      report.relate(draft, { file, line: place.line, column: place.column, message, unit: 'bytes' });
    } else {
      draft.message += `\n${cursor.content.slice(1)}`;
    }
  }
}
