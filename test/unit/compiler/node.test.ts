import assert from 'node:assert/strict';
import { node } from '../../../src/compiler/toolchains/node';
import { describeKnown } from './known';
import { describeCases } from './cases';
import { told } from './told';

describe('node', () => {
  describeCases('node');

  describeKnown(node, ['a.js:12\nTypeError: x', '/tmp/a b.js:1\nx\nError', 'x\na.js:3\nNode.js v20']);

  it('leaves alone what only resembles its lines', () => {
    const known = '/tmp/a.js:3\nx\n^\nTypeError: known\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('node '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of [
      '/tmp/a.js:4\nx\n^\nno mistake',
      '/tmp/a.js:4:5\nx\n^\nTypeError: x',
      '/tmp/a.js:4\nx\ny\nTypeError: x',
      '/tmp/a.js:4\nx\n^\na TypeError: x',
      '/tmp/a.js:4\nx\n^\nTypeError x',
      '/tmp/a.js:4\nx\n^\n\n\n\nTypeError: x',
      '/tmp/a.js:4\nx\n^\ntypeError: x',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });
});
