import assert from 'node:assert/strict';
import { errorMessage, errorStack } from '../../../src/base/log';

describe('An unknown error in words', () => {
  it('errorMessage gives the message of an error, and anything else as text', () => {
    assert.equal(errorMessage(new TypeError('no such file')), 'no such file');
    assert.equal(errorMessage('thrown text'), 'thrown text');
    assert.equal(errorMessage(undefined), 'undefined');
  });

  it('errorStack says where an error was thrown, and falls back to the message', () => {
    const error = new Error('no such file');
    assert.match(errorStack(error), /no such file\n\s+at .*errors\.test/);
    delete error.stack;
    assert.equal(errorStack(error), 'no such file');
    assert.equal(errorStack(null), 'null');
  });
});
