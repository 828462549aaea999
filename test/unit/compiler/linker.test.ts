import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';
import { casesOf, describeCases } from './cases';

describe('linkers', () => {
  describeCases('linker');

  it('hang what gold explains on what it is about', () => {
    const [found] = casesOf('linker').filter(({ name }) => name === 'linker-gold-1');
    const explained = parseCompilerOutput(found?.message ?? '').filter(({ related }) => related.length > 0);
    assert.deepEqual(
      explained.map(({ line, related }) => [line, related.map(({ message }) => message)]),
      [
        [null, ['previous definition here']],
        [8, ['the vtable symbol may be undefined because the class is missing its key function']],
      ],
    );
  });
});
