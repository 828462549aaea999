import assert from 'node:assert/strict';
import { startLocalService, type LocalService } from '../../../tools/service';
import { ask, post } from './ask';
import { delay } from './running';

const envelope = { type: 'judge', requestId: 'one', trackId: 'mine', data: { compile: null, judge: null } };

describe('The local service’s results', () => {
  let service: LocalService;
  beforeEach(async () => {
    service = await startLocalService();
  });
  afterEach(() => service.close());

  it('follow a script step by step, and stay at its last step', async () => {
    service.script('one', [
      { asks: 2 },
      { body: envelope },
      { status: 200, body: { ...envelope, trackId: 'end' } },
    ]);
    const statuses: number[] = [];
    const tracks: unknown[] = [];
    for (let time = 0; time < 5; time++) {
      const answer = await ask(service, '/judge/result?id=one');
      statuses.push(answer.status);
      if (answer.status === 200) tracks.push(answer.json()['trackId']);
      else assert.equal(answer.text, '');
    }
    assert.deepEqual(statuses, [204, 204, 200, 200, 200]);
    assert.deepEqual(tracks, ['mine', 'end', 'end']);
  });

  it('can follow the clock, and are pushed when due', async () => {
    const pushed: unknown[] = [];
    service.push = (body) => void pushed.push(body);
    const partial = { ...envelope, trackId: 'partial' };
    service.play('one', [{ forMs: 10 }, { forMs: 10, body: partial }, { forMs: 0, body: envelope }]);
    const first = await ask(service, '/judge/result?id=one');
    assert.ok(first.status === 204 || first.status === 200);
    while (pushed.length < 2) await delay(2);
    assert.deepEqual(pushed, [partial, envelope]);
    assert.deepEqual((await ask(service, '/judge/result?id=one')).json(), envelope);
  });

  it('return a form error that names the field if an ID is missing or invalid', async () => {
    for (const query of ['', '?id=', '?id=a%20b', `?id=${'x'.repeat(129)}`]) {
      const answer = await ask(service, `/judge/result${query}`);
      assert.equal(answer.status, 400);
      const body = answer.json() as { errorType: string; errorData: Record<string, unknown> };
      assert.equal(body.errorType, 'Lentille\\SymfonyBundle\\Exception\\FormErrorException');
      assert.equal(body.errorData['lentilleFormError'], 1);
      assert.equal(body.errorData['valid'], false);
      const [field] = body.errorData['fields'] as { name: string; message: string }[];
      assert.equal(field?.name, 'id');
      assert.ok(field?.message);
    }
  });

  it('mark a form error as specified in the custom role', async () => {
    const custom = await startLocalService({ role: 'custom' });
    const body = (await ask(custom, '/judge/result')).json() as { errorData: Record<string, unknown> };
    assert.equal(body.errorData['platformFormError'], 1);
    assert.equal('lentilleFormError' in body.errorData, false);
    await custom.close();
  });

  it('return the specified error for an unknown ID, an unknown path, and a wrong method', async () => {
    assert.equal((await ask(service, '/judge/result?id=unknown')).json()['errorCode'], 404);
    assert.equal((await ask(service, '/elsewhere')).json()['errorCode'], 404);
    const wrongMethod = await post(service, '/judge/result', {});
    assert.equal(wrongMethod.status, 405);
    assert.equal(wrongMethod.headers['allow'], 'GET');
    for (const key of ['errorCode', 'errorType', 'errorMessage', 'errorData'])
      assert.ok(key in wrongMethod.json());
  });

  it('are rejected with 403 if they belong to another app', async () => {
    const other = service.addApp();
    service.script('theirs', [{ body: envelope }], other);
    assert.equal((await ask(service, '/judge/result?id=theirs')).json()['errorCode'], 403);
  });

  it('contain the remaining points in the public service’s format', async () => {
    const body = (await ask(service, '/judge/quotaAvailable')).json() as {
      quotas: Record<string, unknown>[];
    };
    assert.equal(body.quotas[0]?.['availablePoints'], 30_000);
    assert.deepEqual(body.quotas[0]?.['points'], { max: 30_000, used: 0 });
  });

  it('are logged with requests, counts, and overlapping requests for the same ID', async () => {
    service.script('one', [{ delayMs: 20, body: envelope }]);
    await Promise.all([ask(service, '/judge/result?id=one'), ask(service, '/judge/result?id=one')]);
    const asked = service.log.requestsOf('one');
    assert.deepEqual(
      asked.map(({ method, path, status, inFlight }) => ({ method, path, status, inFlight })),
      [
        { method: 'GET', path: '/judge/result', status: 200, inFlight: 0 },
        { method: 'GET', path: '/judge/result', status: 200, inFlight: 1 },
      ],
    );
  });
});
