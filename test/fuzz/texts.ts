// Any text: a cleaned text contains no control characters or secrets in any encoding, and the time of cleaning is linear. A
// quick fix of a compiler is visible completely, or isn’t offered.
import '../unit/support/vscodeWords';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withoutEscapeSequences } from '../../src/base/escapeSequences';
import { prepareMessage } from '../../src/compiler';
import { isShowable } from '../../src/editor/diagnostics/quickFixes';
import { inMarkdown } from '../../src/editor/exchange/markdown';
import { sanitizeForUi } from '../../src/editor/labels/sanitizeText';
import { plainLines, plainText, rowDescription } from '../../src/results';
import { isLoopback, isPrivate, parseUrl } from '../../src/judges/address';
import { luogu } from '../support/profiles';
import { Redaction } from '../../src/judges/signIn/redaction';
import { awkward, awkwardText } from './characters';
import { isLinear } from './growth';
import { target } from './target';

const most = Number.MAX_SAFE_INTEGER;
const steers = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\p{Surrogate}]/u;

export const cleanedTexts = target('cleaned texts', fc.tuple(awkwardText, fc.nat(60)), ([text, limit]) => {
  const line = plainText(text, limit + 1);
  assert.ok(line.length <= limit + 1 && !steers.test(line) && !/[\t\n]/.test(line));
  assert.equal(plainText(line, limit + 1), line);
  const lines = plainLines(text);
  assert.ok(!steers.test(lines));
  assert.equal(plainLines(lines), lines);
  assert.ok(plainLines(text, limit + 1).length <= limit + 1);
  assert.ok(!/\$\(|\]\(/.test(sanitizeForUi(text)));
  // all readers count the lines of a message in the same way
  const ends = (one: string) => one.match(/\r\n?|\n/g)?.length ?? 0;
  assert.ok(ends(withoutEscapeSequences(text)) >= text.split('\n').length - 1);
  assert.equal(prepareMessage(text).split('\n').length, ends(prepareMessage(text)) + 1);
  assert.ok(!prepareMessage(text).includes('\x1b'));
});

const password = fc.string({ unit: 'grapheme', minLength: 6, maxLength: 20 });
const secret = fc
  .tuple(fc.constantFrom('', 'user:'), password)
  .filter(([, one]) => /^[^\s\p{C}:][^\p{C}:]*[^\s\p{C}:]$/u.test(one));
/** Encodings of a unit in HTML, chosen for each unit. */
const entities = [
  (character: string) =>
    character.replace(
      /[&<>"']/,
      (one) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[one] ?? 'apos'};`,
    ),
  (character: string) => `&#${character.codePointAt(0) ?? 0};`,
  (character: string) => `&#x${(character.codePointAt(0) ?? 0).toString(16)};`,
  (character: string) => `&#X${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(5, '0')};`,
];
/** Encodings of a character in a URL. */
const percents = [
  encodeURIComponent,
  (character: string) => encodeURIComponent(character).replace(/%../g, (one) => one.toLowerCase()),
  (character: string) =>
    [...new TextEncoder().encode(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  (character: string) => (/[%&]/.test(character) ? encodeURIComponent(character) : character),
];
/** Encodings of a unit in JSON. */
const escapes = [
  (unit: string) => JSON.stringify(unit).slice(1, -1),
  (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
  (unit: string) => (unit === '/' ? '\\/' : JSON.stringify(unit).slice(1, -1)),
];
type Write = (text: string, choices: readonly number[]) => string;
/** Encodes each part differently. */
const varied =
  (ways: readonly ((part: string) => string)[], parts: (text: string) => readonly string[]): Write =>
  (text, choices) =>
    parts(text)
      .map((part, at) => (ways[choices[at % choices.length] ?? 0] ?? String)(part))
      .join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');
/** Encodings of a text that a judge repeats. */
const writings: Readonly<Record<string, Write>> = {
  plain: (text) => text,
  JSON: varied(escapes, (text) => text.split('')),
  HTML: varied(entities, (text) => [...text]),
  'an address': varied(percents, (text) => [...text.toWellFormed()]),
};
const redacted = fc.record({
  secret,
  before: awkwardText,
  behind: awkwardText,
  choices: fc.array(fc.nat(3), { minLength: 1, maxLength: 20 }),
  layers: fc.array(fc.constantFrom(...Object.keys(writings)), { minLength: 1, maxLength: 3 }),
});

export const redactedTexts = target(
  'redacted texts',
  redacted,
  ({ secret: [user, word], before, behind, choices, layers }) => {
    const redaction = new Redaction();
    redaction.add(user + word);
    const quoted = (text: string) => JSON.stringify(text).slice(1, -1);
    const write = (text: string) =>
      layers.reduce((rest, layer) => (writings[layer] ?? writings.plain)?.(rest, choices) ?? rest, text);
    const parts = [word, user + word, base64(user + word), base64(user + word).replace(/=+$/, '')];
    for (const part of parts) {
      const form = write(part);
      // the text before it doesn’t begin an escape sequence that contains its first character
      const text = `${before} ${form}${behind}`;
      assert.ok(!redaction.text(text).includes(form), layers.join(', '));
      assert.ok(redaction.text(write(`${before} ${part}${behind}`)).includes('•••'), layers.join(' around '));
      assert.ok(!inMarkdown(redaction.value(text), most).includes(inMarkdown(form, most)));
      const inside = quoted(text);
      const json = redaction.json(`{"${inside}":["${inside}",1${word.replace(/\D/g, '')}]}`);
      const [[key = '', value] = []] = Object.entries(JSON.parse(json) as Record<string, [string, number]>);
      assert.ok(![key, value?.[0] ?? ''].some((one) => one.includes(form)), `${layers.join(', ')} in JSON`);
      assert.equal(value?.[1], Number(`1${word.replace(/\D/g, '')}`));
    }
    assert.equal(
      redaction.json(JSON.stringify(behind)),
      redaction.json(redaction.json(JSON.stringify(behind))),
    );
  },
  { cost: 10 },
);

export const replacements = target('offered replacements', awkwardText, (text) => {
  if (isShowable(text))
    assert.doesNotMatch(
      text.replaceAll('\t', ''),
      /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/u,
    );
});

const number = fc.oneof(fc.nat(255), fc.constantFrom(127, 0, 1, 2)).map((value) => value);
const host = fc.oneof(
  fc.tuple(number, number, number, number).map((parts) => parts.join('.')),
  fc
    .tuple(fc.constantFrom(127, 0x7f), number, number, number)
    .map((parts) => parts.map((part) => `0x${part.toString(16)}`).join('.')),
  fc.integer({ min: 0x7effff00, max: 0x80000100 }).map(String),
  fc
    .integer({ min: 0x7f000000, max: 0x7f000010 })
    .map((value) => `[::ffff:${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}]`),
  fc.constantFrom(
    'localhost',
    'LOCALHOST',
    'localhost.',
    '[::1]',
    '[::]',
    '[0::0:1]',
    'a.localhost',
    '127.1',
    '127.0.1',
    '①②⑦.0.0.1',
  ),
);

export const loopbackAddresses = target('loopback addresses', host, (name) => {
  const url = parseUrl(`http://${name}:1/`);
  if (!url) return;
  const isSpared = ['http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1'].includes(url.origin);
  assert.equal(isLoopback(url), isSpared);
  assert.equal(isPrivate(url), isSpared);
});

const redaction = new Redaction();
redaction.add('user:p&ss\\wørd');

/** All steps of preparing a text of a judge for display, without the length limits. */
export function clean(text: string): void {
  plainText(text, most);
  plainLines(text);
  prepareMessage(text);
  sanitizeForUi(text, most);
  inMarkdown(text, most);
  redaction.text(text);
  redaction.json(text);
  rowDescription({ ...unmeasured, description: text }, luogu.rules);
}

const unmeasured = { id: 1, status: 6, score: 0, time: 0, memory: 0, signal: 0, exitCode: 0 };

export const cleaningTimes = target(
  'time of cleaning',
  fc.array(awkward, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
  (text) => isLinear(text, clean),
  { cost: 400 },
);
