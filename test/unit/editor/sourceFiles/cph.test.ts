import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { cphProblemOf, isCphFileOf } from '../../../../src/editor/sourceFiles/cph';

const hash = '0123456789abcdef0123456789abcdef';
const program = { path: '/home/me/A.cpp', name: 'A.cpp' };
const problem = (more: object = {}) =>
  JSON.stringify({
    name: 'A. Sum',
    url: 'https://codeforces.com/x',
    interactive: false,
    group: 'g',
    local: false,
    memoryLimit: 256,
    timeLimit: 1000,
    srcPath: program.path,
    tests: [{ input: '1 2\n', output: '3\n', id: 1 }],
    ...more,
  });

describe('Samples stored by cph', () => {
  it('are found in a file with the program’s name, with and without a dot', () => {
    assert.ok(isCphFileOf('A.cpp', `.A.cpp_${hash}.prob`));
    assert.ok(isCphFileOf('A.cpp', `A.cpp_${hash}.prob`));
    for (const name of [
      `.B.cpp_${hash}.prob`,
      `.A.cpp_${hash}.json`,
      `.A.cpp_x${hash}.prob`,
      '.A.cpp.prob',
    ]) {
      assert.ok(!isCphFileOf('A.cpp', name), name);
    }
  });

  it('include the problem’s limits', () => {
    assert.deepEqual(cphProblemOf(program, [problem()]), {
      samples: [{ input: '1 2\n', expected: '3\n' }],
      time: 1000,
      memory: 256 * 1024,
      files: null,
      isInteractive: false,
      index: 0,
    });
    const without = problem({ memoryLimit: 'much', timeLimit: -1 });
    assert.deepEqual(cphProblemOf(program, [without]), {
      samples: [{ input: '1 2\n', expected: '3\n' }],
      time: null,
      memory: null,
      files: null,
      isInteractive: false,
      index: 0,
    });
  });

  it('include the files that the problem uses', () => {
    const streams = { input: { type: 'file', fileName: 'sum.in' }, output: { type: 'stdout' } };
    assert.deepEqual(cphProblemOf(program, [problem(streams)])?.files, { input: 'sum.in', output: null });
    assert.equal(cphProblemOf(program, [problem({ input: 'sum.in' })])?.files, null);
  });

  it('belong to this program, not to another program with the same name', () => {
    const other = problem({ srcPath: '/elsewhere/A.cpp', tests: [] });
    assert.equal(cphProblemOf(program, [other]), null);
    assert.equal(cphProblemOf(program, [other, problem()])?.samples.length, 1);
    const named = problem({ srcPath: 'A.cpp' });
    assert.equal(cphProblemOf(program, [other, named])?.samples.length, 1);
    // With two of them, the right one is unknown.
    assert.equal(cphProblemOf(program, [named, named]), null);
  });

  it('are ignored in an invalid file', () => {
    const bad = ['', '{', '[]', '{"srcPath":"A.cpp"}', problem({ tests: [{ input: 1, output: 2 }] })];
    for (const text of bad) assert.equal(cphProblemOf(program, [text]), null, text);
  });

  it('may be those of an interactive problem', () => {
    assert.equal(cphProblemOf(program, [problem({ interactive: true })])?.isInteractive, true);
  });

  it('are found on Windows, whatever the case of the drive letter', () => {
    const windows = { path: 'c:\\a\\A.cpp', name: 'A.cpp' };
    assert.ok(cphProblemOf(windows, [problem({ srcPath: 'C:\\a\\A.cpp' })]));
  });
});
