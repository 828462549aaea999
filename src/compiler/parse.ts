import { withoutEscapeSequences } from '../base/escapeSequences';
import { Cursor } from './cursor';
import type { CompilerDiagnostic } from './diagnostic';
import { Report } from './report';
import type { Toolchain, LineTraits, LineReader } from './toolchain';
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

/** The toolchains that speak in a message, the surest first. */
function chooseToolchains(known: readonly Toolchain[], sample: string): Toolchain[] {
  const found: { toolchain: Toolchain; sureness: number }[] = [];
  for (const toolchain of known) {
    if (found.some((other) => other.toolchain.name === toolchain.yieldsTo)) continue;
    const sureness = toolchain.detect(sample);
    if (sureness > 0) found.push({ toolchain, sureness });
  }
  found.sort((a, b) => b.sureness - a.sureness);
  // a guess counts only where nobody knows better
  const least = found[0]?.sureness === 1 ? 1 : 2;
  return found.filter(({ sureness }) => sureness >= least).map(({ toolchain }) => toolchain);
}

interface OpenedToolchain {
  readonly name: string;
  readonly read: LineReader;
  readonly lines: LineTraits | undefined;
  /** what lines may begin with, see `initialOf` */
  readonly initials: ReadonlySet<number>;
}

const blank = 0x20;
const beyondAscii = 0x80;

/** Knows which readers a line is for, so that a message with many toolchains costs little more than one with few. */
class LineDispatcher {
  private readonly opened: readonly OpenedToolchain[];

  /** @param chosen the surest first */
  constructor(
    chosen: readonly Toolchain[],
    private readonly cursor: Cursor,
    private readonly report: Report,
  ) {
    this.opened = chosen.map((toolchain) => {
      const { name, lines } = toolchain;
      const initials = new Set(Array.from(lines?.first ?? '', initialOf));
      return { name, lines, initials, read: toolchain.open(cursor, report) };
    });
  }

  /** Offers the line at the cursor to the readers that it is for, in order; false: none has understood it. */
  offer(): boolean {
    const { cursor, report } = this;
    const first = initialOf(cursor.content);
    for (const one of this.opened) {
      if (!isFor(one, first, cursor)) continue;
      report.begin(one.name, cursor.line);
      if (one.read()) return true;
    }
    return false;
  }
}

function isFor({ lines, initials }: OpenedToolchain, first: number, cursor: Cursor): boolean {
  if (!lines || initials.has(first)) return true;
  if (lines.colon && /[:：]/.test(cursor.content)) return true;
  // no file's name begins with a blank, and most lines do: source and continued texts
  if (first <= blank) return false;
  return (
    (lines.place && cursor.place !== null) || (lines.bracketPlace && cursor.bracketPlace !== null) || false
  );
}

/** The first character, one beyond ASCII as all of them; 0 for an empty line. */
function initialOf(line: string): number {
  return line === '' ? 0 : Math.min(line.charCodeAt(0), beyondAscii);
}
