import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { thisProcess } from '../../../src/records/disk/fileLocks';

describe('thisProcess', () => {
  it('has a unique name that is valid in a file name', () => {
    const [one, other] = [thisProcess(), thisProcess()];
    assert.match(one.machine, /^[0-9a-f]{12}$/);
    assert.match(one.nonce, /^[0-9a-f]{12}$/);
    assert.equal(one.pid, process.pid);
    assert.equal(one.machine, other.machine);
    assert.notEqual(one.nonce, other.nonce);
  });

  it('detects ended processes, and assumes that unknown processes are alive', () => {
    const lockOwner = thisProcess();
    assert.equal(lockOwner.isAlive(process.pid), true);
    const { pid } = spawnSync(process.execPath, ['--version']);
    assert.equal(lockOwner.isAlive(pid), false);
    for (const none of [0, -pid, Number.NaN, 1.5, Infinity])
      assert.equal(lockOwner.isAlive(none), true, String(none));
  });

  it('treats another user’s process, which it can’t signal, as alive', () => {
    const kill = process.kill.bind(process);
    process.kill = () => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    };
    try {
      assert.equal(thisProcess().isAlive(process.pid), true);
    } finally {
      process.kill = kill;
    }
  });

  it('provides a running clock, random numbers, and sleep', async () => {
    const lockOwner = thisProcess();
    const before = lockOwner.elapsed();
    await lockOwner.sleep(1);
    assert.ok(lockOwner.elapsed() > before);
    const thrown = Array.from({ length: 20 }, () => lockOwner.random());
    assert.ok(thrown.every((one) => one >= 0 && one < 1));
    assert.ok(new Set(thrown).size > 1);
  });
});
