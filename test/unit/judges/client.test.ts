import { until } from '../support/fakeClock';
import assert from 'node:assert/strict';
import type { Fetch } from '../../../src/judges/http/fetch';
import { Redaction } from '../../../src/judges/signIn/redaction';
import { startLocalService, type LocalService, type Misbehaviour } from '../../../tools/service';
import { playedPrograms } from '../../support/playedPrograms';
import { leastJudge } from '../../support/profiles';
import { clientAt, credentialFor, failureOf, request, signedIn, userAgent } from './clients';

const judge = {
  id: 1,
  status: 12,
  score: 100,
  time: 3,
  memory: 800,
  subtasks: [{ id: 0, status: 12, score: 100, time: 3, memory: 800, cases: [] }],
};
const compile = { success: true, message: '', opt2: false };
const envelope = { type: 'judge', data: { compile, judge }, requestId: 'one', trackId: 't' };

describe('JudgeClient.result', () => {
  let service: LocalService;
  beforeEach(async () => {
    service = await startLocalService({ programs: playedPrograms });
    service.script('one', [{ body: envelope }]);
  });
  afterEach(() => service.close());

  const failure = async (id = 'one') => (await failureOf(signedIn(service).result(request(id)))).failure;
  const failureWith = (what: Misbehaviour) => {
    service.misbehave({ what });
    return failure();
  };

  it('returns the envelope and the response body', async () => {
    const answer = await signedIn(service).result(request('one'));
    assert.ok(answer.kind === 'result');
    assert.deepEqual(answer.envelope, envelope);
    assert.deepEqual(JSON.parse(answer.raw ?? ''), envelope);
    assert.deepEqual(answer.notices, []);
  });

  it('sends Accept and User-Agent', async () => {
    await signedIn(service).result(request('one'));
    const { headers, method, path } = service.log.entries[0]!;
    assert.equal(`${method} ${path}`, 'GET /judge/result');
    assert.equal(headers.accept, 'application/json');
    assert.equal(headers['user-agent'], userAgent);
    assert.equal(headers['content-type'], undefined);
    assert.equal(headers.origin, undefined);
  });

  it('treats 204 as not ready', async () => {
    service.script('one', [{}]);
    assert.deepEqual(await signedIn(service).result(request('one')), { kind: 'notReady' });
  });

  it('accepts partial results', async () => {
    service.script('one', [{ body: { type: 'judge', requestId: 'one', data: { compile, judge: null } } }]);
    const answer = await signedIn(service).result(request('one'));
    assert.equal(answer.kind === 'result' && answer.envelope.data?.judge, null);
  });

  it('logs an irregularity once with its first path, however many results contain it', async () => {
    service.misbehave({ what: { kind: 'reshape', keyedLists: true, numericStrings: true } });
    const logged: string[] = [];
    const client = signedIn(service, { onOddity: (text) => logged.push(text) });
    await client.result(request('one'));
    await client.result(request('one'));
    assert.equal(logged.length, 2);
    assert.match(
      logged.find((text) => text.includes('number')) ?? '',
      /^http:\S+: number sent as text \(data\.\S+ and \d+ more\)$/,
    );
  });

  it('redacts its own credential in failures', async () => {
    const { token } = service;
    const redaction = new Redaction();
    redaction.add(token);
    const client = signedIn(service, { redact: (json) => redaction.json(json) });
    const escapes = (json: string) => json.replaceAll(token, inEscapes(token));
    const field = { name: 'token', value: token, message: `${token} is not valid` };
    const errorData = { platformFormError: 1, submitted: true, valid: false, fields: [field], seen: [token] };
    const bodies: readonly Misbehaviour[] = [
      {
        kind: 'status',
        status: 400,
        body: JSON.stringify({ errorCode: 400, errorType: 'X', errorMessage: `no ${token}`, errorData }),
      },
      { kind: 'status', status: 200, body: JSON.stringify({ type: 'judge', data: `is ${token}` }) },
      { kind: 'status', status: 200, body: escapes(JSON.stringify({ type: 'judge', data: `is ${token}` })) },
      {
        kind: 'status',
        status: 400,
        body: escapes(JSON.stringify({ errorCode: 400, errorMessage: token, errorData: { [token]: 1 } })),
      },
    ];
    for (const what of bodies) {
      service.misbehave({ what, times: 1 });
      const { failure } = await failureOf(client.result(request('one')));
      assert.ok(!JSON.stringify(failure).includes(token), failure.kind);
      assert.match(JSON.stringify(failure), /•••/);
    }
  });

  it('reports the irregularities that it accepted', async () => {
    service.misbehave({ what: { kind: 'reshape', keyedLists: true, numericStrings: true } });
    const answer = await signedIn(service).result(request('one'));
    assert.deepEqual(answer.kind === 'result' && answer.notices.map(({ kind }) => kind).sort(), [
      'keyedList',
      'numericString',
    ]);
    assert.deepEqual(answer.kind === 'result' && answer.envelope, envelope);
  });

  it('encodes the ID in the URL', async () => {
    for (const id of ['a&id=b', 'a b+c%2f', 'a#b?c', '中\ud800']) {
      await failure(id);
      assert.equal(service.log.entries.at(-1)?.id, id.replace('\ud800', '\ufffd'));
    }
  });

  describe('after a rejection', () => {
    const error = { errorCode: 0, errorType: 'Some\\Thing', errorMessage: 'Said so.', errorData: { a: 1 } };

    // A 404 includes the address that wasn't found.
    const askedBy404 = (status: number) =>
      status === 404 ? { requestedUrl: `${service.origin}/judge/result` } : {};

    for (const status of [400, 401, 402, 403, 404, 405, 410, 418, 500, 502, 503]) {
      it(`returns the judge’s error for ${status}`, async () => {
        const body = { ...error, errorCode: status };
        const failed = await failureWith({ kind: 'status', status, body });
        assert.deepEqual(failed, {
          kind: 'status',
          status,
          error: { ...body, form: null },
          retryAfter: null,
          ...askedBy404(status),
        });
      });

      it(`returns the status alone for ${status} with an HTML page`, async () => {
        const failed = await failureWith({ kind: 'status', status });
        const refusesAnybody = status === 403 ? { refusesAnybody: true } : {};
        assert.deepEqual(failed, {
          kind: 'status',
          status,
          error: null,
          retryAfter: null,
          ...refusesAnybody,
          ...askedBy404(status),
        });
      });
    }

    it('returns the fields of a real form error', async () => {
      const failed = await failure('not a valid ID');
      assert.ok(failed.kind === 'status');
      assert.equal(failed.status, 400);
      assert.deepEqual(failed.error?.form?.fields, [
        { name: 'id', value: 'not a valid ID', message: 'This is not a valid request ID.' },
      ]);
    });

    it('returns the messages of a real 401, 403, and 404', async () => {
      const wrong = signedIn(service, { credential: () => Promise.resolve(null) });
      const statusOf = async (request: Promise<unknown>) => {
        const { failure } = await failureOf(request);
        assert.ok(failure.kind === 'status');
        assert.equal(failure.error?.errorCode, failure.status);
        assert.notEqual(failure.error.errorMessage, null);
        return failure.status;
      };
      assert.equal(await statusOf(wrong.result(request('one'))), 401);
      service.script('one', [{ body: envelope }], service.addApp());
      assert.equal(await statusOf(signedIn(service).result(request('one'))), 403);
      assert.equal(await statusOf(signedIn(service).result(request('two'))), 404);
    });

    it('returns the status alone for a 3xx without a redirect target', async () => {
      for (const status of [302, 304]) {
        service.behave();
        const failed = await failureWith({ kind: 'status', status });
        const refusesAnybody = status === 403 ? { refusesAnybody: true } : {};
        assert.deepEqual(failed, {
          kind: 'status',
          status,
          error: null,
          retryAfter: null,
          ...refusesAnybody,
        });
      }
    });

    it('attributes a 407 to the proxy', async () => {
      assert.deepEqual(await failureWith({ kind: 'status', status: 407 }), { kind: 'proxy', reason: '407' });
    });

    it('returns the number of seconds to wait after a 429', async () => {
      const failed = await failureWith({ kind: 'tooManyRequests', retryAfter: 7 });
      assert.ok(failed.kind === 'status');
      assert.deepEqual([failed.status, failed.retryAfter], [429, 7000]);
    });

    it('returns the wait until the date in a 429, by the judge’s clock', async () => {
      service.misbehave({
        what: {
          kind: 'status',
          status: 429,
          headers: { 'Retry-After': 'Fri, 17 Mar 2023 06:34:25 GMT', Date: 'Fri, 17 Mar 2023 06:34:05 GMT' },
        },
      });
      const failed = await failure();
      assert.equal(failed.kind === 'status' && failed.retryAfter, 20_000);
    });
  });

  describe('for a body that isn’t an envelope', () => {
    it('reports the path of the value with the wrong type', async () => {
      const odd = { ...envelope, data: { compile, judge: { ...judge, subtasks: [{ cases: 'none' }] } } };
      service.script('one', [{ body: odd }]);
      assert.deepEqual(await failure(), {
        kind: 'shape',
        path: 'data.judge.subtasks[0].cases',
        expected: 'a list',
        found: '"none"',
      });
    });

    it('rejects JSON of the wrong types', async () => {
      assert.equal((await failureWith({ kind: 'wrongTypes' })).kind, 'shape');
    });

    it('recognizes a web page with status 200', async () => {
      const failed = await failureWith({ kind: 'html' });
      assert.ok(failed.kind === 'notJson');
      assert.equal(failed.looksLikeHtml, true);
      assert.match(String(failed.contentType), /^text\/html/);
    });

    for (const [name, body] of [
      ['text', 'not yet'],
      ['half of a body', JSON.stringify(envelope).slice(0, 40)],
      ['nothing', ''],
    ] as const) {
      it(`rejects ${name} as invalid JSON`, async () => {
        const failed = await failureWith({ kind: 'status', status: 200, body });
        assert.ok(failed.kind === 'notJson');
        assert.equal(failed.looksLikeHtml, false);
      });
    }

    it('reports an internal error as its own failure and logs it', async () => {
      const logged: string[] = [];
      const client = signedIn(service, { onOddity: (text) => logged.push(text) });
      const failed = await failureOf(
        client.ask(async (http) => {
          await http.get('/judge/result?id=one');
          return 'x'.repeat(2 ** 30);
        }),
      );
      assert.deepEqual([failed.failure, failed.sent], [{ kind: 'unreadable' }, 'no']);
      assert.equal(failed.credentialId, 'first');
      assert.equal(logged.length, 1);
      assert.match(
        logged[0] ?? '',
        /^http:\/\/127\.0\.0\.1:\d+: response can’t be read: RangeError: Invalid string length\n +at /,
      );
    });

    it('accepts a valid body with any content type', async () => {
      service.misbehave({ what: { kind: 'contentType', value: 'text/plain' } });
      assert.equal((await signedIn(service).result(request('one'))).kind, 'result');
    });
  });
});

