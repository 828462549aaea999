import type { Cursor } from '../cursor';
import type { DiagnosticDraft, Report } from '../report';
import { detectByText, type Toolchain } from '../toolchain';

const goFile = '.go';
const vetMark = 'vet: ';
/** gccgo uses GCC's format. */
const gccWords = /^ (?:fatal error|error|warning|note): /;
const summary = 'too many errors';
const noMain = /^(?:runtime\.main_main·f: )?(function main is undeclared in the main package)$/;

/** The Go compiler and vet: `./prog.go:5:2: undefined: x`. Indented lines belong to the line above. */
export const go: Toolchain = {
  name: 'go',
  lines: { location: true, initials: 'fr' },
  detect: detectByText(/.\.go:\d{1,9}:(?:\d{1,9}:)? /, /function main is undeclared in the main package/),
  open: (cursor, report) => () => {
    const location = cursor.location;
    if (!location) return readUnplaced(cursor, report);
    if (!location.file.endsWith(goFile)) return false;
    const rest = location.rest;
    if (gccWords.test(rest)) return false;
    const message = rest.trim();
    if (message === '') return false;
    if (message === summary) return true;
    const file = location.file.startsWith(vetMark) ? location.file.slice(vetMark.length) : location.file;
    readIndented(
      report.add({ severity: 'error', message, at: { file, line: location.line, column: location.column } }),
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
    const location = cursor.location;
    if (location && location.file.endsWith(goFile)) {
      const { line, column } = location;
      const message = location.rest.trim();
      report.relate(draft, { file: location.file.trim(), line, column, message, unit: 'bytes' });
    } else {
      draft.message += `\n${cursor.content.slice(1)}`;
    }
  }
}
