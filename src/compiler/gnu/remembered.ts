import type { Units } from '../units';

const most = 4;

/** A piece of a message and what it was found to be. */
export interface Piece<T> {
  readonly start: number;
  readonly length: number;
  readonly value: T;
}

/**
 * The last few pieces of their kind: the same words, options and files come again and again, and to compare them
 * where they stand is cheaper than to search their ends and cut them out.
 */
export class Remembered<T> {
  /** the newest first as a rule: what matched last is looked at first */
  readonly pieces: Piece<T>[] = [];

  remember(start: number, end: number, value: T): void {
    if (this.pieces.length === most) this.pieces.pop();
    this.pieces.unshift({ start, length: end - start, value });
  }

  /** A remembered piece that stands at `start` and is followed by `next`. */
  findBefore(units: Units, start: number, next: number): Piece<T> | undefined {
    const { pieces } = this;
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i];
      if (piece && units[start + piece.length] === next && isSame(units, piece, start)) {
        if (i > 0) this.bringForward(i, piece);
        return piece;
      }
    }
    return undefined;
  }

  /** A remembered piece that ends at `end` and follows on `previous`. */
  findBehind(units: Units, end: number, previous: number): Piece<T> | undefined {
    const { pieces } = this;
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i];
      if (piece && units[end - piece.length - 1] === previous && isSame(units, piece, end - piece.length)) {
        if (i > 0) this.bringForward(i, piece);
        return piece;
      }
    }
    return undefined;
  }

  private bringForward(i: number, piece: Piece<T>): void {
    const before = this.pieces[i - 1];
    if (!before) return;
    this.pieces[i] = before;
    this.pieces[i - 1] = piece;
  }
}

/** From the end: that is where files differ. */
function isSame(units: Units, { start, length }: Piece<unknown>, other: number): boolean {
  for (let at = length - 1; at >= 0; at--) if (units[start + at] !== units[other + at]) return false;
  return true;
}
