import type { Cursor } from './cursor';
import type { Report } from './report';
import type { LineTraits, LineReader, Toolchain } from './toolchain';

/** The toolchains that speak in a message, the surest first. */
export function chooseToolchains(known: readonly Toolchain[], sample: string): Toolchain[] {
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
export class LineDispatcher {
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
