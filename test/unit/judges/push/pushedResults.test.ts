import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PushedResults } from '../../../../src/judges/push/pushedResults';
import { resultOf } from '../../../../src/judges/adapters/shared/makeResult';
import { settle } from '../../support/fakeClock';
import { envelope, limits, PushWorld, SECOND, type Listener } from '../pushWorld';

const answer = (status: number) => resultOf({ requestId: '7', status });

describe('Pushed results', () => {
  /** Results whose storing has begun, in order. `end` completes it. */
  const begun: { readonly name: string; readonly end: () => void }[] = [];
  let told: number;
  let results: PushedResults;

  beforeEach(() => {
    begun.length = 0;
    told = 0;
    results = new PushedResults({
      store: (requestId, { envelope: { data } }) =>
        new Promise((end) => begun.push({ name: `${requestId} ${String(data?.judge?.status)}`, end })),
      onStored: () => void (told += 1),
    });
  });

  const names = () => begun.map(({ name }) => name);

  it('are stored one at a time for an ID, and only the newest waiting result is kept', async () => {
    for (let status = 1; status <= 1000; status += 1) results.add('a', { answer: answer(status), length: 1 });
    results.add('b', { answer: answer(1), length: 1 });
    assert.deepEqual(names(), ['a 1', 'b 1']);
    begun[0]?.end();
    await settle();
    assert.deepEqual(names(), ['a 1', 'b 1', 'a 1000']);
    begun[2]?.end();
    await settle();
    assert.deepEqual([names().length, told], [3, 2]);
    results.add('a', { answer: answer(7), length: 1 });
    assert.deepEqual(names().slice(3), ['a 7']);
  });

  it('are full with 16 results or 4 Mi characters until some are stored', async () => {
    for (let id = 1; id <= 15; id += 1) results.add(`${id}`, { answer: answer(1), length: 1 });
    assert.equal(results.isFull, false);
    results.add('1', { answer: answer(2), length: 1 });
    assert.equal(results.isFull, true);
    begun[1]?.end();
    await settle();
    assert.equal(results.isFull, false);
    results.add('1', { answer: answer(2), length: 4 * 1024 * 1024 });
    assert.equal(results.isFull, true);
  });
});

describe('A push socket with slow storage', () => {
  const world = PushWorld.useIn();
  const bulk = 'x'.repeat(9_000);

  /** Sends `count` results of different IDs while storing is blocked. Returns a function that unblocks it. */
  async function flood(listener: Listener, count: number): Promise<() => void> {
    let end = (): void => undefined;
    listener.storing = new Promise<void>((resolve) => (end = resolve));
    listener.socket.start();
    await listener.reach('live');
    for (let id = 0; id < count; id += 1) world.server.last.send(envelope(`mine-${id}`, bulk));
    await listener.until(() => listener.results.length >= 16);
    return end;
  }

  it('pauses after a few results, and then receives the remaining results', async () => {
    const listener = world.listen();
    const end = await flood(listener, 2_000);
    // After a round trip on another socket, everything that will arrive has arrived.
    const other = world.listen();
    other.socket.start();
    await other.reach('live');
    world.server.last.send(envelope('mine-other'));
    await other.until(() => other.results.length === 1);
    // 16, and those that the system had delivered before, at most 64 KiB.
    assert.ok(listener.results.length <= 24, `${listener.results.length}`);
    end();
    await listener.until(() => listener.results.length === 2_000);
    assert.equal(listener.results.at(-1), 'mine-1999');
  });

  it('is not considered silent, however long storing takes', async () => {
    const listener = world.listen({ limits });
    const end = await flood(listener, 200);
    await world.clock.advance(600 * SECOND);
    assert.equal(listener.socket.state.kind, 'live');
    end();
    await listener.until(() => listener.results.length === 200);
    await world.clock.advance(31 * SECOND);
    assert.equal(listener.socket.state.kind, 'live');
  });

  it('can be closed while results are stored', async () => {
    const listener = world.listen();
    const end = await flood(listener, 200);
    const closed = once(world.server.last, 'close');
    listener.socket.stop();
    await closed;
    end();
    await settle();
    assert.deepEqual(listener.kinds, ['connecting', 'live', 'closed']);
    assert.deepEqual(listener.troubles, []);
  });

  it('keeps the newest result of one ID', async () => {
    const listener = world.listen();
    let end = (): void => undefined;
    listener.storing = new Promise<void>((resolve) => (end = resolve));
    listener.socket.start();
    await listener.reach('live');
    for (let round = 0; round < 500; round += 1) world.server.last.send(envelope('mine-1', `${round}`));
    world.server.last.send(envelope('mine-2', 'last'));
    await listener.until(() => listener.results.includes('mine-2'));
    end();
    await listener.until(() => listener.results.length === 3);
    assert.deepEqual(listener.trackIds, ['0', 'last', '499']);
  });
});
