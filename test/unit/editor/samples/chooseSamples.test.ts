import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { chooseSamples } from '../../../../src/editor/samples/findSamples';
import { samplePairs } from '../../../../src/editor/samples/samplePairs';

const pairs = (program: string, ...names: string[]) =>
  samplePairs(program, names).map(({ input, expected }) => `${input} ${expected ?? '?'}`);

describe('The samples next to a program', () => {
  it('are inputs with their expected outputs, in numerical order', () => {
    assert.deepEqual(pairs('main.cpp', '10.in', '10.out', '2.in', '2.ans', '3.in', '4.out', 'main.cpp'), [
      '2.in 2.ans',
      '3.in ?',
      '10.in 10.out',
    ]);
  });

  it('are the samples with the program’s name, if there are any', () => {
    const all = ['A.in', 'A.out', 'A1.in', 'A1.out', 'A-2.in', 'A-2.ans', 'AB.in', 'AB.out', 'B.in', 'B.out'];
    assert.deepEqual(pairs('A.cpp', ...all), ['A.in A.out', 'A-2.in A-2.ans', 'A1.in A1.out']);
    assert.deepEqual(pairs('P100.py', 'P1001.in', 'P1001.out', 'P100-1.in', 'P100-1.out'), [
      'P100-1.in P100-1.out',
    ]);
  });

  it('aren’t those of another program', () => {
    const pair = (base: string) => [`${base}.in`, `${base}.out`];
    assert.deepEqual(pairs('B.cpp', 'A.cpp', ...pair('A'), 'B.cpp'), []);
    assert.deepEqual(pairs('B.cpp', ...pair('A')), []);
    assert.deepEqual(pairs('b.cpp', ...pair('A-1'), ...pair('c1')), []);
    assert.deepEqual(pairs('P1001.cpp', ...pair('P1002')), []);
    assert.deepEqual(pairs('main.cpp', 'sum.cpp', ...pair('sum'), 'max.py', ...pair('max1')), []);
    assert.deepEqual(pairs('A.cpp', 'A.cpp', 'A1.cpp', ...pair('A1'), ...pair('A2')), ['A2.in A2.out']);
    assert.deepEqual(pairs('main.cpp', 'main.cpp', ...pair('sum')), ['sum.in sum.out']);
    assert.deepEqual(pairs('main.cpp', 'README.md', ...pair('README1')), ['README1.in README1.out']);
    assert.deepEqual(pairs('B.cpp', ...pair('1'), ...pair('A')), ['1.in 1.out']);
  });

  it('have the names that judges and other tools give them', () => {
    assert.deepEqual(pairs('sum.cpp', 'SUM.IN', 'SUM.OUT'), ['SUM.IN SUM.OUT']);
    assert.deepEqual(pairs('SUM.PAS', 'sum.inp', 'sum.out'), ['sum.inp sum.out']);
    const numbered = ['sum.in.10', 'sum.out.10', 'sum.in.1', 'sum.out.1', 'sum.in.1a', 'sum.out.1a'];
    assert.deepEqual(pairs('sum.cpp', ...numbered), [
      'sum.in.1 sum.out.1',
      'sum.in.1a sum.out.1a',
      'sum.in.10 sum.out.10',
    ]);
    assert.deepEqual(pairs('sum.cpp', 'sum.dummy.in.1', 'sum.dummy.out.1'), [
      'sum.dummy.in.1 sum.dummy.out.1',
    ]);
    assert.deepEqual(pairs('a.cpp', 'in1.txt', 'ans1.txt', 'in2.txt', 'ans2.txt'), [
      'in1.txt ans1.txt',
      'in2.txt ans2.txt',
    ]);
    assert.deepEqual(pairs('main.py', 'in_1.txt', 'out_1.txt'), ['in_1.txt out_1.txt']);
    const ofTwo = ['a_input0.txt', 'a_output0.txt', 'b_input0.txt', 'b_output0.txt'];
    assert.deepEqual(pairs('a.cpp', 'a.cpp', 'b.cpp', ...ofTwo), ['a_input0.txt a_output0.txt']);
    assert.deepEqual(pairs('main.cpp', 'test/sample-1.in', 'test/sample-1.out', 'test/note.txt'), [
      'test/sample-1.in test/sample-1.out',
    ]);
    assert.deepEqual(pairs('a.cpp', 'tests/1.in', 'test/1.out'), ['tests/1.in ?']);
  });

  it('have the letter case of their input, if there are several', () => {
    assert.deepEqual(pairs('sum.cpp', 'sum.in', 'SUM.out', 'sum.ans'), ['sum.in sum.ans']);
    assert.deepEqual(pairs('sum.cpp', 'sum.in', 'sum.ans', 'sum.out'), ['sum.in sum.out']);
  });

  it('may lack the expected output', () => {
    assert.deepEqual(pairs('a.cpp', 'a.in', 'a2.in', 'a2.out'), ['a.in ?', 'a2.in a2.out']);
    assert.deepEqual(pairs('a.cpp', '1.in', 'test2.in'), ['1.in ?', 'test2.in ?']);
    // files of other tools, and the usual names of notes
    assert.deepEqual(pairs('a.cpp', 'Makefile.in', 'in.txt', '.in', 'input.txt', 'test/config.in'), []);
  });

  it('are used once each, within the limits of number and size', () => {
    const sample = (input: string) => ({ input, expected: '1\n' });
    assert.deepEqual(chooseSamples([sample('1'), sample('1'), sample('2')]), {
      samples: [sample('1'), sample('2')],
      skipped: [],
    });
    const many = chooseSamples(Array.from({ length: 120 }, (_, index) => sample(String(index))));
    assert.deepEqual([many.samples.length, many.skipped.length], [100, 20]);
    assert.deepEqual(chooseSamples([sample('1\n'), sample('1')]).samples, [sample('1\n')]);
    const short = chooseSamples([sample('1'), sample('2'), { input: '3', expected: '' }], {
      longestExpected: 10,
    });
    assert.deepEqual(
      [short.samples.map(({ input }) => input), short.skipped],
      [['1', '3'], [{ name: '#2', size: 3 }]],
    );
    const large = sample('x'.repeat(2 ** 20));
    assert.deepEqual(chooseSamples([large, sample('1')]), {
      samples: [sample('1')],
      skipped: [{ name: '#1', size: 2 ** 20 + 2 }],
    });
  });
});
