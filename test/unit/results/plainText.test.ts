import assert from 'node:assert/strict';
import fc from 'fast-check';
import { filledTemplate, joinedSentences, plainLines, plainText } from '../../../src/results';
import { isLinear } from '../../fuzz/growth';

/** Any UTF-16 unit, including lone surrogates. Relevant ones are more frequent. */
const utf16 = fc.oneof(
  fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  fc.constantFrom('\x1b', '[', ']', 'm', '\x07', '\\', '\u202e', '\x9b', '\ud83d', '\ude00', ' ', 'a'),
);

describe('joinedSentences', () => {
  it('separates texts that don’t end like a sentence', () => {
    const found = joinedSentences(['Checker: 3 away', 'Stack overflow.', '输出正确。', 'Written: a.']);
    assert.equal(found, 'Checker: 3 away · Stack overflow. 输出正确。 Written: a.');
    assert.equal(joinedSentences([]), '');
  });
});

describe('plainText', () => {
  it('removes line breaks, tabs, control and bidirectional characters, and lone surrogates', () => {
    assert.equal(plainText(' a\r\n\tb\0c\x7f\x85d\u2028e '), 'a bc de'.replace('bc d', 'bc d '));
    assert.equal(plainText('\u202eabc\u2066d\u200f\u061c\u200b\ufeff'), 'abcd');
    assert.equal(plainText('\ud800x\udc00'), '\ufffdx\ufffd');
    assert.equal(plainText('tag\u{e0041}s'), 'tags');
    assert.equal(plainText('a\vb\fc'), 'a b c');
  });

  it('keeps ordinary text in any language', () => {
    for (const text of ['评测通过', 'naïve', '👩‍💻 ok', 'שלום', 'a\u0301', '</script> $(error) [x](y)']) {
      assert.equal(plainText(text), text);
    }
  });

  it('cuts at the limit without splitting a surrogate pair', () => {
    assert.equal(plainText('abcdef', 4), 'abc…');
    assert.equal(plainText('abcd', 4), 'abcd');
    assert.equal(plainText('ab😀def', 4), 'ab…');
    assert.equal(plainText('ab\u{10000}def', 4), 'ab…');
    assert.equal(plainText('ab\u{10ffff}def', 4), 'ab…');
    assert.equal(plainText('ab\ue000def', 4), 'ab\ue000…');
    assert.equal(plainText('ab\ud83d', 4), 'ab\ufffd');
    // removed characters count only up to a bound
    assert.equal(plainText(`${'\0'.repeat(4159)}x`, 4), 'x');
    assert.equal(plainText(`${'\0'.repeat(4160)}x`, 4), '…');
    assert.equal(plainText('x'.repeat(1e6)).length, 300);
    assert.equal(plainText('\x1b'.repeat(1e6), 10).length, 1);
  });

  it('returns a plain line for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: utf16 }), fc.integer({ min: 1, max: 50 }), (text, limit) => {
        const plain = plainText(text, limit);
        assert.ok(plain.length <= limit);
        assert.doesNotMatch(plain, /[\0-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/);
        assert.doesNotMatch(plain, /\p{Surrogate}/u);
        assert.equal(plainText(plain, limit), plain);
      }),
      { numRuns: 500 },
    );
  });
});

describe('plainLines', () => {
  it('keeps line breaks and tabs, and removes other control characters', () => {
    assert.equal(plainLines('a\r\n\tb\rc\0\u202e\x1b[1md\n'), 'a\n\tb\ncd\n');
    assert.equal(plainLines('\ud800x'), '\ufffdx');
  });

  it('cuts text only if there is a limit', () => {
    assert.equal(plainLines('x'.repeat(1e6)).length, 1e6);
    assert.equal(plainLines('abcdef', 4), 'abc…');
    assert.equal(plainLines('abcd', 4), 'abcd');
  });
});

describe('filledTemplate', () => {
  it('replaces each parameter once, and keeps names without a parameter', () => {
    assert.equal(filledTemplate('{0} {11} {1} {111} {a}', ['{1}', 'b']), '{1} {11} b {111} {a}');
    assert.equal(filledTemplate('no parameters', []), 'no parameters');
    assert.equal(filledTemplate('', ['x']), '');
  });

  it('is cut off beyond twice the length of template and parameters, between two characters', () => {
    assert.equal(filledTemplate('{0}{0}{0}', ['x'.repeat(18)]), 'x'.repeat(54));
    assert.equal(filledTemplate('{0}{0}{0}', ['x'.repeat(19)]), `${'x'.repeat(55)}…`);
    assert.equal(filledTemplate('{0}{0}{0}-', ['😀'.repeat(10)]), `${'😀'.repeat(29)}…`);
  });

  it('takes no more time for a very long result', () => {
    const read = (text: string) => filledTemplate(text, [text]);
    isLinear('{0}', read);
  });
});
