import { NextOf } from './nextOf';
import { type BracketPlace, type Place, readBracketPlace, readPlace } from './place';
import { type CodeUnits, unitsOf } from './units';

/**
 * Walks a message line by line without cutting it into an array. `start` and `end` are the offsets of the line at
 * hand in `text`, `line` is its 0-based number; `end` is exclusive and leaves the line feed out.
 */
export class Cursor {
  start = 0;
  end = 0;
  line = 0;
  /** the code units of `text`: the faster way to look at very many of them */
  readonly units: CodeUnits;
  /** asked about the beginning of each line, the other about what follows too: neither goes back */
  private readonly firstColons: NextOf;
  private readonly colons: NextOf;
  private readonly wideColons: NextOf;
  private readonly brackets: NextOf;
  private placeLine = -1;
  private placeHere: Place | null = null;
  private bracketLine = -1;
  private bracketHere: BracketPlace | null = null;

  /**
   * @param text as `prepareMessage` returns it: line feeds only, no escape sequences
   * @param units of that text, where they are known
   */
  constructor(
    readonly text: string,
    units?: CodeUnits,
  ) {
    this.units = units ?? unitsOf(text);
    this.firstColons = new NextOf(text, ':');
    this.colons = new NextOf(text, ':');
    this.wideColons = new NextOf(text, '：');
    this.brackets = new NextOf(text, '(');
    this.end = this.endOfLine(0);
  }

  /** True once the last line was passed. */
  get done(): boolean {
    return this.start > this.text.length;
  }

  /** The line at hand; empty after the last one. */
  get content(): string {
    return this.text.slice(this.start, this.end);
  }

  /** Where the line behind the one at hand ends; the end of the text where there is none. */
  get endOfNext(): number {
    return this.end < this.text.length ? this.endOfLine(this.end + 1) : this.end;
  }

  /** Where the line's first colon stands; its end or more where it has none. */
  get colon(): number {
    return this.firstColons.at(this.start);
  }

  /** Does a colon of either width stand in the line at hand? */
  get hasColon(): boolean {
    return this.colon < this.end || this.wideColons.at(this.start) < this.end;
  }

  /** At most the first `limit` characters of the line at hand: what a regular expression may be let loose on. */
  head(limit: number): string {
    return this.text.slice(this.start, Math.min(this.end, this.start + limit));
  }

  /** Where `needle` begins within the first `limit` characters of the line at hand: an offset in `text`, or -1. */
  find(needle: string, limit = 4096): number {
    const at = this.head(limit).indexOf(needle);
    return at < 0 ? -1 : this.start + at;
  }

  /** The `file:line:column:` that the line at hand begins with; looked for once a line, whoever asks. */
  get place(): Place | null {
    if (this.placeLine !== this.line) {
      this.placeLine = this.line;
      this.placeHere = readPlace(this.units, this.start, this.end, this.colons);
    }
    return this.placeHere;
  }

  /** The `file(line,column)` that the line at hand begins with; looked for once a line, whoever asks. */
  get bracketPlace(): BracketPlace | null {
    if (this.bracketLine !== this.line) {
      this.bracketLine = this.line;
      this.bracketHere = readBracketPlace(this.units, this.start, this.end, this.brackets);
    }
    return this.bracketHere;
  }

  /** The `count`th line after the one at hand (0: the line itself); null where the message ends before it. */
  peek(count = 1): string | null {
    let start = this.start;
    let end = this.end;
    for (let i = 0; i < count && start <= this.text.length; i++) {
      start = end + 1;
      end = this.endOfLine(start);
    }
    return start > this.text.length ? null : this.text.slice(start, end);
  }

  advance(): void {
    if (this.done) return;
    this.line++;
    this.start = this.end + 1;
    this.end = this.endOfLine(this.start);
  }

  /** Where the line that begins or goes on at `from` ends. */
  endOfLine(from: number): number {
    const feed = this.text.indexOf('\n', from);
    return feed < 0 ? this.text.length : feed;
  }
}
