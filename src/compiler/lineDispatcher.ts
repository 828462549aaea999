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

const blank = 0x20;
const beyondAscii = 0x80;

/** Knows which readers a line is for, so that a message with many toolchains costs little more than one with few. */
export class LineDispatcher {
  private readonly opened: readonly { readonly read: LineReader; readonly lines: LineTraits | undefined }[];
  private readonly asksColon: boolean;
  private readonly asksPlace: boolean;
  private readonly asksBracketPlace: boolean;
  /** by what such lines have in common; filled when first asked for */
  private readonly lists = new Map<number, readonly LineReader[]>();

  /** @param chosen the surest first */
  constructor(
    chosen: readonly Toolchain[],
    private readonly cursor: Cursor,
    report: Report,
  ) {
    this.opened = chosen.map((toolchain) => ({
      read: toolchain.open(cursor, report),
      lines: toolchain.lines,
    }));
    this.asksColon = this.opened.some(({ lines }) => lines?.colon);
    this.asksPlace = this.opened.some(({ lines }) => lines?.place);
    this.asksBracketPlace = this.opened.some(({ lines }) => lines?.bracketPlace);
  }

  /** The readers that the line at the cursor is offered to, in order. */
  get readers(): readonly LineReader[] {
    const { cursor } = this;
    const { content } = cursor;
    const first = initialOf(content);
    // no file's name begins with a blank, and most lines do: source and continued texts
    const mayBePlace = first > blank;
    const place = mayBePlace && this.asksPlace && cursor.place !== null;
    const bracketPlace = mayBePlace && this.asksBracketPlace && cursor.bracketPlace !== null;
    const colon = this.asksColon && /[:：]/.test(content);
    const key = first * 8 + (place ? 4 : 0) + (bracketPlace ? 2 : 0) + (colon ? 1 : 0);
    let readers = this.lists.get(key);
    if (!readers) {
      readers = this.opened
        .filter(({ lines }) => !lines || isFor(lines, { first, place, bracketPlace, colon }))
        .map(({ read }) => read);
      this.lists.set(key, readers);
    }
    return readers;
  }
}

interface Line {
  /** the first character, one beyond ASCII as all of them; 0 for an empty line */
  readonly first: number;
  readonly place: boolean;
  readonly bracketPlace: boolean;
  readonly colon: boolean;
}

function isFor(lines: LineTraits, { first, place, bracketPlace, colon }: Line): boolean {
  if ((colon && lines.colon) || (place && lines.place) || (bracketPlace && lines.bracketPlace)) return true;
  return Array.from(lines.first ?? '').some((letter) => initialOf(letter) === first);
}

function initialOf(line: string): number {
  return line === '' ? 0 : Math.min(line.charCodeAt(0), beyondAscii);
}
