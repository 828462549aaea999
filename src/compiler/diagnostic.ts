/** What a compiler said, in the one form that all toolchains share. */

export type Severity = 'error' | 'warning' | 'information';

/**
 * What a printed column counts. Compilers differ, and one service may run several of them, so each diagnostic
 * carries its own.
 *
 * - `cells`: display cells, tab stops of 8, wide characters count 2 (GCC 11 and newer)
 * - `bytes`: UTF-8 bytes (GCC before 11, Clang, Go, …)
 * - `codePoints`: Unicode code points (rustc, GHC, …)
 * - `utf16`: UTF-16 code units, what the editor itself counts (tsc, csc, …)
 * - `tabbed`: code points, but a tab reaches to the next stop of 8 (GHC, GNAT with -gnatW8)
 * - `tabbedBytes`: UTF-8 bytes, but a tab reaches to the next stop of 8 (GNAT)
 * - `wide`: code points, but East Asian wide characters and emoji count 2 (tracebacks of CPython)
 */
export type ColumnUnit = 'cells' | 'bytes' | 'codePoints' | 'utf16' | 'tabbed' | 'tabbedBytes' | 'wide';

/** A place as the compiler printed it: nothing here is converted to the editor's counting. */
export interface PrintedPosition {
  /** the file as printed; null where the message names none */
  readonly file: string | null;
  /** 1-based; null where none was printed */
  readonly line: number | null;
  /** 1-based, counted in `unit`; null where none was printed */
  readonly column: number | null;
}

/**
 * How code leads to the code that it depends on. `use`: it instantiates, calls, inlines or expands it; `include`: it
 * includes the file.
 */
export type Step = 'use' | 'include';

/** A note, a step of a template or include chain, a label: what belongs to a diagnostic. */
export interface RelatedNote extends PrintedPosition {
  readonly message: string;
  readonly unit?: ColumnUnit;
  /**
   * Set if the note is a step of the chain that leads from the compiled file to the diagnostic: `In file included from`,
   * `required from here`. Absent if it explains something else.
   */
  readonly step?: Step;
  /** The source line that the message shows for a step; absent if it shows none. */
  readonly excerpt?: SourceExcerpt;
}

/** The line of source that the message itself shows, with the columns its caret or underline covers. */
export interface SourceExcerpt {
  /** the text of the source line as the compiler printed it */
  readonly text: string;
  /** 0-based UTF-16 offset in `text` where the caret or the underline begins */
  readonly start: number;
  /** where the caret itself stands, which is what the column names; absent where the underline begins with it */
  readonly caret?: number;
  /** 0-based UTF-16 offset in `text`, exclusive; at least `start + 1` */
  readonly end: number;
  /** the compiler printed the line without its indentation: `start` counts from the first printed character */
  readonly trimmed?: boolean;
}

/** A replacement that the compiler itself offers. Written by a stranger: shown whole before it is applied. */
export interface OfferedFix {
  readonly line: number;
  /** 1-based, in the diagnostic's unit; the replaced text is `[column, endColumn)` */
  readonly column: number;
  readonly endColumn: number;
  /** what stands there now, where the message says so: the fix is offered only while it still does */
  readonly expected?: string;
  readonly replacement: string;
  /** what the columns count, where that is not the diagnostic's unit */
  readonly unit?: ColumnUnit;
}

export interface CompilerDiagnostic extends PrintedPosition {
  readonly severity: Severity;
  /** 1-based, exclusive, in `unit`, on the same line; absent where neither caret nor position gives it */
  readonly endColumn?: number;
  /** 1-based, in `unit`, where the underline begins when that is before `column` (`a ~~^~~ b`) */
  readonly startColumn?: number;
  readonly unit: ColumnUnit;
  /** without position, severity word and code */
  readonly message: string;
  /** `-Wunused-variable`, `E0382`, `CS0103`, …; null where none is printed */
  readonly code: string | null;
  readonly related: readonly RelatedNote[];
  /** True if the steps among `related` begin at the compiled file; otherwise the step next to the diagnostic is first. */
  readonly outermostStepFirst?: boolean;
  /** which parser understood it: `gcc`, `clang`, `rustc`, … */
  readonly toolchain: string;
  readonly excerpt?: SourceExcerpt;
  readonly fixes?: readonly OfferedFix[];
  /** 0-based line of the message where the diagnostic begins, and the first line that is no longer its own */
  readonly messageLine: number;
  readonly messageEndLine: number;
}

/** A range in the editor's own counting. */
export interface EditorRange {
  /** 0-based UTF-16 offset in the line */
  readonly start: number;
  /** 0-based UTF-16 offset in the line, exclusive */
  readonly end: number;
}

const warnings = new Set(
  'warning,deprecation,deprecated,strict standards,style,check,high,medium,low,警告'.split(','),
);
const informations = new Set('info,hidden,hint,note,notice,message,suggestion,附注'.split(','));

/** What the word before a message says, in whatever case; one that is not known says that it is an error. */
export function severityOf(word = ''): Severity {
  const known = word.toLowerCase();
  if (warnings.has(known)) return 'warning';
  return informations.has(known) ? 'information' : 'error';
}
