// Diagnostics in the form that all toolchains share.

export type Severity = 'error' | 'warning' | 'information';

/**
 * Unit of a printed column. Each diagnostic has its own unit, because compilers differ and a message may contain output
 * of several compilers.
 *
 * - `cells`: display cells, tab stops of 8, wide characters count 2 (GCC 11 and newer)
 * - `bytes`: UTF-8 bytes (GCC before 11, Clang, Go, …)
 * - `codePoints`: Unicode code points (rustc, Erlang, …)
 * - `utf16`: UTF-16 code units, like the editor (tsc, csc, …)
 * - `tabbed`: code points, but a tab reaches to the next stop of 8 (GHC, GNAT with -gnatW8)
 * - `tabbedBytes`: UTF-8 bytes, but a tab reaches to the next stop of 8 (GNAT)
 * - `wide`: code points, but East Asian wide characters and emoji count 2 (tracebacks of CPython)
 */
export type ColumnUnit = 'cells' | 'bytes' | 'codePoints' | 'utf16' | 'tabbed' | 'tabbedBytes' | 'wide';

/** A position as the compiler printed it, not converted to the editor's columns. */
export interface PrintedPosition {
  /** the file as printed; null if none was printed */
  readonly file: string | null;
  /** 1-based; null if none was printed */
  readonly line: number | null;
  /** 1-based, counted in `unit`; null if none was printed */
  readonly column: number | null;
}

/**
 * How code depends on the code of the next step. `use`: it instantiates, calls, inlines or expands that code.
 * `include`: it includes that file.
 */
export type Step = 'use' | 'include';

/** A part of a diagnostic with its own position: a note, a label, or a step of a template or include chain. */
export interface RelatedNote extends PrintedPosition {
  readonly message: string;
  readonly unit?: ColumnUnit;
  /**
   * Set if the note is a step of the chain that leads from the compiled file to the diagnostic: `In file included
   * from`, `required from here`. Absent if it explains something else.
   */
  readonly step?: Step;
  /** The source line that the message shows for a step; absent if it shows none. */
  readonly excerpt?: SourceExcerpt;
}

/** A source line that the message contains, with the columns that a caret or underline marks. */
export interface SourceExcerpt {
  /** the text of the source line as the compiler printed it */
  readonly text: string;
  /** 0-based UTF-16 offset in `text` of the beginning of the caret or underline */
  readonly start: number;
  /** 0-based UTF-16 offset of the caret, which is at the printed column; absent if it equals `start` */
  readonly caret?: number;
  /** 0-based UTF-16 offset in `text`, exclusive; at least `start + 1` */
  readonly end: number;
  /** true if the compiler printed the line without its indentation; offsets count from the first printed character */
  readonly trimmed?: boolean;
}

/** A replacement that the compiler suggests. It is untrusted text, so the user sees all of it before it is applied. */
export interface OfferedFix {
  readonly line: number;
  /** 1-based, in the diagnostic's unit; the replaced text is `[column, endColumn)` */
  readonly column: number;
  readonly endColumn: number;
  /** the text to replace, if the message contains it; the fix is offered only while the file contains this text */
  readonly expected?: string;
  readonly replacement: string;
  /** unit of the columns, if it differs from the diagnostic's unit */
  readonly unit?: ColumnUnit;
}

export interface CompilerDiagnostic extends PrintedPosition {
  readonly severity: Severity;
  /** 1-based, exclusive, in `unit`, on the same line; absent if the message doesn't show it */
  readonly endColumn?: number;
  /** 1-based, in `unit`: beginning of the underline if it is before `column` (`a ~~^~~ b`) */
  readonly startColumn?: number;
  readonly unit: ColumnUnit;
  /** without position, severity word and code */
  readonly message: string;
  /** `-Wunused-variable`, `E0382`, `CS0103`, …; null if none is printed */
  readonly code: string | null;
  readonly related: readonly RelatedNote[];
  /** True: the steps in `related` begin at the compiled file. Absent: the step next to the diagnostic comes first. */
  readonly outermostStepFirst?: boolean;
  /** name of the toolchain that parsed the diagnostic: `gcc`, `clang`, `rustc`, … */
  readonly toolchain: string;
  readonly excerpt?: SourceExcerpt;
  readonly fixes?: readonly OfferedFix[];
  /** 0-based line of the message at which the diagnostic begins */
  readonly messageLine: number;
  /** 0-based line of the message after the last line of the diagnostic */
  readonly messageEndLine: number;
}

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

/** Returns the severity that the word before a message means. Ignores case. An unknown word means an error. */
export function severityOf(word = ''): Severity {
  const lowerCased = word.toLowerCase();
  if (warnings.has(lowerCased)) return 'warning';
  return informations.has(lowerCased) ? 'information' : 'error';
}
