import { joinedSentences } from '../plainText';
import type { JudgedOutput, OutputDifference } from './judgeOutput';
import { SMALL_ERROR } from './outputDifference';
import { errorText } from './shownComparison';

/**
 * Sentences about a case, each with the values for its placeholders. Stored as `extra.notes`, so that they can be
 * translated.
 */
export type CaseNotes = Readonly<Record<string, readonly string[]>>;

/** Returns the sentences in English, with their values. */
export function sentencesOf(notes: CaseNotes): string {
  const sentences = Object.entries(notes).map(([note, values]) =>
    note.replace(/\{(\d)\}/g, (_, place: string) => values[Number(place)] ?? ''),
  );
  return joinedSentences(sentences);
}

/** Returns the sentence about the difference; none if the output is right. */
export function differenceNotes({ verdict, difference }: JudgedOutput): CaseNotes {
  switch (verdict) {
    case 'right':
      return {};
    case 'nearly':
      return nearlyNotes(difference);
    case 'wrong':
      return wrongNotes(difference);
  }
}

function nearlyNotes(difference: OutputDifference): CaseNotes {
  switch (difference.kind) {
    case 'letterCase':
      return { 'Differs in letter case only. The judge may accept this.': [] };
    case 'number':
      return { 'Equal within {0}. The judge may accept this.': [errorText(SMALL_ERROR)] };
    case 'blanks':
      return { 'Differs in spaces and line breaks only. The judge may accept this.': [] };
    case 'order':
      return { 'Contains the same words in another order. The judge may accept this.': [] };
    case 'severalAnswers':
      return { 'The problem has several right answers. The judge may accept this one.': [] };
    case 'word':
      return wrongNotes(difference);
  }
}

function wrongNotes({ line, expected, actual }: OutputDifference): CaseNotes {
  if (expected === null && actual === null)
    return { 'Line {0}: spaces or line breaks differ.': [String(line)] };
  if (actual === null)
    return { 'Line {0}: expected {1}, found nothing more.': [String(line), expected ?? ''] };
  if (expected === null) return { 'Line {0}: expected nothing more, found {1}.': [String(line), actual] };
  return { 'Line {0}: expected {1}, found {2}.': [String(line), expected, actual] };
}
