import type { ColumnUnit, CompilerDiagnostic, RelatedNote } from './diagnostic';

type Changeable<Type> = { -readonly [Field in keyof Type]: Type[Field] };
type AllFields = { [Field in keyof Required<CompilerDiagnostic>]: CompilerDiagnostic[Field] };

/** A diagnostic while its toolchain still adds to it. */
export interface DiagnosticDraft extends Changeable<AllFields> {
  related: RelatedNote[];
}

/** Where something is said to be. Lines and columns are 1-based; 0 and below count as “none was printed”. */
export interface Position {
  readonly file?: string | null;
  readonly line?: Digits;
  readonly column?: Digits;
}

/** A number, or its digits as a pattern has found them. */
type Digits = number | string | null | undefined;

/** What a header line says. */
export interface Header extends Pick<CompilerDiagnostic, 'severity' | 'message'> {
  /** null or absent: nowhere in particular */
  readonly at?: Position | null;
  readonly code?: string | null;
  readonly unit?: ColumnUnit;
}

/** What a note says. */
export type Note = Position & Omit<RelatedNote, keyof Position>;

/** Most diagnostics have none. */
const noNotes: RelatedNote[] = [];

/** Collects what the toolchains understood, in the order of the message. */
export class Report {
  readonly drafts: DiagnosticDraft[] = [];
  private toolchain = '';
  private line = 0;
  private readonly endings: (() => void)[] = [];

  /** The diagnostic that was added last, by whichever toolchain. */
  get last(): DiagnosticDraft | undefined {
    return this.drafts[this.drafts.length - 1];
  }

  /** A reader of that toolchain is offered 0-based line `line` of the message: what it adds begins there. */
  begin(toolchain: string, line: number): void {
    this.toolchain = toolchain;
    this.line = line;
  }

  /** Adds a diagnostic. `messageLine`: where it begins, if that is not the line that was offered. */
  add(header: Header, messageLine = this.line): DiagnosticDraft {
    const { at } = header;
    const draft: DiagnosticDraft = {
      severity: header.severity,
      file: at?.file || null,
      line: printed(at?.line),
      column: printed(at?.column),
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

  /** Hangs a note on a diagnostic. */
  relate(draft: DiagnosticDraft, { file = null, line, column, message, unit, step, excerpt }: Note): void {
    const note: Changeable<RelatedNote> = { file, line: printed(line), column: printed(column), message };
    if (unit) note.unit = unit;
    if (step) note.step = step;
    if (excerpt) note.excerpt = excerpt;
    if (draft.related === noNotes) draft.related = [note];
    else draft.related.push(note);
  }

  /** A call of a stack: the first one is the place of a diagnostic that has none, the others are notes. */
  addCall(draft: DiagnosticDraft, call: Note): void {
    if (draft.line === null) placeAt(draft, call);
    else this.relate(draft, call);
  }

  /** Does something when the whole message has been read: what only all of it can tell. */
  atEnd(settle: () => void): void {
    this.endings.push(settle);
  }

  end(): readonly DiagnosticDraft[] {
    for (const settle of this.endings) settle();
    return this.drafts;
  }
}

/** Says where a diagnostic is that had no place in its header. */
export function placeAt(
  draft: Pick<DiagnosticDraft, keyof Position>,
  { file = null, line, column }: Position,
): void {
  draft.file = file;
  draft.line = printed(line);
  draft.column = printed(column);
}

/** Lines and columns count from 1, and nothing real is past 2^31: what is printed otherwise is no position. */
export function isPosition(value: number): boolean {
  return value >= 1 && value <= 0x7fffffff;
}

function printed(digits: Digits): number | null {
  const value = Number(digits ?? 0);
  return isPosition(value) ? value : null;
}
