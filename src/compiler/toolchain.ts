import type { Cursor } from './cursor';
import type { Report } from './report';

/**
 * A compiler, linker or interpreter. Each has a file in `toolchains/` and an entry in the list in
 * `toolchains/index.ts`.
 *
 * A message may contain output of several toolchains (a compiler, then the linker). Each line is offered to the
 * toolchains whose `detect` returned more than 0, the most certain one first, until one understands it. Lines that none
 * understands are ignored.
 */
export interface Toolchain {
  /** short and lower case: `gcc`, `rustc`, `javac` */
  readonly name: string;
  /**
   * name of a toolchain earlier in the list whose reader also reads this output; if that one was detected, this one
   * isn't used
   */
  readonly yieldsTo?: string;
  /**
   * Returns how certain it is that the message contains output of this toolchain: 0 not at all, 1 a guess (ignored if
   * another toolchain returns more), 2 a characteristic format, 3 text that no other program prints.
   *
   * @param sample the message, or about 20 kB of a long one: the beginning, the end and parts in between. Search it
   *   with `includes` or a regular expression that takes linear time
   */
  detect(sample: string): number;
  /**
   * True if the toolchain reads crash reports in formats that a program's own output doesn't have by chance. Their
   * positions are then accepted for any file name. Absent: positions in a program's output are accepted only for the
   * file of the program.
   */
  readonly readsCrashes?: true;
  /**
   * Traits of the lines that can begin a diagnostic. Other lines aren't offered to the toolchain. Absent: all lines
   * are.
   */
  readonly lines?: LineTraits;
  /** Creates the reader for one message. The reader contains all state that lasts from line to line. */
  open(cursor: Cursor, report: Report): LineReader;
}

/** Returns a `detect` function that returns 3 if any of the patterns matches, or else 0. */
export function detectByText(...words: readonly RegExp[]): Toolchain['detect'] {
  return (sample) => (words.some((pattern) => pattern.test(sample)) ? 3 : 0);
}

/** Traits of lines. A line is offered if it has at least one of them. */
export interface LineTraits {
  /** it contains a colon, ASCII or full-width */
  readonly colon?: true;
  /** it begins with `file:line:`, or equals `file:line`, without a blank before */
  readonly location?: true;
  /** it begins with `file(line)` or `file(line,column)`, without a blank before */
  readonly bracketLocation?: true;
  /** it begins with one of these characters; if one of them is beyond ASCII, any initial beyond ASCII matches */
  readonly initials?: string;
}

/**
 * Reads the current line of the cursor. If it understands the line, it adds to the report, moves the cursor after all
 * lines of the diagnostic (source lines, notes), and returns true, so the line isn't offered to other readers. If not,
 * it leaves the cursor unchanged and returns false.
 */
export type LineReader = () => boolean;
