import assert from 'node:assert/strict';
import {
  startYandexContestStandIn,
  type YandexContestStandIn,
  type YandexOutcome,
} from '../../support/standIns/yandexContest';

type Json = Readonly<Record<string, unknown>>;

describe('The Yandex Contest stand-in', () => {
  let standIn: YandexContestStandIn;
  beforeEach(async () => {
    standIn = await startYandexContestStandIn();
  });
  afterEach(() => standIn.stop());

  const ask = async (path: string, init: RequestInit = {}, authorization = `OAuth ${standIn.token}`) => {
    const response = await fetch(standIn.apiUrl + path, {
      headers: { Authorization: authorization },
      ...init,
    });
    return { status: response.status, text: await response.text() };
  };
  const inContest = (path: string, init?: RequestInit) => ask(`/contests/${standIn.contestId}/${path}`, init);
  const read = async <T = Json>(path: string) => JSON.parse((await inContest(path)).text) as T;
  const submit = (code: string, { problem = 'A', compiler = 'gcc_docker2', file = true, more = {} } = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ problem, compiler, ...more })) body.append(name, value);
    if (file) body.append('file', new File([code], 'main.cpp'));
    else body.append('file', code);
    return inContest('submissions', { method: 'POST', body });
  };
  const ended = async (outcome: YandexOutcome, problem = 'A'): Promise<number> => {
    const { text } = await submit(outcome, { problem });
    const { runId } = JSON.parse(text) as { readonly runId: number };
    standIn.finish(runId, outcome);
    return runId;
  };
  const full = async (outcome: YandexOutcome, problem?: string) =>
    read(`submissions/${await ended(outcome, problem)}/full?locale=en`);

  it('accepts only its own token with the scheme OAuth', async () => {
    assert.deepEqual(await ask('/compilers', {}, `Bearer ${standIn.token}`), { status: 401, text: '' });
    assert.deepEqual(await ask('/compilers', {}, 'OAuth wrong'), { status: 401, text: '' });
    const scope = { active: true, scope: 'contest:submit' };
    assert.deepEqual(JSON.parse((await ask('/service/introspect')).text), scope);
    standIn.expireToken();
    assert.deepEqual(JSON.parse((await ask('/service/introspect')).text), { ...scope, active: false });
    assert.equal((await ask('/compilers')).status, 401);
  });

  it('accepts exactly three parts, and the same source only once', async () => {
    assert.equal((await submit('1', { file: false })).status, 400);
    assert.equal((await submit('1', { more: { locale: 'en' } })).status, 400);
    assert.equal((await submit('1', { problem: 'Z' })).status, 400);
    assert.equal((await submit('1', { problem: 'B', compiler: 'python3_docker' })).status, 400);
    assert.equal((await inContest('submissions', { method: 'POST', body: '{}' })).status, 415);
    assert.deepEqual(JSON.parse((await submit('1')).text), { runId: standIn.newestId });
    assert.deepEqual(await submit('1'), { status: 400, text: 'Duplicate submission' });
    assert.equal((await submit('1', { problem: 'B' })).status, 200);
    assert.equal(
      (await inContest(`submissions/${standIn.newestId}/source`)).text,
      standIn.sourceOf(standIn.newestId),
    );
  });

  it('requires participation in a contest that is running', async () => {
    standIn.isParticipant = false;
    assert.equal((await submit('1')).status, 404);
    assert.equal((await inContest('participation', { method: 'POST' })).status, 201);
    assert.equal((await inContest('participation', { method: 'POST' })).status, 409);
    standIn.endContest();
    assert.equal((await submit('1')).status, 403);
    standIn.startContest();
    assert.equal((await submit('1')).status, 200);
    assert.equal((await ask('/contests/1/problems')).status, 404);
  });

  it('sends an empty verdict while a run is judged', async () => {
    await submit('1');
    const id = standIn.newestId;
    standIn.test(id, 2);
    const report = await read(`submissions/${id}/full?locale=en`);
    assert.deepEqual([report['verdict'], report['status'], report['finalScore']], ['', 'WAITING', null]);
    assert.equal((report['checkerLog'] as readonly unknown[]).length, 2);
    assert.equal((await read(`submissions/${id}`))['verdict'], '');
  });

  it('sends several runs in one response, without unknown ones', async () => {
    const [first, second] = [await ended('accepted'), await ended('compileError')];
    const path = `submissions/multiple?runIds=${first}&runIds=1&runIds=${second}&locale=en`;
    const runs = await read<readonly Json[]>(path);
    assert.deepEqual(
      runs.map((run) => [run['runId'], run['verdict'], (run['tests'] as readonly unknown[]).length]),
      [
        [second, 'CompilationError', 0],
        [first, 'OK', 3],
      ],
    );
    assert.equal((await inContest('submissions/multiple')).status, 400);
  });

  it('sends scores as text, and testsets of the tests', async () => {
    const report = await full('partial', 'B');
    assert.deepEqual([report['finalScore'], report['verdict']], ['40.5', 'WrongAnswer']);
    const tests = report['checkerLog'] as readonly Json[];
    assert.deepEqual(
      tests.map((test) => test['testsetIdx']),
      [0, 1, 1, 2],
    );
    assert.equal((await full('accepted'))['finalScore'], null);
  });

  it('reports compile errors, failed checks and crashes', async () => {
    assert.match(String((await full('compileError'))['compileLog']), /source\.cpp:3:5: error: /);
    const checked = await full('precompileCheckFailed');
    assert.equal(
      (checked['precompileChecks'] as readonly Json[])[0]?.['message'],
      'Line 3 is longer than 80 characters',
    );
    const crashed = await full('systemFailure');
    assert.deepEqual([crashed['status'], crashed['verdict']], ['FAILED', 'Crash']);
    standIn.shortVerdicts = true;
    assert.equal((await full('wrongAnswer'))['verdict'], 'WA');
  });

  it('sends null for the fields that the contest doesn’t show', async () => {
    const path = `submissions/${await ended('wrongAnswer', 'B')}`;
    assert.equal((await inContest(`${path}/02/input?useReportSettings=true`)).text, '2 2\n');
    assert.equal((await inContest(`${path}/02/input`)).status, 403);
    Object.assign(standIn.settings, {
      showInput: false,
      showVerdict: false,
      showScore: false,
      showUsedResources: false,
    });
    const hidden = await read(`${path}/full?locale=en`);
    assert.deepEqual([hidden['verdict'], hidden['finalScore'], hidden['maxTimeUsage']], [null, null, null]);
    assert.equal((hidden['checkerLog'] as readonly Json[])[0]?.['input'], null);
    assert.equal((await inContest(`${path}/02/input?useReportSettings=true`)).status, 403);
    standIn.settings.showTestNumber = false;
    assert.equal((await read(`${path}/full?locale=en`))['checkerLog'], null);
  });

  it('lists runs only for managers', async () => {
    const id = await ended('timeLimit');
    assert.equal((await inContest('submissions?page=1&pageSize=100')).status, 403);
    standIn.isManager = true;
    const { submissions } = await read<{ readonly submissions: readonly Json[] }>(
      'submissions?page=1&pageSize=100',
    );
    assert.deepEqual(
      [submissions[0]?.['id'], submissions[0]?.['test'], submissions[0]?.['time']],
      [id, 2, 1015],
    );
    assert.equal(standIn.sent.at(-1)?.query.get('pageSize'), '100');
  });
});
