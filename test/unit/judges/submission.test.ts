import assert from 'node:assert/strict';
import { startLocalService, type LocalService } from '../../../tools/service';
import { playedPrograms } from '../../support/playedPrograms';
import { answering, closedPort } from './answering';
import { clientAt, failureOf, judgeAt, quotas, signedIn, submission, submit } from './clients';

describe('Submitting a program and requesting points', () => {
  let service: LocalService;
  beforeEach(async () => {
    service = await startLocalService({ programs: playedPrograms });
  });
  afterEach(() => service.close());

  const answeredWith = (status: number, body: unknown) => {
    service.misbehave({ what: { kind: 'status', status, body } });
    return failureOf(submit(signedIn(service), submission));
  };

  it('returns the request ID', async () => {
    service.misbehave({ what: { kind: 'status', status: 200, body: { requestId: 'a-new_ID', more: 1 } } });
    assert.equal(await submit(signedIn(service), submission), 'a-new_ID');
    const [entry] = service.log.entries;
    assert.equal(`${entry?.method} ${entry?.path}`, 'POST /judge/problem');
    assert.equal(entry?.headers['content-type'], 'application/json');
  });

  it('sends the judge’s field names as UTF-8 JSON', async () => {
    let body = '';
    const server = await answering((request, response) => {
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => response.end('{"requestId":"x"}'));
    });
    try {
      const judge = judgeAt(server.origin, { type: 'luogu' });
      await submit(clientAt(judge), { ...submission, code: '// 评测\n' });
      assert.deepEqual(JSON.parse(body), {
        pid: 'P1001',
        lang: 'js/node/lts',
        o2: true,
        code: '// 评测\n',
        trackId: 'random',
      });
    } finally {
      await server.close();
    }
  });

  it('returns the fields of a real form error, and “certainly not accepted”', async () => {
    const { failure, sent } = await failureOf(
      submit(signedIn(service), { ...submission, language: 'cxx', problemId: '' }),
    );
    assert.ok(failure.kind === 'status');
    assert.deepEqual([failure.status, sent], [400, 'no']);
    const names = failure.error?.form?.fields.map(({ name }) => name) ?? [];
    assert.ok(names.includes('lang') && names.includes('pid'), names.join());
  });

  it('reports that no points are left, and “certainly not accepted”', async () => {
    service.setQuota(0);
    const { failure, sent } = await failureOf(submit(signedIn(service), submission));
    assert.deepEqual([failure.kind === 'status' && failure.status, sent], [402, 'no']);
  });

  it('reports “maybe accepted” after a 5xx, a lost connection, silence, or an unreadable response', async () => {
    assert.equal((await answeredWith(502, '')).sent, 'maybe');
    service.behave();
    assert.equal((await answeredWith(200, {})).sent, 'maybe');
    service.behave();
    assert.equal((await answeredWith(200, '<html>')).sent, 'maybe');
    for (const what of [{ kind: 'reset' }, { kind: 'cut', bytes: 3 }, { kind: 'silence' }] as const) {
      service.behave();
      service.misbehave({ what });
      assert.equal((await failureOf(submit(signedIn(service, { timeout: 200 }), submission))).sent, 'maybe');
    }
  });

  it('reports “certainly not accepted” if the program was never sent', async () => {
    const cancelled = await failureOf(submit(signedIn(service), submission, AbortSignal.abort()));
    assert.deepEqual([cancelled.failure.kind, cancelled.sent], ['cancelled', 'no']);
    const away = judgeAt(`http://127.0.0.1:${await closedPort()}`, { type: 'luogu' });
    assert.equal((await failureOf(submit(clientAt(away), submission))).sent, 'no');
    assert.equal(service.log.entries.length, 0);
  });

  it('sends the program once, whatever the response', async () => {
    for (const status of [408, 409, 429, 500, 503]) await answeredWith(status, '');
    assert.equal(service.log.entries.length, 5);
  });

  for (const body of [{}, { requestId: 'with space' }, { requestId: 7 }, []]) {
    it(`reports that the program may have been accepted after ${JSON.stringify(body)}`, async () => {
      const { failure, sent } = await answeredWith(200, body);
      assert.deepEqual([failure.kind, sent], ['notUnderstood', 'maybe']);
    });
  }

  it('returns the remaining points, with times in milliseconds', async () => {
    service.setQuota(17);
    const [quota] = await quotas(signedIn(service));
    assert.deepEqual([quota?.available, quota?.most, quota?.used], [17, 17, 0]);
    assert.ok(quota?.validAfter && quota.expiresAt);
    assert.equal((quota.expiresAt - quota.validAfter) / 86_400_000, 90);
  });

  for (const [body, path, expected] of [
    [{}, 'quotas', 'a list'],
    [{ quotas: 3 }, 'quotas', 'a list'],
    [{ quotas: [{}] }, 'quotas[0].availablePoints', 'a number'],
    [{ quotas: [{ availablePoints: 'x' }] }, 'quotas[0].availablePoints', 'a number'],
    [{ quotas: [{ availablePoints: 1, points: { max: [] } }] }, 'quotas[0].points.max', 'a number'],
    [{ quotas: [{ availablePoints: 1, expireTime: 'soon' }] }, 'quotas[0].expireTime', 'a number'],
  ] as const) {
    it(`reports the path of the invalid value in the points ${JSON.stringify(body)}`, async () => {
      service.misbehave({ what: { kind: 'status', status: 200, body } });
      const { failure } = await failureOf(quotas(signedIn(service)));
      assert.ok(failure.kind === 'shape');
      assert.deepEqual([failure.path, failure.expected], [path, expected]);
    });
  }

  it('accepts points without details', async () => {
    service.misbehave({
      what: { kind: 'status', status: 200, body: { quotas: [{ availablePoints: '5' }] } },
    });
    assert.deepEqual(await quotas(signedIn(service)), [
      { available: 5, most: null, used: null, validAfter: null, expiresAt: null },
    ]);
  });

  it('treats a time beyond the valid range as missing', async () => {
    const told = [{ availablePoints: 5, validAfter: -1e300, expireTime: 8.7e12 }];
    service.misbehave({ what: { kind: 'status', status: 200, body: { quotas: told } } });
    const [quota] = await quotas(signedIn(service));
    assert.deepEqual([quota?.validAfter, quota?.expiresAt], [null, null]);
  });

  it('is unavailable for a judge that supports neither submissions nor points', () => {
    const judge = judgeAt(service.origin);
    assert.deepEqual([judge.submission, judge.quota], [undefined, undefined]);
  });
});
