import { Blanks } from './blanks';
import { END, type CharacterReader } from './characterReader';
import type { Tolerance, WordsRule } from './comparisonRule';
import { skipEqual } from './equalText';
import { Gap } from './gap';
import { isSameCharacter } from './letterCase';
import { NumberReader } from './numberReader';
import { UnitWindow } from './unitWindow';
import { isWithinTolerance } from './withinTolerance';

const NUL = 0;

export type WordDifference = 'nothing' | 'letterCase' | 'number';

/** Skipping equal text costs time if there is none. */
const WORDS_BETWEEN_SKIPS = 100;

export class WordComparison {
  private readonly blanks: Blanks;
  private readonly actualGap = new Gap();
  private readonly wantedGap = new Gap();
  private readonly actualNumber: NumberReader;
  private readonly wantedNumber: NumberReader;
  private readonly actualUnits: UnitWindow;
  private readonly wantedUnits: UnitWindow;
  private actualStart = 0;
  private wantedStart = 0;

  /** `integersAreExact`: the tolerance isn't used for two integers */
  constructor(
    private readonly rule: WordsRule,
    private readonly actual: CharacterReader,
    private readonly wanted: CharacterReader,
    private readonly integersAreExact = false,
  ) {
    this.blanks = new Blanks(rule.blanks ?? 'c');
    const readsExponents = rule.blanks !== 'notNumeric';
    this.actualNumber = new NumberReader(readsExponents);
    this.wantedNumber = new NumberReader(readsExponents);
    this.actualUnits = new UnitWindow(actual.text);
    this.wantedUnits = new UnitWindow(wanted.text);
  }

  /** Returns whether the rest of the texts is equal. If not, both readers end at the word that differs, or before it. */
  isEqual(): boolean {
    const { actual, wanted } = this;
    let isFirst = true;
    for (let count = 0; ; count += 1) {
      if (count % WORDS_BETWEEN_SKIPS === 0 && this.skipEqualWords()) isFirst = false;
      const isSameGap = this.compareGap(isFirst);
      if (actual.current === END || wanted.current === END)
        return isSameGap && actual.current === wanted.current;
      if (!isSameGap || this.compareWord() === null) return false;
      this.skipSimilarNumbers();
      isFirst = false;
    }
  }

  /** Moves over equal words, up to the end of one. Returns whether there were any. */
  private skipEqualWords(): boolean {
    const { actual, wanted, blanks } = this;
    if (this.rule.tolerance?.special === 'wrong') return false;
    const start = actual.position;
    skipEqual(actual, wanted, this.rule.caseless !== undefined);
    let end = actual.position;
    while (end > start && !blanks.has(actual.unitAt(end - 1))) end -= 1;
    while (end > start && blanks.has(actual.unitAt(end - 1))) end -= 1;
    wanted.moveTo(wanted.position - (actual.position - end));
    actual.moveTo(end);
    return end > start;
  }

  /**
   * Moves from the end of a word over the numbers that follow it, as long as they are similar and one blank is before each.
   * `compareGap` and `compareWord` accept the same, but take longer.
   */
  skipSimilarNumbers(): void {
    const { actual, wanted, actualNumber, wantedNumber, actualUnits, wantedUnits } = this;
    const { tolerance, lineEnds } = this.rule;
    if (!tolerance) return;
    const mustBeSameBlank = lineEnds !== undefined && lineEnds !== 'blanks';
    let end = actual.position;
    let wantedEnd = wanted.position;
    for (;;) {
      const blank = actualUnits.unitAt(end);
      const wantedBlank = wantedUnits.unitAt(wantedEnd);
      if (mustBeSameBlank && blank !== wantedBlank) break;
      if (!this.isAsciiBlank(blank) || !this.isAsciiBlank(wantedBlank)) break;
      if (!actualNumber.read(actualUnits, end + 1) || !wantedNumber.read(wantedUnits, wantedEnd + 1)) break;
      if (!this.isAsciiBlank(actualUnits.unitAt(actualNumber.end))) break;
      if (!this.isAsciiBlank(wantedUnits.unitAt(wantedNumber.end))) break;
      if (!this.areSimilar(tolerance)) break;
      end = actualNumber.end;
      wantedEnd = wantedNumber.end;
    }
    if (end === actual.position) return;
    actual.moveTo(end);
    wanted.moveTo(wantedEnd);
  }

  private isAsciiBlank(unit: number): boolean {
    return unit < 0x80 && this.blanks.has(unit);
  }

  /** Returns whether the numbers that were read last are equal within the tolerance. */
  private areSimilar(tolerance: Tolerance): boolean {
    const { actualNumber, wantedNumber, integersAreExact } = this;
    const { value } = wantedNumber;
    if (integersAreExact && actualNumber.isInteger && wantedNumber.isInteger)
      return actualNumber.value === value && Number.isSafeInteger(value);
    return isWithinTolerance(actualNumber.value, value, tolerance);
  }

