import { withoutEscapeSequences } from '../base/escapeSequences';

/*
 * Makes text from a judge safe for labels, logs and terminals: removes characters that move the cursor, change the
 * reading direction, or hide other text.
 */

// marks, embeddings, overrides and isolates of the bidirectional algorithm, and other control characters without a
// width
const directionControls =
  /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
// Invisible characters, some of which are letters. U+FE00 to U+FE0F are removed only at the beginning, because they select
// the form of a visible character before them. Other variation selectors are always removed.
const invisible = /^(?:\u2800|\p{DI})+|\u2800|(?![\ufe00-\ufe0f])\p{DI}/gu;
const lineBreak = /[\t\n\v\f\r\x85\u2028\u2029]+/g;
const control = /[\0-\x1f\x7f-\x9f]/g;
const controlExceptLines = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/g;

/**
 * Returns one line for a label, a notice or a log. Removes control and bidirectional characters, and replaces line
 * breaks and tabs with one space. Returns at most `limit` UTF-16 units, including an ellipsis if the text was cut.
 */
export function plainText(text: string, limit = 300): string {
  return shortened(text, limit, (start) =>
    withoutEscapeSequences(start)
      .replace(lineBreak, ' ')
      .replace(control, '')
      .replace(directionControls, '')
      .toWellFormed()
      .trim(),
  );
}

/** Like `plainText`, but keeps line breaks, tabs, and spaces at both ends. Without `limit` the text isn't cut. */
export function plainLines(text: string, limit = Number.POSITIVE_INFINITY): string {
  return shortened(text, limit, (start) =>
    withoutEscapeSequences(start)
      .replace(/\r\n?/g, '\n')
      .replace(controlExceptLines, '')
      .replace(directionControls, '')
      .toWellFormed(),
  );
}

/** Removes invisible characters such as U+3164. A name that consists of them would look empty. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '');
}

/**
 * Fills a template (`Read {0}, expect {1}.`) with its parameters. A `{0}` inside a parameter stays. The result is cut,
 * with an ellipsis, to twice the length of the template and its parameters, because a template can repeat them.
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

/** Cleans a text and cuts it to `limit`. Also cuts very long text before cleaning it, so `limit` bounds the work. */
function shortened(text: string, limit: number, clean: (text: string) => string): string {
  const start = cut(text, limit * 16 + 4096);
  const plain = clean(start);
  return plain.length > limit || start.length < text.length ? `${cut(plain, limit - 1)}…` : plain;
}

/** Cuts a text to at most `limit` UTF-16 units, without splitting a surrogate pair. */
function cut(text: string, limit: number): string {
  const end = Math.max(0, Math.min(limit, text.length));
  const isThroughPair = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return text.slice(0, isThroughPair ? end - 1 : end);
}

/** Joins sentences. One that doesn't end like a sentence, such as a checker's message, is separated with ` · `. */
export function joinedSentences(sentences: readonly string[]): string {
  return sentences.reduce(
    (all, next) => (all === '' ? next : `${all}${/[.!?…。！？]$/u.test(all) ? ' ' : ' · '}${next}`),
    '',
  );
}
