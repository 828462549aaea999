import assert from 'node:assert/strict';
import { once } from 'node:events';
import { RequestFailed } from '../../../../src/judges/requestFailed';
import type { PushAuthentication } from '../../../../src/judges/adapter';
import { webSocketPush } from '../../../../src/judges/adapters/described/push';
import { settle } from '../../support/fakeClock';
import { envelope, limits, PushWorld, SECOND, SECRET, Server, type Listener } from '../pushWorld';

describe('A push socket', () => {
  const world = PushWorld.useIn();

  it('is closed until it is started, and closed again when nothing is pending', async () => {
    const listener = world.listen();
    assert.equal(listener.socket.state.kind, 'closed');
    listener.socket.start();
    await listener.reach('live');
    assert.equal(world.server.requests.length, 1);
    const closed = once(world.server.last, 'close');
    listener.socket.stop();
    const [code] = (await closed) as [number];
    assert.equal(code, 1000);
    assert.deepEqual(listener.kinds, ['connecting', 'live', 'closed']);
    await settle();
    assert.equal(world.leases.held.size, 0);
  });

  it('reports results of its own requests in plain framing, and no other results', async () => {
    const listener = world.listen();
    listener.socket.start();
    await listener.reach('live');
    for (const frame of [
      envelope('mine-1'),
      envelope('theirs'),
      envelope(null),
      '{"type":',
      '[]',
      '{"type":"other"}',
    ]) {
      world.server.last.send(frame);
    }
    world.server.last.send(Buffer.from(envelope('mine-binary')), { binary: true });
    world.server.last.send(envelope('mine-2'));
    await listener.until(() => listener.results.length === 2);
    assert.deepEqual(listener.results, ['mine-1', 'mine-2']);
  });

  it('reports results of its own channel in channel framing, and no other results', async () => {
    const listener = world.listen({ framing: 'channel' });
    listener.socket.start();
    await listener.reach('live');
    const frames = [
      'AUTH_WELCOME\0{"time":1}',
      `other.channel\0${envelope('mine-other')}`,
      envelope('mine-without-channel'),
      `judge.result\0${envelope('mine-1')}`,
      `judge.result\0${envelope('theirs')}`,
      'judge.result\0',
      `judge.result\0${envelope('mine-2')}`,
    ];
    for (const frame of frames) world.server.last.send(frame);
    await listener.until(() => listener.results.length === 2);
    assert.deepEqual(listener.results, ['mine-1', 'mine-2']);
  });

  it('isn’t considered live while its frames can’t be read, until the first readable frame', async () => {
    const listener = world.listen();
    listener.socket.start();
    await listener.reach('live');
    world.server.last.send(`judge.result\0${envelope('mine-1')}`);
    await listener.reach('unreadable');
    await settle();
    assert.deepEqual(
      [...world.leases.held.keys()].filter((name) => name.startsWith('live')),
      [],
    );
    // So the state stays for the next connection.
    listener.socket.stop();
    listener.socket.start();
    await listener.until(() => listener.kinds.filter((kind) => kind === 'unreadable').length === 2);
    assert.deepEqual(listener.kinds.slice(-3), ['closed', 'connecting', 'unreadable']);
    world.server.last.send(envelope('theirs'));
    await listener.reach('live');
    world.server.last.send('hello');
    world.server.last.send(envelope('mine-1'));
    await listener.until(() => listener.results.length === 1);
    assert.equal(listener.socket.state.kind, 'live');
    await settle();
    assert.equal([...world.leases.held.keys()].filter((name) => name.startsWith('live')).length, 1);
  });

  const ways: readonly (readonly [PushAuthentication, string | undefined, string | null])[] = [
    [{ kind: 'none' }, undefined, null],
    [{ kind: 'header' }, `Basic ${Buffer.from(SECRET).toString('base64')}`, null],
    [{ kind: 'query', parameter: 'token' }, undefined, SECRET],
  ];
  for (const [authentication, header, parameter] of ways) {
    it(`sends the credential as the judge’s settings require: ${authentication.kind}`, async () => {
      const listener = world.listen({ authentication });
      listener.socket.start();
      await listener.reach('live');
      const [request] = world.server.requests;
      const { searchParams } = new URL(request?.url ?? '', 'ws://x');
      assert.equal(request?.headers.authorization, header);
      assert.equal(searchParams.get('token'), parameter);
      assert.equal(searchParams.get('channel'), 'judge.result');
      assert.equal(request?.headers['user-agent'], 'judge-results/test');
    });
  }

  it('sends a credential only to its own origin, and reports the reason', async () => {
    const listener = world.listen({ authentication: { kind: 'header' } });
    if (listener.credential)
      listener.credential = { ...listener.credential, origins: ['wss://elsewhere.example'] };
    listener.socket.start();
    const state = await listener.reach('refused');
    assert.ok(state.why.kind === 'failure' && state.why.failure.kind === 'insecure');
    assert.equal(state.why.failure.why, 'otherOrigin');
    assert.equal(world.server.requests.length, 0);
  });

  it('does not retry with a credential that may not be sent', async () => {
    const listener = world.listen({ authentication: { kind: 'header' } });
    const failure = { kind: 'insecure', origin: 'https://judge.example', why: 'unchecked' } as const;
    listener.withheld = new RequestFailed(failure, { sent: 'no' });
    listener.socket.start();
    const { why } = await listener.reach('refused');
    assert.deepEqual(why, { kind: 'failure', failure });
    assert.deepEqual(listener.troubles, []);
    assert.equal(world.clock.timerCount, 0);
  });

  it('does not connect without a required credential', async () => {
    const listener = world.listen({ authentication: { kind: 'header' } });
    listener.credential = null;
    listener.socket.start();
    assert.equal((await listener.reach('refused')).why.kind, 'noCredential');
    assert.equal(world.server.requests.length, 0);
  });

  for (const url of ['', 'not an address', 'https://x.example/ws', 'ws://user:pass@127.0.0.1/ws']) {
    it(`rejects the address “${url}” without connecting`, async () => {
      const listener = world.listen({ url });
      listener.socket.start();
      const state = await listener.reach('refused');
      assert.ok(!JSON.stringify(state).includes('pass@'));
      assert.equal(world.server.requests.length, 0);
    });
  }

  describe('after a rejected upgrade', () => {
    for (const status of [400, 401, 402, 404]) {
      it(`does not retry after a ${status}, and reports the judge’s message`, async () => {
        const body = JSON.stringify({
          errorCode: status,
          errorType: 'X',
          errorMessage: 'because',
          errorData: null,
        });
        world.server.refuse = { status, body };
        const listener = world.listen({ authentication: { kind: 'query', parameter: 'token' } });
        listener.socket.start();
        const state = await listener.reach('refused');
        assert.ok(state.why.kind === 'failure' && state.why.failure.kind === 'status');
        assert.equal(state.why.failure.status, status);
        assert.equal(state.why.failure.error?.errorMessage, 'because');
        await world.clock.advance(3_600 * SECOND);
        listener.socket.stop();
        listener.socket.start();
        assert.equal(listener.socket.state.kind, 'refused', 'also not for the next pending request');
        assert.equal(world.server.requests.length, 1);
      });
    }

    it('retries ten minutes after a 403', async () => {
      world.server.refuse = { status: 403 };
      const listener = world.listen({ authentication: { kind: 'query', parameter: 'token' } });
      listener.socket.start();
      await listener.reach('waiting');
      world.server.refuse = null;
      await world.clock.advance(599 * SECOND);
      assert.equal(world.server.requests.length, 1);
      await world.clock.advance(2 * SECOND);
      await listener.reach('live');
    });

    it('retries after a 503 as requested, and after a 500 at its own interval', async () => {
      world.server.refuse = { status: 503, headers: { 'Retry-After': '40' } };
      const listener = world.listen();
      listener.socket.start();
      const state = await listener.reach('waiting');
      assert.equal(state.until - world.clock.now(), 40 * SECOND);
      world.server.refuse = { status: 500 };
      await world.clock.advance(40 * SECOND);
      await listener.until(() => listener.kinds.filter((kind) => kind === 'waiting').length === 2);
      world.server.refuse = null;
      await world.clock.advance(10 * SECOND);
      await listener.reach('live');
      assert.equal(world.server.requests.length, 3);
    });

    it('follows no redirect, and reports only its origin', async () => {
      world.server.refuse = {
        status: 302,
        headers: { Location: 'https://portal.example/login?next=secret' },
      };
      const listener = world.listen();
      listener.socket.start();
      const state = await listener.reach('waiting');
      assert.deepEqual(state.why, {
        kind: 'failure',
        failure: { kind: 'redirect', to: 'https://portal.example' },
      });
    });
  });

  describe('after a lost connection', () => {
    it('reconnects with growing waits while the server doesn’t respond', async () => {
      const { url } = world.server;
      await world.server.stop();
      world.server = await new Server().start();
      const listener = world.listen({ url });
      listener.socket.start();
      const waits: number[] = [];
      for (let attempt = 1; attempt <= 8; attempt += 1) {
        await listener.until(() => listener.kinds.filter((kind) => kind === 'waiting').length === attempt);
        const { state } = listener.socket;
        assert.ok(state.kind === 'waiting' && state.why.kind === 'failure');
        assert.equal(state.why.failure.kind, 'refused');
        waits.push(state.until - world.clock.now());
        await world.clock.advance(state.until - world.clock.now());
      }
      assert.deepEqual(
        waits,
        [1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * SECOND),
      );
    });

    it('reconnects after a second if the connection had been stable', async () => {
      const listener = world.listen();
      listener.socket.start();
      for (let round = 1; round <= 4; round += 1) {
        await listener.until(() => listener.kinds.filter((kind) => kind === 'live').length === round);
        await world.clock.advance(61 * SECOND);
        world.server.last.close(1001);
        const state = await listener.reach('waiting');
        assert.deepEqual(state.why, { kind: 'dropped', code: 1001 });
        assert.equal(state.until - world.clock.now(), SECOND);
        await world.clock.advance(SECOND);
      }
      await listener.reach('live');
    });

    it('pauses for ten minutes after two immediate disconnections by a judge with a connection limit', async () => {
      const listener = world.listen({ limits });
      listener.socket.start();
      await listener.reach('live');
      await world.clock.advance(10 * SECOND);
      world.server.last.close(4008, 'too many connections');
      await listener.reach('waiting');
      await world.clock.advance(SECOND);
      await listener.reach('live');
      world.server.last.close(4008, 'too many connections');
      const state = await listener.reach('resting');
      assert.deepEqual(state.why, { kind: 'dropped', code: 4008 });
      assert.equal(state.until - world.clock.now(), 600 * SECOND);
      listener.socket.stop();
      await world.clock.advance(60 * SECOND);
      listener.socket.start();
      assert.equal(listener.socket.state.kind, 'resting', 'also for the next pending request');
      await world.clock.advance(539 * SECOND);
      assert.equal(world.server.requests.length, 2);
      await world.clock.advance(SECOND);
      await listener.reach('live');
    });

    it('never pauses without a connection limit, but reconnects more and more slowly', async () => {
      const listener = world.listen();
      listener.socket.start();
      const waits: number[] = [];
      for (let round = 1; round <= 8; round += 1) {
        await listener.until(() => listener.kinds.filter((kind) => kind === 'live').length === round);
        await world.clock.advance(5 * SECOND);
        world.server.last.close(1011);
        const { until } = await listener.reach('waiting');
        waits.push(until - world.clock.now());
        await world.clock.advance(until - world.clock.now());
      }
      assert.deepEqual(
        waits,
        [1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * SECOND),
      );
      await listener.until(() => listener.kinds.filter((kind) => kind === 'live').length === 9);
    });

    /** Makes the service neither send nor respond, while keeping the connection open. */
    function fallSilent(): void {
      world.server.last.pause();
    }
    const isSilent = ({ states }: Listener): boolean =>
      states.some((state) => state.kind === 'waiting' && state.why.kind === 'silent');

    it('closes a connection without the pings that the judge guarantees', async () => {
      const listener = world.listen({ limits });
      listener.socket.start();
      await listener.reach('live');
      fallSilent();
      await world.clock.advance(91 * SECOND);
      assert.ok(isSilent(listener));
    });

    it('keeps a quiet connection of a judge that guarantees no pings and answers none', async () => {
      const listener = world.listen();
      listener.socket.start();
      await listener.reach('live');
      fallSilent();
      await world.clock.advance(600 * SECOND);
      assert.equal(listener.socket.state.kind, 'live');
      assert.equal(world.server.requests.length, 1);
    });

    it('closes a connection if the judge no longer answers pings', async () => {
      const listener = world.listen();
      listener.socket.start();
      await listener.reach('live');
      const pinged = once(world.server.last, 'ping');
      await world.clock.advance(30 * SECOND);
      await pinged;
      world.server.last.send(envelope('mine-1'));
      await listener.until(() => listener.results.length === 1);
      fallSilent();
      await world.clock.advance(121 * SECOND);
      assert.ok(isSilent(listener));
    });

    it('keeps a quiet connection that answers pings', async () => {
      const listener = world.listen();
      listener.socket.start();
      await listener.reach('live');
      for (let beat = 0; beat < 6; beat += 1) {
        const pinged = once(world.server.last, 'ping');
        await world.clock.advance(30 * SECOND);
        await pinged;
        // A frame after the pong shows that the pong has arrived.
        world.server.last.send(envelope(`mine-${beat}`));
        await listener.until(() => listener.results.length === beat + 1);
      }
      assert.equal(listener.socket.state.kind, 'live');
    });

    it('closes a connection on a frame that is too large, without reading it', async () => {
      const listener = world.listen();
      listener.socket.start();
      await listener.reach('live');
      world.server.last.send('x'.repeat(10_001));
      const state = await listener.reach('waiting');
      assert.deepEqual(state.why, { kind: 'tooLarge', limit: 10_000 });
      assert.deepEqual(listener.results, []);
    });
  });

  it('continues after a frame that makes reading throw, and still closes normally', async () => {
    const plain = webSocketPush({
      framing: 'plain',
      authentication: { kind: 'none' },
      limits: null,
      url: new URL(world.server.url),
    });
    const read = (text: string) => (text === 'hostile' ? assert.fail('unforeseen') : plain.read(text));
    const listener = world.listen({}, { read });
    listener.socket.start();
    await listener.reach('live');
    world.server.last.send('hostile');
    await listener.reach('unreadable');
    assert.deepEqual(listener.troubles.map(String), ['AssertionError [ERR_ASSERTION]: unforeseen']);
    world.server.last.send(envelope('mine-1'));
    await listener.until(() => listener.results.length === 1);
    assert.equal(listener.socket.state.kind, 'live');
    await listener.socket.dispose();
  });

  it('closes a connection if its unsent replies pile up', async () => {
    const text = 'x'.repeat(1000);
    const listener = world.listen({}, { read: () => ({ kind: 'reply', text }) });
    listener.socket.start();
    await listener.reach('live');
    const { last } = world.server;
    last.pause();
    const timer = setInterval(() => {
      for (let i = 0; i < 5000; i += 1) last.send('ping');
    }, 1);
    const state = await listener.reach('waiting');
    clearInterval(timer);
    assert.deepEqual(state.why, { kind: 'stalled' });
  });

  it('never reveals the secret or its address, whatever fails', async () => {
    const { url } = world.server;
    const query: PushAuthentication = { kind: 'query', parameter: 'token' };
    for (const refuse of [
      { status: 401 },
      { status: 500 },
      { status: 302, headers: { Location: '/again' } },
    ]) {
      world.server.refuse = refuse;
      const listener = world.listen({ authentication: query });
      listener.socket.start();
      await listener.until(() => ['refused', 'waiting'].includes(listener.socket.state.kind));
      await listener.socket.dispose();
    }
    await world.server.stop();
    world.server = await new Server().start();
    const listener = world.listen({ url, authentication: query });
    listener.socket.start();
    await listener.reach('waiting');
    const told = JSON.stringify(
      world.listeners.map(({ states, troubles }) => [states, troubles.map((one) => String(one))]),
    );
    assert.ok(!/s3cret|token=/.test(told), told);
  });
});
