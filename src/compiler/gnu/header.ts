import { splitOption } from './option';
import { type GnuPosition, readPosition } from './position';
import { type Kind, kindOfWord, looksLikeWord } from './severity';

/** What the first line of a diagnostic says. */
export interface GnuHeader {
  /** null where the compiler names no file */
  readonly position: GnuPosition | null;
  readonly kind: Kind;
  /** 1-based, exclusive; 0 where none is printed */
  readonly endColumn: number;
  readonly message: string;
  readonly code: string | null;
  /** `required from here` and the like: a place on the way to the diagnostic that follows */
  readonly context: boolean;
}

/** `cc1plus: error: …`, `g++-12: fatal error: …` */
const program =
  /(?:^|[/\\-])(?:cc1(?:plus|obj|objplus|gm2)?|lto1|lto-wrapper|collect2|gcc|g\+\+|c\+\+|cc|clang|clang\+\+|clang-cl|cpp|f951|gfortran|gnat1|d21|go1|rust1|xgcc|xg\+\+)(?:-\d{1,3}(?:\.\d{1,3}){0,2})?(?:\.exe)?$|^<[a-z-]{1,40}>$/i;
const programPart = /^([^:：]{1,400})[:：]/;
const wordPart = /^\s*([^:：]{1,48})[:：]/;
const contextWords = /^\s?(?:instantiated|required) from/;
/** what Clang's `-fdiagnostics-print-source-range-info` puts behind a position */
const ranges = /^(?:\{[^{}\s]{0,58}\})+:/;
const range = /\{(\d{1,9}):(\d{1,9})-(\d{1,9}):(\d{1,9})\}/g;

/** @param text a line that is not indented; null where it is no header */
export function readHeader(text: string, bracketsToo: boolean): GnuHeader | null {
  const position = readPosition(text, bracketsToo);
  return position ? readPositioned(position) : readUnpositioned(text);
}

function readPositioned(position: GnuPosition): GnuHeader | null {
  const { column, bracketed } = position;
  const drawn = position.rest.startsWith('{') ? ranges.exec(position.rest) : null;
  const rest = position.rest.slice(drawn?.[0].length ?? 0);
  const endColumn = drawn ? endColumnIn(drawn[0], position) : 0;
  const said = !bracketed && rest.startsWith('  ') ? null : readSaid(rest, column > 0);
  if (said) {
    const { message, code } = said;
    // a language that we don't know: a full position and a word are enough
    const kind = said.kind ?? (code?.startsWith('-W') ? 'warning' : 'error');
    return { position, kind, endColumn, message, code, context: false };
  }
  // `FILE:LINE:COLUMN:   required from here`; older: `FILE:LINE: instantiated from here`
  const message = rest.trim();
  if (message === '' || !(/^\s\s/.test(rest) || contextWords.test(rest))) return null;
  return { position, kind: 'passing', endColumn, message, code: null, context: true };
}

interface Said {
  /** null for a word that could be a severity of a language that we don't know */
  readonly kind: Kind | null;
  readonly message: string;
  readonly code: string | null;
}

/** `error: TEXT [-Woption]`; null where no severity word stands there. */
function readSaid(text: string, placed: boolean): Said | null {
  const hit = wordPart.exec(text);
  if (!hit) return null;
  const word = hit[1]?.trimEnd() ?? '';
  const kind = kindOfWord(word) ?? null;
  if (kind === null && !(placed && looksLikeWord(word))) return null;
  const { message, code } = splitOption(text.slice(hit[0].length).trimStart());
  // an `#error` or `#warning` without a text, of which nobody would see anything
  return { kind, message: message || (code ?? word), code };
}

/** `PROGRAM: error: …` and Clang's `error: …` */
function readUnpositioned(text: string): GnuHeader | null {
  const hit = programPart.exec(text);
  const name = hit?.[1]?.trimEnd();
  if (!hit || !name) return null;
  const behind = text.slice(hit[0].length);
  const bare = /^\s/.test(behind) && kindOfWord(name) !== undefined;
  if (!bare && !program.test(name)) return null;
  const said = readSaid(bare ? text : behind, false);
  if (!said?.kind || said.kind === 'passing') return null;
  const { message, code } = said;
  const kind = !bare && isSummary(name, message) ? 'passing' : said.kind;
  return { position: null, kind, endColumn: 0, message, code, context: false };
}

/** The end of the first range on the position's own line that holds its column. */
function endColumnIn(drawn: string, { line, column }: GnuPosition): number {
  for (const numbers of drawn.matchAll(range)) {
    const [startLine = 0, startColumn = 0, endLine = 0, endColumn = 0] = numbers.slice(1).map(Number);
    if (startLine === line && endLine === line && startColumn <= column && endColumn > column)
      return endColumn;
  }
  return 0;
}

/** `collect2: error: ld returned 1 exit status` only sums up what the linker said before. */
function isSummary(name: string, message: string): boolean {
  if (message.includes('[')) return false;
  if (/linker command failed|returned \d+ exit status/.test(message)) return true;
  return name.includes('collect2') && /\bld\b/.test(message) && /\d/.test(message);
}
