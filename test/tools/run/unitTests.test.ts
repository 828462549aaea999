import assert from 'node:assert/strict';
import { testsForChange, unitTestFiles } from '../../run/unitTests';

describe('The unit tests run by npm run check', () => {
  const names = [
    'results/text',
    'results/text.property',
    'results/text.load',
    'records/store',
    'records/x.property',
  ];
  const tests = names.map((name) => `test/unit/${name}.test.ts`);

  it('include property tests and load tests only from changed folders', () => {
    for (const changed of [
      'src/results/text.ts',
      'test/unit/results/text.test.ts',
      'test/fixtures/results/a.json',
    ])
      assert.deepEqual(testsForChange(tests, [changed, 'README.md']), tests.slice(0, 4), changed);
    assert.deepEqual(testsForChange(tests, ['README.md']), [tests[0], tests[3]]);
  });

  it('include all tests outside a Git working tree', () => {
    assert.deepEqual(testsForChange(tests, null), tests);
  });

  it('include the tests in every folder', () => {
    const files = unitTestFiles();
    for (const name of [
      'compiler/golden',
      'editor/diagnostics/currentPositions',
      'records/readBack.property',
    ])
      assert.ok(files.includes(`test/unit/${name}.test.ts`), name);
  });
});
