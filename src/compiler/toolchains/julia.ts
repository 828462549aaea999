import { excerptOfColumns } from '../columns';
import type { Cursor } from '../cursor';
import { setPosition, type DiagnosticDraft, type Report } from '../report';
import { detectByText, type Toolchain } from '../toolchain';

const head = /^ERROR: (?:LoadError: )*(.*)/;
const parserLocation = /^# (Error|Warning) @ (.{1,4096}?):(\d{1,9}):(\d{1,9})$/;
const parserMark = /^(#? *)([└╙┌][─┘┐]*) ── (.*)/;
const messageWithPosition = /^(.*) around ((?:(?! around ).){1,4096}):(\d{1,9})$/;
const frame =
  /^ {0,6}(?:\[\d{1,6}\] (?:(?! at ).){0,2000} at |@ (?:[A-Z][\w.]{0,200} )?)(\S.{0,4095}?):(\d{1,9})(?: \[inlined\])?$/;
const startingAt = /^in expression starting at (.{1,4096}?):(\d{1,9})$/;
const whileLoading = /^while loading (.{1,4096}?), in expression starting on line (\d{1,9})$/;
/** Source of the Julia runtime. */
const foreign = /^(?:\.[\\/]|none$|REPL\[|.*[\\/](?:julia[\\/]|share[\\/]julia|stdlib[\\/]))/;
const linesOfMessage = 60;

/** Julia: the message, then the stack. Since 1.10 syntax errors contain source lines and marks. */
export const julia: Toolchain = {
  name: 'julia',
  readsCrashes: true,
  lines: { initials: 'E' },
  detect: detectByText(/^ERROR: (?:LoadError: |syntax: |ParseError:|[A-Z]\w{1,60}Error)/m, /^# Error @ /m),
  open: (cursor, report) => () => {
    const hit = head.exec(cursor.content);
    if (!hit) return false;
    const draft = report.add({ severity: 'error', message: hit[1] ?? '', unit: 'codePoints' });
    cursor.advance();
    for (let lines = 0; !cursor.done && lines < linesOfMessage; lines++) {
      const line = cursor.content;
      if (
        line === 'Stacktrace:' ||
        line.startsWith('ERROR: ') ||
        startingAt.test(line) ||
        whileLoading.test(line)
      )
        break;
      const locationMatch = parserLocation.exec(line);
      if (locationMatch) {
        readParserError(draft, locationMatch, cursor, report);
        continue;
      }
      if (line !== '') draft.message += `\n${line.trimEnd()}`;
      cursor.advance();
    }
    readStack(draft, cursor, report);
    const aroundPosition = messageWithPosition.exec(draft.message);
    if (aroundPosition && draft.column === null) {
      draft.message = aroundPosition[1] ?? '';
      setPosition(draft, { file: aroundPosition[2], line: aroundPosition[3] });
    }
    return true;
  },
};

/** Reads `# Error @ a.jl:2:11`, source lines, then `#   └──┘ ── MESSAGE`. */
function readParserError(
  draft: DiagnosticDraft,
  [, , file, line, column]: RegExpExecArray,
  cursor: Cursor,
  report: Report,
): void {
  const location = { file, line, column };
  if (draft.line === null) setPosition(draft, location);
  let source = '';
  for (cursor.advance(); !cursor.done; cursor.advance()) {
    const text = cursor.content;
    const mark = parserMark.exec(text);
    if (mark) {
      const [, indent = '', marks = '', message = ''] = mark;
      cursor.advance();
      if (draft.excerpt) {
        report.relate(draft, { ...location, message, unit: 'codePoints' });
        return;
      }
      draft.message =
        /^ParseError:?$/.test(draft.message.trim()) || draft.message === ''
          ? message
          : `${draft.message}\n${message}`;
      draft.excerpt = excerptOfColumns(source, indent.length, indent.length + marks.length, 'codePoints');
      if (draft.column === indent.length + 1 && marks.length > 1)
        draft.endColumn = draft.column + marks.length;
      return;
    }
    if (text === 'Stacktrace:' || text.startsWith('in expression ')) return;
    source = text;
  }
}

/**
 * Reads the stack. If the error has no position yet, the innermost call in the user's code becomes its position, and
 * the outer calls become notes.
 */
function readStack(draft: DiagnosticDraft, cursor: Cursor, report: Report): void {
  const placed = draft.line !== null;
  let fallback: { file: string | undefined; line: string | undefined } | null = null;
  for (let lines = 0; !cursor.done && lines < 400; lines++, cursor.advance()) {
    const line = cursor.content;
    const end = startingAt.exec(line) ?? whileLoading.exec(line);
    if (end) {
      fallback ??= { file: end[1], line: end[2] };
      continue;
    }
    const hit = frame.exec(line);
    if (!hit) {
      if (line !== 'Stacktrace:' && line !== '' && !/^ {0,6}(?:\[\d|@|in )/.test(line)) break;
      continue;
    }
    if (placed || foreign.test(hit[1] ?? '')) continue;
    report.addCall(draft, { file: hit[1], line: hit[2], message: 'called from here' });
  }
  if (draft.line === null && fallback) setPosition(draft, fallback);
}
