import assert from 'node:assert/strict';
import { errorMessage, errorStack } from '../../../src/base/log';

describe('Messages of unknown errors', () => {
  it('are returned by errorMessage: the message of an error, any other value as text', () => {
    assert.equal(errorMessage(new TypeError('no such file')), 'no such file');
    assert.equal(errorMessage('thrown text'), 'thrown text');
    assert.equal(errorMessage(undefined), 'undefined');
  });

  it('are returned by errorStack: the stack of an error, otherwise its message', () => {
    const error = new Error('no such file');
    assert.match(errorStack(error), /no such file\n\s+at .*errors\.test/);
    delete error.stack;
    assert.equal(errorStack(error), 'no such file');
    assert.equal(errorStack(null), 'null');
  });
});
