import assert from 'node:assert/strict';
import { freeProgramName, stemForProblem } from '../../../../src/editor/companion/programName';

describe('The name of a received problem’s program', () => {
  const cases: readonly (readonly [id: string | null, title: string, language: string, name: string])[] = [
    ['1850A', 'A. To My Critics', 'cpp', '1850A'],
    ['A-jugar-2048', '1052. A jugar 2048', 'cpp', 'A-jugar-2048'],
    [null, 'A + B Problem', 'cpp', 'A_B_Problem'],
    [null, "D. Caesar's Legions", 'cpp', 'D_Caesars_Legions'],
    ['A', 'Distance Code', 'cpp', 'Distance_Code'],
    [null, 'サボテンクエリ', 'cpp', 'サボテンクエリ'],
    [null, '../../../etc/passwd', 'cpp', 'etc_passwd'],
    [null, 'C:\\Windows\\win.ini', 'cpp', 'C_Windows_win_ini'],
    ['con', 'Con', 'python', 'con_'],
    [null, 'LPT1', 'cpp', 'LPT1_'],
    [null, '…', 'cpp', 'problem'],
    [null, '', 'cpp', 'problem'],
    [null, '-rf', 'cpp', 'rf'],
    ['1850A', '', 'java', '_1850A'],
    [null, 'A-B', 'java', 'A_B'],
    ['con', '', 'java', '_con'],
    [null, 'e\u0301tude', 'cpp', '\u00E9tude'],
  ];
  for (const [id, title, language, name] of cases) {
    it(`is ${name} for ${JSON.stringify([id, title, language])}`, () =>
      assert.equal(stemForProblem(id, title, language), name));
  }

  it('has at most 60 characters, and splits none', () => {
    const long = stemForProblem(null, '👩‍👩‍👧x𠮷'.repeat(1000), 'cpp');
    assert.ok(long.length <= 60 && long.isWellFormed(), long);
    assert.ok(stemForProblem(null, 'a'.repeat(1_000_000), 'java').length <= 60);
  });

  it('gets a number if it is taken, also in another case', () => {
    assert.equal(freeProgramName('1850A', '.cpp', []), '1850A.cpp');
    assert.equal(freeProgramName('1850A', '.cpp', ['1850a.CPP']), '1850A-2.cpp');
    assert.equal(freeProgramName('1850A', '.cpp', ['1850A.cpp', '1850A-2.cpp']), '1850A-3.cpp');
    assert.equal(freeProgramName('_1850A', '.java', ['_1850A.java']), '_1850A_2.java');
    assert.equal(
      freeProgramName('a'.repeat(60), '.cpp', [`${'a'.repeat(60)}.cpp`]),
      `${'a'.repeat(58)}-2.cpp`,
    );
  });
});
