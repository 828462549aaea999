import type { CodeUnits } from '../units';
import { OptionScan } from './option';
import { Remembered } from './remembered';
import {
  colon as colonMark,
  findColon,
  isBlank,
  NumberScan,
  PositionScan,
  skipBlanks,
  space,
  trimmedEnd,
  wideColon,
} from './scan';
import { type Kind, kindOfWord, longestWord, looksLikeWord } from './severity';

const openBrace = 0x7b;
const longestRange = 60;
const longestProgram = 400;

/** `cc1plus: error: …`, `g++-12: fatal error: …` */
const program =
  /(?:^|[/\\-])(?:cc1(?:plus|obj|objplus|gm2)?|lto1|lto-wrapper|collect2|gcc|g\+\+|c\+\+|cc|clang|clang\+\+|clang-cl|cpp|f951|gfortran|gnat1|d21|go1|rust1|xgcc|xg\+\+)(?:-\d{1,3}(?:\.\d{1,3}){0,2})?(?:\.exe)?$|^<[a-z-]{1,40}>$/i;
/** The last characters of all those names: nearly every other line is turned down by its own. */
const programEnds = new Set(Array.from('sSrRcCpPgGlLnNjJeE+>0123456789', (letter) => letter.charCodeAt(0)));

/**
 * What the first line of a diagnostic says. One object reads all headers of a message, since there may be very many;
 * what it found stands in it until it reads again.
 */
export class HeaderScan {
  kind: Kind = 'passing';
  /** as printed; null where the compiler speaks of no file */
  file: string | null = null;
  /** 1-based; 0 where none is printed */
  line = 0;
  /** 1-based; 0 where none is printed */
  column = 0;
  /** 1-based, exclusive; 0 where none is printed */
  endColumn = 0;
  message = '';
  code: string | null = null;
  /** `required from here` and the like: a place on the way to the diagnostic that follows */
  context = false;

  private readonly position: PositionScan;
  private readonly number = new NumberScan();
  private readonly option = new OptionScan();
  private readonly files = new Remembered<string>();
  private readonly words = new Remembered<Kind>();
  private wordEnd = 0;

  constructor(
    private readonly text: string,
    private readonly units: CodeUnits,
    brackets: boolean,
  ) {
    this.position = new PositionScan(brackets);
  }

  /** The position was of Microsoft's form. */
  get bracketed(): boolean {
    return this.position.bracketed;
  }

  /** True where the line from `start` to `end` is a header. It must not be indented. */
  read(start: number, end: number): boolean {
    this.context = false;
    this.endColumn = 0;
    const { position, units } = this;
    const known = this.files.findBefore(units, start, colonMark);
    if (known) {
      // a file's own name is no program's
      this.file = known.value;
      position.bracketed = false;
      return position.readNumbers(units, start + known.length) && this.readPositioned(end);
    }
    if (!position.read(units, start, end)) return this.readUnpositioned(start, end);
    this.file = this.text.slice(start, position.fileEnd);
    if (!position.bracketed) this.files.remember(start, position.fileEnd, this.file);
    return this.readPositioned(end);
  }

  private readPositioned(end: number): boolean {
    const { position, units } = this;
    if (units[position.rest] === openBrace) this.readRanges(end);
    const { rest } = position;
    this.line = position.line;
    this.column = position.column;
    const wide = !position.bracketed && units[rest] === space && units[rest + 1] === space;
    const from = skipBlanks(units, rest);
    const known = wide ? undefined : this.readWord(from);
    if (known === undefined) return this.readContext(from, end);
    this.readMessage(from, end);
    // a language that we don't know: a full position and a word are enough
    this.kind = known ?? (this.code?.startsWith('-W') ? 'warning' : 'error');
    return true;
  }

