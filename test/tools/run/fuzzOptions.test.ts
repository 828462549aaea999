import assert from 'node:assert/strict';
import { readOptions, usage, UsageError } from '../../fuzz/options';

const names = ['compile messages', 'frames', 'hydro frames'];
const read = (...args: string[]) => readOptions(args, names);

/** What a person is told who wrote that. */
function refusal(...args: string[]): string {
  try {
    read(...args);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return assert.fail('not refused');
}

describe('The options of npm run fuzz', () => {
  it('choose targets by a part of their names, all where none is given', () => {
    const chosen = (...args: string[]) => {
      const options = read(...args);
      return options === 'help' ? assert.fail() : options.chosen;
    };
    assert.deepEqual(chosen(), names);
    assert.deepEqual(chosen('--only', 'frames'), ['frames', 'hydro frames']);
  });

  it('repeat a run: inputs, seed and parts', () => {
    assert.deepEqual(read('--runs', '500', '--seed', '0', '--parts', '1', '--only', 'compile'), {
      runs: 500,
      each: null,
      seed: 0,
      parts: 1,
      chosen: ['compile messages'],
    });
  });

  it('give each chosen target the same number of inputs', () => {
    const options = read('--each', '20000', '--only', 'frames');
    assert.ok(options !== 'help');
    assert.equal(options.each, 20_000);
    assert.match(refusal('--each', '5', '--runs', '10'), /--each and --runs/);
    assert.match(refusal('--each', '0'), /--each .*at least 1/);
  });

  it('explain themselves, with every target', () => {
    assert.equal(read('--help'), 'help');
    for (const name of [...names, '--runs', '--each', '--seed', '--parts', '--only'])
      assert.ok(usage(names).includes(name));
  });

  it('refuse an unknown target and list those that there are', () => {
    const message = refusal('--only', 'nowhere');
    for (const name of ['nowhere', ...names]) assert.ok(message.includes(name), message);
  });

  it('refuse what is no option or no number, in a sentence', () => {
    assert.match(refusal('--targets', 'x'), /--targets[^]*--help/);
    assert.match(refusal('frames'), /frames[^]*--help/);
    assert.match(refusal('--runs', 'many'), /--runs .*“many”/);
    assert.match(refusal('--parts', '0'), /--parts .*at least 1/);
  });
});
