import type { Severity } from '../diagnostic';
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
    const place = cursor.bracketPlace;
    const from = place ? place.after + 1 : cursor.start;
    if (place && cursor.text.charCodeAt(place.after) !== 0x20) return false;
    const colon = cursor.text.slice(from, Math.min(cursor.end, from + 30)).indexOf(': ');
    if (colon < 0) return false;
    const severity = severities[cursor.text.slice(from, from + colon)];
    if (!severity) return false;
    const said = cursor.text.slice(from + colon + 2, cursor.end);
    const code = numbered.exec(said);
    const message = code ? said.slice(code[0].length) : said;
    // without a place, only what went wrong is worth telling
    if (!place && (severity !== 'error' || trailer.test(message))) return true;
    const file = place && cursor.text.slice(cursor.start, place.fileEnd);
    report.add(
      name,
      { severity, message, file, line: place?.line, column: place?.column, code: code?.[1], unit: 'bytes' },
      cursor.line,
    );
    return true;
  },
};