  /** What the word at `from` means: null for one that could be a severity, undefined for none at all. */
  private readWord(from: number): Kind | null | undefined {
    const { text, units } = this;
    const piece =
      this.words.findBefore(units, from, colonMark) ?? this.words.findBefore(units, from, wideColon);
    if (piece) {
      this.wordEnd = from + piece.length;
      return piece.value;
    }
    const colon = findColon(units, from, from + longestWord + 1);
    if (colon < 0) return undefined;
    this.wordEnd = colon;
    const wordEnd = trimmedEnd(units, from, colon);
    const word = text.slice(from, wordEnd);
    const kind = kindOfWord(word) ?? null;
    if (kind === null && (this.column === 0 || !looksLikeWord(word))) return undefined;
    if (kind !== null && wordEnd === colon) this.words.remember(from, wordEnd, kind);
    return kind;
  }

  /** What stands behind the severity, which begins at `word` and ends at `wordEnd`. */
  private readMessage(word: number, end: number): void {
    const { text, units, option, wordEnd } = this;
    const from = skipBlanks(units, wordEnd + 1);
    option.read(text, units, from, end);
    this.code = option.code;
    // an `#error` or `#warning` without a text, of which nobody would see anything
    this.message = text.slice(from, option.end) || (option.code ?? text.slice(word, wordEnd).trim());
  }

  /** `FILE:LINE:COLUMN:   required from here`; older: `FILE:LINE: instantiated from here` */
  private readContext(from: number, end: number): boolean {
    const { text, units } = this;
    const indented = from > this.position.rest + 1;
    if (!indented && !text.startsWith('instantiated from', from) && !text.startsWith('required from', from)) {
      return false;
    }
    this.kind = 'passing';
    this.code = null;
    this.message = text.slice(from, trimmedEnd(units, from, end));
    this.context = true;
    return from < end;
  }

  /** `PROGRAM: error: …` and Clang's `error: …` */
  private readUnpositioned(start: number, end: number): boolean {
    const { text, units } = this;
    const colon = findColon(units, start, Math.min(end, start + longestProgram));
    if (colon < 0) return false;
    const nameEnd = trimmedEnd(units, start, colon);
    const bare = colon - start <= longestWord && isBlank(units[colon + 1]);
    const perhapsProgram = programEnds.has(units[nameEnd - 1] ?? 0);
    if (!bare && !perhapsProgram) return false;
    this.file = null;
    this.line = 0;
    this.column = 0;
    const name = text.slice(start, nameEnd);
    const own = bare ? kindOfWord(name) : undefined;
    if (own) {
      this.kind = own;
      this.wordEnd = colon;
      this.readMessage(start, end);
      return own !== 'passing';
    }
    if (!perhapsProgram || !program.test(name)) return false;
    const word = skipBlanks(units, colon + 1);
    const kind = this.readWord(word);
    if (!kind || kind === 'passing') return false;
    this.readMessage(word, end);
    this.kind = isSummary(name, this.message) ? 'passing' : kind;
    return true;
  }

  /** Passes over Clang's `{3:5-3:9}{4:1-4:2}:` and takes the end column of the first range that fits. */
  private readRanges(end: number): void {
    const { text, units } = this;
    let at = this.position.rest;
    while (units[at] === openBrace) {
      const close = text.slice(at, Math.min(end, at + longestRange)).indexOf('}');
      if (close < 0) return;
      this.endColumn ||= this.endOfRange(at + 1);
      at += close + 1;
    }
    if (units[at] === colonMark) this.position.rest = at + 1;
  }

  private endOfRange(from: number): number {
    const read: number[] = [];
    for (let at = from; read.length < 4; at = this.number.at + 1) {
      if (!this.number.read(this.units, at)) return 0;
      read.push(this.number.value);
    }
    const [startLine = 0, startColumn = 0, endLine = 0, endColumn = 0] = read;
    const { line, column } = this.position;
    return startLine === line && endLine === line && startColumn <= column && endColumn > column
      ? endColumn
      : 0;
  }
}

/** `collect2: error: ld returned 1 exit status` only sums up what the linker said before. */
function isSummary(name: string, message: string): boolean {
  if (message.includes('[')) return false;
  if (/linker command failed|returned \d+ exit status/.test(message)) return true;
  return name.includes('collect2') && /\bld\b/.test(message) && /\d/.test(message);
}
