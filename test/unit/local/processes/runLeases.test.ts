import assert from 'node:assert/strict';
import { RUN_LEASE_MS, RUN_LEASE_RENEWAL_MS } from '../../../../src/local/limits';
import { RunLeases } from '../../../../src/local/processes/runLeases';
import { FakeClock } from '../../support/fakeClock';
import { FakeLeases } from '../../tracking/world';

describe('RunLeases', () => {
  let clock: FakeClock;
  let leases: FakeLeases;
  /** what was logged in the current test */
  let logged: string[];
  beforeEach(() => {
    clock = new FakeClock();
    leases = new FakeLeases(clock);
    logged = [];
  });

  function window(name: string): RunLeases {
    const log = { error: (text: string) => void logged.push(text) };
    return new RunLeases({ openLeases: async () => leases.of(name) }, log, clock);
  }

  it('report a run as in progress in every window until it ends', async () => {
    const [first, second] = [window('first'), window('second')];
    assert.equal(await first.isInProgress('run-1'), false);
    await first.keep('run-1');
    for (const one of [first, second]) {
      assert.equal(await one.isInProgress('run-1'), true);
      assert.equal(await one.isInProgress('run-2'), false);
    }
    await first.end('run-1');
    for (const one of [first, second]) assert.equal(await one.isInProgress('run-1'), false);
    assert.equal(leases.held.size, 0);
  });

  it('report a run as ended when its window was killed', async () => {
    await window('first').keep('run-1');
    leases.kill('first');
    assert.equal(await window('second').isInProgress('run-1'), false);
  });

  it('last through a long run, and are rarely renewed', async () => {
    const [first, second] = [window('first'), window('second')];
    for (let time = 0; time < 2 * RUN_LEASE_MS; time += 1000) {
      await first.keep('run-1');
      clock.jump(1000);
    }
    assert.equal(await second.isInProgress('run-1'), true);
    const renewals = leases.attempts.filter(({ owner }) => owner === 'first').length;
    assert.equal(renewals, (2 * RUN_LEASE_MS) / RUN_LEASE_RENEWAL_MS);
  });

  it('don’t end a run of this window if they can’t be stored, or after the computer has slept', async () => {
    const first = window('first');
    leases.broken = true;
    await first.keep('run-1');
    assert.equal(logged.length, 1);
    leases.broken = false;
    clock.jump(10 * RUN_LEASE_MS);
    assert.equal(await first.isInProgress('run-1'), true);
  });
});