describe('JudgeClient with an invalid ID', () => {
  it('reports the ID as unknown without sending a request', async () => {
    let sent = 0;
    const fetch: Fetch = () => {
      sent += 1;
      return Promise.reject(new Error('nothing may be sent'));
    };
    const client = clientAt(leastJudge('kattis'), { fetch });
    const { failure, sent: reached } = await failureOf(client.result(request('nonsense')));
    assert.ok(failure.kind === 'status');
    assert.deepEqual([failure.status, reached, sent], [404, 'no', 0]);
  });
});

describe('JudgeClient that fetches a file', () => {
  const eolymp = leastJudge('eolymp');
  const sourceUrl = 'https://cdn.eolymp.com/s/1?signature=2';
  const submission = { status: 'COMPLETE', verdict: 'ACCEPTED', sourceUrl };

  /** Fetches a result. Returns its code, its requests, and the log. `file`: response to the request for the file. */
  async function codeWith(file: () => Promise<Response>) {
    const requests: (readonly [string, string | undefined])[] = [];
    const logged: string[] = [];
    const fetch: Fetch = async (url, { headers }) => {
      requests.push([url, headers['Authorization']]);
      if (url !== sourceUrl) return Response.json({ submission });
      return file();
    };
    const client = clientAt(eolymp, {
      fetch,
      credential: () => Promise.resolve(credentialFor(eolymp, 'etkn-1')),
      onRequest: (text) => logged.push(text),
    });
    const answer = await client.result(request('s1'));
    return { code: answer.kind === 'result' ? answer.about?.code : null, requests, logged };
  }

  it('sends no credentials to its host', async () => {
    const { code, requests, logged } = await codeWith(() => Promise.resolve(new Response('int main() {}')));
    assert.equal(code, 'int main() {}');
    const [first, second] = requests;
    assert.match(first?.[0] ?? '', /^https:\/\/api\.eolymp\.com\/spaces\/[\d-]+\/submissions\/s1\?/);
    assert.equal(first?.[1], 'Bearer etkn-1');
    assert.deepEqual(second, [sourceUrl, undefined]);
    assert.equal(logged[1], 'GET https://cdn.eolymp.com/s/1: 200');
  });

  it('returns the result without a file that can’t be fetched', async () => {
    const unreachable = () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }));
    const redirected = () =>
      Promise.resolve(new Response(null, { status: 302, headers: { location: 'https://example.org/' } }));
    const missing = () => Promise.resolve(new Response('no', { status: 404 }));
    for (const file of [unreachable, redirected, missing]) {
      const { code, requests } = await codeWith(file);
      assert.deepEqual([code, requests.length], [null, 2]);
    }
  });
});

