import assert from 'node:assert/strict';
import { resultOf } from '../../../../../src/judges/adapters/shared/makeResult';

const compiled = (compileMessage: string | null) =>
  resultOf({ requestId: '1', status: 0, compileMessage }).envelope.data?.compile?.message ?? null;

describe('The compiler output of a result', () => {
  it('is none if it consists of separators only', () => {
    for (const text of ['===', '=====\n=====\n', ' = ']) assert.equal(compiled(text), null, text);
    assert.equal(compiled('=== main.cpp ==='), '=== main.cpp ===');
    assert.equal(compiled('='.repeat(1_000_000)), null);
    assert.equal(compiled(null), null);
  });
});
