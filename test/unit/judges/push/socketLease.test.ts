import assert from 'node:assert/strict';
import { KeyedMutex } from '../../../../src/base/async';
import type { LeaseObserver, Leases } from '../../../../src/base/ports';
import { SocketLease } from '../../../../src/judges/push/socketLease';
import { FakeClock, settle } from '../../support/fakeClock';
import { FakeLeases } from '../../tracking/world';

const NAME = 'push wss://judge.example.com';

describe('The lease of a push socket on a slow disk', () => {
  let leases: FakeLeases;
  let disk: SlowDisk;

  beforeEach(() => {
    leases = new FakeLeases(new FakeClock());
    disk = new SlowDisk();
  });

  const open = (): SocketLease =>
    new SocketLease({
      leases: disk.slow(leases.of('A')),
      onOtherWindowChanged: () => undefined,
      onError: (what, error) => assert.fail(`${what}: ${String(error)}`),
    });

  it('stays taken if it is released and taken again while the first attempt is in progress', async () => {
    const lease = open();
    let isWanted = true;
    const first = lease.take(NAME, () => isWanted);
    await settle();
    isWanted = false;
    const released = lease.release();
    const second = lease.take(NAME, () => true);
    await disk.work();
    await released;
    assert.deepEqual([await first, await second], ['unwanted', 'ours']);
    assert.equal(leases.held.get(NAME)?.owner, 'A');
  });

  it('stays taken if it is released and taken again during a renewal', async () => {
    const lease = open();
    const taken = lease.take(NAME, () => true);
    await disk.work();
    assert.equal(await taken, 'ours');
    const renewed = lease.renew();
    await settle();
    const released = lease.release();
    const again = lease.take(NAME, () => true);
    await disk.work();
    await Promise.all([renewed, released]);
    assert.equal(await again, 'ours');
    assert.equal(leases.held.get(NAME)?.owner, 'A');
  });

  it('isn’t released by a closed socket after the next socket of the window took it', async () => {
    const [closed, next] = [open(), open()];
    let isWanted = true;
    const first = closed.take(NAME, () => isWanted);
    await settle();
    isWanted = false;
    const second = closed.release().then(() => next.take(NAME, () => true));
    await disk.work();
    assert.deepEqual([await first, await second], ['unwanted', 'ours']);
    assert.equal(leases.held.get(NAME)?.owner, 'A');
  });

  it('is free after a release that follows an attempt in progress', async () => {
    const lease = open();
    const taken = lease.take(NAME, () => true);
    await settle();
    const released = lease.release();
    await disk.work();
    await Promise.all([taken, released]);
    assert.equal(leases.held.size, 0);
  });
});

/** Runs the operations on each lease one after the other, as `FileLocks` does, and only during `work`. */
class SlowDisk {
  private readonly mutex = new KeyedMutex();
  private readonly waiting: (() => void)[] = [];

  slow(leases: Leases & LeaseObserver): Leases & LeaseObserver {
    return {
      ...leases,
      tryAcquire: (name, duration, rest) =>
        this.mutex.run(name, async () => {
          await this.turn();
          return leases.tryAcquire(name, duration, rest);
        }),
      release: (name) =>
        this.mutex.run(name, async () => {
          await this.turn();
          await leases.release(name);
        }),
    };
  }

  /** Finishes all operations, also those that begin meanwhile. */
  async work(): Promise<void> {
    await settle();
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      next();
      await settle();
    }
  }

  private turn(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
