import type { Cursor } from '../cursor';
import type { DiagnosticDraft, Report } from '../report';
import { detectByText, type Toolchain } from '../toolchain';

const goFile = '.go';
const vetMark = 'vet: ';
/** gccgo prints the format of GCC. */
const gccWords = /^ (?:fatal error|error|warning|note): /;
const summary = 'too many errors';
const noMain = /^(?:runtime\.main_main·f: )?(function main is undeclared in the main package)$/;

/** The Go compiler and vet: `./prog.go:5:2: undefined: x`. Indented lines belong to the line above. */
export const go: Toolchain = {
  name: 'go',
  lines: { location: true, initials: 'fr' },
  detect: detectByText(/.\.go:\d{1,9}:(?:\d{1,9}:)? /, /function main is undeclared in the main package/),
  open: (cursor, report) => () => {
    const place = cursor.location;
    if (!place) return readUnplaced(cursor, report);
    if (!place.file.endsWith(goFile)) return false;
    const rest = place.rest;
    if (gccWords.test(rest)) return false;
    const message = rest.trim();
    if (message === '') return false;
    if (message === summary) return true;
    const file = place.file.startsWith(vetMark) ? place.file.slice(vetMark.length) : place.file;
    readIndented(
      report.add({ severity: 'error', message, at: { file, line: place.line, column: place.column } }),
      cursor,
      report,
    );
    return true;
  },
};

function readUnplaced(cursor: Cursor, report: Report): boolean {
  const hit = noMain.exec(cursor.content.slice(0, 100));
  if (!hit) return false;
  report.add({ severity: 'error', message: hit[1] ?? '' });
  return true;
}

function readIndented(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  for (cursor.advance(); !cursor.done && cursor.content.startsWith('\t'); cursor.advance()) {
    const place = cursor.location;
    if (place && place.file.endsWith(goFile)) {
      const { line, column } = place;
      const message = place.rest.trim();
      report.relate(draft, { file: place.file.trim(), line, column, message, unit: 'bytes' });
    } else {
      draft.message += `\n${cursor.content.slice(1)}`;
    }
  }
}
