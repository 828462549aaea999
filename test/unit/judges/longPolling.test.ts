import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { Judge } from '../../../src/judges';
import { judgeNamed } from '../../../src/judges/adapters';
import { answering, type Answering } from './answering';
import { clientAt, failureOf, request } from './clients';

/** Describes a judge that can respond when a result changes. */
function judgeAt(url: string, fields: object = {}): Judge {
  const result = { path: '/x/{id}', poll: '/x/{id}?poll=true', fields: { status: 'status' } };
  const read = judgeNamed('test', { test: { type: 'json', url, result, ...fields } });
  assert.ok(read.ok, JSON.stringify(read));
  return read.judge;
}

describe('A poll that the judge answers when the result changes', () => {
  let site: Answering;
  /** Paths of the requests, in their order. */
  let paths: string[];
  /** Responses that the judge holds back. */
  let held: ServerResponse[];
  let holds: boolean;
  /** Called when the judge holds back a response. */
  let onHeld: () => void;

  const send = (response: ServerResponse, status: string) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status }));
  };
  const isHeld = () => new Promise<void>((resolve) => (onHeld = resolve));
  const statusOf = (answer: Awaited<ReturnType<ReturnType<typeof clientAt>['result']>>) =>
    answer.kind === 'result' ? answer.envelope.data?.judge?.status : answer.kind;

  beforeEach(async () => {
    [paths, held, holds, onHeld] = [[], [], true, () => undefined];
    site = await answering(({ url = '' }, response) => {
      paths.push(url);
      if (!url.includes('poll') || !holds) return send(response, 'JUDGING');
      held.push(response);
      onHeld();
    });
  });
  afterEach(async () => {
    held.forEach((response) => response.destroy());
    await site.close();
  });

  it('waits for the response, which ends the wait', async () => {
    const reached = isHeld();
    const polled = clientAt(judgeAt(site.origin)).poll(request('7'));
    await reached;
    for (const response of held.splice(0)) send(response, 'AC');
    assert.equal(statusOf(await polled), 'AC');
    assert.deepEqual(paths, ['/x/7?poll=true']);
  });

  it('isn’t joined by a request of the user, which responds immediately', async () => {
    const client = clientAt(judgeAt(site.origin));
    const reached = isHeld();
    const polled = client.poll(request('7'));
    await reached;
    assert.equal(statusOf(await client.result(request('7'))), 'JUDGING');
    for (const response of held.splice(0)) send(response, 'WA');
    assert.equal(statusOf(await polled), 'WA');
    assert.deepEqual(paths, ['/x/7?poll=true', '/x/7']);
  });

  it('has no result yet after the timeout, and the next poll doesn’t wait', async () => {
    const client = clientAt(judgeAt(site.origin), { waitTimeout: 20, timeout: 30_000 });
    assert.equal(statusOf(await client.poll(request('7'))), 'notReady');
    assert.equal(statusOf(await client.poll(request('7'))), 'JUDGING');
    assert.equal(statusOf(await client.poll(request('7'))), 'notReady');
    // a wait that ends this early may not reach the judge
    assert.deepEqual(
      paths.filter((path) => !path.includes('poll')),
      ['/x/7'],
    );
  });

  it('has no result yet if a server in front of the judge ends the wait, and the next poll doesn’t wait', async () => {
    const client = clientAt(judgeAt(site.origin));
    for (const status of [408, 504, 524]) {
      const reached = isHeld();
      const polled = client.poll(request('7'));
      await reached;
      for (const response of held.splice(0)) response.writeHead(status).end('<html>');
      assert.equal(statusOf(await polled), 'notReady', String(status));
      assert.equal(statusOf(await client.poll(request('7'))), 'JUDGING');
    }
  });

  it('may last longer than other requests', async () => {
    const client = clientAt(judgeAt(site.origin), { waitTimeout: 30_000, timeout: 50 });
    const reached = isHeld();
    const polled = client.poll(request('7'));
    await reached;
    // another request reaches its timeout meanwhile
    const stuck = clientAt(judgeAt(site.origin, { check: { path: '/poll' } }), { timeout: 50 });
    const { failure } = await failureOf(stuck.ask((http) => stuck.judge.checkAccount(http)));
    assert.equal(failure.kind, 'timeout');
    const [first] = held;
    assert.ok(first);
    send(first, 'AC');
    assert.equal(statusOf(await polled), 'AC');
  });

  it('ends if it is canceled, and fails if the judge rejects it', async () => {
    const client = clientAt(judgeAt(site.origin));
    const reached = isHeld();
    const cancel = new AbortController();
    const polled = failureOf(client.poll(request('7'), cancel.signal));
    await reached;
    cancel.abort();
    assert.equal((await polled).failure.kind, 'cancelled');
    const next = isHeld();
    const rejected = failureOf(client.poll(request('7')));
    await next;
    for (const response of held.splice(0)) response.writeHead(401).end('{}');
    const { failure } = await rejected;
    assert.equal(failure.kind === 'status' && failure.status, 401);
  });

  it('is sent only by judges that support it, and never by the user', async () => {
    holds = false;
    const result = { path: '/x/{id}', fields: { status: 'status' } };
    await clientAt(judgeAt(site.origin, { result })).poll(request('7'));
    await clientAt(judgeAt(site.origin)).result(request('7'));
    assert.deepEqual(paths, ['/x/7', '/x/7']);
  });

  it('is followed by the next one soon, and doesn’t delay other requests', () => {
    assert.deepEqual(judgeAt(site.origin).pace, { interval: 2000, maximum: 2000 });
    assert.deepEqual(judgeAt(site.origin, { pollInterval: 5 }).pace, { interval: 5000, maximum: 5000 });
  });
});
