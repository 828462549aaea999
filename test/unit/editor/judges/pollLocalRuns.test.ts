import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { LocalResults } from '../../../../src/editor/judges/pollLocalRuns';
import { localResult } from '../../../../src/local/localResult';
import type { LocalRun } from '../../../../src/local/localRun';
import { queuedRun } from '../../../../src/local/runCases';
import { recordKey } from '../../../../src/records';
import { judgeNamed, localJudge } from '../../../../src/judges';
import { computerIn, localFolder } from '../../local/localFolder';
import { makeStore, newRecord } from '../../records/fixtures';
import { failureOf } from '../../judges/clients';
import { FakeClock } from '../../support/fakeClock';
import { FakeLeases } from '../../tracking/world';

const read = judgeNamed(localJudge.name, {});
assert.ok(read.ok);
const { judge } = read;
const key = recordKey(judge.id, 'run-1');

describe('LocalResults', () => {
  const folder = localFolder();
  let store: ReturnType<typeof makeStore>['store'];
  let leases: FakeLeases;
  let run: LocalRun;
  beforeEach(async () => {
    store = makeStore().store;
    leases = new FakeLeases(new FakeClock());
    run = queuedRun({
      program: { file: '/a.c', code: '', language: 'c' },
      languageName: 'C',
      cases: [{ input: '', expected: '' }],
      timeLimit: 1000,
    });
    await store.add(newRecord('run-1', { service: judge.id, rules: judge.rules }));
  });

  /** Returns the results as a window with this name sees them. */
  function resultsIn(window: string): LocalResults {
    const computer = computerIn(folder(), {}, { openLeases: async () => leases.of(window) });
    return new LocalResults(
      () => store,
      async () => computer,
    );
  }

  async function receive(state: LocalRun): Promise<void> {
    await store.receive(key, localResult(state, 'run-1'), { via: 'push', receivedAt: 1 });
  }

  it('return the stored state while the window that runs the program exists', async () => {
    await leases.of('first').tryAcquire('local run-1', 60_000);
    assert.deepEqual(await resultsIn('second').result(judge, 'run-1'), { kind: 'notReady' });
    await receive(run);
    const result = await resultsIn('second').result(judge, 'run-1');
    assert.ok(result.kind === 'result');
    assert.equal(result.envelope, store.envelope(key));
  });

  it('stop a run whose window was killed, in the window that polls it', async () => {
    await leases.of('first').tryAcquire('local run-1', 60_000);
    await receive(run);
    leases.kill('first');
    const result = await resultsIn('second').result(judge, 'run-1');
    assert.ok(result.kind === 'result');
    const accepted = await store.receive(key, result, { via: 'ask', receivedAt: 2 });
    assert.equal(accepted.kind, 'taken');
    assert.deepEqual([store.get(key)?.summary?.status, store.get(key)?.state.kind], ['STOP', 'finished']);
  });

  it('keep the end of a run that is stored while its window reports the end', async () => {
    await leases.of('first').tryAcquire('local run-1', 60_000);
    await receive(run);
    const [testCase] = run.cases;
    assert.ok(testCase);
    const computer = computerIn(
      folder(),
      {},
      {
        openLeases: async () => {
          await receive({
            ...run,
            compile: { ...run.compile, isRunning: false },
            cases: [{ ...testCase, status: 'AC', time: 1 }],
          });
          await leases.of('first').release('local run-1');
          return leases.of('second');
        },
      },
    );
    const results = new LocalResults(
      () => store,
      async () => computer,
    );
    const result = await results.result(judge, 'run-1');
    assert.ok(result.kind === 'result');
    assert.equal(result.envelope.data?.judge?.status, 'AC');
  });

  it('reject the ID of an unknown run', async () => {
    const { failure } = await failureOf(resultsIn('first').result(judge, 'run-2'));
    assert.ok(failure.kind === 'status');
    assert.equal(failure.status, 404);
  });
});
