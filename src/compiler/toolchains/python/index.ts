import { baseName } from '../../../base/paths';
import { Cursor } from '../../cursor';
import { type DiagnosticDraft, Report } from '../../report';
import type { Toolchain } from '../../toolchain';
import { CallMarks, markedBySyntaxError, markedLine, type MarkedLine, wholeLine } from './marks';

const traceback = 'Traceback (most recent call last):';
const firstOfGroup = `  + Exception Group ${traceback}`;
const lastOfGroup = `    +${'-'.repeat(36)}`;
const linesOfGroup = 100;
/** Blanks and a bar, which precede each line of an exception group. Exceptions in the group are indented further. */
const bar = /^ {2,200}\| ?/;
const betweenOfGroup = /^ {2,200}\+/;
const location = /^ {2}File "(.{1,4096}?)", line (\d{1,9})(?:, in (.{0,1000}))?$/;
/** The first line of a message whose surrounding blanks a judge removed. */
const strippedLocation = /^File ".{1,4096}?", line \d{1,9}(?:, in .{0,1000})?$/;
const strippedStart = /^File ".{1,1000}?", line \d{1,9}\n {4}/;
const raised = /^(?:[A-Za-z_]\w{0,100}\.){0,10}[A-Za-z_]\w{0,100}(?:: |$)/;
const sorry = /^Sorry: (\w{1,60}: .*) \(((?:(?! \().){1,4096}), line (\d{1,9})\)$/;
/** The only line that 3.9 and newer print for a file that isn't UTF-8. */
const notUtf8 =
  /^(SyntaxError: Non-UTF-8 code starting with .{1,20}) in file (.{1,4096}) on line (\d{1,9}), but /;
/** The only line that py_compile prints for a file with null bytes, for example one in UTF-16. */
const nullBytes = /^(?:Sorry: )?(\w{1,60}Error: [\w ()]{1,60} null bytes)$/;
const nullBytesIn = new RegExp(nullBytes.source, 'm');
/** py_compile raises the caught error again, with all of its lines. */
const raisedAnew = 'py_compile.PyCompileError: ';
const warned = /^ (\w{1,60}Warning: .*)$/;
const cannotOpen = /^.{0,200}(?:python|pypy)[\d.]{0,8}(?:\.exe)?: (can't open file .*)$/;
const cannotOpenIn = new RegExp(cannotOpen.source, 'm');
/** Files of the interpreter and of installed packages, and code that was compiled at run time. */
const foreign = /^<|[\\/](?:lib(?:64)?[\\/](?:python|pypy)[\d.]{1,6}|site-packages|dist-packages|Lib)[\\/]/;
const repeated = /^ {2}\[Previous line repeated /;
const marks = /^[ \t^~]+$/;

interface Frame {
  readonly file: string;
  readonly line: number;
  /** the function; undefined for the position of a syntax error */
  readonly scope: string | undefined;
  readonly shownSource: ShownSource | null;
}

interface ShownSource {
  readonly text: string;
  /** null: no marks are below */
  readonly marked: MarkedLine | null;
}

/**
 * CPython and PyPy: syntax errors, tracebacks and warnings. Source lines are printed without indentation, so the caret
 * shows a position in the excerpt, not a column.
 */
export const python: Toolchain = {
  name: 'python',
  readsCrashes: true,
  lines: { location: true, initials: ' TSFp/' },
  // searches for text first, because the patterns are slow
  detect: (sample) => {
    // before OCaml, whose messages also begin with a file
    if (strippedStart.test(sample)) return 4;
    return (sample.includes('  File "') && /^ {2}File ".{1,1000}", line \d/m.test(sample)) ||
      sample.includes(traceback) ||
      (sample.includes('Error') && /^Sorry: \w{1,60}Error: |^SyntaxError: Non-UTF-8 code /m.test(sample)) ||
      (sample.includes(' null bytes') && nullBytesIn.test(sample)) ||
      (sample.includes('Warning: ') && /:\d{1,9}: \w{1,60}Warning: /.test(sample)) ||
      (sample.includes(": can't open file ") && cannotOpenIn.test(sample))
      ? 3
      : 0;
  },
  open: (cursor, report) => {
    const calls = new MarkedCalls(report);
    return () => {
      const { content } = cursor;
      if (content.startsWith(firstOfGroup)) return readGroup(cursor, report);
      if (locationAt(cursor)) return readFrames(cursor, report, calls);
      if (content.startsWith(traceback)) {
        cursor.advance();
        return readFrames(cursor, report, calls) || true;
      }
      return readAlone(cursor, report) || readWarning(cursor, report);
    };
  },
};

/** Sets the marked text of calls after all marks of the message have been read, because all marks share one unit. */
class MarkedCalls {
  private readonly marks = new CallMarks();
  private readonly placed: { readonly draft: DiagnosticDraft; readonly line: MarkedLine }[] = [];

  constructor(report: Report) {
    report.atEnd(() => {
      for (const { draft, line } of this.placed) draft.excerpt = this.marks.markedIn(line);
    });
  }

  add(line: MarkedLine): void {
    this.marks.add(line);
  }

  place(draft: DiagnosticDraft, line: MarkedLine): void {
    this.placed.push({ draft, line });
  }
}

/** Reads frames, outermost first, and the exception. The position of a syntax error is the last frame. */
function readFrames(cursor: Cursor, report: Report, calls: MarkedCalls): boolean {
  const frames: Frame[] = [];
  for (let hit = locationAt(cursor); hit; hit = locationAt(cursor)) {
    const frame = readFrame(hit, cursor);
    frames.push(frame);
    if (frame.shownSource?.marked && frame.scope !== undefined) calls.add(frame.shownSource.marked);
    while (!cursor.done && repeated.test(cursor.content)) cursor.advance();
  }
  // the message was cut off before the exception
  if (cursor.done || !raised.test(cursor.content)) return frames.length > 0;
  if (cursor.content.startsWith(raisedAnew) && readRaisedAnew(cursor, report)) return true;
  const message = cursor.content;
  cursor.advance();
  const ownFrames = frames.filter((frame) => !foreign.test(frame.file));
  const at = ownFrames[ownFrames.length - 1] ?? frames[frames.length - 1];
  const draft = report.add({
    severity: 'error',
    message,
    at: { file: at?.file, line: at?.line },
    unit: 'codePoints',
  });
  if (at?.shownSource) setExcerpt(draft, at, at.shownSource, calls);
  for (const frame of ownFrames) {
    if (frame === at) continue;
    const { file, line, scope } = frame;
    report.relate(draft, { file, line, message: `called in ${scope ?? '?'}` });
  }
  return true;
}

function setExcerpt(
  draft: DiagnosticDraft,
  { scope }: Frame,
  { text, marked }: ShownSource,
  calls: MarkedCalls,
): void {
  if (!marked) draft.excerpt = wholeLine(text);
  else if (scope === undefined) draft.excerpt = markedBySyntaxError(marked, draft.message);
  else calls.place(draft, marked);
}

function readFrame([, file = '', line, scope]: RegExpExecArray, cursor: Cursor): Frame {
  cursor.advance();
  return { file, line: Number(line), scope, shownSource: readSource(cursor) };
}

/** Reads the error that py_compile caught. Adds it only if it isn't the same as the one above. */
function readRaisedAnew(cursor: Cursor, report: Report): boolean {
  const { lastDraft } = report;
  const isLast = (file: string, line: number, message: string): boolean =>
    lastDraft?.line === line &&
    lastDraft.message === message &&
    baseName(lastDraft.file ?? '') === baseName(file);
  const text = cursor.content.slice(raisedAnew.length);
  const [, caughtMessage = '', of = '', at] = sorry.exec(text) ?? [];
  if (at !== undefined) {
    cursor.advance();
    if (!isLast(of, Number(at), caughtMessage))
      report.add({ severity: 'error', message: caughtMessage, at: { file: of, line: at } });
    return true;
  }
  const hit = location.exec(text);
  if (!hit) return false;
  const frame = readFrame(hit, cursor);
  const { file, line, shownSource } = frame;
  const message = cursor.content;
  if (cursor.done || !raised.test(message)) return true;
  cursor.advance();
  if (isLast(file, line, message)) return true;
  const draft = report.add({ severity: 'error', message, at: { file, line }, unit: 'codePoints' });
  if (shownSource)
    draft.excerpt = shownSource.marked
      ? markedBySyntaxError(shownSource.marked, message)
      : wholeLine(shownSource.text);
  return true;
}

/** Reads an exception group: one diagnostic, with each contained exception as a note. */
function readGroup(cursor: Cursor, report: Report): true {
  const inner = new Cursor(textOfGroup(cursor));
  const groupReport = new Report();
  const calls = new MarkedCalls(groupReport);
  for (let alone = false; !inner.done;) {
    const line = inner.content;
    const isTraceback = line.endsWith(traceback);
    if (isTraceback) inner.advance();
    if (!isTraceback || !readFrames(inner, groupReport, calls)) {
      // an exception without a traceback, or a further line of a message
      if (alone && raised.test(line)) groupReport.add({ severity: 'error', message: line });
      else if (groupReport.lastDraft && line !== '') groupReport.lastDraft.message += `\n${line}`;
      inner.advance();
    }
    alone = line === '';
  }
  const [groupDraft, ...containedDrafts] = groupReport.end();
  if (!groupDraft) return true;
  const { severity, message, file, line, unit, excerpt, related } = groupDraft;
  const draft = report.add({ severity, message, at: { file, line }, unit });
  draft.excerpt = excerpt;
  for (const note of [...related, ...containedDrafts]) {
    report.relate(draft, { file: note.file, line: note.line, message: note.message });
  }
  return true;
}

/** Returns the lines of a group without their bars. An empty line precedes each contained exception. */
function textOfGroup(cursor: Cursor): string {
  const lines = [traceback];
  let ended: boolean | undefined;
  for (cursor.advance(); !cursor.done && !cursor.content.startsWith(lastOfGroup); cursor.advance()) {
    const line = cursor.content;
    if (betweenOfGroup.test(line)) lines.push('');
    else if (bar.test(line)) lines.push(line.replace(bar, ''));
    // the further lines of a message have no bar; they belong to the group if its end follows
    else if ((ended ??= [...cursor.linesAhead(linesOfGroup)].some((ahead) => ahead.startsWith(lastOfGroup))))
      lines.push(line);
    else break;
  }
  return lines.join('\n');
}

function locationAt(cursor: Cursor): RegExpExecArray | null {
  const { content } = cursor;
  const isStripped = cursor.line === 0 && content.startsWith('File "') && strippedLocation.test(content);
  const line = isStripped ? `  ${content}` : content;
  return line.startsWith('  File "') ? location.exec(line) : null;
}

/**
 * Reads the source line and the marks below it, both indented by four blanks. Newer versions print all lines of a
 * statement, of which the first is used. Null: there is none.
 */
function readSource(cursor: Cursor): ShownSource | null {
  if (!isShown(cursor)) return null;
  const text = cursor.content.slice(4);
  cursor.advance();
  const under = isShown(cursor) ? cursor.content : '';
  while (isShown(cursor)) cursor.advance();
  return { text, marked: marks.test(under) ? markedLine(text, under.slice(4)) : null };
}

function isShown({ content }: Cursor): boolean {
  return content.startsWith('    ');
}

/**
 * Reads the single line that py_compile prints for an indentation error or null bytes, or Python for a file that isn't
 * UTF-8.
 */
function readAlone(cursor: Cursor, report: Report): boolean {
  const line = cursor.content;
  const unplaced = nullBytes.exec(line);
  if (unplaced) {
    report.add({ severity: 'error', message: unplaced[1] ?? '' });
    return true;
  }
  const hit = sorry.exec(line) ?? notUtf8.exec(line);
  if (!hit) return false;
  const [, message = '', file, at] = hit;
  report.add({ severity: 'error', message, at: { file, line: at } });
  return true;
}

function readWarning(cursor: Cursor, report: Report): boolean {
  const { location } = cursor;
  if (!location) {
    const hit = cannotOpen.exec(cursor.content);
    if (hit) report.add({ severity: 'error', message: hit[1] ?? '' });
    return hit !== null;
  }
  if (location.column !== null) return false;
  const hit = warned.exec(location.rest);
  if (!hit) return false;
  const draft = report.add({ severity: 'warning', message: hit[1] ?? '', at: location, unit: 'codePoints' });
  cursor.advance();
  if (!cursor.done && /^ {2}\S/.test(cursor.content.slice(0, 3))) {
    const source = cursor.content.trim();
    draft.excerpt = wholeLine(source);
    cursor.advance();
  }
  return true;
}
