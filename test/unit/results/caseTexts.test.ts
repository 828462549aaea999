import assert from 'node:assert/strict';
import { caseText, comparableOutputs, outputsOf } from '../../../src/results';
import { isAsFast } from '../../fuzz/growth';

const said = (description: string) => {
  const outputs = outputsOf({ description });
  return outputs && [outputs.expected, outputs.actual];
};

describe('outputsOf', () => {
  it('returns the outputs that the judge sends', () => {
    const extra = { expected: '3\n', stdout: '4\n' };
    assert.deepEqual(outputsOf({ description: 'read 1, expected 2', extra }), {
      isWhole: true,
      expected: '3\n',
      actual: '4\n',
    });
    assert.deepEqual(outputsOf({ description: null, extra: { expected: '3\n' } }), {
      isWhole: true,
      expected: '3\n',
      actual: '',
    });
    assert.equal(outputsOf({ description: null, extra: { stdout: '3\n' } }), null);
  });

  it('marks an output that the judge omits, without comparing the outputs', () => {
    for (const [extra, expected] of [
      [
        { expected: '3\n', omitted: { stdout: 'tooLarge' } },
        { isWhole: true, expected: '3\n', actual: '', omitted: { actual: 'tooLarge' } },
      ],
      [
        { stdout: '4\n', omitted: { expected: 'binary' } },
        { isWhole: true, expected: '', actual: '4\n', omitted: { expected: 'binary' } },
      ],
      [
        { expected: '3\n', omitted: { stdout: 'notSent' } },
        { isWhole: true, expected: '3\n', actual: '', omitted: { actual: 'notSent' } },
      ],
      [
        { omitted: { stdout: 'binary', expected: 'tooLarge' } },
        { isWhole: true, expected: '', actual: '', omitted: { actual: 'binary', expected: 'tooLarge' } },
      ],
    ] as const) {
      assert.deepEqual(outputsOf({ description: null, extra }), expected);
      assert.equal(comparableOutputs({ description: null, extra }), null);
    }
    const complete = { description: null, extra: { expected: '3\n', stdout: '4\n' } };
    assert.deepEqual(comparableOutputs(complete), outputsOf(complete));
  });

  it('ignores an unknown reason for an omission, or a reason for another text', () => {
    for (const omitted of [{ stdin: 'tooLarge' }, { stdout: 'secret' }, 'tooLarge', 7, null, []]) {
      const outputs = outputsOf({ description: null, extra: { expected: '3\n', stdout: '4\n', omitted } });
      assert.deepEqual(outputs, { isWhole: true, expected: '3\n', actual: '4\n' });
    }
  });

  it('reads both outputs from a checker’s message', () => {
    for (const [text, expected, actual] of [
      ['On line 1 column 6, read 1, expected 3.', '3', '1'],
      ['Wrong Answer. wrong answer On line 1 column 1, read 0, expected -.', '-', '0'],
      ['read 0, expected -', '-', '0'],
      ['On line 2: Read 3.5, expect 4.5.', '4.5', '3.5'],
      ["wrong answer 1st words differ - expected: 'a b', found: 'it''s'", 'a b', "it''s"],
      ["1st numbers differ - expected: '1.0', found: '2.0', error = '1.0'", '1.0', '2.0'],
      ["expected 'a b', found 'c d'", 'a b', 'c d'],
      ['wrong answer expected YES, found NO [2nd token]', 'YES', 'NO'],
    ] as const) {
      assert.deepEqual(said(text), [expected, actual], text);
    }
    for (const text of [
      '',
      'expected 3',
      'ok 5 numbers',
      'read 3',
      'unexpected end of file, found nothing',
    ]) {
      assert.equal(said(text), null, text);
    }
  });

  it('reads template parameters even if they look like a message', () => {
    const extra = { template: 'On line {0}: Read {1}, expect {2}.', params: [1, 'x, expect y', '{1}'] };
    assert.deepEqual(outputsOf({ description: 'filled', extra }), {
      isWhole: false,
      expected: '{1}',
      actual: 'x, expect y',
    });
    assert.equal(outputsOf({ description: null, extra: { template: 'Killed', params: [] } }), null);
    const params = [...Array<string>(11).fill('x'), 'twelfth'];
    const late = { template: 'Read {11}, expect {12}.', params };
    assert.deepEqual(outputsOf({ description: null, extra: late }), {
      isWhole: false,
      expected: '{12}',
      actual: 'twelfth',
    });
    // if one output is missing, the description is used
    for (const half of [{ template: 'Read 1, expect 2.' }, { params: ['1'] }]) {
      assert.deepEqual(outputsOf({ description: 'Read 3, expect 4.', extra: half }), {
        isWhole: false,
        expected: '4',
        actual: '3',
      });
      assert.equal(outputsOf({ description: null, extra: half }), null);
    }
  });

  it('limits the length if a template repeats a parameter', () => {
    const params = ['x'.repeat(100_000)];
    const template = `Read ${'{0}'.repeat(160)}, expect ${'{0}'.repeat(160)}.`;
    const outputs = outputsOf({ description: null, extra: { template, params } });
    assert.ok(outputs);
    // the input is the parameter and 160 names of three characters
    for (const text of [outputs.expected, outputs.actual]) assert.equal(text.length, 2 * (100_000 + 480));
  });

  it('takes no more time for a long description', () => {
    const long = "read , expected: 'expected , found ".repeat(100_000);
    // the shortest of many runs, because other programs may slow down some of them
    const shortest = (text: string) =>
      Math.min(
        ...Array.from({ length: 50 }, () => {
          const began = performance.now();
          said(text);
          return performance.now() - began;
        }),
      );
    assert.ok(shortest(long) < 10 * shortest(long.slice(0, 4000)));
  });

  it('takes no more time for a description that repeats parts of the message', () => {
    const readMany = (description: string) => Array.from({ length: 20 }, () => said(description));
    const [length, plain] = [2000, 'x'.repeat(2000)];
    for (const part of ['read x, expect x.', 'read , expect ', ', expect ', "expected: '', found: '"])
      isAsFast(`read ${part.repeat(length / part.length)}`, plain, readMany, part);
  });
});

describe('caseText', () => {
  it('returns a text only if the judge sent all of it', () => {
    const extra = { stdin: '1', expected: '', shortened: ['stdin'], omitted: { expected: 'binary' } };
    assert.deepEqual(caseText({ extra }, 'stdin'), { kind: 'shortened' });
    assert.deepEqual(caseText({ extra }, 'expected'), { kind: 'whole', text: '' });
    assert.deepEqual(caseText({ extra: { omitted: { stdin: 'tooLarge' } } }, 'stdin'), {
      kind: 'omitted',
      why: 'tooLarge',
    });
    for (const unknown of [{}, { stdin: 1 }, { stdin: null, shortened: ['stdin'] }, { omitted: 'binary' }])
      assert.deepEqual(caseText({ extra: unknown }, 'stdin'), { kind: 'unknown' });
    for (const shortened of ['stdin', null, {}, ['expected']])
      assert.deepEqual(caseText({ extra: { stdin: '1', shortened } }, 'stdin'), { kind: 'whole', text: '1' });
  });
});
