import type {
  ColumnUnit,
  CompilerDiagnostic,
  OfferedFix,
  RelatedNote,
  Severity,
  SourceExcerpt,
} from './diagnostic';

/** A diagnostic while its toolchain still adds to it. */
export interface DiagnosticDraft extends CompilerDiagnostic {
  severity: Severity;
  file: string | null;
  line: number | null;
  column: number | null;
  endColumn: number | undefined;
  startColumn: number | undefined;
  unit: ColumnUnit;
  toolchain: string;
  message: string;
  code: string | null;
  related: readonly RelatedNote[];
  excerpt: SourceExcerpt | undefined;
  fixes: readonly OfferedFix[] | undefined;
  messageLine: number;
  messageEndLine: number;
}

/** What a header line says. Lines and columns are 1-based; 0 and below count as “none was printed”. */
export interface Header {
  readonly severity: Severity;
  readonly message: string;
  readonly file?: string | null | undefined;
  readonly line?: number | null | undefined;
  readonly column?: number | null | undefined;
  readonly code?: string | null | undefined;
  readonly unit?: ColumnUnit | undefined;
}

const noNotes: readonly RelatedNote[] = [];

/** Collects what the toolchains understood, in the order of the message. */
export class Report {
  readonly drafts: DiagnosticDraft[] = [];
  private reading = { toolchain: '', line: 0 };
  private readonly endings: (() => void)[] = [];

  /** The diagnostic that was added last, by whichever toolchain. */
  get last(): DiagnosticDraft | undefined {
    return this.drafts[this.drafts.length - 1];
  }

  /** A reader of that toolchain is offered 0-based line `line` of the message: what it adds begins there. */
  begin(toolchain: string, line: number): void {
    this.reading = { toolchain, line };
  }

  /** Adds a diagnostic. `messageLine`: where it begins, if that is not the line that was offered. */
  add(header: Header, messageLine = this.reading.line): DiagnosticDraft {
    const draft: DiagnosticDraft = {
      severity: header.severity,
      file: header.file || null,
      line: printed(header.line ?? 0),
      column: printed(header.column ?? 0),
      endColumn: undefined,
      startColumn: undefined,
      unit: header.unit ?? 'bytes',
      toolchain: this.reading.toolchain,
      message: header.message,
      code: header.code || null,
      related: noNotes,
      excerpt: undefined,
      fixes: undefined,
      messageLine,
      messageEndLine: messageLine + 1,
    };
    this.drafts.push(draft);
    return draft;
  }

  /** Hangs a note on a diagnostic. What is no line or column counts as “none was printed”, as in a header. */
  relate(draft: DiagnosticDraft, note: RelatedNote): void {
    const line = printed(note.line ?? 0);
    const column = printed(note.column ?? 0);
    const told = line === note.line && column === note.column ? note : { ...note, line, column };
    if (draft.related === noNotes) draft.related = [told];
    else (draft.related as RelatedNote[]).push(told);
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

/** Lines and columns count from 1, and nothing real is past 2^31: what is printed otherwise is no position. */
export function printed(value: number): number | null {
  return value >= 1 && value <= 0x7fffffff ? value : null;
}