describe('JudgeClient with concurrent requests', () => {
  let service: LocalService;
  beforeEach(async () => {
    service = await startLocalService({ programs: playedPrograms });
    service.script('one', [{ body: envelope, delayMs: 50 }]);
    service.script('two', [{ body: envelope }]);
  });
  afterEach(() => service.close());

  it('shares one request among all callers with the same ID', async () => {
    const client = signedIn(service);
    const answers = await Promise.all([
      client.result(request('one')),
      client.result(request('one')),
      client.result(request('one')),
    ]);
    assert.equal(service.log.requestsOf('one').length, 1);
    assert.equal(answers[0], answers[2]);
    await client.result(request('one'));
    assert.equal(service.log.requestsOf('one').length, 2);
  });

  it('sends requests for different IDs in parallel', async () => {
    const client = signedIn(service);
    await Promise.all([client.result(request('one')), client.result(request('two'))]);
    assert.deepEqual([service.log.requestsOf('one').length, service.log.requestsOf('two').length], [1, 1]);
  });

  it('continues for the other callers when one cancels', async () => {
    const client = signedIn(service);
    const leaving = new AbortController();
    const left = failureOf(client.result(request('one'), leaving.signal));
    const stayed = client.result(request('one'));
    leaving.abort();
    assert.equal((await left).failure.kind, 'cancelled');
    assert.equal((await stayed).kind, 'result');
  });

  it('rejects the promises of all callers after a failure, and sends a new request afterwards', async () => {
    service.misbehave({ what: { kind: 'status', status: 500 }, times: 1 });
    const client = signedIn(service);
    const failures = await Promise.all([
      failureOf(client.result(request('one'))),
      failureOf(client.result(request('one'))),
    ]);
    assert.deepEqual(
      failures.map(({ failure }) => failure.kind),
      ['status', 'status'],
    );
    assert.equal((await client.result(request('one'))).kind, 'result');
  });

  it('cancels the HTTP request when all callers have cancelled', async () => {
    service.misbehave({ what: { kind: 'silence' } });
    const client = signedIn(service);
    const leaving = new AbortController();
    const left = failureOf(client.result(request('one'), leaving.signal));
    await until(() => service.log.entries.length > 0);
    leaving.abort();
    assert.equal((await left).failure.kind, 'cancelled');
    service.behave();
    assert.equal((await client.result(request('one'))).kind, 'result');
    assert.equal(service.log.requestsOf('one').length, 2);
  });

  it('sends nothing if the caller has already cancelled', async () => {
    const { failure } = await failureOf(signedIn(service).result(request('one'), AbortSignal.abort()));
    assert.equal(failure.kind, 'cancelled');
    assert.equal(service.log.entries.length, 0);
  });
});

/** Escapes each character as JSON allows. */
function inEscapes(text: string): string {
  return text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
