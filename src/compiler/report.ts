import type { ColumnUnit, CompilerDiagnostic, RelatedNote } from './diagnostic';

type Changeable<Type> = { -readonly [Field in keyof Type]: Type[Field] };
type AllFields = { [Field in keyof Required<CompilerDiagnostic>]: CompilerDiagnostic[Field] };

/** A diagnostic while its toolchain still adds to it. */
export interface DiagnosticDraft extends Changeable<AllFields> {
  related: RelatedNote[];
}

/** A printed position. Lines and columns are 1-based; an invalid number such as 0 counts as not printed. */
export interface Position {
  readonly file?: string | null;
  readonly line?: Digits;
  readonly column?: Digits;
}

/** A number, or its digits as matched by a regular expression. */
type Digits = number | string | null | undefined;

export interface Header extends Pick<CompilerDiagnostic, 'severity' | 'message'> {
  /** null or absent: no position was printed */
  readonly at?: Position | null;
  readonly code?: string | null;
  readonly unit?: ColumnUnit;
}

export type Note = Position & Omit<RelatedNote, keyof Position>;

/** Shared by all diagnostics without notes, which are the majority. */
const noNotes: RelatedNote[] = [];

/** Collects the diagnostics of all toolchains, in the order of the message. */
export class Report {
  readonly drafts: DiagnosticDraft[] = [];
  private toolchain = '';
  private line = 0;
  private readonly endings: (() => void)[] = [];

  /** The diagnostic that was added last, by any toolchain. */
  get lastDraft(): DiagnosticDraft | undefined {
    return this.drafts[this.drafts.length - 1];
  }

  /** Sets the toolchain of the diagnostics that are added next, and the 0-based message line at which they begin. */
  begin(toolchain: string, line: number): void {
    this.toolchain = toolchain;
    this.line = line;
  }

  /** Adds a diagnostic that begins in the 0-based message line `messageLine`, by default the line passed to `begin`. */
  add(header: Header, messageLine = this.line): DiagnosticDraft {
    const { at } = header;
    const draft: DiagnosticDraft = {
      severity: header.severity,
      file: at?.file || null,
      line: validNumber(at?.line),
      column: validNumber(at?.column),
      endColumn: undefined,
      startColumn: undefined,
      unit: header.unit ?? 'bytes',
      toolchain: this.toolchain,
      message: header.message,
      code: header.code || null,
      related: noNotes,
      outermostStepFirst: undefined,
      excerpt: undefined,
      fixes: undefined,
      messageLine,
      messageEndLine: messageLine + 1,
    };
    this.drafts.push(draft);
    return draft;
  }

  relate(draft: DiagnosticDraft, { file = null, line, column, message, unit, step, excerpt }: Note): void {
    const note: Changeable<RelatedNote> = {
      file,
      line: validNumber(line),
      column: validNumber(column),
      message,
    };
    if (unit) note.unit = unit;
    if (step) note.step = step;
    if (excerpt) note.excerpt = excerpt;
    if (draft.related === noNotes) draft.related = [note];
    else draft.related.push(note);
  }

  /** Adds a stack frame. It becomes the position of the diagnostic if that has none yet, or else a note. */
  addCall(draft: DiagnosticDraft, call: Note): void {
    if (draft.line === null) setPosition(draft, call);
    else this.relate(draft, call);
  }

  /** Registers a function to run after the whole message was read, for decisions that depend on all of it. */
  atEnd(action: () => void): void {
    this.endings.push(action);
  }

  /** Runs the functions registered with `atEnd` and returns all diagnostics. */
  end(): readonly DiagnosticDraft[] {
    for (const action of this.endings) action();
    return this.drafts;
  }
}

/** Sets the position of a diagnostic whose header has none. */
export function setPosition(
  draft: Pick<DiagnosticDraft, keyof Position>,
  { file = null, line, column }: Position,
): void {
  draft.file = file;
  draft.line = validNumber(line);
  draft.column = validNumber(column);
}

/** Returns whether a number is a valid line or column: at least 1 and below 2^31. */
export function isPosition(value: number): boolean {
  return value >= 1 && value <= 0x7fffffff;
}

function validNumber(digits: Digits): number | null {
  const value = Number(digits ?? 0);
  return isPosition(value) ? value : null;
}
