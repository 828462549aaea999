import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { EventStreamReader } from '../../../../src/judges/push/eventStream';
import { judgeNamed } from '../../../../src/judges/adapters';
import { FakeClock } from '../../support/fakeClock';
import { FakeLeases } from '../../tracking/world';
import { answering, type Answering } from '../answering';
import { envelope, Listener, SECOND, SECRET } from '../pushWorld';

const eventsIn = (chunks: readonly string[], limit = 1000): readonly string[] => {
  const reader = new EventStreamReader(limit);
  return chunks.flatMap((chunk) => [...reader.read(chunk)]);
};

describe('A stream of server-sent events', () => {
  it('contains the data of each complete event', () => {
    assert.deepEqual(eventsIn(['data: a\n\ndata:b\ndata:  c\n\n']), ['a', 'b\n c']);
    assert.deepEqual(
      eventsIn(['\ufeffdata: a\r\n\r\ndata: b\r\rid: 7\nevent: message\nretry: 3\ndata: c\n\n']),
      ['a', 'b', 'c'],
    );
    // comments, an event without data, other fields, and an event that isn’t complete
    assert.deepEqual(eventsIn([': keep\n\nevent: eof\n\ndatas: a\n\ndata\n\ndata: b\n']), ['']);
    assert.deepEqual(eventsIn(['data: a\n\n\ufeffdata: b\n\n']), ['a']);
  });

  it('has a limited length of comments and empty lines without an event', () => {
    let now = 0;
    const read = (text: string, times: number, msBetween: number) => {
      const reader = new EventStreamReader(1_000_000, () => now);
      for (let count = 0; count < times; count += 1) {
        reader.read(text);
        now += msBetween;
      }
    };
    for (const endless of [':\n', '\n', 'id: 1\n', ': comment\r\n\r\n'])
      assert.throws(() => read(endless.repeat(100), 10_000, 1), endless);
    // a judge that keeps the connection open, and one that sends many events
    read(': keep-alive\n\n', 10_000, 1000);
    read('id: 1\nevent: result\ndata: a\n\n', 10_000, 0);
  });

  it('has the same events wherever it is divided', () => {
    const line = fc.oneof(
      fc.constantFrom('data: x', 'data:', ':', 'event: eof', 'data: {"a":1}', 'data', ''),
      fc.string({ unit: fc.constantFrom('a', ':', ' ', '\ufeff', '编'), maxLength: 5 }),
    );
    const lineBreak = fc.constantFrom('\n', '\r\n', '\r');
    const stream = fc
      .array(fc.tuple(line, lineBreak), { maxLength: 20 })
      .map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(stream, fc.array(fc.nat(60), { maxLength: 8 }), (text, cuts) => {
        const places = [0, ...cuts.filter((cut) => cut <= text.length), text.length].sort((a, b) => a - b);
        const parts = places.slice(1).map((place, index) => text.slice(places[index], place));
        const chunks = parts.flatMap((part) => [part, '']);
        // CR and LF that are divided are one line break, as in the whole
        assert.deepEqual(eventsIn(chunks), eventsIn([text]));
      }),
    );
  });

  it('has events of a limited length, in one or many lines', () => {
    assert.deepEqual(eventsIn([`data:${'a'.repeat(90)}\n\n`], 100), ['a'.repeat(90)]);
    for (const chunk of [`data:${'a'.repeat(101)}`, 'data: aaaa\n'.repeat(30), 'x'.repeat(101)])
      assert.throws(() => eventsIn([chunk], 100));
    // the limit is for each event, not for the stream
    assert.equal(
      eventsIn(
        Array.from({ length: 1000 }, () => 'data: a\n\n'),
        100,
      ).length,
      1000,
    );
  });

  it('is read in linear time', () => {
    const many = Array.from({ length: 100_000 }, () => 'a');
    assert.throws(() => eventsIn(many, 50_000));
    assert.equal(eventsIn(['data:', ...many, '\n\n'], 1_000_000)[0]?.length, 100_000);
  });
});

