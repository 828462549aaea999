import { findPointedSource } from '../caret';
import type { Cursor, BracketPlace } from '../cursor';
import type { DiagnosticDraft, Report } from '../report';
import { severityOf } from '../diagnostic';
import { surely, type Toolchain } from '../toolchain';
import { readSnippet } from '../gnu/snippet';

/** How one of the .NET compilers marks its lines: all print `file(line,column): error CODE: …`. */
interface Dialect {
  readonly name: string;
  /** letters of the compiler's own codes; analyzers and the SDK have others: `CA1806`, `SYSLIB0011`, `NETSDK1045` */
  readonly letters: string;
  /** extensions of the files in which codes of analyzers are taken for this compiler's, as a part of a pattern */
  readonly extensions: string;
  /** what stands before an error without a place, as a part of a pattern */
  readonly tools: string;
  /**
   * What follows the first line of a diagnostic: more of the message, up to an empty line, or an empty line and the
   * source with an underline. Null: nothing.
   */
  readonly below: 'text' | 'source' | null;
}

/** ` : error CS1002: …`, `: typecheck error FS0001: …`, ` Error VBNC…` */
const said = /^ ?: (?:[a-z]{1,20} )?(fatal error|error|warning|info|hidden) ([A-Z]{1,20})(\d{1,6}) ?: (.*)/i;
const unplaced =
  /^(CSC|VBC|FSC|MSBUILD|.{1,1000}\.(?:cs|fs|vb)proj)? ?:? ?(error|warning) ?:? ([A-Z]{1,20})(\d{1,6}) ?: (.*)/i;
const symbolNote = '(Location of the symbol related to previous ';
/** MSBuild adds the project */
const project = / \[[^\][]{1,1000}proj(?:::[^\][]{1,200})?\]$/;
const linesOfMessage = 40;
/** Letters of the compilers' own codes: a line with them is theirs, whatever file it names. */
const ownLetters = new Set(['CS', 'FS', 'VBNC', 'BC']);

/** What a line says, and what it is said of. */
interface Said {
  readonly word: string;
  readonly letters: string;
  readonly digits: string;
  readonly text: string;
  /** file or tool as printed; empty if none is */
  readonly subject: string;
}

function readSaid({ bracketPlace, content }: Cursor): Said | null {
  const hit = bracketPlace ? said.exec(bracketPlace.rest) : unplaced.exec(content);
  if (!hit) return null;
  const [subject = '', word = '', letters = '', digits = '', text = ''] = bracketPlace
    ? [bracketPlace.file, ...hit.slice(1)]
    : hit.slice(1);
  return { word, letters, digits, text, subject };
}

function dialect({ name, letters, extensions, tools, below }: Dialect): Toolchain {
  const mark = new RegExp(`(?:error|warning|info|hidden) ?:? ${letters}\\d`, 'i');
  const code = '(?:error|warning|info) [A-Z]{1,20}\\d{1,6} ?: ';
  const ofAnalyzer = new RegExp(
    `\\.(?:${extensions})\\(\\d{1,9}(?:,\\d{1,9}){0,3}\\) ?: ${code}|^(?:${tools}) ?: ?${code}`,
    'im',
  );
  const subjects = new RegExp(`\\.(?:${extensions})$|^(?:${tools})$`, 'i');
  /** Is a line of this compiler's, or of an analyzer that it runs? */
  const isOwn = ({ letters: printed, subject }: Said): boolean =>
    ownLetters.has(printed.toUpperCase()) ? printed.toUpperCase() === letters : subjects.test(subject);
  return {
    name,
    lines: { bracketPlace: true, first: 'ewcvfmECVFWM/' },
    detect: surely(mark, ofAnalyzer),
    open: (cursor, report) => {
      let last: DiagnosticDraft | null = null;
      /** lines that MSBuild repeats when it sums up */
      const known = new Set<string>();
      return () => {
        const { bracketPlace: place, content } = cursor;
        if (last && readSymbolNote(last, place, cursor, report)) return true;
        const found = readSaid(cursor);
        if (!found || !isOwn(found)) return false;
        if (known.has(content)) return true;
        // the project stands behind the last line of a long message
        if (below === 'text' || project.test(content)) known.add(content);
        const severity = severityOf(found.word);
        const message = found.text.replace(project, '').trimEnd();
        const isCompilers = found.letters.toUpperCase() === letters;
        const code = `${isCompilers ? letters : found.letters}${found.digits}`;
        last = report.add({ severity, message, at: place, code, unit: 'utf16' });
        setEnd(last, place);
        cursor.advance();
        if (below === 'text') readMore(last, cursor);
        if (below === 'source') readSource(last, cursor);
        return true;
      };
    },
  };
}

/** Some print `(line,column,line,column)`. */
function setEnd(draft: DiagnosticDraft, place: BracketPlace | null): void {
  const { column, endLine, endColumn } = place ?? {};
  if (!column || !endColumn || endLine !== place?.line || endColumn <= column) return;
  draft.endColumn = endColumn;
}

/** `a.cs(4,16): (Location of the symbol related to previous error)`, or a library's file instead of a place. */
function readSymbolNote(
  last: DiagnosticDraft,
  place: BracketPlace | null,
  cursor: Cursor,
  report: Report,
): boolean {
  if (!cursor.content.endsWith(')') || !cursor.content.includes(symbolNote)) return false;
  const message = 'Location of the symbol related to the error';
  const { file, line, column } = place ?? {};
  if (place) report.relate(last, { file, line, column, message, unit: 'utf16' });
  return true;
}

