import type { Severity } from '../diagnostic';
import type { Cursor } from '../cursor';
import type { BracketPlace } from '../place';
import type { DiagnosticDraft, Report } from '../report';
import type { Toolchain } from '../toolchain';

const name = 'fpc';

const severities: Readonly<Record<string, Severity>> = {
  Fatal: 'error',
  Error: 'error',
  Warning: 'warning',
  Note: 'information',
  Hint: 'information',
  // its own translations
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
/** the last words of a compilation that failed, and its chatter */
const trailer =
  /^(?:Compilation aborted|Start of reading config file |End of reading config file |.{1,500} returned an error exitcode|.{0,500}Compilation raised exception )/;
const aborted = 'Compilation aborted';
const summary = /^There were \d{1,9} errors compiling module, stopping$/;
/** one of those that a call could have meant: it belongs to the error before it */
const candidate = 'Found declaration: ';

interface Said {
  readonly place: BracketPlace | null;
  readonly file: string | null;
  readonly severity: Severity;
  readonly code: string | undefined;
  readonly message: string;
}

/** Free Pascal: `src(3,5) Warning: …`. */
export const fpc: Toolchain = {
  name,
  marks: ['Free Pascal Compiler version', ') Fatal: ', ') Error: ', ') Warning: ', ') Note: ', ') Hint: '],
  lines: { bracketPlace: true, first: 'FEWNHAО' },
  detect(sample) {
    if (sample.includes('Free Pascal Compiler version')) return 3;
    return /.\(\d{1,9}(?:,\d{1,9})?\) (?:Fatal|Error|Warning|Note|Hint): /.test(sample) ? 3 : 0;
  },
  open: (cursor, report) => () => {
    const said = readSaid(cursor);
    if (!said) return false;
    const { place, file, severity, code, message } = said;
    // without a place, only what went wrong is worth telling
    if (!place && (severity !== 'error' || trailer.test(message))) return true;
    if (message === aborted || (summary.test(message) && report.last)) return true;
    const { line, column } = place ?? {};
    const draft = report.add(
      name,
      { severity, message, file, line, column, code, unit: 'bytes' },
      cursor.line,
    );
    readCandidates(draft, cursor, report);
    return true;
  },
};

function readSaid(cursor: Cursor): Said | null {
  const place = cursor.bracketPlace;
  const from = place ? place.after + 1 : cursor.start;
  if (place && cursor.text.charCodeAt(place.after) !== 0x20) return null;
  const colon = cursor.text.slice(from, Math.min(cursor.end, from + 30)).indexOf(': ');
  if (colon < 0) return null;
  const severity = severities[cursor.text.slice(from, from + colon)];
  if (!severity) return null;
  const said = cursor.text.slice(from + colon + 2, cursor.end);
  const code = numbered.exec(said);
  const message = code ? said.slice(code[0].length) : said;
  const file = place && cursor.text.slice(cursor.start, place.fileEnd);
  return { place, file, severity, code: code?.[1], message };
}

function readCandidates(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  for (cursor.advance(); !cursor.done && cursor.find(candidate) >= 0; cursor.advance()) {
    const said = readSaid(cursor);
    if (!said?.message.startsWith(candidate)) return;
    const { place, file, message } = said;
    const { line = null, column = null } = place ?? {};
    report.relate(draft, { file, line, column, message, unit: 'bytes' });
  }
}
