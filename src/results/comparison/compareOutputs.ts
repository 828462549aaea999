import { Blanks } from './blanks';
import { END, readerOf, type CharacterReader } from './characterReader';
import type { ComparisonRule, TextRule } from './comparisonRule';
import { skipEqual } from './equalText';
import { hasSameLines } from './lineComparison';
import { findDifference, hasSameWords, type Difference, type SmallDifference } from './outputDifference';
import { WordComparison } from './wordComparison';

export type ComparedOutputs =
  | { readonly verdict: 'right'; readonly difference: null }
  /** wrong by the rule, but another rule, which the judge may have, accepts the output */
  | { readonly verdict: 'nearly'; readonly difference: Difference & { readonly kind: SmallDifference } }
  | { readonly verdict: 'wrong'; readonly difference: Difference };

/** Longest output in which another order of the words is noticed, UTF-16 units or bytes. */
const MAX_REORDERED_LENGTH = 1_000_000;

const BYTE_ORDER_MARK = 0xfeff;
const LF = 10;
const CR = 13;

/**
 * Compares the output of a program with the expected output. Bytes are read as UTF-8. Bytes that aren't UTF-8 equal only the
 * same bytes.
 */
export function compareOutputs(
  rule: ComparisonRule,
  output: string | Uint8Array,
  expected: string | Uint8Array,
): ComparedOutputs {
  const actual = readerOf(output);
  const wanted = readerOf(expected);
  if (rule.ignoresByteOrderMark && actual.current === BYTE_ORDER_MARK) actual.advance();
  if (rule.ignoresByteOrderMark === true && wanted.current === BYTE_ORDER_MARK) wanted.advance();
  if (isEqual(rule, actual, wanted)) return { verdict: 'right', difference: null };
  const found = findDifference(actual, wanted, rule.unit === 'tokens' ? rule.tolerance : undefined);
  if (found.kind !== 'word') return nearly(found, found.kind);
  const isShort = Math.max(output.length, expected.length) <= MAX_REORDERED_LENGTH;
  if (isShort && hasSameWords(output, expected)) return nearly(found, 'order');
  return { verdict: 'wrong', difference: found };
}

function nearly(difference: Difference, kind: SmallDifference): ComparedOutputs {
  return { verdict: 'nearly', difference: { ...difference, kind } };
}

/** Returns whether the texts are equal by a rule. If not, both readers end at the word that differs, or before it. */
function isEqual(rule: ComparisonRule, actual: CharacterReader, wanted: CharacterReader): boolean {
  switch (rule.unit) {
    case 'text':
      return isSameText(rule, actual, wanted);
    case 'lines':
      return hasSameLines(rule, actual, wanted);
    case 'tokens':
      return new WordComparison(rule, actual, wanted).isEqual();
  }
}

const blanksOfC = new Blanks('c');

/** Compares texts character by character. If they differ, moves both readers to the start of the word that differs. */
function isSameText(rule: TextRule, actual: CharacterReader, wanted: CharacterReader): boolean {
  skipEqualText(rule, actual, wanted);
  if (actual.current === END && wanted.current === END) return true;
  if (rule.ignoresEnd && hasOnlyBlanksLeft(actual) && hasOnlyBlanksLeft(wanted)) return true;
  blanksOfC.moveToWordStart(actual);
  blanksOfC.moveToWordStart(wanted);
  return false;
}

/**
 * Moves both readers to the first character that differs, or to the end. CRLF equals LF, unless the rule keeps it in the
 * output.
 */
function skipEqualText(rule: TextRule, actual: CharacterReader, wanted: CharacterReader): void {
  const joinsLineBreaks = rule.keepsCarriageReturns !== true;
  for (;;) {
    if (joinsLineBreaks) {
      skipEqual(actual, wanted);
      skipCarriageReturn(actual);
    }
    skipCarriageReturn(wanted);
    if (actual.current !== wanted.current || actual.current === END) return;
    actual.advance();
    wanted.advance();
  }
}

/** Returns whether the rest of a text is blank. Doesn't move the reader. */
function hasOnlyBlanksLeft(reader: CharacterReader): boolean {
  const { position } = reader;
  blanksOfC.skip(reader);
  const isAtEnd = reader.current === END;
  reader.moveTo(position);
  return isAtEnd;
}

/** Moves from CR to the LF that follows it, if there is one. */
function skipCarriageReturn(reader: CharacterReader): void {
  if (reader.current === CR && reader.unitAt(reader.position + 1) === LF) reader.advance();
}
