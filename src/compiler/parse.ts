import { withoutEscapeSequences } from '../base/escapeSequences';
import { Cursor } from './cursor';
import type { CompilerDiagnostic } from './diagnostic';
import { chooseToolchains, LineDispatcher } from './lineDispatcher';
import { Report } from './report';
import type { Toolchain } from './toolchain';
import { toolchains } from './toolchains';

const headSize = 8192;
const windowSize = 2048;
const windows = 6;

/**
 * Reads the output of compilers, linkers and interpreters, in whatever language it speaks.
 *
 * @param text as the service sent it: with escape sequences, any line end, cut off anywhere
 * @returns the diagnostics in the order of the message; empty where nothing is understood. Line numbers of the
 *   message count the lines of `prepareMessage(text)`. Never throws; time grows linearly with the text.
 */
export function parseCompilerOutput(text: string): CompilerDiagnostic[] {
  return parseWith(toolchains, text);
}

/** The same, with toolchains of one's own. */
export function parseWith(known: readonly Toolchain[], text: string): CompilerDiagnostic[] {
  const cursor = new Cursor(prepareMessage(text));
  const report = new Report();
  const dispatcher = new LineDispatcher(chooseToolchains(known, sampleOf(cursor.text)), cursor, report);
  while (!cursor.done) readLine(dispatcher, cursor, report);
  return [...report.end()];
}

function readLine(dispatcher: LineDispatcher, cursor: Cursor, report: Report): void {
  const line = cursor.line;
  const known = report.drafts.length;
  const isUnderstood = dispatcher.offer();
  if (cursor.line === line) cursor.advance();
  if (isUnderstood) closeDrafts(report, known, cursor.line);
}

/** A diagnostic ends where the next one of the same reading begins, the last one at the cursor. */
function closeDrafts(report: Report, from: number, endLine: number): void {
  for (let i = from; i < report.drafts.length; i++) {
    const draft = report.drafts[i];
    if (draft) draft.messageEndLine = report.drafts[i + 1]?.messageLine ?? endLine;
  }
}

/**
 * The beginning, the end and a few windows between of a long message: whole lines, so that none looks like what it
 * is not.
 */
function sampleOf(text: string): string {
  if (text.length <= headSize + windows * windowSize) return text;
  const step = (text.length - headSize - windowSize) / (windows - 1);
  const parts = [text.slice(0, headSize)];
  for (let i = 0; i < windows; i++) {
    const from = Math.round(headSize + i * step);
    parts.push(wholeLines(text.slice(from, from + windowSize)));
  }
  return parts.join('\n');
}

function wholeLines(window: string): string {
  return window.slice(window.indexOf('\n') + 1);
}

/**
 * The message as people and parsers read it: without terminal escape sequences, with line feeds as the only line
 * ends. Line numbers in diagnostics count the lines of this text. Time is linear.
 */
export function prepareMessage(message: string): string {
  const text = withoutEscapeSequences(message.startsWith('\ufeff') ? message.slice(1) : message);
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
