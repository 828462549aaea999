import type { Blanks } from './blanks';
import { END, type CharacterReader } from './characterReader';

const LF = 10;
const CR = 13;

/** The blanks between two words, or before the first or after the last one. */
export class Gap {
  lineFeeds = 0;
  /** number of lines that consist of blanks; empty lines don't count */
  blankLines = 0;
  /** it contains LF or CR */
  hasLineEnd = false;

  /** Reads over blanks. `isFirst`: nothing was read before */
  read(reader: CharacterReader, blanks: Blanks, isFirst: boolean): void {
    this.lineFeeds = 0;
    this.blankLines = 0;
    this.hasLineEnd = false;
    let isWholeLine = isFirst;
    let hasBlanks = false;
    for (; blanks.has(reader.current); reader.advance()) {
      const { current } = reader;
      if (current === LF) this.lineFeeds += 1;
      if (current !== LF && current !== CR) hasBlanks = true;
      else {
        if (isWholeLine && hasBlanks) this.blankLines += 1;
        this.hasLineEnd = true;
        isWholeLine = true;
        hasBlanks = false;
      }
    }
    if (reader.current === END && isWholeLine && hasBlanks) this.blankLines += 1;
  }
}
