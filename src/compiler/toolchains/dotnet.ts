import { findPointedSource } from '../caret';
import type { Cursor, BracketLocation } from '../cursor';
import type { DiagnosticDraft, Report } from '../report';
import { severityOf } from '../diagnostic';
import { detectByText, type Toolchain } from '../toolchain';
import { readSnippet } from '../gnu/snippet';

/** Differences between the .NET compilers. All of them print `file(line,column): error CODE: …`. */
interface Dialect {
  readonly name: string;
  /** letters of the compiler's codes; codes of analyzers and the SDK differ: `CA1806`, `SYSLIB0011`, `NETSDK1045` */
  readonly letters: string;
  /** regular expression for file extensions: a diagnostic with an analyzer code is this compiler's if its file matches */
  readonly extensions: string;
  /** regular expression for the name before an error without a position */
  readonly tools: string;
  /**
   * the lines after the first line of a diagnostic. `text`: more of the message, up to an empty line; `source`: an
   * empty line, then the source line with an underline; null: none
   */
  readonly linesBelow: 'text' | 'source' | null;
}

/** ` : error CS1002: …`, `: typecheck error FS0001: …`, ` Error VBNC…` */
const messagePattern =
  /^ ?: (?:[a-z]{1,20} )?(fatal error|error|warning|info|hidden) ([A-Z]{1,20})(\d{1,6}) ?: (.*)/i;
const unplaced =
  /^(CSC|VBC|FSC|MSBUILD|.{1,1000}\.(?:cs|fs|vb)proj)? ?:? ?(error|warning) ?:? ([A-Z]{1,20})(\d{1,6}) ?: (.*)/i;
const symbolNote = '(Location of the symbol related to previous ';
/** The project, which MSBuild appends to a message. */
const project = / \[[^\][]{1,1000}proj(?:::[^\][]{1,200})?\]$/;
const linesOfMessage = 40;
/** Code letters of all compilers. They identify the compiler regardless of the file's extension. */
const ownLetters = new Set(['CS', 'FS', 'VBNC', 'BC']);

interface ParsedLine {
  readonly word: string;
  readonly letters: string;
  readonly digits: string;
  readonly text: string;
  /** file or tool as printed; empty if none is printed */
  readonly subject: string;
}

function parseLine({ bracketLocation, content }: Cursor): ParsedLine | null {
  const hit = bracketLocation ? messagePattern.exec(bracketLocation.rest) : unplaced.exec(content);
  if (!hit) return null;
  const [subject = '', word = '', letters = '', digits = '', text = ''] = bracketLocation
    ? [bracketLocation.file, ...hit.slice(1)]
    : hit.slice(1);
  return { word, letters, digits, text, subject };
}

function dialect({ name, letters, extensions, tools, linesBelow }: Dialect): Toolchain {
  const mark = new RegExp(`(?:error|warning|info|hidden) ?:? ${letters}\\d`, 'i');
  const code = '(?:error|warning|info) [A-Z]{1,20}\\d{1,6} ?: ';
  const ofAnalyzer = new RegExp(
    `\\.(?:${extensions})\\(\\d{1,9}(?:,\\d{1,9}){0,3}\\) ?: ${code}|^(?:${tools}) ?: ?${code}`,
    'im',
  );
  const subjects = new RegExp(`\\.(?:${extensions})$|^(?:${tools})$`, 'i');
  /** Returns whether this compiler, or an analyzer that it runs, printed a line. */
  const isOwn = ({ letters: printed, subject }: ParsedLine): boolean =>
    ownLetters.has(printed.toUpperCase()) ? printed.toUpperCase() === letters : subjects.test(subject);
  return {
    name,
    lines: { bracketLocation: true, initials: 'ewcvfmECVFWM/' },
    detect: detectByText(mark, ofAnalyzer),
    open: (cursor, report) => {
      let lastDraft: DiagnosticDraft | null = null;
      /** lines that were read before; MSBuild repeats them in its summary */
      const readLines = new Set<string>();
      return () => {
        const { bracketLocation: location, content } = cursor;
        if (lastDraft && readSymbolNote(lastDraft, location, cursor, report)) return true;
        const parsed = parseLine(cursor);
        if (!parsed || !isOwn(parsed)) return false;
        if (readLines.has(content)) return true;
        // a message of several lines has the project on its last line
        if (linesBelow === 'text' || project.test(content)) readLines.add(content);
        const severity = severityOf(parsed.word);
        const message = parsed.text.replace(project, '').trimEnd();
        const isCompilers = parsed.letters.toUpperCase() === letters;
        const code = `${isCompilers ? letters : parsed.letters}${parsed.digits}`;
        lastDraft = report.add({ severity, message, at: location, code, unit: 'utf16' });
        setEnd(lastDraft, location);
        cursor.advance();
        if (linesBelow === 'text') readMore(lastDraft, cursor);
        if (linesBelow === 'source') readSource(lastDraft, cursor);
        return true;
      };
    },
  };
}

