import type { Cursor } from './cursor';
import type { Report } from './report';
import type { Lines, LineReader, Toolchain } from './toolchain';
import type { CodeUnits } from './units';

const beyondAscii = 0x80;

interface Opened {
  readonly read: LineReader;
  readonly lines: Lines | undefined;
}

/** What the lines that are offered to the same readers have in common. */
interface LineTraits {
  /** the first character, one beyond ASCII as all of them; 0 for an empty line */
  readonly first: number;
  readonly colon: boolean;
  readonly place: boolean;
  readonly bracketPlace: boolean;
  /** of the file in the place: its number among those that are asked for; 0 for any other */
  readonly extension: number;
}

/** Knows which readers a line is for, so that a message with many toolchains in it costs no more than one with few. */
export class LineDispatcher {
  private readonly opened: readonly Opened[];
  private readonly asksColon: boolean;
  private readonly asksPlace: boolean;
  private readonly asksBracketPlace: boolean;
  /** by the last three characters of a file's name, the number of its extension */
  private readonly extensions = new Map<number, number>();
  /** filled when first asked for */
  private readonly lists: (readonly LineReader[] | undefined)[] = [];

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
    for (const extension of this.opened.flatMap(({ lines }) => extensionsOf(lines))) {
      const ending = endingOf(extension);
      if (!this.extensions.has(ending)) this.extensions.set(ending, this.extensions.size + 1);
    }
  }

  /** The readers that the line at the cursor is offered to, in order. */
  get readers(): readonly LineReader[] {
    const { cursor } = this;
    const { units, start } = cursor;
    const first = start >= cursor.end ? 0 : Math.min(units[start] ?? 0, beyondAscii);
    // no file's name begins with a blank: most lines, source shown and texts continued, need no closer look
    const mayBePlace = first > 0x20;
    const place = mayBePlace && this.asksPlace ? cursor.place : null;
    const bracketPlace = mayBePlace && this.asksBracketPlace && cursor.bracketPlace !== null;
    const extension = place ? this.extensionBefore(units, place.fileEnd) : 0;
    const colon = this.asksColon && cursor.hasColon;
    const key = (extension << 11) | (first << 3) | (place ? 4 : 0) | (bracketPlace ? 2 : 0) | (colon ? 1 : 0);
    return (this.lists[key] ??= this.choose({ first, colon, place: !!place, bracketPlace, extension }));
  }

  private extensionBefore(units: CodeUnits, end: number): number {
    const ending = ((units[end - 3] ?? 0) << 16) ^ ((units[end - 2] ?? 0) << 8) ^ (units[end - 1] ?? 0);
    return this.extensions.get(ending) ?? 0;
  }

  private choose(traits: LineTraits): readonly LineReader[] {
    return this.opened.filter(({ lines }) => !lines || this.isFor(lines, traits)).map(({ read }) => read);
  }

  private isFor(lines: Lines, { first, colon, place, bracketPlace, extension }: LineTraits): boolean {
    if ((colon && lines.colon) || (bracketPlace && lines.bracketPlace)) return true;
    if (place && lines.place === true) return true;
    if (place && extensionsOf(lines).some((asked) => this.extensions.get(endingOf(asked)) === extension)) {
      return true;
    }
    if (!lines.first) return false;
    for (let at = 0; at < lines.first.length; at++) {
      if (Math.min(lines.first.charCodeAt(at), beyondAscii) === first) return true;
    }
    return false;
  }
}

function extensionsOf(lines: Lines | undefined): readonly string[] {
  return typeof lines?.place === 'object' ? lines.place : [];
}

function endingOf(extension: string): number {
  const end = extension.length;
  return (
    (extension.charCodeAt(end - 3) << 16) ^
    (extension.charCodeAt(end - 2) << 8) ^
    extension.charCodeAt(end - 1)
  );
}
