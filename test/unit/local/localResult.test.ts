import assert from 'node:assert/strict';
import { subtasksOf, type Compilation, type Envelope } from '../../../src/results';
import { localResult, stoppedResult } from '../../../src/local/localResult';
import type { LocalRun } from '../../../src/local/localRun';
import { queuedRun } from '../../../src/local/runCases';

type Status = LocalRun['cases'][number]['status'];

/** Returns the result of a run whose cases have these statuses. */
function resultWith(statuses: readonly Status[], compile: Partial<LocalRun['compile']> = {}): Envelope {
  const run = queuedRun({
    program: { file: '/a.c', code: '', language: 'c' },
    languageName: 'C',
    cases: statuses.map((_, at) => ({ input: `${at}`, expected: '' })),
    timeLimit: 1000,
  });
  const cases = run.cases.map((testCase, at) => ({ ...testCase, status: statuses[at] ?? 'QUEUED' }));
  const present = { ...run, compile: { ...run.compile, isRunning: false, ...compile }, cases };
  return localResult(present, 'run-1').envelope;
}

function statusesOf(envelope: Envelope) {
  const cases = subtasksOf(envelope).flatMap((subtask) => subtask.cases);
  return [envelope.data?.judge?.status, ...cases.map(({ status }) => status)];
}

const stopped = (last: Envelope | null) => stoppedResult(last, 'run-1').envelope;

describe('stoppedResult', () => {
  it('stops the cases that were pending', () => {
    assert.deepEqual(statusesOf(stopped(resultWith(['QUEUED', 'QUEUED'], { isRunning: true }))), [
      'STOP',
      'STOP',
      'STOP',
    ]);
    assert.deepEqual(statusesOf(stopped(resultWith(['AC', 'RUN', 'QUEUED']))), [
      'STOP',
      'AC',
      'STOP',
      'STOP',
    ]);
    assert.deepEqual(statusesOf(stopped(resultWith(['WA', 'RUN']))), ['WA', 'WA', 'STOP']);
  });

  it('keeps the compiler output and the data of the cases', () => {
    const message = 'a.c:1: warning: x\n';
    const last = resultWith(['AC', 'RUN'], { success: true, message });
    const result = stopped(last);
    const compile: Compilation = { success: true, message, opt2: null };
    assert.deepEqual(result.data?.compile, compile);
    const [before, after] = [last, result].map((envelope) => subtasksOf(envelope)[0]?.cases ?? []);
    assert.deepEqual(after?.[0], before?.[0]);
    assert.deepEqual(after?.[1], { ...before?.[1], status: 'STOP' });
  });

  it('returns a finished result unchanged', () => {
    const compile = { success: false, message: 'error', hasTimedOut: true };
    for (const last of [resultWith(['AC', 'WA']), resultWith(['AC']), resultWith(['AC'], compile)])
      assert.deepEqual(stopped(last), last);
  });

  it('returns a result without cases if none was stored', () => {
    assert.deepEqual(statusesOf(stopped(null)), ['STOP']);
  });
});
