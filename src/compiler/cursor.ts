/** Walks a message line by line. `line` is the 0-based number of the line at hand. */
export class Cursor {
  line = 0;
  /** The line at hand; empty after the last one. */
  content = '';
  private start = 0;
  private end = 0;
  /** undefined: not looked for yet */
  private placeHere: Place | null | undefined;
  private bracketPlaceHere: BracketPlace | null | undefined;

  /** @param text as `prepareMessage` returns it: line feeds only, no escape sequences */
  constructor(readonly text: string) {
    this.moveTo(0);
  }

  /** True once the last line was passed. */
  get done(): boolean {
    return this.start > this.text.length;
  }

  /** The `file:line:column:` that the line at hand begins with; looked for once a line, whoever asks. */
  get place(): Place | null {
    if (this.placeHere === undefined) this.placeHere = readPlace(this.content);
    return this.placeHere;
  }

  /** The `file(line,column)` that the line at hand begins with; looked for once a line, whoever asks. */
  get bracketPlace(): BracketPlace | null {
    if (this.bracketPlaceHere === undefined) this.bracketPlaceHere = readBracketPlace(this.content);
    return this.bracketPlaceHere;
  }

  /** The `count`th line after the one at hand; null where the message ends before it. */
  peek(count = 1): string | null {
    let { start, end } = this;
    for (let i = 0; i < count && start <= this.text.length; i++) {
      start = end + 1;
      end = this.endOfLine(start);
    }
    return start > this.text.length ? null : this.text.slice(start, end);
  }

  /** The lines behind the one at hand, at most `count` of them. */
  *linesAhead(count: number): Generator<string> {
    let start = this.end + 1;
    for (let i = 0; i < count && start <= this.text.length; i++) {
      const end = this.endOfLine(start);
      yield this.text.slice(start, end);
      start = end + 1;
    }
  }

  /** The lines from the one at hand up to the first of the next `reach` that ends them, which is the last; null: none does. */
  linesUntil(reach: number, ends: (line: string) => boolean): string[] | null {
    if (ends(this.content)) return [this.content];
    const below = this.linesBelow(reach, ends);
    return below && [this.content, ...below];
  }

  /** The same without the one at hand, which is not asked either. */
  linesBelow(reach: number, ends: (line: string) => boolean): string[] | null {
    const lines: string[] = [];
    for (const line of this.linesAhead(reach)) {
      lines.push(line);
      if (ends(line)) return lines;
    }
    return null;
  }

  advance(lines = 1): void {
    for (let i = 0; i < lines && !this.done; i++) {
      this.line++;
      this.moveTo(this.end + 1);
    }
  }

  private moveTo(start: number): void {
    this.start = start;
    this.end = this.endOfLine(start);
    this.content = this.text.slice(start, this.end);
    this.placeHere = this.bracketPlaceHere = undefined;
  }

  private endOfLine(from: number): number {
    const feed = this.text.indexOf('\n', from);
    return feed < 0 ? this.text.length : feed;
  }
}

/** A `file:line:` or `file:line:column:` at the beginning of a line. */
export interface Place {
  readonly file: string;
  /** 1-based as a rule; 0 where a compiler printed 0 */
  readonly line: number;
  /** null where none was printed */
  readonly column: number | null;
  /** what stands behind the last colon; empty where nothing follows the numbers */
  readonly rest: string;
}

/** Source that mentions a compiler (`// a.c:3: error`, `"a.c:3:"`) is no compiler's output. */
const file = '(?!//)([^"*`|]+?)';
const longestFile = 4096;
const place = new RegExp(String.raw`^${file}:(\d{1,9})(?:$|:(?:(\d{1,9})(?:$|:))?)`);
const bracketPlace = new RegExp(
  String.raw`^${file} ?\((\d{1,9})(?:,(\d{1,9}))?(?:,(\d{1,9}))?(?:,(\d{1,9}))?\)(?=:| [A-Za-z\u00c0-\uffff]{0,40}:)`,
);

/**
 * Finds the first `:number:` or `:number:number:` with something before it; a number may also end the line. A Windows
 * drive (`C:\a.c:3:`) belongs to the file.
 */
function readPlace(line: string): Place | null {
  const hit = line.includes(':') ? place.exec(line) : null;
  const [all = '', name = '', number, column] = hit ?? [];
  if (!hit || name.length > longestFile) return null;
  return {
    file: name,
    line: Number(number),
    column: column === undefined ? null : Number(column),
    rest: line.slice(all.length),
  };
}

/** A `file(line)`, `file(line,column)` or `file(line,column,line,column)` at the beginning of a line. */
export interface BracketPlace extends Place {
  readonly endLine: number | null;
  readonly endColumn: number | null;
}

/**
 * Finds the first such bracket that is followed by ` :`, `:` or ` Word:`: `main (1).cpp(2,10): error` and
 * `src(3,5) Warning: x`. What follows the bracket is the rest.
 */
function readBracketPlace(line: string): BracketPlace | null {
  const hit = line.includes('(') ? bracketPlace.exec(line) : null;
  const [all = '', name = '', ...numbers] = hit ?? [];
  if (!hit || name.length > longestFile) return null;
  const [first = 0, column = null, endLine = null, endColumn = null] = numbers.map((number) =>
    (number as string | undefined) === undefined ? null : Number(number),
  );
  return { file: name, line: first ?? 0, column, endLine, endColumn, rest: line.slice(all.length) };
}
