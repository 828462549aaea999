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
  /**
   * One of these stands in every message that holds output of this toolchain: without any of them it isn't even asked.
   * Two characters at least.
   * To search for a few words takes a small part of the time of a regular expression. Absent: it is always asked.
   */
  readonly marks?: readonly string[];
  /** not asked where this one, which stands before it in the list, was found: its reader reads both */
  readonly yieldsTo?: string;
  /**
   * How surely the message holds output of this toolchain: 0 not at all, 1 a guess (which counts only where all
   * others say 0), 2 a shape of its own, 3 words that nothing else prints.
   *
   * @param sample the message, or the beginning, the end and windows between of a long one, about 20 kB: look with `includes` or a regular
   *   expression that cannot go quadratic
   */
  detect(sample: string): number;
  /** Which lines one of its diagnostics can begin with: it is offered no other. Absent: any line. */
  readonly lines?: Lines;
  /** Starts on one message. What it must remember from line to line lives in the reader that it returns. */
  open(cursor: Cursor, report: Report): LineReader;
}

/** A line is offered if one of these is true of it. */
export interface Lines {
  /** a colon stands somewhere in it, of either width */
  readonly colon?: true;
  /**
   * it begins with `file:line:` or is nothing else; with no blank before it. Extensions (`.go`, three characters at
   * least): and the file's name seems to end in one of them
   */
  readonly place?: true | readonly string[];
  /** it begins with `file(line)` or `file(line,column)`, with no blank before it */
  readonly bracketPlace?: true;
  /** it begins with one of these characters; one beyond ASCII stands for all of them */
  readonly first?: string;
}

/**
 * Looks at the line at the cursor. Understood: adds to the report, moves the cursor behind everything that
 * belongs to it (source excerpt, notes) and returns true; such a line is offered to nobody else. Not
 * understood: leaves the cursor where it is and returns false. It is called once a line, so the first thing it does
 * is to turn down what cannot be its own by a character or two.
 */
export type LineReader = () => boolean;
