import type { Cursor } from '../cursor';
import type { Severity } from '../diagnostic';
import { kindOfWord } from '../gnu/header';
import { readPosition } from '../gnu/location';
import type { DiagnosticDraft, Note, Report } from '../report';
import type { Toolchain } from '../toolchain';

const linkerOutput =
  /(?:^|[/\\-])(?:ld(?:\.(?:bfd|gold|lld))?|ld64(?:\.lld)?|lld-link|gold|mold)(?:\.exe)?\s?[:：]|\.o\s?[:：]|\+0x[\da-f]{1,16}\)|: (?:undefined reference to|multiple definition of) /m;

/**
 * GNU ld, gold, lld and mold, in any natural language: `[LD: ][OBJECT:]FILE:LINE: …` or `FILE:(SECTION+0xOFFSET): …`.
 */
export const linker: Toolchain = {
  name: 'linker',
  lines: { colon: true },
  detect: (sample) => (linkerOutput.test(sample) ? 2 : 0),
  open: (cursor, report) => {
    const reader = new LinkerReader(cursor, report);
    return () => reader.read();
  },
};

const program =
  /(?:^|[/\\-])(?:ld(?:\.(?:bfd|gold|lld))?|ld64(?:\.lld)?|lld-link|wasm-ld|gold|mold)(?:\.exe)?$/i;
const object = /\.(?:o|obj|a|so|dylib|lib)(?:\.\d{1,9}){0,3}$|\.(?:a|lib)\([^()]{1,200}\)$/;
const section = /^\((\.?[\w.$]{1,400}(?:\[[^\]]{0,1000}\])?\+0x[\da-f]{1,16}|\.[\w.]{1,100})\)$/;
/** Messages about undefined or duplicate symbols. Even without any other sign, they identify a line as the linker's. */
const phrases = [
  'undefined reference',
  'multiple definition',
  'relocation truncated',
  '对‘',
  '未定义',
  '多重定义',
];
/** Notes that are printed without a severity word. */
const remarks = /^(?:.{1,400}: )?previous definition here$|^the vtable symbol may be undefined|^NOTE: /;
/** Informational messages. */
const passing = /^(?:NOTE: |skipping incompatible )/;
const MAX_PARTS = 8;
const MAX_HEAD_LENGTH = 1000;

class LinkerReader {
  /**
   * 0-based message line of the last line like `in function ‘f’:`. The next line is a linker message, even if it
   * doesn't begin with the linker's name. Null: there was none.
   */
  private scopeLine: number | null = null;

  constructor(
    private readonly cursor: Cursor,
    private readonly report: Report,
  ) {}

  read(): boolean {
    const { content, line } = this.cursor;
    if (/^\s/.test(content)) return false;
    const colon = firstColon(content);
    if (colon < 0) return false;
    const inScope = this.scopeLine !== null && this.scopeLine === line - 1;
    const addressed = content.startsWith('(', colon + 1) || content.startsWith('(');
    if (inScope || addressed) return this.readNamed(colon) || this.readStatement(content, false);
    return /^\d/.test(content.slice(colon + 1)) ? this.readPhrase() : this.readNamed(colon);
  }

  /** Reads a line that begins with the name of a linker or an object file. */
  private readNamed(colon: number): boolean {
    const { content } = this.cursor;
    const name = content.slice(0, colon).trimEnd();
    if (program.test(name)) return this.readStatement(content.slice(colon + 1), true);
    return object.test(name) && this.readStatement(content, false);
  }

  /** Reads `FILE:LINE: undefined reference to …`. Only the text identifies such a line as the linker's. */
  private readPhrase(): boolean {
    const { content } = this.cursor;
    const position = readPosition(content);
    if (!position || position.column > 0) return false;
    const phraseText = position.rest.trimStart();
    return phrases.some((phrase) => phraseText.startsWith(phrase)) && this.readStatement(content, false);
  }

  /**
   * Reads a message of the linker, or a line like `in function ‘f’:`. Returns false for other text.
   *
   * @param named the linker's name precedes the text
   */
  private readStatement(text: string, named: boolean): boolean {
    const { line } = this.cursor;
    const rest = text.trim();
    if (!rest) return false;
    if (/[:：]$/.test(rest.slice(-1))) {
      this.scopeLine = line;
      this.cursor.advance();
      return true;
    }
    const statement = splitStatement(rest);
    if (!named && !statement.placed && statement.severity === undefined) return false;
    // linkers don't print columns: this is a compiler's message
    if (statement.column) return false;
    this.cursor.advance();
    this.add(statement);
    return true;
  }

