import type { Cursor } from './cursor';
import type { Report } from './report';
import type { Lines, Reader, Toolchain } from './toolchain';

const beyondAscii = 0x80;

interface Opened {
  readonly read: Reader;
  readonly lines: Lines | undefined;
}

/** Knows which readers a line is for, so that a message with many toolchains in it costs no more than one with few. */
export class Offer {
  private readonly opened: readonly Opened[];
  private readonly asksPlace: boolean;
  private readonly asksBracketPlace: boolean;
  /** by the line's first character and whether it begins with a place of either kind; filled when first asked for */
  private readonly lists: (readonly Reader[] | undefined)[] = [];

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
    this.asksPlace = this.opened.some(({ lines }) => lines?.place);
    this.asksBracketPlace = this.opened.some(({ lines }) => lines?.bracketPlace);
  }

  /** The readers that the line at the cursor is offered to, in order. */
  get readers(): readonly Reader[] {
    const { cursor } = this;
    const empty = cursor.start >= cursor.end;
    const first = empty ? 0 : Math.min(cursor.text.charCodeAt(cursor.start), beyondAscii);
    // no file's name begins with a blank: most lines, source shown and texts continued, need no closer look
    const mayBePlace = first > 0x20;
    const place = mayBePlace && this.asksPlace && cursor.place !== null;
    const bracketPlace = mayBePlace && this.asksBracketPlace && cursor.bracketPlace !== null;
    const key = (first << 2) | (place ? 1 : 0) | (bracketPlace ? 2 : 0);
    return (this.lists[key] ??= this.opened
      .filter(({ lines }) => !lines || isFor(lines, first, (key & 1) > 0, (key & 2) > 0))
      .map(({ read }) => read));
  }
}

function isFor(lines: Lines, first: number, place: boolean, bracket: boolean): boolean {
  if ((place && lines.place) || (bracket && lines.bracketPlace)) return true;
  if (!lines.first) return false;
  for (let at = 0; at < lines.first.length; at++) {
    if (Math.min(lines.first.charCodeAt(at), beyondAscii) === first) return true;
  }
  return false;
}
