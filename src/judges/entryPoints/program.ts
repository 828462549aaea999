import type { ProgramFile } from '../submission';

/** A program whose files are about to be sent. */
export interface ProgramToSend {
  /** VS Code's language ID, or the judge's ID or name of the language */
  readonly language: string;
  /** at least one; names may contain folders */
  readonly files: readonly ProgramFile[];
  /** name of the file that is submitted; the others belong to it */
  readonly active: string;
  /** extensions that the judge accepts for the language, with the dot; empty: unknown */
  readonly extensions: readonly string[];
}

export interface SentFile {
  readonly file: ProgramFile;
  readonly fileName: string;
}

/**
 * Reason why a program can't run. `none`: nothing starts it. `several`: more than one class or file can be started.
 * `name`: the judge accepts a necessary name of a file or an entry point not at all. `java25`: only Java 25 starts it,
 * and a judge that looks for `public static void main(String[])` doesn't find it.
 */
export type EntryTrouble = 'none' | 'several' | 'name' | 'java25';

/** How a program is sent, and what starts it. */
export interface EntryPoint {
  /** in the order in which the compiler needs them */
  readonly sent: readonly SentFile[];
  /** files with another main function, which would be a compile error */
  readonly leftOut: readonly SentFile[];
  /** name under which the active file is sent */
  readonly fileName: string;
  /** full name of the class or module that is started; null: none found, or the language has none */
  readonly mainClass: string | null;
  /** class to use as the entry point if none was found, because it may inherit `main` from a class of the judge */
  readonly fallbackClass: string | null;
  /** name of the sent file that begins the program; null: none found */
  readonly mainFile: string | null;
  readonly trouble: EntryTrouble | null;
  /** Class or file names to choose from; empty: there is at most one */
  readonly candidates: readonly string[];
  /** a name that the judge refuses; null: none */
  readonly refusedName: string | null;
}
