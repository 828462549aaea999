import assert from 'node:assert/strict';
import { decodeResult } from '../support/profiles';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { itAnswersNoWebPage, itLogsOnlyThoseLetIn } from './standIns';
import { startLocalHydro, type LocalHydro } from '../../tools/hydro/hydro';
import { RequestFailed } from '../../src/judges';
import type { ResultAnswer } from '../../src/judges/adapters/shared/makeResult';

const sum = 'const [a, b] = require("fs").readFileSync(0, "utf8").trim().split(/\\s+/).map(Number);\n';
const right = `${sum}console.log(a + b);\n`;
const wrong = `${sum}console.log(a - b);\n`;

describe('The Hydro mock', function () {
  this.timeout(120_000);
  let site: LocalHydro;
  let sid = '';

  before(async () => {
    // Node runs the programs, so no compiler is needed.
    site = await startLocalHydro({ compilers: false });
    sid = site.signIn(site.alice);
  });
  after(() => site.stop());
  afterEach(() => {
    Object.assign(site.oddities, { version: 5, twoFactor: false, silentSockets: false });
    site.oddities.submissionsLeft = site.oddities.requestsLeft = Number.POSITIVE_INFINITY;
  });

  const ask = async (path: string, init: RequestInit = {}, session = sid) => {
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
    const authorization: Record<string, string> =
      session === '' ? {} : { Authorization: `Bearer ${session}` };
    const response = await fetch(site.url + path, { ...init, headers: { ...headers, ...authorization } });
    return {
      status: response.status,
      contentType: response.headers.get('content-type'),
      text: await response.text(),
    };
  };
  const post = (path: string, body: object, session?: string) =>
    ask(path, { method: 'POST', body: JSON.stringify(body) }, session);
  const bodyOf = ({ text }: { text: string }) => JSON.parse(text) as Record<string, unknown>;
  const submitted = async (code: string, query = ''): Promise<string> => {
    const { rid } = bodyOf(await post(`/p/P1001/submit${query}`, { lang: 'js', code }));
    assert.ok(typeof rid === 'string');
    return rid;
  };
  const statusOf = async (path: string, session?: string): Promise<number> => {
    const error: unknown = await decodeResult('hydro', await ask(path, {}, session), 'x').catch(
      (it: unknown) => it,
    );
    assert.ok(error instanceof RequestFailed && error.failure.kind === 'status');
    return error.failure.status;
  };
  /** Returns the final result from the socket. */
  const followed = (rid: string): Promise<Extract<ResultAnswer, { kind: 'result' }>> =>
    new Promise((resolve, reject) => {
      const address = `${site.url.replace('http', 'ws')}/record-detail-conn?rid=${rid}&noTemplate=true`;
      const socket = new WebSocket(address, { headers: { Authorization: `Bearer ${sid}` } });
      socket.on('error', reject);
      socket.on('message', (data: Buffer) => {
        const text = data.toString('utf8');
        decodeResult('hydro', { status: 200, contentType: null, text }, rid).then((answer) => {
          if (
            answer.kind !== 'result' ||
            [0, 20, 21, 22].includes(Number(answer.envelope.data?.judge?.status))
          )
            return;
          socket.close();
          resolve(answer);
        }, reject);
      });
    });

  it('accepts a password sign-in, and reports a wrong password or user name', async () => {
    const { uname, password } = site.alice;
    const response = await fetch(`${site.url}/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ uname, password }),
    });
    assert.match(response.headers.get('set-cookie') ?? '', /^sid=[\w-]+;/);
    assert.match((await post('/login', { uname, password: 'not that' }, '')).text, /LoginError/);
    site.oddities.twoFactor = true;
    assert.match((await post('/login', { uname, password }, '')).text, /2FA/);
  });

  it('ends a session on demand; version 4 then continues as a guest', async () => {
    for (const version of [5, 4] as const) {
      site.oddities.version = version;
      const session = site.signIn(site.alice);
      const user = async () => (bodyOf(await ask('/', {}, session))['UserContext'] as { _id: number })._id;
      assert.equal(await user(), site.alice.uid);
      const ended = await fetch(`${site.url}/logout`, {
        method: 'POST',
        headers: { Accept: 'application/json', Authorization: `Bearer ${session}` },
      });
      assert.deepEqual(await ended.json(), { url: '/' });
      assert.equal(ended.headers.has('set-cookie'), version === 5);
      assert.equal(await user(), 0);
    }
  });

  it('judges programs, and reports the same result over HTTP and the socket', async () => {
    const rid = await submitted(right);
    const pushed = await followed(rid);
    const asked = await decodeResult('hydro', await ask(`/record/${rid}`), rid);
    assert.ok(asked.kind === 'result');
    assert.deepEqual(asked.envelope, pushed.envelope);
    assert.equal(asked.envelope.data?.judge?.status, 1);
    assert.equal(asked.envelope.data.judge.score, 100);
    assert.deepEqual(asked.about?.problem, { id: 'P1001', title: 'A+B Problem' });
    const failed = await followed(await submitted(wrong));
    assert.equal(failed.envelope.data?.judge?.status, 2);
    const broken = await followed(await submitted('const ='));
    assert.equal(broken.envelope.data?.compile?.success, false);
  });

  it('returns IDs that contain the submission time', async () => {
    const before = Math.floor(Date.now() / 1000);
    const seconds = parseInt((await submitted(right)).slice(0, 8), 16);
    assert.ok(before <= seconds && seconds <= Date.now() / 1000, String(seconds));
    await site.idle();
  });

  it('can repeat an earlier response', async () => {
    const release = site.hold();
    const record = site.submit(site.alice, { pid: 'P1001', lang: 'js', code: right });
    const statusNow = async () =>
      (bodyOf(await ask(`/record/${record.rid}`))['rdoc'] as { status: number }).status;
    assert.equal(await statusNow(), 0);
    site.advance(record, { phase: 22 });
    const behave = site.misbehave({ what: { kind: 'stale' }, times: 1 });
    assert.deepEqual([await statusNow(), await statusNow()], [0, 22]);
    behave();
    release();
    await site.idle(); // The next listener also gets this one.
  });

  it('can reject sockets, and duplicate, drop, and cut frames', async () => {
    const release = site.hold();
    const record = site.submit(site.alice, { pid: 'P1001', lang: 'js', code: right });
    const connect = () => new WebSocket(`${site.url.replace('http', 'ws')}/record-conn?uidOrName=alice`);
    site.misbehave({ what: { kind: 'refuseSocket', status: 503 }, times: 1 });
    await assert.rejects(once(connect(), 'open'), /503/);
    const socket = connect();
    const told: number[] = [];
    socket.on('message', (data: Buffer) => {
      told.push((JSON.parse(data.toString('utf8')) as { rdoc: { status: number } }).rdoc.status);
    });
    await once(socket, 'open');
    const closed = once(socket, 'close');
    for (const [kind, phase] of [
      ['duplicatePush', 22],
      ['losePush', 21],
      ['dropSocket', 20],
    ] as const) {
      site.misbehave({ what: { kind }, times: 1 });
      site.advance(record, { phase });
    }
    await closed;
    assert.deepEqual(told, [22, 22]);
    release();
    await site.idle();
  });

  it('rejudges a record from the beginning', async () => {
    const rid = await submitted(right);
    await followed(rid);
    site.rejudge(rid);
    assert.equal((await followed(rid)).envelope.data?.judge?.status, 1);
    assert.equal(site.records.get(rid)?.rejudged, true);
  });

  it('rejects invalid requests with the errors of a real Hydro', async () => {
    const rid = await submitted(right);
    assert.equal(await statusOf(`/record/${rid}`, ''), 401);
    assert.equal(await statusOf('/record/000000000000000000000abc'), 404);
    assert.equal(await statusOf('/record/zzz'), 404);
    assert.equal(await statusOf(`/d/nowhere/record/${rid}`), 500);
    site.oddities.requestsLeft = 0;
    assert.equal(await statusOf(`/record/${rid}`), 500);
    Object.assign(site.oddities, { version: 4, requestsLeft: 0 });
    assert.equal(await statusOf(`/record/${rid}`), 429);
    site.oddities.requestsLeft = Number.POSITIVE_INFINITY;
    site.oddities.submissionsLeft = 0;
    assert.match(
      (await post('/p/P1001/submit', { lang: 'js', code: right })).text,
      /Too frequent operations/,
    );
    await followed(rid);
  });

  it('accepts several custom inputs in version 5, and one in version 4', async () => {
    const inputOf = async (...input: unknown[]) => {
      const body = {
        lang: 'js',
        code: right,
        pretest: true,
        ...(input.length > 0 ? { input: input[0] } : {}),
      };
      const { rid } = bodyOf(await post('/p/P1001/submit', body));
      return typeof rid === 'string' ? site.records.get(rid)?.input : null;
    };
    const release = site.hold();
    assert.deepEqual(await inputOf(['1 2\n', '3 4\n']), ['1 2\n', '3 4\n']);
    assert.deepEqual(await inputOf('1 2\n'), ['1 2\n']);
    assert.equal(await inputOf(), null);
    site.oddities.version = 4;
    assert.deepEqual(await inputOf(['1 2\n', '3 4\n']), ['1 2\n,3 4\n']);
    assert.deepEqual(await inputOf(['1 2\n']), ['1 2\n']);
    assert.deepEqual(await inputOf('1 2\n'), ['1 2\n']);
    assert.deepEqual(await inputOf(), ['']);
    release();
    await site.idle();
  });

  it('sends version 5 self-test results to the socket for all of a user’s records', async () => {
    for (const version of [5, 4] as const) {
      site.oddities.version = version;
      const socket = new WebSocket(
        `${site.url.replace('http', 'ws')}/record-conn?uidOrName=alice&noTemplate=true`,
        { headers: { Authorization: `Bearer ${sid}` } },
      );
      const sent: string[] = [];
      socket.on('message', (data: Buffer) => {
        sent.push((JSON.parse(data.toString('utf8')) as { rdoc: { _id: string } }).rdoc._id);
      });
      await once(socket, 'open');
      const selfTest = site.submit(site.alice, { pid: 'P1001', lang: 'js', code: right, input: ['1 2'] });
      const judged = site.submit(site.alice, { pid: 'P1001', lang: 'js', code: right });
      await Promise.all([site.judged(selfTest), site.judged(judged)]);
      const closed = once(socket, 'close');
      socket.close();
      await closed;
      assert.deepEqual([sent.includes(selfTest.rid), sent.includes(judged.rid)], [version === 5, true]);
    }
  });

  it('hides results according to the contest type', async () => {
    site.oddities.contests.set('a'.repeat(24), 'oi').set('b'.repeat(24), 'acm');
    site.oddities.attended.add('a'.repeat(24)).add('b'.repeat(24));
    const inOi = `/p/P1001/submit?tid=${'a'.repeat(24)}`;
    // Attended, but nobody has opened the problems yet.
    assert.match((await post(inOi, { lang: 'js', code: right })).text, /ContestNotAttendedError/);
    for (const contest of ['a', 'b']) await ask(`/contest/${contest.repeat(24)}/problems`);
    const { tid, rid } = bodyOf(await post(inOi, { lang: 'js', code: right }));
    assert.deepEqual([tid, rid], ['a'.repeat(24), undefined]);
    const secret = [...site.records.values()].at(-1)!;
    const hidden = await decodeResult('hydro', await ask(`/record/${secret.rid}`), secret.rid);
    assert.ok(hidden.kind === 'result');
    assert.equal(hidden.envelope.data?.hidden, true);
    const acm = await followed(await submitted(right, `?tid=${'b'.repeat(24)}`));
    assert.deepEqual([acm.envelope.data?.judge?.status, acm.envelope.data?.judge?.score], [1, null]);
    assert.deepEqual(acm.envelope.data?.judge?.subtasks, []);
    // The list also omits it, but the contest's own page contains it.
    const [oi = '', ended = ''] = ['a', 'b'].map((digit) => digit.repeat(24));
    const listIn = (contest: string) => ask(`/record?uidOrName=alice&tid=${contest}`);
    assert.match((await listIn(oi)).text, /PermissionError/);
    const page = bodyOf(await ask(`/contest/${oi}/problems`));
    assert.deepEqual(page['psdict'], { 1: { rid: secret.rid } });
    assert.deepEqual(page['rdocs'], []);
    assert.deepEqual((bodyOf(await listIn(ended))['rdocs'] as unknown[]).length, 1);
    site.oddities.contestEnds.set(oi, Date.now());
    assert.deepEqual((bodyOf(await listIn(oi))['rdocs'] as { _id: string }[]).at(0)?._id, secret.rid);
    assert.match(
      (await post(`/p/P1001/submit?tid=${oi}`, { lang: 'js', code: right })).text,
      /ContestNotLiveError/,
    );
  });

  it('shows homework on a separate page to users who have claimed it', async () => {
    const homework = 'd'.repeat(24);
    site.oddities.contests.set(homework, 'homework');
    assert.equal(bodyOf(await ask(`/homework/${homework}`))['pdict'], undefined);
    site.oddities.attended.add(homework);
    await ask(`/homework/${homework}`);
    await followed(await submitted(right, `?tid=${homework}`));
    const page = bodyOf(await ask(`/homework/${homework}`));
    assert.equal(Object.keys(page['pdict'] as object).length > 0, true);
    assert.equal(Object.keys(page['rdict'] as object).length, 1);
    assert.match((await ask(`/contest/${homework}/problems`)).text, /ContestNotFoundError/);
  });

  it('accepts only a problem’s languages, and ignores case in problem IDs', async () => {
    site.oddities.allowedLanguages.set('P1001', ['c', 'cc']);
    const form = bodyOf(await ask('/p/P1001/submit'));
    assert.deepEqual(form['langRange'], { c: 'C', cc: 'C++' });
    assert.deepEqual((form['pdoc'] as { config: { langs: unknown } }).config.langs, ['c', 'cc']);
    const refused = await post('/p/P1001/submit', { lang: 'js', code: right });
    assert.deepEqual(
      [refused.status, (bodyOf(refused)['error'] as { name: string }).name],
      [403, 'ProblemNotAllowSubmitError'],
    );
    site.oddities.allowedLanguages.delete('P1001');
    assert.match((await ask('/p/p1001/submit')).text, /ProblemNotFoundError/);
    const found = bodyOf(await ask('/p?q=p1001'))['pdocs'] as { pid: string }[];
    assert.deepEqual(
      found.map(({ pid }) => pid),
      ['P1001'],
    );
  });

  it('lists contests with the user’s participation, and homework without it', async () => {
    const [attended, unseen, homework] = ['1', '2', '3'].map((digit) => digit.repeat(24)) as [
      string,
      string,
      string,
    ];
    site.oddities.contests.set(attended, 'ioi').set(unseen, 'acm').set(homework, 'homework');
    site.oddities.attended.add(attended).add(homework);
    const statuses = async () => bodyOf(await ask('/contest'))['tsdict'] as Record<string, object | null>;
    assert.deepEqual((await statuses())[attended], { attend: 1 });
    assert.equal((await statuses())[unseen], null);
    await ask(`/contest/${attended}/problems`);
    assert.ok('startAt' in ((await statuses())[attended] ?? {}));
    const idsAt = async (path: string) =>
      (bodyOf(await ask(path))['tdocs'] as { docId: string }[]).map(({ docId }) => docId);
    const [contests, homeworks] = [await idsAt('/contest'), await idsAt('/homework')];
    assert.ok(contests.includes(attended) && contests.includes(unseen) && !contests.includes(homework));
    assert.ok(homeworks.includes(homework) && !homeworks.includes(attended));
    assert.equal(bodyOf(await ask('/homework'))['tsdict'], undefined);
  });

  itAnswersNoWebPage(() => site);

  itLogsOnlyThoseLetIn(() => site, '/record', 'Authorization');
});
