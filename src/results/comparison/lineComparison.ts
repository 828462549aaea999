import { Blanks } from './blanks';
import { END, type CharacterReader } from './characterReader';
import type { LinesRule } from './comparisonRule';
import { skipEqual } from './equalText';
import { isSameCharacter } from './letterCase';

const LF = 10;
const CR = 13;

/** Returns whether the lines of two texts are equal. If not, both readers end at the word that differs, or before it. */
export function hasSameLines(rule: LinesRule, actual: CharacterReader, wanted: CharacterReader): boolean {
  if (rule.refusesEmptyOutput && actual.current === END) return false;
  const blanks = new Blanks(rule.blanks ?? 'c');
  const caseless = rule.caseless ? 'unicode' : undefined;
  // a line that doesn't count is ignored if only such lines follow
  const counts = (code: number): boolean =>
    rule.keepsBlankLines ? code !== CR && code !== LF : !blanks.has(code);
  let lastActual = 0;
  let lastWanted = 0;
  for (let line = 1; actual.current !== END || wanted.current !== END; line += 1) {
    let isCounted = false;
    if (line % LINES_BETWEEN_SKIPS === 1) {
      const lastCounted = skipEqualLines(actual, wanted, counts, caseless !== undefined);
      isCounted = lastCounted === 'thisLine';
      if (lastCounted === 'earlierLine') {
        lastActual = line;
        lastWanted = line;
        line += 1;
      }
    }
    while (!isLineEnd(actual) && isSameCharacter(actual.current, wanted.current, caseless)) {
      isCounted ||= counts(actual.current);
      actual.advance();
      wanted.advance();
    }
    const [actualEnd, wantedEnd] = [actual.position, wanted.position];
    if (skipBlanksOfLine(actual, blanks, counts) || isCounted) lastActual = line;
    if (skipBlanksOfLine(wanted, blanks, counts) || isCounted) lastWanted = line;
    if (!isLineEnd(actual) || !isLineEnd(wanted)) {
      actual.moveTo(actualEnd);
      wanted.moveTo(wantedEnd);
      blanks.moveToWordStart(actual);
      blanks.moveToWordStart(wanted);
      return false;
    }
    actual.advance();
    wanted.advance();
  }
  return lastActual === lastWanted;
}

/** Skipping equal text costs time if there is none. */
const LINES_BETWEEN_SKIPS = 50;

/** Moves over equal text, which may end within a line. Returns the end of the equal characters that count. */
function skipEqualLines(
  actual: CharacterReader,
  wanted: CharacterReader,
  counts: (code: number) => boolean,
  isCaseless: boolean,
): 'thisLine' | 'earlierLine' | 'nowhere' {
  const start = actual.position;
  skipEqual(actual, wanted, isCaseless);
  let isThisLine = true;
  for (let index = actual.position - 1; index >= start; index -= 1) {
    const unit = actual.unitAt(index);
    if (counts(unit)) return isThisLine ? 'thisLine' : 'earlierLine';
    if (unit === LF) isThisLine = false;
  }
  return 'nowhere';
}

function isLineEnd({ current }: CharacterReader): boolean {
  return current === LF || current === END;
}

/** Reads over the blanks up to the end of the line. Returns whether one of them counts. */
function skipBlanksOfLine(
  reader: CharacterReader,
  blanks: Blanks,
  counts: (code: number) => boolean,
): boolean {
  let isCounted = false;
  while (reader.current !== LF && blanks.has(reader.current)) {
    isCounted ||= counts(reader.current);
    reader.advance();
  }
  return isCounted;
}
