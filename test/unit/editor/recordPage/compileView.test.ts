import { speak } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { drawCompilation } from '../../../../src/editor/recordPage/recordView';
import type { Compilation } from '../../../../src/judge';

function draw(message: string | null, success: boolean | null = true) {
  const compilation: Compilation = { success, message, opt2: null };
  const drawn = drawCompilation(compilation);
  assert.ok(drawn);
  return drawn;
}

function linked(message: string): string[] {
  const { view } = draw(message);
  return view.links.map(({ start, end }) => view.text.slice(start, end));
}

describe('Compiler output on the record page', () => {
  before(() => speak('en'));

  it('links its positions, including the positions of notes', () => {
    const message = [
      '/tmp/c/src: In function int main():',
      "/tmp/c/src:6:1: error: expected '}' at end of input",
      '/tmp/c/src:4:12: note: to match this {',
      '/tmp/c/src:9:3: warning: unused variable n [-Wunused-variable]',
      '',
    ].join('\n');
    assert.deepEqual(linked(message), ['/tmp/c/src:6:1', '/tmp/c/src:4:12', '/tmp/c/src:9:3']);
    const { targets } = draw(message);
    assert.deepEqual(
      targets.map(({ diagnostic, note, messageLine }) => [
        (note ?? diagnostic).line,
        (note ?? diagnostic).column,
        messageLine,
      ]),
      [
        [6, 1, 1],
        [4, 12, 2],
        [9, 3, 3],
      ],
    );
  });

  it('links its positions even with colors and other line endings in between', () => {
    assert.deepEqual(
      linked('\u001b[01m/tmp/c/src:6:1:\u001b[0m error: no\r\n/tmp/c/src:7:2: error: no\r\n'),
      ['/tmp/c/src:6:1', '/tmp/c/src:7:2'],
    );
  });

  it('has the number of errors and warnings in its title', () => {
    const { view } = draw('src:1:1: error: a\nsrc:2:1: error: b\nsrc:3:1: warning: c\n', false);
    assert.equal(view.title, 'Compilation failed · 2 errors · 1 warning');
  });

  it('is cut at the end of a line if the output is long', () => {
    const line = `src:1:1: error: ${'x'.repeat(80)}\n`;
    const { view } = draw(line.repeat(2000));
    assert.equal(view.cut, true);
    assert.ok(view.text.length <= 64 * 1024);
    assert.ok(view.text.endsWith('x'));
    assert.equal(view.text.split('\n').at(-1), line.trimEnd());
  });

  it('is cut even if the output is a single line', () => {
    const { view } = draw('x'.repeat(1_000_000));
    assert.equal(view.cut, true);
    assert.equal(view.text.length, 64 * 1024);
  });

  it('contains no control characters', () => {
    assert.equal(draw('a\u202eb\u0000c\n').view.text, 'abc');
  });

  it('is empty without output', () => {
    assert.equal(draw(null).view.text, '');
    assert.deepEqual(draw('').view.links, []);
    assert.equal(drawCompilation(null), null);
  });
});
