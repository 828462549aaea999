/** Iterates over the lines of a message. */
export class Cursor {
  /** 0-based number of the current line */
  line = 0;
  /** The current line; empty after the last one. */
  content = '';
  private start = 0;
  private end = 0;
  /** undefined: not parsed yet */
  private cachedLocation: FileLocation | null | undefined;
  private cachedBracketLocation: BracketLocation | null | undefined;

  /** @param text a message from `prepareMessage`: with line feeds only, and without escape sequences */
  constructor(readonly text: string) {
    this.moveTo(0);
  }

  get done(): boolean {
    return this.start > this.text.length;
  }

  /** The `file:line:column:` at the beginning of the current line, or null. Parsed at most once per line. */
  get location(): FileLocation | null {
    if (this.cachedLocation === undefined) this.cachedLocation = parseLocation(this.content);
    return this.cachedLocation;
  }

  /** The `file(line,column)` at the beginning of the current line, or null. Parsed at most once per line. */
  get bracketLocation(): BracketLocation | null {
    if (this.cachedBracketLocation === undefined)
      this.cachedBracketLocation = parseBracketLocation(this.content);
    return this.cachedBracketLocation;
  }

  /** Returns the `count`th line after the current one. Null if the message ends before it. */
  peek(count = 1): string | null {
    let { start, end } = this;
    for (let i = 0; i < count && start <= this.text.length; i++) {
      start = end + 1;
      end = this.endOfLine(start);
    }
    return start > this.text.length ? null : this.text.slice(start, end);
  }

  *linesAhead(count: number): Generator<string> {
    let start = this.end + 1;
    for (let i = 0; i < count && start <= this.text.length; i++) {
      const end = this.endOfLine(start);
      yield this.text.slice(start, end);
      start = end + 1;
    }
  }

  /**
   * Returns the lines from the current one to the first for which `ends` is true, including both. Checks the current
   * line and the next `reach` lines. Null: `ends` is false for all of them.
   */
  linesUntil(reach: number, ends: (line: string) => boolean): string[] | null {
    if (ends(this.content)) return [this.content];
    const linesAfter = this.linesBelow(reach, ends);
    return linesAfter && [this.content, ...linesAfter];
  }

  /** Like `linesUntil`, but begins after the current line. */
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
    this.cachedLocation = this.cachedBracketLocation = undefined;
  }

  private endOfLine(from: number): number {
    const feed = this.text.indexOf('\n', from);
    return feed < 0 ? this.text.length : feed;
  }
}

/** A location at the beginning of a line: `file:line:` or `file:line:column:`. */
export interface FileLocation {
  readonly file: string;
  /** 1-based; 0 if the compiler printed 0 */
  readonly line: number;
  /** as printed; null if no column was printed */
  readonly column: number | null;
  /** the rest of the line */
  readonly rest: string;
}

/** A file name. Excludes source code that contains a compiler message: `// a.c:3: error`, `"a.c:3:"`. */
const file = '(?!//)([^"*`|]+?)';
const MAX_FILE_LENGTH = 4096;
const locationPattern = new RegExp(String.raw`^${file}:(\d{1,9})(?:$|:(?:(\d{1,9})(?:$|:))?)`);
const bracketLocationPattern = new RegExp(
  String.raw`^${file} ?\((\d{1,9})(?:,(\d{1,9}))?(?:,(\d{1,9}))?(?:,(\d{1,9}))?\)(?=:| [A-Za-z\u00c0-\uffff]{0,40}:)`,
);

/**
 * Parses a line up to its first `:number:` or `:number:number:`. The line may also end after a number. A Windows drive
 * (`C:\a.c:3:`) belongs to the file name.
 */
function parseLocation(line: string): FileLocation | null {
  const hit = line.includes(':') ? locationPattern.exec(line) : null;
  const [matched = '', name = '', number, column] = hit ?? [];
  if (!hit || name.length > MAX_FILE_LENGTH) return null;
  return {
    file: name,
    line: Number(number),
    column: column === undefined ? null : Number(column),
    rest: line.slice(matched.length),
  };
}

/** A location at the beginning of a line: `file(line)`, `file(line,column)` or `file(line,column,line,column)`. */
export interface BracketLocation extends FileLocation {
  readonly endLine: number | null;
  readonly endColumn: number | null;
}

/**
 * Parses a line up to the first pair of brackets with numbers that is followed by `:`, ` :` or ` Word:`, as in
 * `main (1).cpp(2,10): error` and `src(3,5) Warning: x`.
 */
function parseBracketLocation(line: string): BracketLocation | null {
  const hit = line.includes('(') ? bracketLocationPattern.exec(line) : null;
  const [matched = '', name = '', ...numbers] = hit ?? [];
  if (!hit || name.length > MAX_FILE_LENGTH) return null;
  const [first = 0, column = null, endLine = null, endColumn = null] = numbers.map((number) =>
    (number as string | undefined) === undefined ? null : Number(number),
  );
  return { file: name, line: first ?? 0, column, endLine, endColumn, rest: line.slice(matched.length) };
}
