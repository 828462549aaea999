import type { CodeUnits } from '../units';

const most = 4;

/** A piece of a message and what it was found to be. */
interface Piece<T> {
  readonly start: number;
  readonly length: number;
  readonly value: T;
}

/**
 * The last few pieces of their kind: the same words and files come again and again, and to compare them where they
 * stand is cheaper than to search their ends and cut them out.
 */
export class Remembered<T> {
  /** the newest first */
  private readonly pieces: Piece<T>[] = [];

  remember(start: number, end: number, value: T): void {
    this.pieces.unshift({ start, length: end - start, value });
    if (this.pieces.length > most) this.pieces.pop();
  }

  /** A remembered piece that stands at `start` and is followed by `next`. */
  findBefore(units: CodeUnits, start: number, next: number): Piece<T> | undefined {
    for (const piece of this.pieces) {
      if (units[start + piece.length] === next && isSame(units, piece, start)) return piece;
    }
    return undefined;
  }
}

/** From the end: that is where files differ. */
function isSame(units: CodeUnits, { start, length }: Piece<unknown>, other: number): boolean {
  for (let at = length - 1; at >= 0; at--) if (units[start + at] !== units[other + at]) return false;
  return true;
}
