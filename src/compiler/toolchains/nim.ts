import type { Cursor } from '../cursor';
import type { DiagnosticDraft, Note, Report } from '../report';
import { severityOf } from '../diagnostic';
import { detectByText, type Toolchain } from '../toolchain';

const header = /^(?!\s)(.{1,4096}?\.nims?)\((\d{1,9}), (\d{1,9})\) (?:(Error|Warning|Hint): )?(.*)/;
const coded = /^(.*) \[([A-Z]\w{1,60})\]$/;
/** The beginning of another paragraph of the same message. */
const furtherParagraph = /^(?:but expected |candidates \(|[Ee]xpression: |Expected one of )/;
const linesOfMessage = 200;
const frame = /^(?!\s)(.{1,4096}?\.nim)\((\d{1,9})\) +(\S.*)/;
/** A line of a stack trace. The middle of a deep trace is omitted. */
const inTrace = new RegExp(`${frame.source}|^\\.{3} \\(\\d{1,9} calls omitted\\)`);
const crashStart = 'Error: unhandled exception: ';
const raised = /^Error: (unhandled exception: .*)/;
const library = /[\\/]lib[\\/]|^fatal\.nim$/;
const framesRead = 400;

/** Nim: `a.nim(5, 13) Error: …`, below the steps that lead to it. Columns count bytes. */
export const nim: Toolchain = {
  name: 'nim',
  readsCrashes: true,
  detect: detectByText(/\.nims?\(\d{1,9}, \d{1,9}\) /, /Error: unhandled exception: /),
  open: (cursor, report) => {
    /** instantiations that lead to the next diagnostic, outermost first */
    let steps: Note[] = [];
    /** message line up to which calls were already read without finding an error after them */
    let readUntil = 0;
    return () => {
      const { content } = cursor;
      if (!content.includes('.nim')) return content.startsWith(crashStart) && readRaised(cursor, report);
      const hit = header.exec(cursor.content);
      if (!hit) {
        if (cursor.line < readUntil) return false;
        const calls = cursor.linesUntil(framesRead, (line) => !inTrace.test(line));
        readUntil = cursor.line + (calls?.length ?? framesRead);
        return readTrace(calls ?? [], cursor, report);
      }
      const [, file = '', line, column, word, text = ''] = hit;
      const location = { file, line, column };
      cursor.advance();
      if (word === undefined) {
        steps.push({ ...location, message: text, step: 'use' });
        return true;
      }
      const severity = severityOf(word);
      const [, message = text, code] = (severity === 'error' ? null : coded.exec(text)) ?? [];
      const draft = report.add({ severity, message, at: location, code, unit: 'bytes' });
      for (const note of steps) report.relate(draft, note);
      if (steps.length > 0) draft.outermostStepFirst = true;
      steps = [];
      readMore(draft, cursor);
      return true;
    };
  },
};

function readMore(draft: DiagnosticDraft, cursor: Cursor): void {
  for (let read = 0; read < linesOfMessage;) {
    const empty = cursor.content === '' ? 1 : 0;
    if (!furtherParagraph.test(empty ? (cursor.peek() ?? '') : cursor.content)) return;
    for (cursor.advance(empty); cursor.content !== '' && read < linesOfMessage; cursor.advance(), read++) {
      if (header.test(cursor.content)) return;
      draft.message += `\n${cursor.content}`;
    }
  }
}

/** Reads an unhandled exception without a stack. It has no position. */
function readRaised(cursor: Cursor, report: Report): true {
  report.add({ severity: 'error', message: raised.exec(cursor.content)?.[1] ?? '' });
  return true;
}

/** Reads a stack, innermost call last, followed by an unhandled exception. */
function readTrace(lines: readonly string[], cursor: Cursor, report: Report): boolean {
  const message = raised.exec(lines[lines.length - 1] ?? '')?.[1];
  if (message === undefined) return false;
  const frames = lines.flatMap((line) => {
    const [, file, at, scope = ''] = frame.exec(line) ?? [];
    return file === undefined || library.test(file) ? [] : [{ file, line: at, scope }];
  });
  const ownFrame = frames.pop();
  const draft = report.add({
    severity: 'error',
    message,
    at: { file: ownFrame?.file, line: ownFrame?.line },
  });
  for (const { scope, ...location } of frames.reverse())
    report.relate(draft, { ...location, message: `called in ${scope}` });
  cursor.advance(lines.length);
  return true;
}