  private add(statement: Statement): void {
    const { report } = this;
    const { lastDraft } = report;
    const { message, file } = statement;
    // gold's messages with a severity word are read as a compiler's, but unlike those they have no column
    const belongsToLinker = lastDraft && (lastDraft.toolchain === 'linker' || lastDraft.column === null);
    if (belongsToLinker && statement.severity === undefined && remarks.test(message)) {
      report.relate(lastDraft, { file, line: statement.line, message });
      lastDraft.messageEndLine = this.cursor.line;
      return;
    }
    const severity = statement.severity ?? (passing.test(message) ? 'information' : 'error');
    const draft = report.add({ severity, message, at: { file, line: statement.line } });
    relateFirstDefinition(report, draft, message);
    this.readReferences(draft);
  }

  /** Reads the lines `>>> referenced by a.cpp:6 (/tmp/a.cpp:6)` of lld and mold. */
  private readReferences(draft: DiagnosticDraft): void {
    const { cursor, report } = this;
    for (; !cursor.done && cursor.content.startsWith('>>> '); cursor.advance()) {
      const note = readReference(cursor.content.slice(0, MAX_HEAD_LENGTH));
      if (note?.line) report.addCall(draft, note);
    }
  }
}

interface Statement {
  readonly file: string | null;
  readonly line: number | null;
  readonly column: boolean;
  readonly message: string;
  readonly severity: Severity | undefined;
  /** it contains a position in a file or a section */
  readonly placed: boolean;
}

/** Splits a statement at its colons into object files, file, line, severity and message. */
function splitStatement(rest: string): Statement {
  let at = 0;
  let file: string | null = null;
  let line: number | null = null;
  let placed = false;
  let column = false;
  for (let part = 0; part < MAX_PARTS; part++) {
    const colon = firstColon(rest, at);
    if (colon < 0) break;
    const piece = rest.slice(at, colon).trim();
    if (section.test(piece) || /^function ?\S/.test(piece) || /^fonction ?\S/.test(piece)) {
      placed = true;
    } else if (/^\d{1,9}$/.test(piece) && (file !== null || placed)) {
      column = line !== null;
      line ??= Number(piece);
      placed = true;
    } else if (kindOfWord(piece) !== undefined) {
      const kind = kindOfWord(piece);
      const severity = kind === 'note' || kind === 'passing' ? 'information' : kind;
      return { file, line, column, placed, severity, message: rest.slice(colon + 1).trim() };
    } else if (object.test(piece) && !placed) {
      // an object file isn't the source file
    } else if (!placed && isPlaceAhead(rest, colon)) {
      file = piece.startsWith('<') ? null : piece;
    } else {
      break;
    }
    at = colon + 1;
  }
  return { file, line, column, placed, severity: undefined, message: rest.slice(at).trim() };
}

/** Returns whether a line number, a section or gold's `function` follows the colon at this offset. */
function isPlaceAhead(rest: string, colon: number): boolean {
  return /^(?:\d{1,9}\s?[:：]|\(|func|fonc)/.test(rest.slice(colon + 1, colon + 14));
}

/** Adds a note for `…; OBJECT:FILE:LINE: first defined here` at the end of a message. */
function relateFirstDefinition(report: Report, draft: DiagnosticDraft, message: string): void {
  const semicolon = message.lastIndexOf('; ');
  if (semicolon < 0) return;
  const { file, line, placed, message: note } = splitStatement(message.slice(semicolon + 2));
  if (placed) report.relate(draft, { file, line, message: note });
}

function readReference(text: string): Note | null {
  const match =
    /^>>> ((?:referenced|defined) (?:by|at|in)) ([^()]{1,400}?)(?::(\d{1,9}))?(?: \(([^()]{1,500}):(\d{1,9})\))?$/.exec(
      text,
    );
  if (!match) return null;
  const [, message = '', file = '', line, path, pathLine] = match;
  return { file: path ?? file, line: pathLine ?? line, message };
}

/** Returns the offset of the next colon that isn't part of a drive letter or of `::`. -1: none is near. */
function firstColon(text: string, from = 0): number {
  const colon = /[:：]/g;
  colon.lastIndex = from;
  for (let hit = colon.exec(text); hit && hit.index < from + MAX_HEAD_LENGTH; hit = colon.exec(text)) {
    const at = hit.index;
    if (at === from + 1 && /[/\\]/.test(text.charAt(at + 1))) continue;
    if (text.charAt(at + 1) !== ':') return at;
    colon.lastIndex = at + 2;
  }
  return -1;
}
