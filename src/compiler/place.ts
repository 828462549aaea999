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
export function readPlace(line: string): Place | null {
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
export function readBracketPlace(line: string): BracketPlace | null {
  const hit = line.includes('(') ? bracketPlace.exec(line) : null;
  const [all = '', name = '', ...numbers] = hit ?? [];
  if (!hit || name.length > longestFile) return null;
  const [first = 0, column = null, endLine = null, endColumn = null] = numbers.map((number) =>
    (number as string | undefined) === undefined ? null : Number(number),
  );
  return { file: name, line: first ?? 0, column, endLine, endColumn, rest: line.slice(all.length) };
}
