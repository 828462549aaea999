import assert from 'node:assert/strict';
import { errorMessage, errorStack } from '../../../src/base/log';

describe('messages of unknown errors', () => {
  it('errorMessage returns the message of an error, and other values as text', () => {
    assert.equal(errorMessage(new TypeError('no such file')), 'no such file');
    assert.equal(errorMessage('thrown text'), 'thrown text');
    assert.equal(errorMessage(undefined), 'undefined');
  });

  it('errorStack returns the stack of an error, or its message', () => {
    const error = new Error('no such file');
    assert.match(errorStack(error), /no such file\n\s+at .*errors\.test/);
    delete error.stack;
    assert.equal(errorStack(error), 'no such file');
    assert.equal(errorStack(null), 'null');
  });
});