/** Sets the end column, which some compilers print: `(line,column,line,column)`. */
function setEnd(draft: DiagnosticDraft, location: BracketLocation | null): void {
  const { column, endLine, endColumn } = location ?? {};
  if (!column || !endColumn || endLine !== location?.line || endColumn <= column) return;
  draft.endColumn = endColumn;
}

/**
 * Reads `a.cs(4,16): (Location of the symbol related to previous error)`. For a symbol in a library, the line contains
 * the library instead of a position.
 */
function readSymbolNote(
  lastDraft: DiagnosticDraft,
  location: BracketLocation | null,
  cursor: Cursor,
  report: Report,
): boolean {
  if (!cursor.content.endsWith(')') || !cursor.content.includes(symbolNote)) return false;
  const message = 'Location of the symbol related to the error';
  const { file, line, column } = location ?? {};
  if (location) report.relate(lastDraft, { file, line, column, message, unit: 'utf16' });
  return true;
}

function readMore(draft: DiagnosticDraft, cursor: Cursor): void {
  for (let i = 0; i < linesOfMessage && !cursor.done && cursor.content.trim() !== ''; i++) {
    if (cursor.bracketLocation || unplaced.test(cursor.content.slice(0, 200))) return;
    draft.message += `\n${cursor.content.trim()}`;
    cursor.advance();
  }
  draft.message = draft.message.replace(project, '');
}

/** Reads the source line that Visual Basic prints after an empty line, with an underline. */
function readSource(draft: DiagnosticDraft, cursor: Cursor): void {
  if (cursor.done || cursor.content !== '') return;
  const { source, caret } = findPointedSource(cursor.linesAhead(2)) ?? {};
  if (!source || !caret) return;
  draft.excerpt = { text: source, start: caret.start, end: caret.end };
  cursor.advance(3);
}

/** C#: csc and mcs, and errors of the .NET SDK about the project. */
export const csharp = dialect({
  name: 'csharp',
  letters: 'CS',
  extensions: 'cs|csx|cshtml|razor|csproj|targets|props',
  tools: 'CSC|MSBUILD|.{1,1000}\\.csproj',
  linesBelow: null,
});
/** F#: fsc and fsharpc. */
export const fsharp = dialect({
  name: 'fsharp',
  letters: 'FS',
  extensions: 'fs|fsi|fsx|fsproj',
  tools: 'FSC|.{1,1000}\\.fsproj',
  linesBelow: 'text',
});
/** Mono's Visual Basic, which has no analyzers. */
export const vbnc = dialect({
  name: 'vbnc',
  letters: 'VBNC',
  extensions: '(?!)',
  tools: '(?!)',
  linesBelow: null,
});
/** Microsoft's Visual Basic. */
export const vbc = dialect({
  name: 'vbc',
  letters: 'BC',
  extensions: 'vb|vbproj',
  tools: 'VBC|.{1,1000}\\.vbproj',
  linesBelow: 'source',
});

