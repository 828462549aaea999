import { findPointedSource } from '../caret';
import { excerptOfColumns } from '../columns';
import type { Cursor, FileLocation } from '../cursor';
import type { DiagnosticDraft, Report } from '../report';
import type { Toolchain } from '../toolchain';

const ownWords =
  /^ (?:syntax error|warning: |unterminated |formal argument |dynamic constant |class definition |Can't |Invalid )/;
const within = /^in [`'](.{1,300})': (.*)/;
/** The header of another exception, or of the cause of this one. */
const raisedAt = /^.{1,4096}?:\d{1,9}:in [`']/;
const calledFrom = /^\tfrom (.{1,4096}?):(\d{1,9}):in (.*)/;
/** A file name with an extension, also in the format for editors: `a.h +2:36: warning: …`. */
const extension = /\.\w{1,8}(?: \+\d{1,9})?$/;
const prismHead = /^ syntax errors? found(?: \(SyntaxError\))?$/;
const prismRow = /^> {0,12}(\d{1,9}) \| (.*)/;
const prismMark = /^ {0,20}\| ( *)(\^[~^]*) (.*)/;
/**
 * The interpreter, which `ruby -c` prints before the file name since 3.4: `/usr/bin/ruby: a.rb:3: …`. Without `-c`, the
 * script's name is printed twice.
 */
const interpreter = /^(?:.*[\\/])?(?:truffle|j|m)?ruby[\w.-]*$/;
const gccWords = /^ (?:fatal error|error|note): /;
const linesShown = 400;
const linesOfMessage = 30;
/** Files of Ruby itself and of installed libraries. */
const foreign = /^<internal:|\/lib\/ruby\/|\/gems\//;
const unnamedError = /.:\d{1,9}: syntax errors?(?: found|, unexpected)/;
const sampled = 100_000;

/** Ruby: `a.rb:5: syntax error, …` with a caret that counts bytes. Since 3.4 a listing that contains the errors. */
export const ruby: Toolchain = {
  name: 'ruby',
  readsCrashes: true,
  lines: { location: true },
  detect(sample) {
    if (/.\.rb:\d{1,9}:(?: |in )|^-:\d{1,9}:in [`']/m.test(sample)) return 3;
    return unnamedError.test(sample) ? 2 : 0;
  },
  open: (cursor, report) => {
    // files without the extension `.rb` are accepted only if there is a syntax error of Ruby
    const unnamed = unnamedError.test(cursor.text.slice(0, sampled));
    return () => {
      const { location } = cursor;
      if (!location || location.column !== null || location.rest === '') return false;
      const named =
        location.file.endsWith('.rb') ||
        cursor.content.startsWith('<internal:') ||
        // standard input
        location.file === '-';
      // from error_highlight, which parses the source again in order to print it
      if (location.file === '(none)') return true;
      if (!named && !unnamed) return false;
      const { rest } = location;
      const file = withoutSpeaker(location.file);
      const isOwn = named ? !gccWords.test(rest) : ownWords.test(rest);
      // a warning about a file of another language is from a linker
      if (!isOwn || (!named && rest.startsWith(' warning: ') && extension.test(file))) return false;
      if (prismHead.test(rest)) return readListing(file, cursor, report);
      const raised = within.exec(rest);
      if (raised) readRaised({ ...location, file }, raised[2] ?? '', cursor, report);
      else if (rest.startsWith(' ')) readHeader({ ...location, file }, rest.trim(), cursor, report);
      else return false;
      return true;
    };
  },
};

/** Removes the name of the interpreter, or of the script, before the file name. */
function withoutSpeaker(printed: string): string {
  const colon = printed.indexOf(': ');
  if (colon < 0) return printed;
  const [speaker, file] = [printed.slice(0, colon), printed.slice(colon + 2)];
  return interpreter.test(speaker) || speaker === file ? file : printed;
}

function readHeader(location: FileLocation, text: string, cursor: Cursor, report: Report): void {
  const warning = text.startsWith('warning: ');
  const message = warning ? text.slice('warning: '.length) : text;
  const draft = report.add({ severity: warning ? 'warning' : 'error', message, at: location });
  readSource(draft, cursor);
}

/** Reads the next two lines if they are the source line and its carets. */
function readSource(draft: DiagnosticDraft, cursor: Cursor): void {
  const pointed = findPointedSource(cursor.linesAhead(2));
  if (!pointed) return;
  const { source, caret } = pointed;
  draft.excerpt = excerptOfColumns(source, caret.start, caret.end, 'bytes');
  cursor.advance(3);
}

/** Reads `a.rb:3:in 'f': message (NoMethodError)`, optionally a source line with carets, then the stack. */
function readRaised(location: FileLocation, text: string, cursor: Cursor, report: Report): void {
  const draft = report.add({ severity: 'error', message: text, at: location });
  cursor.advance();
  if (cursor.content === '') readSource(draft, cursor);
  readMore(draft, cursor);
  for (let read = 0; !cursor.done && read < linesShown; read++, cursor.advance()) {
    const line = cursor.content;
    const hit = calledFrom.exec(line);
    if (hit) report.relate(draft, { file: hit[1], line: hit[2], message: `in ${hit[3]}` });
    else if (line.startsWith('Did you mean?')) draft.message += `\n${line}`;
    else if (!line.startsWith('\t')) break;
  }
  if (foreign.test(location.file)) blameCaller(draft);
}

/**
 * Reads the other lines of a message. Does so only if a stack follows, because nothing else distinguishes them from
 * output of the program.
 */
function readMore(draft: DiagnosticDraft, cursor: Cursor): void {
  const lines = cursor.linesUntil(linesOfMessage, (line) => calledFrom.test(line) || raisedAt.test(line));
  if (!lines || !calledFrom.test(lines.pop() ?? '') || lines.length === 0) return;
  draft.message = [draft.message, ...lines].join('\n').trimEnd();
  cursor.advance(lines.length);
}

/** Moves an error that was raised inside Ruby to the innermost call in the user's code. */
function blameCaller(draft: DiagnosticDraft): void {
  const at = draft.related.findIndex((note) => !foreign.test(note.file ?? ''));
  const ownNote = draft.related[at];
  if (!ownNote) return;
  draft.file = ownNote.file;
  draft.line = ownNote.line;
  draft.excerpt = undefined;
  draft.related = draft.related.slice(at + 1);
}

/** Reads the listing of the Prism parser: `> 5 | source` with the errors of that line below. */
function readListing(file: string, cursor: Cursor, report: Report): boolean {
  let line: number | null = null;
  let source = '';
  for (cursor.advance(); !cursor.done; cursor.advance()) {
    const currentLine = cursor.content;
    const row = prismRow.exec(currentLine);
    if (row) {
      line = Number(row[1]);
      source = row[2] ?? '';
      continue;
    }
    const mark = prismMark.exec(currentLine);
    if (mark && line !== null) {
      const [, indent = '', carets = '', message = ''] = mark;
      const draft = report.add(
        { severity: 'error', message, at: { file, line }, unit: 'bytes' },
        cursor.line,
      );
      // carets of the old parser count bytes, those of Prism count characters
      draft.excerpt = excerptOfColumns(source, indent.length, indent.length + carets.length, 'codePoints');
    } else if (!/^(?:[> ] {0,12}\d{1,9} \||\s{0,20}(?:\||\.\.\.|~)|$)/.test(currentLine)) {
      break;
    }
  }
  return true;
}
