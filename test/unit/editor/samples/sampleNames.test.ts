import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { isFree, sampleNames } from '../../../../src/editor/samples/sampleNames';
import { samplePairs } from '../../../../src/editor/samples/samplePairs';

const first = (program: string, existing: readonly string[], name: string) => {
  const [names] = sampleNames(program, existing, name).filter((one) => isFree(one, existing));
  return names && [names.input, names.expected];
};

describe('The names of a saved case', () => {
  it('contain the program’s name and the number of the case', () => {
    assert.deepEqual(first('a.cpp', ['a.cpp'], '4'), ['a.4.in', 'a.4.ans']);
    assert.deepEqual(first('P1001.cpp', ['P1001.cpp'], '2-1'), ['P1001.2-1.in', 'P1001.2-1.ans']);
    assert.deepEqual(first('two words.py', [], '1'), ['two words.1.in', 'two words.1.ans']);
  });

  it('contain nothing else of the judge’s text', () => {
    for (const name of ['–', '../4', '-4', '4/5', '', '1e9', '2-1-3', '1234567890'])
      assert.deepEqual(first('a.cpp', [], name), ['a.1.in', 'a.1.ans'], name);
  });

  it('are those of the existing samples, which would otherwise no longer be used', () => {
    for (const [program, existing, expected] of [
      ['a.cpp', ['1.in', '1.out'], ['4.in', '4.out']],
      ['a.cpp', ['sample1.in', 'sample1.ans', 'README.md'], ['4.in', '4.ans']],
      ['a.cpp', ['a1.in', 'a1.out'], ['a.4.in', 'a.4.out']],
      ['a.cpp', ['a1.in', 'a1.out', '1.in', '1.ans'], ['a.4.in', 'a.4.out']],
      ['a.cpp', ['1.in'], ['4.in', '4.ans']],
      ['a.cpp', ['test/sample-1.in', 'test/sample-1.out'], ['4.in', '4.out']],
      ['sum.cpp', ['SUM.IN', 'SUM.OUT'], ['sum.4.in', 'sum.4.out']],
      ['sum.cpp', ['sum.in.1', 'sum.out.1'], ['sum.4.in', 'sum.4.out']],
      // samples of another program
      ['a.cpp', ['ab.cpp', 'ab.in', 'ab.out'], ['a.4.in', 'a.4.ans']],
    ] as const)
      assert.deepEqual(first(program, existing, '4'), expected, existing.join());
  });

  it('are found as samples of the program, together with the existing ones', () => {
    for (const [program, existing] of [
      ['a.cpp', []],
      ['a.cpp', ['1.in', '1.out']],
      ['P100.cpp', ['P100-1.in', 'P100-1.ans']],
      ['a.cpp', ['b.cpp', 'b.in', 'b.out']],
    ] as const) {
      const before = samplePairs(program, existing).filter(({ input }) => !input.startsWith('b'));
      const names = first(program, existing, '4');
      const after = samplePairs(program, [...existing, ...(names ?? [])]);
      assert.equal(after.length, before.length + 1, program);
      assert.ok(
        after.some(({ input }) => input === names?.[0]),
        program,
      );
    }
  });

  it('are the next free ones, whatever the case and extension of the others', () => {
    assert.deepEqual(first('a.cpp', ['A.4.IN'], '4'), ['a.4-2.in', 'a.4-2.ans']);
    assert.deepEqual(first('a.cpp', ['a.4.out', 'a.4-2.ans', 'a.4-3.in'], '4'), ['a.4-4.in', 'a.4-4.ans']);
    assert.equal(sampleNames('a.cpp', [], '4').length, 200);
  });
});
