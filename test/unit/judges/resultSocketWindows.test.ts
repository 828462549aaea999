import assert from 'node:assert/strict';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { settle } from '../support/fakeClock';
import type { Listener } from './pushWorld';
import { envelope, isElsewhere, limits, PushWorld, SECOND } from './pushWorld';

describe('Push sockets of several windows', () => {
  const world = PushWorld.useIn();

  /** Opens two windows: the first has the connection, and the second is notified that it is live. */
  const oneLiveOneWaiting = async (): Promise<{ first: Listener; second: Listener }> => {
    const first = world.listen({}, { name: 'A' });
    const second = world.listen({}, { name: 'B' });
    first.socket.start();
    await first.reach('live');
    second.socket.start();
    await second.until(() => isElsewhere(second, true));
    return { first, second };
  };

  it('are opened by one window only, and by another window when the first closes', async () => {
    const first = world.listen({}, { name: 'A' });
    const second = world.listen({}, { name: 'B' });
    first.socket.start();
    await first.reach('live');
    second.socket.start();
    await second.reach('elsewhere');
    await world.clock.advance(120 * SECOND);
    assert.equal(world.server.requests.length, 1);
    await first.socket.dispose();
    await world.clock.advance(40 * SECOND);
    await second.reach('live');
    assert.equal(world.server.requests.length, 2);
  });

  it('report to other windows whether they are live, immediately after each change', async () => {
    const first = world.listen({}, { name: 'A' });
    const second = world.listen({}, { name: 'B' });
    second.socket.start();
    await second.reach('live');
    first.socket.start();
    await first.until(() => isElsewhere(first, true));
    world.server.last.terminate();
    await first.until(() => isElsewhere(first, false));
    assert.equal(second.socket.state.kind, 'waiting');
    await world.clock.advance(2 * SECOND);
    await second.reach('live');
    await first.until(() => isElsewhere(first, true));
    assert.equal(world.leases.listenerCount, 1);
    first.socket.stop();
    assert.equal(world.leases.listenerCount, 0);
  });

  it('are taken over immediately when their window closes', async () => {
    const { first, second } = await oneLiveOneWaiting();
    await first.socket.dispose();
    await second.reach('live');
    assert.equal(world.leases.listenerCount, 0);
  });

  it('are opened by another window only after the previous one has closed', async () => {
    const { first, second } = await oneLiveOneWaiting();
    world.server.last.pause();
    first.socket.stop();
    await world.clock.advance(SECOND);
    await settle();
    assert.equal(world.server.requests.length, 1);
    world.server.last.resume();
    await second.reach('live');
    assert.equal(world.server.sockets[0]?.readyState, WebSocket.CLOSED);
  });

  it('are opened again by the same window only after the previous one has closed', async () => {
    const { first, second } = await oneLiveOneWaiting();
    world.server.last.pause();
    first.socket.stop();
    first.socket.start();
    await world.clock.advance(SECOND);
    await settle();
    assert.equal(world.server.requests.length, 1);
    world.server.last.resume();
    await first.reach('live');
    assert.equal(world.server.sockets[0]?.readyState, WebSocket.CLOSED);
    await second.until(() => isElsewhere(second, true));
  });

  it('are taken over even if the server doesn’t confirm closing', async () => {
    const { first, second } = await oneLiveOneWaiting();
    world.server.last.pause();
    first.socket.stop();
    await world.clock.advance(2 * SECOND);
    await second.reach('live');
  });

  it('are taken over soon from a killed window', async () => {
    const { second } = await oneLiveOneWaiting();
    world.leases.held.clear();
    await world.clock.advance(13 * SECOND);
    await second.reach('live');
  });

  it('stay live for other windows while they are open, until they are rejected', async () => {
    const { first, second } = await oneLiveOneWaiting();
    for (let beat = 0; beat < 6; beat += 1) {
      const pinged = once(world.server.last, 'ping');
      await world.clock.advance(30 * SECOND);
      await pinged;
      world.server.last.send(envelope(`mine-${beat}`));
      await first.until(() => first.results.length === beat + 1);
      await settle();
      assert.ok(isElsewhere(second, true), `after ${beat} heartbeats`);
    }
    world.server.refuse = { status: 401 };
    world.server.last.terminate();
    await first.reach('waiting');
    await second.until(() => isElsewhere(second, false));
    await world.clock.advance(2 * SECOND);
    await first.reach('refused');
    await world.clock.advance(13 * SECOND);
    await second.reach('refused');
    await settle();
    assert.deepEqual([...world.leases.held.keys()], []);
  });

  it('close and wait if another window took the lease', async () => {
    const listener = world.listen();
    listener.socket.start();
    await listener.reach('live');
    for (const lease of world.leases.held.values()) lease.owner = 'B';
    const closed = once(world.server.last, 'close');
    await world.clock.advance(30 * SECOND);
    await listener.reach('elsewhere');
    await closed;
    for (const lease of world.leases.held.values()) lease.until = 0;
    await world.clock.advance(40 * SECOND);
    await listener.reach('live');
  });

  it('stay closed if leases can’t be read, and report the error', async () => {
    world.leases.broken = true;
    const listener = world.listen();
    listener.socket.start();
    await listener.reach('elsewhere');
    assert.equal(listener.troubles.length, 1);
    assert.equal(world.server.requests.length, 0);
    world.leases.broken = false;
    await world.clock.advance(40 * SECOND);
    await listener.reach('live');
    world.leases.broken = true;
    await world.clock.advance(30 * SECOND);
    assert.equal(listener.socket.state.kind, 'live', 'what is open stays open');
    world.leases.broken = false;
  });

  it('block other windows even while they pause', async () => {
    const first = world.listen({ limits }, { name: 'A' });
    const second = world.listen({ limits }, { name: 'B' });
    first.socket.start();
    await first.reach('live');
    world.server.last.close();
    await first.reach('waiting');
    await world.clock.advance(SECOND);
    await first.reach('live');
    world.server.last.close();
    await first.reach('resting');
    second.socket.start();
    await world.clock.advance(300 * SECOND);
    assert.equal(second.socket.state.kind, 'elsewhere');
    assert.equal(world.server.requests.length, 2);
  });

  it('are separate for each credential', async () => {
    const first = world.listen({ authentication: { kind: 'header' } }, { name: 'A' });
    const second = world.listen({ authentication: { kind: 'header' } }, { name: 'B' });
    if (second.credential) second.credential = { ...second.credential, id: 'cred-2' };
    first.socket.start();
    second.socket.start();
    await first.reach('live');
    await second.reach('live');
  });
});
