import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { compileView } from '../../../../src/editor/resultPanel/compileView';

function draw(message: string) {
  const drawn = compileView({ success: true, message, opt2: null });
  assert.ok(drawn);
  return drawn;
}

describe('Compiler output on the record page', () => {
  it('is cut off at a line end if it is long', () => {
    const line = `src:1:1: error: ${'x'.repeat(80)}\n`;
    const { view } = draw(line.repeat(2000));
    assert.equal(view.cut, true);
    assert.ok(view.text.length <= 64 * 1024);
    assert.ok(view.text.endsWith('x'));
    assert.equal(view.text.split('\n').at(-1), line.trimEnd());
  });

  it('is cut off even if it is a single line', () => {
    const { view } = draw('x'.repeat(1_000_000));
    assert.equal(view.cut, true);
    assert.equal(view.text.length, 64 * 1024);
  });
});
