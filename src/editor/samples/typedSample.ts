import type { SampleTexts } from '../../resultPage/samplePage/messages';
import { withLineFeeds } from '../../records';
import type { InputSample } from './findSamples';

/** Returns the texts that the page shows. `sample`: null: a new one */
export function textsOf(sample: InputSample | null): SampleTexts {
  return { input: sample?.input ?? '', expected: sample?.expected ?? '' };
}

/** Returns the texts of the page as a sample. Null: both are empty */
export function typedSample({ input, expected }: SampleTexts): InputSample | null {
  if (input === '' && expected === '') return null;
  return { input: asFileText(input), expected: expected === '' ? null : asFileText(expected) };
}

/**
 * Returns whether the user changed a sample. Ignores its line breaks and the end of its last line, which the page doesn't
 * keep. `stored`: null: a new one
 */
export function hasChanges(stored: InputSample | null, texts: SampleTexts): boolean {
  const typed = typedSample(texts);
  const before = typedSample(textsOf(stored));
  return typed !== null && (typed.input !== before?.input || typed.expected !== before.expected);
}

/** Returns the text with line feeds, and with one at the end. */
export function asFileText(typed: string): string {
  const text = withLineFeeds(typed);
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
