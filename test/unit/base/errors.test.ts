import assert from 'node:assert/strict';
import { errorMessage, errorStack } from '../../../src/base/log';

describe('The text of an unknown error', () => {
  it('is the error’s message, or any other value as text, in errorMessage', () => {
    assert.equal(errorMessage(new TypeError('no such file')), 'no such file');
    assert.equal(errorMessage('thrown text'), 'thrown text');
    assert.equal(errorMessage(undefined), 'undefined');
  });

  it('is the error’s stack, or otherwise its message, in errorStack', () => {
    const error = new Error('no such file');
    assert.match(errorStack(error), /no such file\n\s+at .*errors\.test/);
    delete error.stack;
    assert.equal(errorStack(error), 'no such file');
    assert.equal(errorStack(null), 'null');
  });
});
