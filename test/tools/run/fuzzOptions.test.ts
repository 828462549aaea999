import assert from 'node:assert/strict';
import { readOptions, usage, UsageError } from '../../fuzz/options';

const names = ['compile messages', 'frames', 'hydro frames'];
const read = (...args: string[]) => readOptions(args, names);

/** Returns the message for these arguments. */
function refusal(...args: string[]): string {
  try {
    read(...args);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return assert.fail('not refused');
}

describe('The npm run fuzz options', () => {
  it('select targets by a part of their names, or all targets if no name is given', () => {
    const chosen = (...args: string[]) => {
      const options = read(...args);
      return options === 'help' ? assert.fail() : options.chosen;
    };
    assert.deepEqual(chosen(), names);
    assert.deepEqual(chosen('--only', 'frames'), ['frames', 'hydro frames']);
  });

  it('repeat a run from its inputs, seed, and parts', () => {
    assert.deepEqual(read('--runs', '500', '--seed', '0', '--parts', '1', '--only', 'compile'), {
      runs: 500,
      each: null,
      seed: 0,
      parts: 1,
      chosen: ['compile messages'],
    });
  });

  it('give each selected target the same number of inputs', () => {
    const options = read('--each', '20000', '--only', 'frames');
    assert.ok(options !== 'help');
    assert.equal(options.each, 20_000);
    assert.match(refusal('--each', '5', '--runs', '10'), /--each and --runs/);
    assert.match(refusal('--each', '0'), /--each .*at least 1/);
  });

  it('print help with every target', () => {
    assert.equal(read('--help'), 'help');
    for (const name of [...names, '--runs', '--each', '--seed', '--parts', '--only'])
      assert.ok(usage(names).includes(name));
  });

  it('reject an unknown target and list the existing targets', () => {
    const message = refusal('--only', 'nowhere');
    for (const name of ['nowhere', ...names]) assert.ok(message.includes(name), message);
  });

  it('explain an invalid option or number in a message', () => {
    assert.match(refusal('--targets', 'x'), /--targets[^]*--help/);
    assert.match(refusal('frames'), /frames[^]*--help/);
    assert.match(refusal('--runs', 'many'), /--runs .*“many”/);
    assert.match(refusal('--parts', '0'), /--parts .*at least 1/);
  });
});
