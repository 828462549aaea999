import type { Cursor } from './cursor';
import type { Report } from './report';

/**
 * One compiler, linker or interpreter, as one file of `toolchains/` and one line of its list.
 *
 * A message may mix several (a compiler, then the linker): each line is offered to those whose `detect` is above
 * zero, the surest first, until one understands it. What none understands is passed over.
 */
export interface Toolchain {
  /** short and lower case: `gcc`, `rustc`, `javac` */
  readonly name: string;
  /** not asked where this one, which stands before it in the list, was found: its reader reads both */
  readonly yieldsTo?: string;
  /**
   * How surely the message holds output of this toolchain: 0 not at all, 1 a guess (which counts only where all
   * others return 0), 2 a shape of its own, 3 words that nothing else prints.
   *
   * @param sample the message, or about 20 kB of a long one: the beginning, the end and parts between. Look with
   *   `includes` or a regular expression that cannot go quadratic
   */
  detect(sample: string): number;
  /**
   * Reads what a program died of, in shapes that the output of a program doesn't have by chance: a place counts there
   * whatever its file is called. Absent: in the output of a program a place counts only if the file is the program.
   */
  readonly readsCrashes?: true;
  /** Which lines one of its diagnostics can begin with: it is offered no other. Absent: any line. */
  readonly lines?: LineTraits;
  /** Starts on one message. What it must remember from line to line lives in the reader that it returns. */
  open(cursor: Cursor, report: Report): LineReader;
}

/** Tells a toolchain by words that nothing else prints: any of these is enough. */
export function surely(...words: readonly RegExp[]): Toolchain['detect'] {
  return (sample) => (words.some((one) => one.test(sample)) ? 3 : 0);
}

/** A line is offered if one of these is true of it. */
export interface LineTraits {
  /** a colon stands somewhere in it, of either width */
  readonly colon?: true;
  /** it begins with `file:line:` or is nothing else; with no blank before it */
  readonly place?: true;
  /** it begins with `file(line)` or `file(line,column)`, with no blank before it */
  readonly bracketPlace?: true;
  /** it begins with one of these characters; one beyond ASCII stands for all of them */
  readonly first?: string;
}

/**
 * Looks at the line at the cursor. Understood: adds to the report, moves the cursor behind everything that
 * belongs to it (source excerpt, notes) and returns true; such a line is offered to nobody else. Not
 * understood: leaves the cursor where it is and returns false.
 */
export type LineReader = () => boolean;
