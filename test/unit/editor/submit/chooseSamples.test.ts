import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { chooseSamples, samplePairs } from '../../../../src/editor/submit/findSamples';

const pairs = (program: string, ...names: string[]) =>
  samplePairs(program, names).map(({ input, expected }) => `${input} ${expected}`);

describe('The samples next to a program', () => {
  it('are inputs with their expected outputs, in numerical order', () => {
    assert.deepEqual(pairs('main.cpp', '10.in', '10.out', '2.in', '2.ans', '3.in', '4.out', 'main.cpp'), [
      '2.in 2.ans',
      '10.in 10.out',
    ]);
  });

  it('are the samples with the program’s name, if there are any', () => {
    const all = ['A.in', 'A.out', 'A1.in', 'A1.out', 'A-2.in', 'A-2.ans', 'AB.in', 'AB.out', 'B.in', 'B.out'];
    assert.deepEqual(pairs('A.cpp', ...all), ['A.in A.out', 'A-2.in A-2.ans', 'A1.in A1.out']);
    assert.deepEqual(pairs('P100.py', 'P1001.in', 'P1001.out', 'P100-1.in', 'P100-1.out'), [
      'P100-1.in P100-1.out',
    ]);
    assert.deepEqual(pairs('C.cpp', 'B.in', 'B.out'), ['B.in B.out']);
  });

  it('are used once each, within the limits of number and size', () => {
    const sample = (input: string) => ({ input, expected: '1\n' });
    assert.deepEqual(chooseSamples([sample('1'), sample('1'), sample('2')]), {
      samples: [sample('1'), sample('2')],
      skipped: 0,
    });
    const many = chooseSamples(Array.from({ length: 120 }, (_, index) => sample(String(index))));
    assert.deepEqual([many.samples.length, many.skipped], [100, 20]);
    assert.deepEqual(chooseSamples([sample('1\n'), sample('1')]).samples, [sample('1\n')]);
    const short = chooseSamples([sample('1'), sample('2'), { input: '3', expected: '' }], 10);
    assert.deepEqual([short.samples.map(({ input }) => input), short.skipped], [['1', '3'], 1]);
    const large = sample('x'.repeat(2 ** 20));
    assert.deepEqual(chooseSamples([large, sample('1')]), { samples: [sample('1')], skipped: 1 });
  });
});