function readMore(draft: DiagnosticDraft, cursor: Cursor): void {
  for (let i = 0; i < linesOfMessage && !cursor.done && cursor.content.trim() !== ''; i++) {
    if (cursor.bracketPlace || unplaced.test(cursor.content.slice(0, 200))) return;
    draft.message += `\n${cursor.content.trim()}`;
    cursor.advance();
  }
  draft.message = draft.message.replace(project, '');
}

/** Visual Basic shows the source between empty lines, underlined. */
function readSource(draft: DiagnosticDraft, cursor: Cursor): void {
  if (cursor.done || cursor.content !== '') return;
  const { source, caret } = findPointedSource(cursor.linesAhead(2)) ?? {};
  if (!source || !caret) return;
  draft.excerpt = { text: source, start: caret.start, end: caret.end };
  cursor.advance(3);
}

/** mcs and csc; also what the SDK says of the project. */
export const csharp = dialect({
  name: 'csharp',
  letters: 'CS',
  extensions: 'cs|csx|cshtml|razor|csproj|targets|props',
  tools: 'CSC|MSBUILD|.{1,1000}\\.csproj',
  below: null,
});
/** fsc, fsharpc. */
export const fsharp = dialect({
  name: 'fsharp',
  letters: 'FS',
  extensions: 'fs|fsi|fsx|fsproj',
  tools: 'FSC|.{1,1000}\\.fsproj',
  below: 'text',
});
/** Mono's Visual Basic, for which there are no analyzers. */
export const vbnc = dialect({
  name: 'vbnc',
  letters: 'VBNC',
  extensions: '(?!)',
  tools: '(?!)',
  below: null,
});
/** Microsoft's Visual Basic. */
export const vbc = dialect({
  name: 'vbc',
  letters: 'BC',
  extensions: 'vb|vbproj',
  tools: 'VBC|.{1,1000}\\.vbproj',
  below: 'source',
});

const own =
  /\b(?:error|warning) (?:C|LNK|D|RC|CVT|BK)\d{4}\b|\): (?:fatal )?(?:error|warning)(?: clang\w*)?: |: (?:error|warning) C\d{4}: /;
const longestHeader = 4000;

/** What stands before `(LINE,COLUMN)`: perhaps the number of the project, then the file, with spaces and parentheses as it likes. */
const placed = /^(?:\d{1,4}>)?\s?((?:[A-Za-z]:)?[^:*?"<>|]{1,400})$/;
/** What stands behind it: `: error C2065: text` */
const msvcSaid =
  /^ ?: (fatal error|error|warning|note|message|错误|致命错误|警告|附注)(?: ([A-Z]{1,4}\d{3,5}))?\s?[:：] ?(.*)/;
/** `LINK : fatal error LNK1181: text`, `main.obj : error LNK2001: text`, `cl : Command line warning D9002 : text` */
const unpositioned =
  /^(?:\d{1,4}>)?(?:([^:"<>|]{0,300}?|[A-Za-z]:[^:"<>|]{1,300}?)\s?: ?)?(?:Command line )?(fatal error|error|warning|致命错误|错误|警告) ((?:LNK|D|C|RC|CVT|BK)\d{4})\s?[:：] ?(.*)/;

/** Microsoft's compiler and linker, and Clang told to speak like them. */
export const msvc: Toolchain = {
  name: 'msvc',
  lines: { colon: true },
  detect: (sample) => (own.test(sample) ? 2 : 0),
  open: (cursor, report) => () => {
    const { bracketPlace } = cursor;
    return bracketPlace ? readPositioned(bracketPlace, cursor, report) : readUnpositioned(cursor, report);
  },
};

/** `the template instantiation context (the oldest one first) is`: the steps follow. Older versions begin next to the diagnostic. */
const oldestFirst = /^(?:the template instantiation context|模板实例化上下文)/;

/** `see reference to function template instantiation 'f<int>' being compiled`, `while compiling …`, in English and Chinese. */
function isMsvcStep(message: string): boolean {
  if (message.startsWith('see ')) return /^see (?:the first )?reference to /.test(message);
  if (message.startsWith('while compiling ') || message.endsWith('引用')) return true;
  return message.endsWith('时') && /^在?编译/.test(message);
}

function readPositioned(place: BracketPlace, cursor: Cursor, report: Report): boolean {
  const match = msvcSaid.exec(place.rest.slice(0, longestHeader));
  const file = match && placed.exec(place.file)?.[1]?.trim();
  if (!match || !file) return false;
  const [, word = '', code = null, tail = ''] = match;
  const { line, column } = place;
  const message = tail.trim();
  const severity = severityOf(word);
  const { last } = report;
  const note = severity === 'information' && last?.toolchain === 'msvc' ? last : null;
  if (note) {
    if (oldestFirst.test(message)) note.outermostStepFirst = true;
    const step = isMsvcStep(message) ? 'use' : undefined;
    report.relate(note, { file, line, column, message, step });
  } else report.add({ severity, message, at: { file, line, column }, code });
  cursor.advance();
  // Clang draws the source beneath
  readSnippet(cursor, line, column ?? 0, 0);
  if (note) note.messageEndLine = cursor.line;
  return true;
}

function readUnpositioned(cursor: Cursor, report: Report): boolean {
  const match = unpositioned.exec(cursor.content.slice(0, longestHeader));
  if (!match) return false;
  const [, file = '', word = '', code = null, message = ''] = match;
  // of an object or of the tool itself nobody edits the text
  const source = /\.(?:obj|lib|res|exe|dll)\)?$/i.test(file) || !/[./\\]/.test(file) ? null : file;
  report.add({ severity: severityOf(word), at: { file: source }, code, message });
  cursor.advance();
  return true;
}