describe('A connection for server-sent events', () => {
  let site: Answering;
  let requests: IncomingMessage[];
  /** Handles a request. */
  let respond: (response: ServerResponse) => void;
  let open: ServerResponse[];
  let listener: Listener;

  const start = (url = `${site.origin}/watch`, header = false) => {
    const clock = new FakeClock();
    const authentication = { kind: header ? ('header' as const) : ('none' as const) };
    listener = new Listener(clock, new FakeLeases(clock), { url, authentication }, { transport: 'events' });
    listener.socket.start();
    return listener;
  };
  const stream = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.flushHeaders();
    open.push(response);
  };

  beforeEach(async () => {
    [requests, open, respond] = [[], [], stream];
    site = await answering((request, response) => {
      requests.push(request);
      respond(response);
    });
  });
  afterEach(async () => {
    await listener.socket.dispose();
    open.forEach((response) => response.destroy());
    await site.close();
  });

  it('receives results, and sends the credential only in its header', async () => {
    start(undefined, true);
    await listener.until(() => listener.socket.state.kind === 'live');
    const [request] = requests;
    assert.equal(request?.headers.accept, 'text/event-stream');
    assert.equal(request?.headers.authorization, `Basic ${Buffer.from(SECRET).toString('base64')}`);
    assert.equal(request?.url, '/watch');
    open[0]?.write(`: alive\n\nevent: message\ndata: ${envelope('mine-1')}\n\n`);
    await listener.until(() => listener.results.length === 1);
    assert.deepEqual(listener.results, ['mine-1']);
    assert.deepEqual(listener.troubles, []);
  });

  it('reads characters that arrive in parts', async () => {
    start();
    await listener.until(() => listener.socket.state.kind === 'live');
    const bytes = Buffer.from(`data: ${envelope('mine-2', '编😀')}\n\n`);
    const middle = bytes.indexOf(Buffer.from('😀')) + 2;
    open[0]?.write(bytes.subarray(0, middle));
    open[0]?.write(bytes.subarray(middle));
    await listener.until(() => listener.results.length === 1);
    assert.deepEqual(listener.trackIds, ['编😀']);
  });

  it('isn’t opened again if the judge rejects the credential', async () => {
    const error = { errorCode: 401, errorType: 'X', errorMessage: 'who?', errorData: null };
    respond = (response) => void response.writeHead(401).end(JSON.stringify(error));
    start(undefined, true);
    const { why } = await listener.reach('refused');
    assert.ok(why.kind === 'failure' && why.failure.kind === 'status' && why.failure.status === 401);
    assert.equal(why.failure.error?.errorMessage, 'who?');
    assert.equal(requests.length, 1);
  });

  it('isn’t redirected', async () => {
    respond = (response) => void response.writeHead(302, { location: 'https://other.test/' }).end();
    start(undefined, true);
    await listener.until(() => !['closed', 'connecting'].includes(listener.socket.state.kind));
    const { state } = listener.socket;
    assert.ok('why' in state && state.why.kind === 'failure' && state.why.failure.kind === 'redirect');
    assert.equal(state.why.failure.to, 'https://other.test');
    assert.equal(requests.length, 1);
  });

  it('isn’t live if the response is no event stream', async () => {
    respond = (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    start();
    await listener.until(() => !['closed', 'connecting'].includes(listener.socket.state.kind));
    assert.ok(!listener.kinds.includes('live'));
  });

  it('is opened again after the judge has ended it', async () => {
    start();
    await listener.until(() => listener.socket.state.kind === 'live');
    open[0]?.end();
    await listener.until(() => listener.socket.state.kind !== 'live');
    await listener.clock.advance(120 * SECOND);
    await listener.until(() => listener.socket.state.kind === 'live');
    assert.equal(requests.length, 2);
  });

  it('ends if an event is too large', async () => {
    start();
    await listener.until(() => listener.socket.state.kind === 'live');
    open[0]?.write(`data: ${'x'.repeat(10_001)}`);
    await listener.until(() => listener.socket.state.kind !== 'live');
    assert.deepEqual(listener.results, []);
  });

  it('is closed when nothing is pending', async () => {
    start();
    await listener.until(() => listener.socket.state.kind === 'live');
    const [request] = requests;
    const closed = new Promise<void>((resolve) => request?.on('close', () => resolve()));
    await listener.socket.dispose();
    await closed;
    assert.deepEqual(listener.troubles, []);
  });
});

describe('Push with server-sent events', () => {
  const read = (push: object, others: object = {}) => {
    const result = { path: '/x/{id}', fields: { status: 'status' } };
    const described = { type: 'json', url: 'https://oj.test', result, push, ...others };
    return judgeNamed('test', { test: described });
  };

  it('has the URL, authentication, and frames of the description', () => {
    const eventsUrl = 'https://push.oj.test/watch?extra=GROUPS#x';
    const described = read(
      { eventsUrl, authentication: 'header', id: 'submission.id', result: 'submission' },
      { authentication: 'bearer' },
    );
    assert.ok(described.ok);
    const { push } = described.judge;
    assert.deepEqual([push?.transport, push?.origin], ['events', 'https://push.oj.test']);
    assert.equal(push?.url(null), 'https://push.oj.test/watch?extra=GROUPS');
    const frame = push?.read('{"event":"UPDATED","submission":{"id":"7","status":"AC"}}');
    assert.ok(frame?.kind === 'result' && frame.requestId === '7');
  });

  it('must have a web address, which is encrypted if credentials are sent', () => {
    const problemsOf = (push: object) => {
      const described = read(push);
      assert.ok(!described.ok);
      return described.problems.map(({ at, what }) => `${at}: ${what.kind}`);
    };
    const wrong = ['wss://oj.test/watch', 'oj.test', 'https://a:b@oj.test'];
    for (const eventsUrl of wrong)
      assert.deepEqual(problemsOf({ eventsUrl, id: 'id' }), ['test.push.eventsUrl: address'], eventsUrl);
    assert.deepEqual(problemsOf({ eventsUrl: 'http://oj.test/w', authentication: 'header', id: 'id' }), [
      'test.push.eventsUrl: plainHttp',
    ]);
  });
});
