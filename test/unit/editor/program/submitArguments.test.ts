import assert from 'node:assert/strict';
import { isProblemId } from '../../../../src/editor/shared/problemIds';
import { readSubmitArguments } from '../../../../src/editor/program/sourceToSubmit';

describe('The arguments for “Submit”', () => {
  const nothing = { file: null, problemId: null, language: null, optimise: null };

  it('may be missing', () => {
    assert.deepEqual(readSubmitArguments(undefined), nothing);
    assert.deepEqual(readSubmitArguments({}), nothing);
  });

  it('may be a file from a menu, or its URI', () => {
    const uri = { scheme: 'file', path: '/a.cpp', toString: () => 'file:///a.cpp' };
    assert.deepEqual(readSubmitArguments(uri), { ...nothing, file: 'file:///a.cpp' });
    assert.deepEqual(readSubmitArguments('file:///a.cpp'), { ...nothing, file: 'file:///a.cpp' });
  });

  it('may contain file, problem, language, and optimization', () => {
    const all = {
      file: 'file:///a.cpp',
      problemId: 'P1001',
      language: 'cxx/17/gcc',
      optimise: false,
    };
    assert.deepEqual(readSubmitArguments(all), all);
    const named = { ...nothing, language: 'C++20 / g++' };
    assert.deepEqual(readSubmitArguments(named), named);
  });

  it('are rejected if any part is invalid', () => {
    const wrong: readonly unknown[] = [
      7,
      'P1001',
      [],
      { problemId: 'P1001\n--x' },
      { problemId: '../record/1' },
      { problemId: 'a'.repeat(65) },
      { problemId: 1001 },
      { language: 'cxx  17' },
      { language: ' cxx' },
      { language: { toString: () => 'cxx' } },
      { optimise: 'yes' },
      { file: '/etc/passwd' },
      { file: {} },
      { file: { scheme: 'file', path: '/a', toString: () => 7 } },
    ];
    for (const one of wrong) assert.equal(readSubmitArguments(one), null, JSON.stringify(one));
  });
});

describe('isProblemId', () => {
  it('accepts letters and digits, and rejects IDs that would change the path of a URL', () => {
    for (const id of ['P1001', 'CF1A', 'AT_abc001_a', '1', '题目1']) assert.ok(isProblemId(id), id);
    for (const id of ['', '.', '..', '../x', 'a/b', 'a b', 'a?b', 'a#b', '\u202eP1', '-x']) {
      assert.ok(!isProblemId(id), id);
    }
  });
});
