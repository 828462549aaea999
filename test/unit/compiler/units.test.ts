import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type * as UnitsModule from '../../../src/compiler/units';

const require = createRequire(__filename);
const file = require.resolve('../../../src/compiler/units');

/** The module as it is where there is no `Buffer`: in a web worker. */
function withoutBuffer(): typeof UnitsModule {
  const known = require.cache[file];
  const { Buffer } = globalThis;
  try {
    delete require.cache[file];
    // no function: as good as none to the module, but what loads it can go on using it
    globalThis.Buffer = Object.create(Buffer) as typeof Buffer;
    return require(file) as typeof UnitsModule;
  } finally {
    globalThis.Buffer = Buffer;
    if (known) require.cache[file] = known;
  }
}

describe('the units of a text', () => {
  const texts = ['', 'a', 'plain\n', '中文😀\ud800', 'x'.repeat(8191), 'é'.repeat(8192), '中'.repeat(20_000)];
  const modules: [string, typeof UnitsModule][] = [
    ['with Buffer', require(file) as typeof UnitsModule],
    ['without it', withoutBuffer()],
  ];

  for (const [name, { borrowUnits, unitsOf }] of modules) {
    it(`are those that a string has, ${name}`, () => {
      for (const text of texts) {
        const expected = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
        assert.deepEqual([...unitsOf(text)], expected);
        assert.deepEqual([...borrowUnits(text)], expected);
      }
    });
  }

  it('are borrowed for one text at a time where it is short', () => {
    const { borrowUnits } = modules[0]?.[1] as typeof UnitsModule;
    const first = borrowUnits('abc');
    borrowUnits('xyz');
    assert.deepEqual(
      [...first],
      [...'xyz'].map((letter) => letter.charCodeAt(0)),
    );
    const long = borrowUnits('x'.repeat(65_537));
    borrowUnits('abc');
    assert.equal(long[0], 0x78);
  });

  it('hold digits and numbers', () => {
    const { isDigit, numberAt, unitsOf } = modules[0]?.[1] as typeof UnitsModule;
    assert.deepEqual(
      [...'/09:a'].map((letter) => isDigit(letter.charCodeAt(0))),
      [false, true, true, false, false],
    );
    assert.equal(isDigit(undefined), false);
    assert.equal(numberAt(unitsOf('a1234567890b'), 1, 10), 123456789);
  });
});
