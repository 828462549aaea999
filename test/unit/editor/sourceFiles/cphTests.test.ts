import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { withCphTest } from '../../../../src/editor/sourceFiles/cph';

const sample = { input: '4\n', expected: '"5"\n' };
const problem = {
  name: 'A. Sum',
  unknown: { b: [1.5, null], a: true },
  tests: [{ output: '3\n', id: 1700000000007, input: '1 2\n', later: 'x' }],
  srcPath: '/w/A.cpp',
};
const added = { id: 1700000000008, input: '4\n', output: '"5"\n' };

describe('A test added to a problem of cph', () => {
  it('is the last one, and nothing else changes', () => {
    const after = { ...problem, tests: [...problem.tests, added] };
    assert.equal(withCphTest(JSON.stringify(problem), sample), JSON.stringify(after));
    for (const indentation of [2, 4, '\t'])
      assert.equal(
        withCphTest(`${JSON.stringify(problem, null, indentation)}\n`, sample),
        `${JSON.stringify(after, null, indentation)}\n`,
      );
  });

  it('is the only one of a new problem', () => {
    const empty = '{"tests":[],"__proto__":{"x":1}}';
    assert.equal(
      withCphTest(empty, sample),
      '{"tests":[{"id":1,"input":"4\\n","output":"\\"5\\"\\n"}],"__proto__":{"x":1}}',
    );
  });

  it('isn’t written to a file that can’t be reproduced exactly', () => {
    for (const text of [
      '',
      '[]',
      'null',
      '{"tests": []}', // a blank that JSON.stringify doesn't write
      '{"tests":[],"n":1.0}',
      '{"tests":[],"n":12345678901234567890}',
      '{"tests":[],"tests":[]}',
      '{"tests":[{"id":"1","input":"","output":""}]}',
      '{"tests":[{"id":1,"input":1,"output":""}]}',
      '{"tests":[{"id":1e300,"input":"","output":""}]}',
      '{"tests":{}}',
      '{}',
    ])
      assert.equal(withCphTest(text, sample), null, text);
  });
});
