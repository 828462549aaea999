import assert from 'node:assert/strict';
import { Remembered } from '../../../src/compiler/gnu/remembered';
import { unitsOf } from '../../../src/compiler/units';

const colon = ':'.charCodeAt(0);

/** Which of these files are known at the beginning of each line, when each is remembered once it was new. */
function knownFiles(...files: readonly string[]): (string | undefined)[] {
  const text = files.map((file) => `${file}:1:2: error: x\n`).join('');
  const units = unitsOf(text);
  const remembered = new Remembered<string>();
  let start = 0;
  return files.map((file) => {
    const known = remembered.findBefore(units, start, colon);
    if (known) assert.equal(known.length, file.length);
    else remembered.remember(start, start + file.length, file);
    start = text.indexOf('\n', start) + 1;
    return known?.value;
  });
}

describe('the files of a message that need not be read again', () => {
  it('are those that stood in it just before', () => {
    assert.deepEqual(knownFiles('a.c', 'a.c', 'lib/a.h', 'a.c', 'lib/a.h'), [
      undefined,
      'a.c',
      undefined,
      'a.c',
      'lib/a.h',
    ]);
  });

  it('are none that only begin or end alike', () => {
    const files = ['a.c', 'a.cc', 'a', 'b.c', 'lib/a.c'];
    assert.deepEqual(knownFiles(...files), Array(5).fill(undefined));
  });

  it('are the last four', () => {
    const files = ['a.c', 'b.c', 'c.c', 'd.c'];
    assert.deepEqual(knownFiles(...files, ...files).slice(4), files);
    assert.deepEqual(knownFiles(...files, 'e.c', 'b.c', 'a.c').slice(4), [undefined, 'b.c', undefined]);
  });
});