const msvcOutput =
  /\b(?:error|warning) (?:C|LNK|D|RC|CVT|BK)\d{4}\b|\): (?:fatal )?(?:error|warning)(?: clang\w*)?: |: (?:error|warning) C\d{4}: /;
const MAX_HEADER_LENGTH = 4000;

/**
 * The text before `(LINE,COLUMN)`: optionally the project's number, then the file, which may contain blanks and
 * parentheses.
 */
const placed = /^(?:\d{1,4}>)?\s?((?:[A-Za-z]:)?[^:*?"<>|]{1,400})$/;
/** The text after `(LINE,COLUMN)`: `: error C2065: text`. */
const msvcMessage =
  /^ ?: (fatal error|error|warning|note|message|错误|致命错误|警告|附注)(?: ([A-Z]{1,4}\d{3,5}))?\s?[:：] ?(.*)/;
/** `LINK : fatal error LNK1181: text`, `main.obj : error LNK2001: text`, `cl : Command line warning D9002 : text` */
const unpositioned =
  /^(?:\d{1,4}>)?(?:([^:"<>|]{0,300}?|[A-Za-z]:[^:"<>|]{1,300}?)\s?: ?)?(?:Command line )?(fatal error|error|warning|致命错误|错误|警告) ((?:LNK|D|C|RC|CVT|BK)\d{4})\s?[:：] ?(.*)/;

/** Microsoft's C++ compiler and linker, and Clang with the option for the same format. */
export const msvc: Toolchain = {
  name: 'msvc',
  lines: { colon: true },
  detect: (sample) => (msvcOutput.test(sample) ? 2 : 0),
  open: (cursor, report) => () => {
    const { bracketLocation } = cursor;
    return bracketLocation
      ? readPositioned(bracketLocation, cursor, report)
      : readUnpositioned(cursor, report);
  },
};

/**
 * `the template instantiation context (the oldest one first) is`, before the steps. Older versions print the step next
 * to the diagnostic first.
 */
const oldestFirst = /^(?:the template instantiation context|模板实例化上下文)/;

/**
 * Returns whether a note is a step, in English or Chinese: `see reference to function template instantiation 'f<int>'
 * being compiled`, `while compiling …`.
 */
function isMsvcStep(message: string): boolean {
  if (message.startsWith('see ')) return /^see (?:the first )?reference to /.test(message);
  if (message.startsWith('while compiling ') || message.endsWith('引用')) return true;
  return message.endsWith('时') && /^在?编译/.test(message);
}

function readPositioned(location: BracketLocation, cursor: Cursor, report: Report): boolean {
  const match = msvcMessage.exec(location.rest.slice(0, MAX_HEADER_LENGTH));
  const file = match && placed.exec(location.file)?.[1]?.trim();
  if (!match || !file) return false;
  const [, word = '', code = null, tail = ''] = match;
  const { line, column } = location;
  const message = tail.trim();
  const severity = severityOf(word);
  const { lastDraft } = report;
  const note = severity === 'information' && lastDraft?.toolchain === 'msvc' ? lastDraft : null;
  if (note) {
    if (oldestFirst.test(message)) note.outermostStepFirst = true;
    const step = isMsvcStep(message) ? 'use' : undefined;
    report.relate(note, { file, line, column, message, step });
  } else report.add({ severity, message, at: { file, line, column }, code });
  cursor.advance();
  // Clang prints the source line below
  readSnippet(cursor, line, column ?? 0, 0);
  if (note) note.messageEndLine = cursor.line;
  return true;
}

function readUnpositioned(cursor: Cursor, report: Report): boolean {
  const match = unpositioned.exec(cursor.content.slice(0, MAX_HEADER_LENGTH));
  if (!match) return false;
  const [, file = '', word = '', code = null, message = ''] = match;
  // an object file or a tool isn't a source file
  const source = /\.(?:obj|lib|res|exe|dll)\)?$/i.test(file) || !/[./\\]/.test(file) ? null : file;
  report.add({ severity: severityOf(word), at: { file: source }, code, message });
  cursor.advance();
  return true;
}
