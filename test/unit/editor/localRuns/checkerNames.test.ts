import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { helperNames } from '../../../../src/editor/localRuns/checkerNames';

const names = (program: string, ...others: readonly string[]) => helperNames(program, [program, ...others]);

describe('The checker and the interactor of a program', () => {
  it('are the only ones in its folder', () => {
    assert.deepEqual(names('A.cpp', 'checker.py', 'interactor.cpp', '1.in'), {
      checker: 'checker.py',
      interactor: 'interactor.cpp',
    });
    for (const checker of ['check.cpp', 'chk.cpp', 'Checker.java'])
      assert.equal(names('A.cpp', checker).checker, checker);
    assert.deepEqual(names('A.cpp', 'checker.txt', 'interactor.exe'), { checker: null, interactor: null });
  });

  it('may belong to another problem if the folder has several', () => {
    assert.deepEqual(names('A.cpp', 'B.cpp', 'checker.cpp'), { checker: null, interactor: null });
    assert.equal(names('A.cpp', 'A_slow.cpp', 'A2.py', 'checker.cpp').checker, 'checker.cpp');
    assert.equal(names('A_slow.cpp', 'A.cpp', 'checker.cpp').checker, 'checker.cpp');
  });

  it('are found by the name of their program', () => {
    const folder = ['B.cpp', 'A.checker.cpp', 'B-interactor.py', 'checker.cpp'];
    assert.deepEqual(names('A.cpp', ...folder), { checker: 'A.checker.cpp', interactor: null });
    assert.deepEqual(helperNames('B.cpp', ['A.cpp', ...folder]), {
      checker: null,
      interactor: 'B-interactor.py',
    });
  });

  it('aren’t the program itself', () => {
    assert.deepEqual(names('checker.cpp'), { checker: null, interactor: null });
  });
});