  /** Moves over the blanks before a word. Returns whether they are equal. `isFirst`: no word was read before */
  private compareGap(isFirst: boolean): boolean {
    const { actual, wanted, blanks, actualGap, wantedGap } = this;
    const { lineEnds, tolerance } = this.rule;
    if (lineEnds === undefined || lineEnds === 'blanks') {
      blanks.skip(actual);
      blanks.skip(wanted);
      return true;
    }
    actualGap.read(actual, blanks, isFirst);
    wantedGap.read(wanted, blanks, isFirst);
    const isLast = actual.current === END || wanted.current === END;
    switch (lineEnds) {
      case 'counted':
        return isLast || actualGap.lineFeeds === wantedGap.lineFeeds;
      case 'countedButForEmptyLines':
        if (tolerance && actualGap.blankLines !== wantedGap.blankLines) return false;
        return isFirst || isLast || actualGap.hasLineEnd === wantedGap.hasLineEnd;
    }
  }

  /**
   * Compares the words at which the readers are, and moves behind them. Null: they aren't equal by the rule, and the readers
   * stay.
   */
  compareWord(): WordDifference | null {
    const { actual, wanted, blanks } = this;
    this.actualStart = actual.position;
    this.wantedStart = wanted.position;
    const difference = this.differenceOfWords();
    if (difference === null) this.returnToWord();
    else {
      blanks.skipWord(actual);
      blanks.skipWord(wanted);
    }
    return difference;
  }

  /** Returns to the words that were compared last. */
  returnToWord(): void {
    this.actual.moveTo(this.actualStart);
    this.wanted.moveTo(this.wantedStart);
  }

  private differenceOfWords(): WordDifference | null {
    const { tolerance } = this.rule;
    const texts = this.compareTexts();
    if (!tolerance || (texts !== null && tolerance.special !== 'wrong')) return texts;
    this.returnToWord();
    if (texts === null) {
      const numbers = this.compareNumbers(tolerance);
      if (numbers !== 'notNumbers') return numbers === 'different' ? null : 'number';
    }
    return tolerance.special === undefined ? texts : this.withSpecialValues(texts, tolerance.special);
  }

  private compareTexts(): 'nothing' | 'letterCase' | null {
    const { actual, wanted } = this;
    const { caseless } = this.rule;
    let isExact = true;
    while (!this.isWordEnd(actual.current) && isSameCharacter(actual.current, wanted.current, caseless)) {
      isExact &&= actual.current === wanted.current;
      actual.advance();
      wanted.advance();
    }
    if (!this.isWordEnd(actual.current) || !this.isWordEnd(wanted.current)) return null;
    return isExact ? 'nothing' : 'letterCase';
  }

  /** Compares the words as numbers. The readers stay if the result doesn't decide about the words. */
  private compareNumbers(tolerance: Tolerance): 'equal' | 'similar' | 'different' | 'notNumbers' {
    const { actual, wanted, actualNumber, wantedNumber } = this;
    if (!actualNumber.read(this.actualUnits, this.actualStart)) return 'notNumbers';
    if (!wantedNumber.read(this.wantedUnits, this.wantedStart)) return 'notNumbers';
    actual.moveTo(actualNumber.end);
    wanted.moveTo(wantedNumber.end);
    const areWords = this.isWordEnd(actual.current) && this.isWordEnd(wanted.current);
    const found = actualNumber.value;
    const expected = wantedNumber.value;
    const mustBeEqual = this.integersAreExact && actualNumber.isInteger && wantedNumber.isInteger;
    if (areWords && found !== expected && !mustBeEqual)
      return isWithinTolerance(found, expected, tolerance) ? 'similar' : 'different';
    this.returnToWord();
    if (!areWords || found !== expected) return 'notNumbers';
    return mustBeEqual && !Number.isSafeInteger(found) ? 'notNumbers' : 'equal';
  }

  /** Returns the difference of words that may be `nan` or `inf`. `texts`: the difference of their letters */
  private withSpecialValues(
    texts: WordDifference | null,
    special: NonNullable<Tolerance['special']>,
  ): WordDifference | null {
    const { actual, wanted, blanks } = this;
    this.returnToWord();
    if (!startsOfSpecialValues.has(actual.current)) return texts;
    const value = specialValue(blanks.readWord(actual));
    const expected = specialValue(blanks.readWord(wanted));
    if (value === null || value !== expected) return texts;
    return special === 'equal' ? (texts ?? 'number') : null;
  }

  private isWordEnd(code: number): boolean {
    return code === END || this.blanks.has(code) || (code === NUL && this.rule.ignoresAfterNul === true);
  }
}

/** Codes of `+`, `-`, `I`, `N`, `i`, `n` */
const startsOfSpecialValues: ReadonlySet<number> = new Set([43, 45, 73, 78, 105, 110]);

/** Returns `nan`, `inf`, or `-inf` for all spellings of these values. Null: something else */
function specialValue(word: string | null): string | null {
  const [, sign, name] = /^([+-]?)(nan|inf(?:inity)?)$/i.exec(word ?? '') ?? [];
  if (name === undefined) return null;
  if (name.toLowerCase() === 'nan') return 'nan';
  return sign === '-' ? '-inf' : 'inf';
}
