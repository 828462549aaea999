import assert from 'node:assert/strict';
import { startLocalDmoj, type DmojProgram, type LocalDmoj } from '../../tools/dmoj/dmoj';
import {
  ask,
  bodyOf,
  failureOf,
  followed,
  itAnswersNoWebPage,
  itLogsOnlyThoseLetIn,
  resultOf,
  right,
  sum,
} from './standIns';

interface List {
  readonly data: {
    readonly objects: readonly { readonly id: number; readonly result: string | null }[];
    readonly total_objects?: number;
    readonly has_more: boolean;
  };
}

describe('The DMOJ mock', function () {
  this.timeout(120_000);
  let site: LocalDmoj;

  before(async () => {
    site = await startLocalDmoj({ compilers: false, pace: 20 });
  });
  after(() => site.stop());
  afterEach(() => {
    site.behave();
    Object.assign(site.oddities, { shortCircuit: false, partial: true, pageSize: 1000 });
  });

  const get = (path: string, token = site.alice.token) =>
    ask(`${site.url}/api/v2${path}`, token === '' ? {} : { headers: { Authorization: `Bearer ${token}` } });
  const submit = (code: string | null, more: Partial<DmojProgram> = {}) =>
    site.submit({ problem: 'p1001', language: 'V8JS', code, ...more });
  const details = async ({ id }: { readonly id: number }) =>
    resultOf('dmoj', await get(`/submission/${id}`), String(id));
  const judged = async (code: string, more: Partial<DmojProgram> = {}) => {
    const submission = submit(code, more);
    await site.idle();
    const { envelope } = await details(submission);
    return { submission, judge: envelope.data!.judge!, compile: envelope.data!.compile };
  };
  const codes = (judge: Awaited<ReturnType<typeof judged>>['judge']) =>
    judge.subtasks.map(({ id, cases }) => [id, cases.map(({ status }) => status)]);

  it('judges programs, and lists finished cases one by one', async () => {
    const submission = submit(right);
    const seen = await followed(
      () => details(submission),
      ({ envelope }) => ['QU', 'P', 'G'].includes(String(envelope.data?.judge?.status)),
    );
    const counts = seen.map(
      ({ envelope }) => envelope.data!.judge!.subtasks.flatMap((one) => one.cases).length,
    );
    assert.deepEqual(
      counts,
      [...counts].sort((one, other) => one - other),
    );
    assert.ok(new Set(counts).size > 2, 'some of the cases were seen before the end');
    assert.equal(counts.at(-1), 9);
    const { envelope, about } = seen.at(-1)!;
    const judge = envelope.data!.judge!;
    assert.deepEqual([judge.id, judge.status, judge.score], [submission.id, 'AC', 100]);
    assert.deepEqual(
      judge.subtasks.map(({ id, cases }) => [id, cases.length]),
      [
        [null, 6],
        [7, 3],
      ],
    );
    assert.deepEqual([about?.problem?.id, about?.language], ['p1001', 'V8JS']);
    assert.ok(submission.endedAt !== null);
  });

  it('reports verdict letters, points, and a batch’s skipped cases', async () => {
    const halves = await judged(`${sum}console.log(Math.abs(a) > 40000 ? 0 : a + b);\n`);
    assert.equal(halves.judge.status, 'WA');
    assert.deepEqual(codes(halves.judge), [
      [null, ['AC', 'AC', 'AC', 'AC', 'AC', 'AC']],
      [7, ['WA', 'SC', 'SC']],
    ]);
    assert.deepEqual(
      [halves.judge.score, halves.judge.maximum, halves.judge.subtasks[1]?.score],
      [60, 100, 0],
    );
    assert.equal((await judged('process.exit(3);\n')).judge.status, 'IR');
    assert.equal((await judged(`${sum}while (a === 20);\n`)).judge.status, 'TLE');
    const broken = await judged('const =\n');
    assert.deepEqual([broken.judge.status, broken.compile?.success], ['CE', false]);
  });

  it('stops at the first failure, without partial points, if the problem requires that', async () => {
    Object.assign(site.oddities, { shortCircuit: true, partial: false });
    const { judge } = await judged(`${sum}console.log(a > 0 ? a + b : 1);\n`);
    assert.deepEqual(codes(judge), [
      [null, ['AC', 'WA', 'SC', 'SC', 'SC', 'SC']],
      [7, ['SC', 'SC', 'SC']],
    ]);
    assert.deepEqual([judge.score, judge.maximum], [10, 100]);
  });

  it('can abort a submission, report an internal error, and rejudge', async () => {
    const submission = submit(null);
    assert.equal((await details(submission)).envelope.data?.judge?.status, 'QU');
    site.change(submission, { status: 'AB', result: 'AB', points: 0 });
    assert.equal((await details(submission)).envelope.data?.judge?.status, 'AB');
    site.change(submission, { status: 'IE', result: 'IE' });
    assert.equal((await details(submission)).envelope.data?.judge?.status, 'IE');
    const again = await judged(right);
    site.rejudge(again.submission);
    const { envelope } = await details(again.submission);
    assert.ok(['QU', 'P', 'G'].includes(String(envelope.data?.judge?.status)));
    await site.idle();
    assert.equal((await details(again.submission)).envelope.data?.judge?.status, 'AC');
  });

  it('shows a submission only to its owner', async () => {
    const mine = submit(null);
    const theirs = submit(null, { user: site.bob });
    assert.equal(await failureOf('dmoj', await get(`/submission/${mine.id}`, '')), 401);
    assert.equal((await get(`/submission/${mine.id}`, '')).status, 403);
    assert.equal(await failureOf('dmoj', await get(`/submission/${theirs.id}`)), 403);
    assert.equal(await failureOf('dmoj', await get('/submission/1')), 404);
    assert.equal(await failureOf('dmoj', await get('/submission/abc')), 404);
    assert.equal(await failureOf('dmoj', await get(`/submission/${mine.id}`, 'x'.repeat(48))), 401);
    assert.equal(await failureOf('dmoj', await get(`/submission/${mine.id}`, 'short')), 400);
  });

  it('lists submissions by ID, and a user’s submissions page by page, oldest first', async () => {
    const [one, two, three] = [submit(null), submit(null), submit(null)];
    site.change(two, { status: 'D', result: 'AC' });
    const list = async (query: string) => bodyOf<List>(await get(`/submissions?${query}`)).data;
    const found = await list(`id=${one.id}&id=${two.id}`);
    assert.deepEqual(
      found.objects.map(({ id, result }) => [id, result]),
      [
        [one.id, null],
        [two.id, 'AC'],
      ],
    );
    assert.equal(found.total_objects, undefined);
    site.oddities.pageSize = 2;
    const last = await list('user=alice&page=last');
    assert.equal(last.objects.at(-1)?.id, three.id);
    assert.equal(last.has_more, false);
    assert.equal(
      last.total_objects,
      [...site.submissions.values()].filter(({ user }) => user === site.alice).length,
    );
    assert.equal((await list('user=alice')).has_more, true);
    assert.deepEqual((await list('user=nobody')).objects, []);
    assert.equal((await get('/submissions?id=x')).status, 400);
    assert.equal((await get('/submissions?user=alice&page=99')).status, 404);
    assert.equal((await get(`/submissions?id=${one.id}&page=last`)).status, 404);
  });

  it('can limit the request rate, return errors and web pages, and log requests', async () => {
    const { id } = submit(null);
    const before = site.requests.length;
    site.misbehave({ what: { kind: 'tooManyRequests', retryAfter: 7 }, times: 1 });
    const limited = await get(`/submission/${id}`);
    assert.deepEqual([await failureOf('dmoj', limited), limited.retryAfter], [429, '7']);
    site.misbehave({ what: { kind: 'status', status: 503 }, times: 1 });
    assert.equal(await failureOf('dmoj', await get(`/submission/${id}`)), 503);
    site.misbehave({ what: { kind: 'html' }, times: 1 });
    assert.equal(await failureOf('dmoj', await get(`/submission/${id}`)), 'notJson');
    site.misbehave({ what: { kind: 'reset' }, times: 1 });
    await assert.rejects(get(`/submission/${id}`));
    const log = site.requests.slice(before);
    assert.deepEqual(
      log.map(({ method, path, status }) => [method, path, status]),
      [429, 503, 200, null].map((status) => ['GET', `/api/v2/submission/${id}`, status]),
    );
    assert.ok(log.slice(0, 3).every(({ at, answeredAt }) => answeredAt !== null && answeredAt >= at));
  });

  itAnswersNoWebPage(() => site);

  itLogsOnlyThoseLetIn(() => site, '/api/v2/submissions', 'Authorization');
});
