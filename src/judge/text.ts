import { withoutEscapeSequences } from '../base/escapeSequences';
import type { Case } from './model';

/**
 * Text from a service made fit for display. A label, a log line or a terminal never gets a character that moves
 * the cursor, turns the reading direction or hides what follows.
 */

// marks, embeddings, overrides and isolates of the bidirectional algorithm, and what else is meant to be invisible
const steering =
  /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
// drawn as nothing, though some of it counts as letters; what chooses between pictures only behind something to draw
const unseen = /^(?:\u2800|\p{DI})+|\u2800|(?![\ufe00-\ufe0f])\p{DI}/gu;
const lineBreak = /[\t\n\v\f\r\x85\u2028\u2029]+/g;
const control = /[\0-\x1f\x7f-\x9f]/g;
const controlButLines = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/g;

/**
 * One line, fit for a label, a notice or a log: no control or bidirectional characters, breaks and tabs as one
 * space, at most `limit` UTF-16 units (an ellipsis included).
 */
export function plainText(text: string, limit = 300): string {
  return shortened(text, limit, (start) =>
    withoutEscapeSequences(start)
      .replace(lineBreak, ' ')
      .replace(control, '')
      .replace(steering, '')
      .toWellFormed()
      .trim(),
  );
}

/** Like `plainText`, but lines and tabs stay and the length is only bounded where `limit` says so. */
export function plainLines(text: string, limit = Number.POSITIVE_INFINITY): string {
  return shortened(text, limit, (start) =>
    withoutEscapeSequences(start)
      .replace(/\r\n?/g, '\n')
      .replace(controlButLines, '')
      .replace(steering, '')
      .toWellFormed(),
  );
}

/** Without letters, marks and signs that nobody sees, such as U+3164: a name made of them would look like none. */
export function withoutUnseen(text: string): string {
  return text.replace(unseen, '');
}

/**
 * A template (`Read {0}, expect {1}.`) with its parameters, each put in once: a parameter's own `{0}` stays. However often
 * it names them, the result is at most twice as long as all that was sent; an ellipsis tells that it was cut.
 */
export function filledTemplate(template: string, params: readonly string[]): string {
  const limit = 2 * params.reduce((sum, { length }) => sum + length, template.length);
  let text = '';
  let end = 0;
  for (const { 0: name, 1: number, index } of template.matchAll(/\{(\d{1,2})\}/g)) {
    text += template.slice(end, index) + (params[Number(number)] ?? name);
    end = index + name.length;
    if (text.length > limit) break;
  }
  text += template.slice(end);
  return text.length > limit ? `${cut(text, limit - 1)}…` : text;
}

/** Much longer text is cut before it is cleaned as well, so that the work is bounded by what is shown. */
function shortened(text: string, limit: number, clean: (text: string) => string): string {
  const start = cut(text, limit * 16 + 4096);
  const plain = clean(start);
  return plain.length > limit || start.length < text.length ? `${cut(plain, limit - 1)}…` : plain;
}

/** At most `limit` UTF-16 units, never half a surrogate pair. */
function cut(text: string, limit: number): string {
  const end = Math.max(0, Math.min(limit, text.length));
  const isThroughPair = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return text.slice(0, isThroughPair ? end - 1 : end);
}

/** Why a judge doesn't send a text that exists: it is too large to show, or contains bytes that aren't text. */
export type Omission = 'tooLarge' | 'binary';

/** What a program should have written, and what it wrote. */
export interface Outputs {
  /** all of it; else only the place where they differ, as a checker says it */
  readonly isWhole: boolean;
  readonly expected: string;
  readonly actual: string;
  /** of an output that is empty because the judge doesn't send it; absent: both outputs are complete */
  readonly omitted?: { readonly expected?: Omission; readonly actual?: Omission };
}

/** What the program was given; null: the service doesn't say. */
export function inputOf({ extra }: Pick<Case, 'extra'>): string | null {
  const { stdin } = extra ?? {};
  return typeof stdin === 'string' ? stdin : null;
}

/** Null: the service doesn't say both. */
export function outputsOf({ description, extra }: Pick<Case, 'description' | 'extra'>): Outputs | null {
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

/** Returns both outputs of a case if they can be compared. Null: they aren't known, or the judge doesn't send one of them. */
export function comparableOutputs(one: Pick<Case, 'description' | 'extra'>): Outputs | null {
  const outputs = outputsOf(one);
  return outputs?.omitted ? null : outputs;
}

/** Reads `omitted` of a case, which names the reason for each text. Null: the text isn't omitted. */
export function omissionIn(omitted: unknown, name: string): Omission | null {
  if (typeof omitted !== 'object' || omitted === null) return null;
  const reason = (omitted as Readonly<Record<string, unknown>>)[name];
  return reason === 'tooLarge' || reason === 'binary' ? reason : null;
}

/** Most characters of a description that are read: the sentence stands at its beginning. */
const longest = 2000;
/** The first part of each never contains the words that end it: otherwise each occurrence of them would be tried. */
const patterns = [
  // “On line 1 column 6, read 1, expected 3.”, “Read {0}, expect {1}.”
  /\bread (?<actual>(?:(?!, expect(?:ed)? ).){1,500}), expect(?:ed)? (?<expected>.{1,500}?)\.?$/im,
  // “expected: 'YES', found: 'NO'”
  /\bexpected:? '(?<expected>(?:(?!', found:? ').){0,500})', found:? '(?<actual>.{0,500}?)'(?![\w'])/i,
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
