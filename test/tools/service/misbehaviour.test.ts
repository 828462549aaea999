import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import http from 'node:http';
import { startLocalService, type LocalService, type Misbehaviour } from '../../../tools/service';
import { chanceFrom, MisbehaviourRules } from '../../../tools/service/misbehaviour';
import { ask, type Answered } from './ask';

const judge = { id: 1, status: 12, subtasks: [{ id: 0, cases: [{ id: 1, status: 12 }] }] };
const envelope = { type: 'judge', requestId: 'one', trackId: 't', data: { compile: null, judge } };

describe('The local service’s faults', () => {
  let service: LocalService;
  beforeEach(async () => {
    service = await startLocalService();
    service.script('one', [{ body: envelope }]);
  });
  afterEach(() => service.close());

  function askWith(what: Misbehaviour): Promise<Answered> {
    service.misbehave({ what });
    return ask(service, '/judge/result?id=one');
  }

  it('can reset the connection', async () => {
    await assert.rejects(askWith({ kind: 'reset' }), { code: 'ECONNRESET' });
    assert.equal(service.log.entries[0]?.outcome, 'reset');
  });

  it('can cut a body short', async () => {
    await assert.rejects(askWith({ kind: 'cut', bytes: 10 }), { code: 'ECONNRESET' });
  });

  it('can leave a request without a response', async () => {
    service.misbehave({ what: { kind: 'silence' } });
    const url = new URL(`${service.origin}/judge/result?id=one`);
    const request = http.get(url, { headers: service.credentials, agent: false });
    const answered = new Promise<string>((resolve) => request.once('response', () => resolve('answered')));
    const gone = new Promise<string>((resolve) => request.once('error', () => resolve('gone')));
    while (service.log.entries[0]?.outcome !== 'silence')
      await new Promise((resolve) => setImmediate(resolve));
    request.destroy(new Error('enough'));
    assert.equal(await Promise.race([answered, gone]), 'gone');
  });

  it('can send any status, with an HTML page unless a body is given', async () => {
    const bare = await askWith({ kind: 'status', status: 502 });
    assert.equal(bare.status, 502);
    assert.match(String(bare.headers['content-type']), /html/);
    service.behave();
    const full = await askWith({ kind: 'status', status: 400, body: { errorCode: 400 } });
    assert.deepEqual(full.json(), { errorCode: 400 });
  });

  it('can send 429 with Retry-After', async () => {
    const answer = await askWith({ kind: 'tooManyRequests', retryAfter: 7 });
    assert.equal(answer.status, 429);
    assert.equal(answer.headers['retry-after'], '7');
  });

  it('can send a web page with status 200', async () => {
    const answer = await askWith({ kind: 'html' });
    assert.equal(answer.status, 200);
    assert.match(answer.text, /^<!DOCTYPE html>/);
  });

  it('can redirect to the same or to another origin', async () => {
    const same = await askWith({ kind: 'redirect' });
    assert.equal(same.status, 302);
    assert.equal(same.headers['location'], '/judge/result?id=one&again=1');
    service.behave();
    const other = await askWith({ kind: 'redirect', to: 'http://127.0.0.1:1/x', status: 307 });
    assert.equal(other.status, 307);
    assert.equal(other.headers['location'], 'http://127.0.0.1:1/x');
  });

  it('can send huge bodies, compressed or not', async () => {
    assert.ok((await askWith({ kind: 'huge', bytes: 300_000 })).text.length > 300_000);
    service.behave();
    service.misbehave({ what: { kind: 'gzipBomb', bytes: 5_000_000 } });
    const packed = await new Promise<Buffer>((resolve) => {
      http.get(
        new URL(`${service.origin}/judge/result?id=one`),
        { headers: service.credentials, agent: false },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () => resolve(Buffer.concat(parts)));
        },
      );
    });
    assert.ok(packed.length < 100_000);
    assert.ok(gunzipSync(packed).length > 5_000_000);
  });

  it('can send wrong types, another content type, lists as objects, and numbers as strings', async () => {
    assert.equal(
      ((await askWith({ kind: 'wrongTypes' })).json()['data'] as { compile: unknown }).compile,
      'yes',
    );
    service.behave();
    const typed = await askWith({ kind: 'contentType', value: 'text/plain' });
    assert.equal(typed.headers['content-type'], 'text/plain');
    assert.deepEqual(typed.json(), envelope);
    service.behave();
    const reshaped = (await askWith({ kind: 'reshape', keyedLists: true, numericStrings: true })).json();
    assert.deepEqual((reshaped['data'] as { judge: unknown }).judge, {
      id: '1',
      status: '12',
      subtasks: { 0: { id: '0', cases: { 1: { id: '1', status: '12' } } } },
    });
  });

  it('can send an older result after a newer one', async () => {
    service.script('two', [
      { body: { ...envelope, trackId: 'old' } },
      { body: { ...envelope, trackId: 'new' } },
    ]);
    const tracks: unknown[] = [];
    for (const stale of [false, false, true, false]) {
      if (stale) service.misbehave({ what: { kind: 'stale' }, times: 1 });
      tracks.push((await ask(service, '/judge/result?id=two')).json()['trackId']);
    }
    assert.deepEqual(tracks, ['old', 'new', 'old', 'new']);
  });

  it('apply only to the configured method, path, ID, and number of requests', async () => {
    service.script('two', [{ body: envelope }]);
    service.misbehave({ what: { kind: 'status', status: 500 }, id: 'two', path: '/judge/result', times: 2 });
    const statuses: number[] = [];
    for (const id of ['one', 'two', 'one', 'two', 'two']) {
      statuses.push((await ask(service, `/judge/result?id=${id}`)).status);
    }
    assert.deepEqual(statuses, [200, 500, 200, 500, 200]);
  });

  it('can add delays together, and occur randomly from a seed', () => {
    const draw = (seed: number): string[] => {
      const rules = new MisbehaviourRules(chanceFrom(seed));
      rules.add({ what: { kind: 'delay', ms: 5 } });
      rules.add({ what: { kind: 'delay', ms: 7 } });
      rules.add({ what: { kind: 'reset' }, probability: 0.3 });
      return Array.from({ length: 200 }, () => {
        const { delay, what } = rules.forRequest({ method: 'GET', path: '/', id: null });
        assert.equal(delay, 12);
        return what?.kind ?? 'right';
      });
    };
    const once = draw(42);
    assert.deepEqual(draw(42), once);
    assert.notDeepEqual(draw(43), once);
    const resets = once.filter((kind) => kind === 'reset').length;
    assert.ok(resets > 30 && resets < 90, `${resets} of 200`);
  });
});
