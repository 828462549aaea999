import type { Case } from './model';
import { filledTemplate } from './text';

/** What a program should have written, and what it wrote. */
export interface Outputs {
  /** all of it; else only the place where they differ, as a checker says it */
  readonly isWhole: boolean;
  readonly expected: string;
  readonly actual: string;
}

/** Null: the service doesn't say both. */
export function outputsOf({ description, extra }: Pick<Case, 'description' | 'extra'>): Outputs | null {
  const { expected, stdout, template, params } = extra ?? {};
  if (typeof expected === 'string')
    return { isWhole: true, expected, actual: typeof stdout === 'string' ? stdout : '' };
  if (typeof template !== 'string' || !Array.isArray(params)) return saidIn(description ?? '');
  // what stands for a parameter may itself read like the sentence around it
  const said = saidIn(template);
  const texts = params.map((param, index) => String(param ?? `{${index}}`));
  return (
    said && {
      isWhole: false,
      expected: filledTemplate(said.expected, texts),
      actual: filledTemplate(said.actual, texts),
    }
  );
}

/** Most characters of a description that are read: the sentence stands at its beginning. */
const longest = 2000;
const patterns = [
  // “On line 1 column 6, read 1, expected 3.”, “Read {0}, expect {1}.”
  /\bread (?<actual>.{1,500}?), expect(?:ed)? (?<expected>.{1,500}?)\.?$/im,
  // “expected: 'YES', found: 'NO'”
  /\bexpected:? '(?<expected>.{0,500}?)', found:? '(?<actual>.{0,500}?)'(?![\w'])/i,
  // “expected 3, found 4 [1st token]”
  /\bexpected (?<expected>[^\s,]{1,500}), found (?<actual>[^\s,]{1,500})/i,
];

function saidIn(text: string): Outputs | null {
  const start = text.slice(0, longest);
  for (const pattern of patterns) {
    const { expected, actual } = pattern.exec(start)?.groups ?? {};
    if (expected !== undefined && actual !== undefined) return { isWhole: false, expected, actual };
  }
  return null;
}
