/** `FILE:LINE:` or `FILE:LINE:COLUMN:` at the beginning of a line. */
export interface GnuPosition {
  readonly file: string;
  readonly line: number;
  /** 0 where none is printed */
  readonly column: number;
  /** what stands behind the last colon */
  readonly rest: string;
  /** it was the form of Microsoft's compiler */
  readonly bracketed: boolean;
}

/**
 * Also `FILE +LINE:COLUMN:`, as editors take it on their command line. A colon in what would be the file's name is only
 * understood behind a drive letter: else it is another tool's line.
 */
const colons = /^((?:[A-Za-z]:)??[^:]+?)(?: \+|:)(\d{1,9})(?::(\d{1,9})[:：]|:(?!\d)|：)/;
const brackets = /^((?:[A-Za-z]:)??[^:]+?)\((\d{1,9})(?:,(\d{1,9}))?\):/;

/** @param bracketsToo also `FILE(LINE,COLUMN):` and `FILE(LINE):`, as Clang prints them where Microsoft's form is asked for */
export function readPosition(text: string, bracketsToo = false): GnuPosition | null {
  const bracket = bracketsToo ? brackets.exec(text) : null;
  const hit = bracket ?? colons.exec(text);
  if (!hit) return null;
  const [all, file = '', line, column = 0] = hit;
  return {
    file,
    line: Number(line),
    column: Number(column),
    rest: text.slice(all.length),
    bracketed: bracket !== null,
  };
}
