import assert from 'node:assert/strict';
import { startEolympStandIn, type EolympStandIn } from '../../support/standIns/eolymp';
import type { EolympOutcome } from '../../support/standIns/eolympSubmission';

type Json = Readonly<Record<string, unknown>>;

describe('The Eolymp stand-in', () => {
  let standIn: EolympStandIn;
  beforeEach(async () => {
    standIn = await startEolympStandIn();
  });
  afterEach(() => standIn.stop());

  const ask = async (url: string, init: RequestInit = {}, token: string | null = standIn.token) => {
    const headers = { ...(token === null ? {} : { Authorization: `Bearer ${token}` }), ...init.headers };
    const response = await fetch(url, { ...init, headers });
    return { status: response.status, body: JSON.parse(await response.text()) as Json };
  };
  const post = (url: string, body: Json) =>
    ask(url, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
  const program = () => ({
    problemId: standIn.problems[0]!.id,
    lang: 'cpp:20-gnu14',
    source: 'int main() {}',
  });
  const submit = async (): Promise<string> => {
    const { body } = await post(`${standIn.spaceUrl}/submissions`, program());
    return String(body['submissionId']);
  };
  const read = async (id: string, query = '', base = standIn.spaceUrl) =>
    (await ask(`${base}/submissions/${id}${query}`)).body['submission'] as Json;
  const ended = async (outcome: EolympOutcome, query = '') => {
    const id = await submit();
    standIn.finish(id, outcome);
    return read(id, query);
  };
  const watch = async (path: string) => {
    const headers = { Authorization: `Bearer ${standIn.token}`, Accept: 'text/event-stream' };
    const response = await fetch(standIn.spaceUrl + path, { headers });
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    return response;
  };
  const eventsIn = (text: string) =>
    text
      .split('\n\n')
      .filter((one) => one.startsWith('event: '))
      .map((one) => {
        const [name = '', data = ''] = one.split('\n');
        return { name: name.slice('event: '.length), data: JSON.parse(data.slice('data: '.length)) as Json };
      });

  it('accepts only valid access keys', async () => {
    const refused = { status: 401, body: { code: 16, message: 'unauthenticated', details: [] } };
    assert.deepEqual(await ask(`${standIn.spaceUrl}/submissions`, {}, null), refused);
    assert.deepEqual(await ask(`${standIn.spaceUrl}/submissions`, {}, 'etkn-wrong'), refused);
    assert.deepEqual(await ask(`${standIn.spaceUrl}/problems/1`, {}, 'etkn-wrong'), refused);
    assert.equal((await ask(`${standIn.spaceUrl}/problems/1`, {}, null)).status, 200);
    assert.equal((await ask(`${standIn.contestUrl}/introspect`)).status, 200);
    const made = await post(`${standIn.url}/access-keys`, { name: 'a', scope: 'b', expiresIn: 60 });
    const secret = String(made.body['secret']);
    assert.equal((await ask(`${standIn.spaceUrl}/runtime`, {}, secret)).status, 200);
    standIn.revokeKeys();
    assert.equal((await ask(`${standIn.spaceUrl}/runtime`)).status, 401);
  });

  it('reports an unknown space as an internal error', async () => {
    const { status, body } = await ask(`${standIn.url}/spaces/other/submissions`);
    assert.deepEqual([status, body['code']], [500, 13]);
    assert.equal((await ask(`${standIn.spaceUrl}/contests/other/introspect`)).status, 404);
  });

  it('submits only to an opaque problem ID, with exactly the specified properties', async () => {
    const url = `${standIn.spaceUrl}/submissions`;
    assert.equal((await post(url, { ...program(), extra: 1 })).status, 400);
    assert.equal((await post(url, { ...program(), problemId: '1' })).status, 404);
    assert.equal((await post(url, { ...program(), lang: 'cpp' })).status, 400);
    assert.equal((await ask(url, { method: 'POST', body: JSON.stringify(program()) })).status, 415);
    const { body } = await ask(`${standIn.spaceUrl}/problems/1`);
    assert.deepEqual(body['problem'], { id: program().problemId, number: 1, title: 'Simple problem' });
    assert.equal(standIn.sourceOf(await submit()), program().source);
    const only = await ask(`${standIn.spaceUrl}/problems/${standIn.problems[2]!.id}/runtime`);
    assert.deepEqual([only.body['total']], [1]);
  });

  it('leaves out zero values, and sends 64-bit numbers as text', async () => {
    const id = await submit();
    const pending = await read(id);
    for (const name of ['verdict', 'score', 'judgedAt', 'memoryUsage', 'groups', 'error'])
      assert.ok(!(name in pending), name);
    standIn.finish(id, 'wrongAnswer');
    const judged = await read(id, '?extra=GROUPS&extra=RUNS');
    assert.deepEqual([judged['memoryUsage'], judged['score'], judged['cost']], ['1048576', undefined, 100]);
    const first = (judged['groups'] as readonly Json[])[0]!;
    assert.ok(!('index' in first) && !('score' in first));
    assert.deepEqual(
      (first['runs'] as readonly Json[]).map(({ status }) => status),
      ['COMPLETE', 'SKIPPED'],
    );
  });

  it('sends groups and runs only on request', async () => {
    const id = await submit();
    standIn.finish(id, 'partial');
    assert.ok(!('groups' in (await read(id))));
    const groups = (await read(id, '?extra=GROUPS'))['groups'] as readonly Json[];
    assert.ok(groups.every((group) => !('runs' in group)));
    const q = encodeURIComponent(JSON.stringify({ extra: ['GROUPS', 'RUNS'] }));
    assert.equal(((await read(id, `?q=${q}`))['groups'] as readonly Json[]).length, 2);
    assert.equal((await ask(`${standIn.spaceUrl}/submissions/${id}?extra=ALL`)).status, 400);
  });

  it('has the compiler’s output behind a URL or in the field error', async () => {
    const broken = await ended('compileError');
    assert.deepEqual([broken['status'], 'verdict' in broken, 'error' in broken], ['ERROR', false, false]);
    assert.match(await (await fetch(String(broken['errorUrl']))).text(), /^source\.cpp:3:5: error: /m);
    standIn.isErrorInline = true;
    assert.match(String((await ended('compileError'))['error']), /source\.cpp:3:5: error: /);
    assert.equal((await ended('systemFailure'))['status'], 'FAILURE');
    assert.equal((await ended('testingTimeout'))['status'], 'TIMEOUT');
  });

  it('judges in a contest that is running', async () => {
    const url = `${standIn.contestUrl}/problems/${standIn.problems[0]!.id}/submissions`;
    const body = { lang: 'cpp:20-gnu14', source: '1' };
    assert.equal((await post(url, program())).status, 400);
    const id = String((await post(url, body)).body['submissionId']);
    standIn.finish(id, 'accepted');
    const judged = await read(id, '?extra=GROUPS&extra=RUNS', standIn.contestUrl);
    const group = (judged['groups'] as readonly Json[])[0]!;
    assert.deepEqual([judged['contestId'], group['testsetId']], [standIn.contestId, 'ts0']);
    assert.ok(!('inputUrl' in (group['runs'] as readonly Json[])[0]!));
    assert.equal((await ask(`${standIn.spaceUrl}/submissions/${id}`)).status, 404);
    standIn.endContest();
    assert.equal((await post(url, body)).status, 412);
  });

  it('lists submissions in pages, with filters', async () => {
    const [first, second] = [await submit(), await submit()];
    const other = standIn.submitAsOther();
    const list = async (q: Json) => {
      const { body } = await ask(
        `${standIn.spaceUrl}/submissions?q=${encodeURIComponent(JSON.stringify(q))}`,
      );
      return { ...body, ids: (body['items'] as readonly Json[]).map(({ id }) => id) } as Json;
    };
    assert.deepEqual((await list({}))['ids'], [other, second, first]);
    const filters = { userId: [{ is: 'EQUAL', value: standIn.userId }] };
    const page = await list({ size: 1, filters });
    assert.deepEqual([page['ids'], page['total'], page['nextPageCursor']], [[second], 2, second]);
    const last = await list({ size: 1, filters, after: second });
    assert.deepEqual([last['ids'], 'nextPageCursor' in last], [[first], false]);
    assert.equal((await ask(`${standIn.spaceUrl}/submissions?size=0`)).status, 400);
  });

  it('sends changes of a submission as events until its end', async () => {
    const id = await submit();
    const { status } = await ask(`${standIn.spaceUrl}/submissions/${id}/watch`);
    assert.equal(status, 406);
    const response = await watch(`/submissions/${id}/watch?extra=GROUPS`);
    standIn.keepAlive();
    standIn.progress(id, 'TESTING');
    standIn.finish(id, 'accepted');
    const text = await response.text();
    assert.match(text, /^: keep-alive$/m);
    const seen = eventsIn(text);
    assert.deepEqual(
      seen.map(({ name, data }) => [name, (data['submission'] as Json | undefined)?.['status']]),
      [
        ['message', 'TESTING'],
        ['message', 'COMPLETE'],
        ['eof', undefined],
      ],
    );
    assert.equal((seen[1]!.data['submission'] as Json)['version'], 3);
    await standIn.untilWatches(0);
  });

  it('ends watches of all submissions when the test requests it, or when the client disconnects', async () => {
    const failing = await watch('/submissions:watch');
    await submit();
    standIn.failWatches();
    assert.deepEqual(
      eventsIn(await failing.text()).map(({ name }) => name),
      ['message', 'error'],
    );
    const dropped = await watch('/submissions:watch');
    standIn.dropWatches();
    await assert.rejects(dropped.text());
    const left = await watch('/submissions:watch');
    await standIn.untilWatches(1);
    await left.body?.cancel();
    await standIn.untilWatches(0);
  });

  it('limits requests', async () => {
    standIn.tooManyRequests = true;
    const { status, body } = await ask(`${standIn.spaceUrl}/submissions`);
    assert.deepEqual([status, body['code'], standIn.sent.length], [429, 8, 1]);
  });
});
