import assert from 'node:assert/strict';
import { formatCaseFacts } from '../../../src/results';

const units = { time: 'ms', memory: 'KiB', score: 'points' };
const one = { score: 10, time: 3, memory: 800, signal: 11, exitCode: 139 };
const zeros = { score: 0, time: 0, memory: 0, signal: 0, exitCode: 0 };
const unknown = { score: null, time: null, memory: null, signal: null, exitCode: null };
const nothing = { score: '', time: '', memory: '', signal: '', exitCode: '' };

describe('formatCaseFacts', () => {
  it('formats values with units, and signals with names', () => {
    assert.deepEqual(formatCaseFacts(one, units, false), {
      score: '10',
      time: '3 ms',
      memory: '800 KiB',
      signal: '11 (SIGSEGV)',
      exitCode: '139',
    });
    assert.equal(formatCaseFacts({ ...one, signal: 99 }, units, false).signal, '99');
  });

  it('omits a signal and an exit code of 0, but no measured 0', () => {
    assert.deepEqual(formatCaseFacts(zeros, units, false), {
      score: '0',
      time: '0 ms',
      memory: '0 KiB',
      signal: '',
      exitCode: '',
    });
  });

  it('omits the zeros of a case that hasn’t run, and missing values', () => {
    assert.deepEqual(formatCaseFacts(zeros, units, true), nothing);
    assert.deepEqual(formatCaseFacts(unknown, units, false), nothing);
    assert.equal(formatCaseFacts({ ...zeros, time: 5 }, units, true).time, '5 ms');
  });
});
