import { withoutEscapeSequences } from '../base/escapeSequences';
import { Cursor } from './cursor';
import type { CompilerDiagnostic } from './diagnostic';
import { Report } from './report';
import type { Toolchain, LineTraits, LineReader } from './toolchain';
import { toolchains } from './toolchains';

const headSize = 8192;
const windowSize = 2048;
const windows = 6;

/** Length of a message, in characters, up to which the whole text is searched for toolchains. */
export const COMPLETELY_SEARCHED_LENGTH = headSize + windows * windowSize;

/**
 * Parses the output of compilers, linkers and interpreters in any natural language. Never throws. Takes linear time.
 *
 * @param text the output as received: it may contain escape sequences and any line breaks, and may be cut off anywhere
 * @returns the diagnostics in the order of the message. `messageLine` and `messageEndLine` refer to the lines of
 *   `prepareMessage(text)`. Empty if nothing was recognized
 */
export function parseCompilerOutput(text: string): CompilerDiagnostic[] {
  return parseWith(toolchains, text);
}

/** Like `parseCompilerOutput`, with the given toolchains. */
export function parseWith(candidates: readonly Toolchain[], text: string): CompilerDiagnostic[] {
  const cursor = new Cursor(prepareMessage(text));
  const report = new Report();
  const dispatcher = new LineDispatcher(chooseToolchains(candidates, sampleOf(cursor.text)), cursor, report);
  while (!cursor.done) readLine(dispatcher, cursor, report);
  return [...report.end()];
}

function readLine(dispatcher: LineDispatcher, cursor: Cursor, report: Report): void {
  const line = cursor.line;
  const firstDraft = report.drafts.length;
  const isUnderstood = dispatcher.offer();
  if (cursor.line === line) cursor.advance();
  if (isUnderstood) closeDrafts(report, firstDraft, cursor.line);
}

/** Sets the end of the diagnostics from index `from` on: the beginning of the next one, or `endLine` for the last one. */
function closeDrafts(report: Report, from: number, endLine: number): void {
  for (let i = from; i < report.drafts.length; i++) {
    const draft = report.drafts[i];
    if (draft) draft.messageEndLine = report.drafts[i + 1]?.messageLine ?? endLine;
  }
}

/**
 * Returns the beginning, the end, and a few parts in between of a long message. Each part starts with a complete line,
 * so that the end of a line isn't mistaken for a whole one.
 */
function sampleOf(text: string): string {
  if (text.length <= COMPLETELY_SEARCHED_LENGTH) return text;
  const step = (text.length - headSize - windowSize) / (windows - 1);
  const parts = [text.slice(0, headSize)];
  for (let i = 0; i < windows; i++) {
    const from = Math.round(headSize + i * step);
    parts.push(withoutFirstLine(text.slice(from, from + windowSize)));
  }
  return parts.join('\n');
}

function withoutFirstLine(window: string): string {
  return window.slice(window.indexOf('\n') + 1);
}

/**
 * Removes terminal escape sequences and a byte order mark from a message, and converts its line breaks to line feeds.
 * Message lines of diagnostics refer to this text. Takes linear time.
 */
export function prepareMessage(message: string): string {
  const text = withoutEscapeSequences(message.startsWith('\ufeff') ? message.slice(1) : message);
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Returns the toolchains whose output the sample contains, in descending order of certainty. */
function chooseToolchains(candidates: readonly Toolchain[], sample: string): Toolchain[] {
  const detected: { toolchain: Toolchain; certainty: number }[] = [];
  for (const toolchain of candidates) {
    if (detected.some((earlier) => earlier.toolchain.name === toolchain.yieldsTo)) continue;
    const certainty = toolchain.detect(sample);
    if (certainty > 0) detected.push({ toolchain, certainty });
  }
  detected.sort((a, b) => b.certainty - a.certainty);
  // ignores guesses if at least one toolchain is more certain
  const minimum = detected[0]?.certainty === 1 ? 1 : 2;
  return detected.filter(({ certainty }) => certainty >= minimum).map(({ toolchain }) => toolchain);
}

interface OpenedToolchain {
  readonly name: string;
  readonly read: LineReader;
  readonly lines: LineTraits | undefined;
  /** first characters of the lines that the toolchain reads, see `initialOf` */
  readonly initials: ReadonlySet<number>;
}

const blank = 0x20;
const beyondAscii = 0x80;

/**
 * Offers each line only to readers that could understand it, so that many toolchains take hardly more time than few.
 */
class LineDispatcher {
  private readonly opened: readonly OpenedToolchain[];

  /** @param chosen toolchains in descending order of certainty */
  constructor(
    chosen: readonly Toolchain[],
    private readonly cursor: Cursor,
    private readonly report: Report,
  ) {
    this.opened = chosen.map((toolchain) => {
      const { name, lines } = toolchain;
      const initials = new Set(Array.from(lines?.initials ?? '', initialOf));
      return { name, lines, initials, read: toolchain.open(cursor, report) };
    });
  }

  /** Offers the current line to readers until one understands it. Returns false if none does. */
  offer(): boolean {
    const { cursor, report } = this;
    const initial = initialOf(cursor.content);
    for (const toolchain of this.opened) {
      if (!isCandidate(toolchain, initial, cursor)) continue;
      report.begin(toolchain.name, cursor.line);
      if (toolchain.read()) return true;
    }
    return false;
  }
}

function isCandidate({ lines, initials }: OpenedToolchain, initial: number, cursor: Cursor): boolean {
  if (!lines || initials.has(initial)) return true;
  if (lines.colon && /[:：]/.test(cursor.content)) return true;
  // the path of a file never begins with a blank, but most lines do: source code and continued messages
  if (initial <= blank) return false;
  return (
    (lines.location && cursor.location !== null) ||
    (lines.bracketLocation && cursor.bracketLocation !== null) ||
    false
  );
}

/**
 * Returns the code of a line's first character. Returns 0x80 for all characters beyond ASCII, and 0 for an empty line.
 */
function initialOf(line: string): number {
  return line === '' ? 0 : Math.min(line.charCodeAt(0), beyondAscii);
}
