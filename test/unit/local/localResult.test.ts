import assert from 'node:assert/strict';
import {
  countCases,
  failureIn,
  judgeOutput,
  meaningOf,
  shownComparisonIn,
  subtasksOf,
  type Compilation,
  type Envelope,
} from '../../../src/results';
import { thisComputer } from '../../../src/judges';
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

describe('localResult', () => {
  /** Runs that printed these outputs, compared with the expected ones by a rule that isn’t certain. */
  function compared(...outputs: readonly (readonly [output: string, expected: string])[]): Envelope {
    const run = queuedRun({
      program: { file: '/a.c', code: '', language: 'c' },
      languageName: 'C',
      cases: outputs.map(([, expected]) => ({ input: '', expected })),
      comparison: { rule: { unit: 'tokens' }, source: 'default', judge: 'Codeforces' },
      timeLimit: 1000,
    });
    const cases = run.cases.map((testCase, at) => {
      const [output, expected] = outputs[at] ?? ['', ''];
      const { verdict, difference } = judgeOutput(run.comparison, output, expected);
      const status = verdict === 'right' ? 'AC' : verdict === 'nearly' ? 'NEAR' : 'WA';
      return { ...testCase, status, difference, output, time: 1 } as const;
    });
    return localResult({ ...run, compile: { ...run.compile, isRunning: false }, cases }, 'run-1').envelope;
  }

  const { rules } = thisComputer;

  it('doesn’t count a case as passed that the judge may accept', () => {
    const envelope = compared(['1', '1'], ['YES', 'Yes']);
    assert.deepEqual(statusesOf(envelope), ['NEAR', 'AC', 'NEAR']);
    assert.equal(countCases(envelope, rules).passed, 1);
    assert.equal(failureIn(envelope, rules).failed, 0);
    assert.notEqual(meaningOf(rules.statuses, 'NEAR')?.kind, 'accepted');
  });

  it('has the verdict of a failed case before that of a case that is nearly right', () => {
    assert.deepEqual(statusesOf(compared(['YES', 'Yes'], ['1', '2'])), ['WA', 'NEAR', 'WA']);
  });

  it('describes what differs', () => {
    const [{ cases = [] } = {}] = subtasksOf(
      compared(['0.30000000000000004', '0.3'], ['5\n-1', '5\n5'], ['5', '5 6'], ['5 6', '5'], ['$&', '1']),
    );
    assert.deepEqual(
      cases.map(({ description }) => description),
      [
        'Equal within 1e-6. The judge may accept this.',
        'Line 2: expected 5, found -1.',
        'Line 1: expected 6, found nothing more.',
        'Line 1: expected nothing more, found 6.',
        'Line 1: expected 1, found $&.',
      ],
    );
  });

  it('says by which rule it was compared', () => {
    const [{ cases = [] } = {}] = subtasksOf(compared(['1', '1']));
    assert.deepEqual(shownComparisonIn(cases[0]?.extra?.['comparison']), {
      unit: 'tokens',
      isCaseless: false,
      tolerance: 0,
      source: 'default',
      judge: 'Codeforces',
    });
  });
});
