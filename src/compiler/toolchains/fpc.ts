import type { Severity } from '../diagnostic';
import type { Cursor, BracketLocation } from '../cursor';
import type { DiagnosticDraft, Report } from '../report';
import { detectByText, type Toolchain } from '../toolchain';

const severities: Readonly<Record<string, Severity>> = {
  Fatal: 'error',
  Error: 'error',
  Warning: 'warning',
  Note: 'information',
  Hint: 'information',
  // translations that come with the compiler
  Fehler: 'error',
  Warnung: 'warning',
  Hinweis: 'information',
  Anmerkung: 'information',
  Erreur: 'error',
  Fatale: 'error',
  Attention: 'warning',
  Ошибка: 'error',
  Предупреждение: 'warning',
  Подсказка: 'information',
  Замечание: 'information',
};
const numbered = /^\((\d{1,5})\) /;
/** Final messages of a failed compilation, and progress messages. */
const trailer =
  /^(?:Compilation aborted|Start of reading config file |End of reading config file |.{1,500} returned an error exitcode|.{0,500}Compilation raised exception )/;
const aborted = 'Compilation aborted';
const summary = /^There were \d{1,9} errors compiling module, stopping$/;
/** A declaration that a call may refer to. It belongs to the error before it. */
const candidate = 'Found declaration: ';

interface ParsedLine {
  readonly location: BracketLocation | null;
  readonly severity: Severity;
  readonly code: string | undefined;
  readonly message: string;
}

/** Free Pascal: `src(3,5) Warning: …`. */
export const fpc: Toolchain = {
  name: 'fpc',
  lines: { bracketLocation: true, initials: 'FEWNHAО' },
  detect: detectByText(
    /Free Pascal Compiler version/,
    /.\(\d{1,9}(?:,\d{1,9})?\) (?:Fatal|Error|Warning|Note|Hint): /,
  ),
  open: (cursor, report) => () => {
    const parsed = parseLine(cursor);
    if (!parsed) return false;
    const { location, severity, code, message } = parsed;
    // without a position, only errors are reported
    if (!location && (severity !== 'error' || trailer.test(message))) return true;
    if (message === aborted || (summary.test(message) && report.lastDraft)) return true;
    readCandidates(report.add({ severity, message, at: location, code }), cursor, report);
    return true;
  },
};

function parseLine(cursor: Cursor): ParsedLine | null {
  const location = cursor.bracketLocation;
  if (location && !location.rest.startsWith(' ')) return null;
  const text = location ? location.rest.slice(1) : cursor.content;
  const colon = text.slice(0, 30).indexOf(': ');
  const severity = colon < 0 ? undefined : severities[text.slice(0, colon)];
  if (!severity) return null;
  const textAfterWord = text.slice(colon + 2);
  const code = numbered.exec(textAfterWord);
  const message = code ? textAfterWord.slice(code[0].length) : textAfterWord;
  return { location, severity, code: code?.[1], message };
}

function readCandidates(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  for (cursor.advance(); cursor.content.includes(candidate); cursor.advance()) {
    const parsed = parseLine(cursor);
    if (!parsed?.message.startsWith(candidate)) return;
    const { file, line, column } = parsed.location ?? {};
    report.relate(draft, { file, line, column, message: parsed.message, unit: 'bytes' });
  }
}
