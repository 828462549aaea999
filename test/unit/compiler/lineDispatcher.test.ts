import assert from 'node:assert/strict';
import { parseWith } from '../../../src/compiler/parse';
import type { LineTraits, Toolchain } from '../../../src/compiler/toolchain';

/** Returns the lines of `text` that are offered to a toolchain with these traits. */
function offered(lines: LineTraits | undefined, text: string): string[] {
  const seen: string[] = [];
  const listener: Toolchain = {
    name: 'listener',
    ...(lines ? { lines } : {}),
    detect: () => 1,
    open: (cursor) => () => {
      seen.push(cursor.content);
      return false;
    },
  };
  parseWith([listener], text);
  return seen;
}

describe('LineDispatcher', () => {
  const text = 'a.c:3: x\nb.cs(3,4): x\nerror: x\n错误: x\n\n  x';

  it('offers every line to a toolchain without traits', () => {
    assert.deepEqual(offered(undefined, text), text.split('\n'));
  });

  it('offers lines that begin with a location', () => {
    assert.deepEqual(offered({ location: true }, text), ['a.c:3: x']);
    assert.deepEqual(offered({ bracketLocation: true }, text), ['b.cs(3,4): x']);
  });

  it('doesn’t offer a location after a blank', () => {
    assert.deepEqual(
      offered({ location: true, bracketLocation: true }, ' a.c:3: x\n\ta.c:3: x\n b.cs(3,4): x'),
      [],
    );
  });

  it('offers lines that contain an ASCII or full-width colon', () => {
    assert.deepEqual(offered({ colon: true }, '错误：x\nx errors\nnote: x'), ['错误：x', 'note: x']);
  });

  it('offers lines that begin with a requested character or with any non-ASCII character', () => {
    assert.deepEqual(offered({ initials: 'e ' }, text), ['error: x', '  x']);
    assert.deepEqual(offered({ initials: 'é' }, text), ['错误: x']);
  });

  it('offers lines with any of several traits', () => {
    assert.deepEqual(
      offered({ location: true, bracketLocation: true, initials: 'e' }, text),
      text.split('\n').slice(0, 3),
    );
  });
});
