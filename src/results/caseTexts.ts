import { bytesFromBase64 } from '../base/base64';
import { filledTemplate } from './plainText';
import { dialogOf } from './dialog';
import type { Case } from './model';

/**
 * Why a judge doesn't send an existing text: it is too large to show, contains bytes that aren't text, or the judge never
 * sends such texts.
 */
export type Omission = 'tooLarge' | 'binary' | 'notSent';

/** The expected and the actual output of a program. */
export interface Outputs {
  /** true: complete outputs; false: only the first difference, as quoted in the checker's message */
  readonly isWhole: boolean;
  readonly expected: string;
  readonly actual: string;
  /** why the judge doesn't send an output, which is then empty here; absent: the judge sends both */
  readonly omitted?: { readonly expected?: Omission; readonly actual?: Omission };
}

/** Returns the input of a case. Null: the judge doesn't send it. */
export function inputOf({ extra }: Pick<Case, 'extra'>): string | null {
  const { stdin } = extra ?? {};
  return typeof stdin === 'string' ? stdin : null;
}

/** Returns the error output of a case. Null: the judge doesn't send it, or it is empty. */
export function errorOutputOf({ extra }: Pick<Case, 'extra'>): string | null {
  const { stderr } = extra ?? {};
  return typeof stderr === 'string' && stderr.trim() !== '' ? stderr : null;
}

/** The input or the expected output of a case, as far as the judge sends it. */
export type CaseText =
  | { readonly kind: 'whole'; readonly text: string }
  /** only its beginning */
  | { readonly kind: 'shortened' }
  | { readonly kind: 'omitted'; readonly why: Omission }
  | { readonly kind: 'unknown' };

/** Returns the input or the expected output of a case. `extra.shortened` lists the texts that were cut. */
export function caseText({ extra }: Pick<Case, 'extra'>, name: 'stdin' | 'expected'): CaseText {
  const text = extra?.[name];
  if (typeof text === 'string') {
    const shortened = extra?.['shortened'];
    return Array.isArray(shortened) && shortened.includes(name)
      ? { kind: 'shortened' }
      : { kind: 'whole', text };
  }
  const why = omissionIn(extra?.['omitted'], name);
  return why ? { kind: 'omitted', why } : { kind: 'unknown' };
}

/**
 * Returns the bytes of the input or the expected output of a case if they differ from the text's UTF-8, as they do in
 * files with another encoding. Null: they don't.
 */
export function caseBytes({ extra }: Pick<Case, 'extra'>, name: 'stdin' | 'expected'): Uint8Array | null {
  const encoded = extra?.[`${name}Bytes`];
  return typeof encoded === 'string' ? bytesFromBase64(encoded) : null;
}

/**
 * Returns both outputs of a case, if necessary from the checker's message. Null: they aren't known, or the output is a part
 * of a dialog, in which another output may be right.
 */
export function outputsOf({ description, extra }: Pick<Case, 'description' | 'extra'>): Outputs | null {
  if (dialogOf({ extra })) return null;
  const { expected, stdout, omitted, template, params } = extra ?? {};
  const expectedOmission = omissionIn(omitted, 'expected');
  const actualOmission = omissionIn(omitted, 'stdout');
  if (typeof expected === 'string' || expectedOmission) {
    return {
      isWhole: true,
      expected: typeof expected === 'string' ? expected : '',
      actual: typeof stdout === 'string' ? stdout : '',
      ...(expectedOmission || actualOmission
        ? {
            omitted: {
              ...(expectedOmission ? { expected: expectedOmission } : {}),
              ...(actualOmission ? { actual: actualOmission } : {}),
            },
          }
        : {}),
    };
  }
  if (typeof template !== 'string' || !Array.isArray(params)) return quotedOutputs(description ?? '');
  // searches the template before filling it: a parameter may itself contain text like `expected`
  const quoted = quotedOutputs(template);
  const texts = params.map((param, index) => String(param ?? `{${index}}`));
  return (
    quoted && {
      isWhole: false,
      expected: filledTemplate(quoted.expected, texts),
      actual: filledTemplate(quoted.actual, texts),
    }
  );
}

/** Returns both outputs of a case if they can be compared. Null: they aren't known, or the judge omits one of them. */
export function comparableOutputs(testCase: Pick<Case, 'description' | 'extra'>): Outputs | null {
  const outputs = outputsOf(testCase);
  return outputs?.omitted ? null : outputs;
}

/** Returns why the text `name` is omitted. `omitted` is the field of a case. Null: the text isn't omitted. */
export function omissionIn(omitted: unknown, name: string): Omission | null {
  if (typeof omitted !== 'object' || omitted === null) return null;
  const reason = (omitted as Readonly<Record<string, unknown>>)[name];
  return reason === 'tooLarge' || reason === 'binary' || reason === 'notSent' ? reason : null;
}

/** Maximum number of characters that are searched: checkers put the outputs at the beginning of their message. */
const MAX_SEARCHED_LENGTH = 2000;
/**
 * Messages that contain both outputs. The first group of each pattern can't contain the text that follows it, because
 * backtracking would then try each occurrence of that text.
 */
const outputPatterns = [
  // “On line 1 column 6, read 1, expected 3.”, “Read {0}, expect {1}.”
  /\bread (?<actual>(?:(?!, expect(?:ed)? ).){1,500}), expect(?:ed)? (?<expected>.{1,500}?)\.?$/im,
  // “expected: 'YES', found: 'NO'”
  /\bexpected:? '(?<expected>(?:(?!', found:? ').){0,500})', found:? '(?<actual>.{0,500}?)'(?![\w'])/i,
  // “expected 3, found 4 [1st token]”
  /\bexpected (?<expected>[^\s,]{1,500}), found (?<actual>[^\s,]{1,500})/i,
];

/** Finds the outputs that a checker's message quotes. Null: none. */
function quotedOutputs(text: string): Outputs | null {
  const start = text.slice(0, MAX_SEARCHED_LENGTH);
  for (const pattern of outputPatterns) {
    const { expected, actual } = pattern.exec(start)?.groups ?? {};
    if (expected !== undefined && actual !== undefined) return { isWhole: false, expected, actual };
  }
  return null;
}
