import assert from 'node:assert/strict';
import { startCsesStandIn, type CsesOutcome, type CsesStandIn } from '../../support/standIns/cses';

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const invalidKey = { status: 401, body: { message: 'Invalid api key', code: 'invalid_api_key' } };

describe('The CSES stand-in', () => {
  let standIn: CsesStandIn;
  let token: string;
  beforeEach(async () => {
    standIn = await startCsesStandIn();
    token = standIn.issueToken();
  });
  afterEach(() => standIn.stop());

  const ask = async (
    path: string,
    method = 'GET',
    body?: unknown,
    key: string | null = token,
  ): Promise<Answer> => {
    const headers: Record<string, string> = {};
    if (key !== null) headers['X-Auth-Token'] = key;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const response = await fetch(standIn.apiUrl + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Answer['body'] };
  };
  const program = {
    language: { name: 'C++', option: 'C++17' },
    filename: 'main.cpp',
    content: Buffer.from('int main() {}\n').toString('base64'),
  };
  const submit = (body: unknown = program, path = '/courses/problemset/submissions?task=1068') =>
    ask(path, 'POST', body);
  const submitted = async (path?: string): Promise<number> =>
    Number((await submit(program, path)).body['id']);
  const resultOf = async (outcome: CsesOutcome, scope = 'courses/problemset', task = '1068') => {
    const id = await submitted(`/${scope}/submissions?task=${task}`);
    standIn.finish(id, outcome);
    return (await ask(`/${scope}/submissions/${id}`)).body;
  };

  it('accepts a token only after the user has confirmed it', async () => {
    const { body } = await ask('/login', 'POST', undefined, null);
    const key = String(body['X-Auth-Token']);
    assert.match(String(body['authentication_url']), /^http:\/\/127\.0\.0\.1:\d+\/authorize-login\?token=/);
    assert.deepEqual(await ask('/login', 'GET', undefined, key), invalidKey);
    standIn.pendingCode = 'pending_api_key';
    assert.equal((await ask('/login', 'GET', undefined, key)).body['code'], 'pending_api_key');
    assert.deepEqual(
      await ask('/courses/problemset/submissions?task=1068', 'GET', undefined, key),
      invalidKey,
    );
    standIn.confirmSignIn();
    assert.deepEqual(await ask('/login', 'GET', undefined, key), { status: 200, body: standIn.user });
    assert.deepEqual(await ask('/logout', 'POST', undefined, key), { status: 204, body: {} });
    assert.deepEqual(await ask('/login', 'GET', undefined, key), invalidKey);
  });

  it('lists tasks without a token, but rejects a wrong one', async () => {
    assert.equal((await ask('/courses/problemset/list', 'GET', undefined, null)).status, 200);
    assert.deepEqual(await ask('/courses/problemset/list', 'GET', undefined, 'wrong'), invalidKey);
    assert.deepEqual(await ask('/courses/problemset/submissions/1', 'GET', undefined, null), invalidKey);
  });

  it('accepts exactly the specified properties', async () => {
    const wrong: readonly unknown[] = [
      { ...program, task: '1068' },
      { ...program, language: { name: 'C++' } },
      { ...program, language: { name: 'C++', option: 'C++17', version: 1 } },
      { ...program, language: 'C++' },
      { ...program, content: 'int main() {}' },
      { language: program.language, content: program.content },
    ];
    for (const body of wrong) assert.equal((await submit(body)).status, 400, JSON.stringify(body));
    assert.equal((await submit()).status, 200);
    assert.equal(standIn.sourceOf(standIn.newestId), 'int main() {}\n');
    assert.equal(standIn.sent.length, wrong.length + 1);
  });

  it('deduces task and language from the name of the file', async () => {
    const language = { name: null, option: null };
    const path = '/courses/problemset/submissions';
    const named = (filename: string) => submit({ ...program, language, filename }, path);
    const { body } = await named('missing_number.py');
    assert.deepEqual(body['language'], { name: 'Python3', option: 'CPython3' });
    assert.deepEqual(body['task'], { id: '1083', name: 'Missing Number' });
    assert.equal((await named('main.cpp')).body['code'], 'task_deduction_error');
    assert.equal((await named('repetitions.asdf')).body['code'], 'language_deduction_error');
    const unknown = await submit({ ...program, language: { name: 'Cobol', option: null } });
    assert.deepEqual([unknown.body['result'], unknown.body['pending']], ['INVALID LANGUAGE', false]);
  });

  it('holds a long poll until the submission is judged', async () => {
    const id = await submitted();
    const path = `/courses/problemset/submissions/${id}`;
    let isAnswered = false;
    const polled = ask(`${path}?poll=true`).finally(() => (isAnswered = true));
    await standIn.untilPolls(1);
    standIn.test(id, 1, 3);
    const { body } = await ask(path);
    assert.deepEqual(body['test_progress'], { finished_tests: 1, total_tests: 3 });
    assert.deepEqual([standIn.waitingPolls, isAnswered, 'result' in body], [1, false, false]);
    standIn.finish(id, 'accepted');
    assert.equal((await polled).body['result'], 'ACCEPTED');
    assert.equal((await ask(`${path}?poll=true`)).body['pending'], false);
    assert.equal((await ask(`${path}?poll=1`)).status, 400);
  });

  it('ends a long poll when the client disconnects', async () => {
    const id = await submitted();
    const abort = new AbortController();
    const url = `${standIn.apiUrl}/courses/problemset/submissions/${id}?poll=true`;
    const polled = fetch(url, { headers: { 'X-Auth-Token': token }, signal: abort.signal });
    await standIn.untilPolls(1);
    abort.abort();
    await assert.rejects(polled, { name: 'AbortError' });
    await standIn.untilPolls(0);
  });

  it('answers a long poll with a pending submission when the time is over', async () => {
    const id = await submitted();
    const polled = ask(`/courses/problemset/submissions/${id}?poll=true`);
    await standIn.untilPolls(1);
    standIn.endPolls();
    assert.equal((await polled).body['pending'], true);
  });

  it('sends scores and groups only in contests', async () => {
    const inCourse = await resultOf('wrongAnswer');
    assert.ok(!('score' in inCourse) && !('feedback' in inCourse));
    assert.deepEqual((inCourse['tests'] as readonly unknown[])[2], {
      number: 3,
      verdict: 'WRONG ANSWER',
      time: 110,
    });
    const inContest = await resultOf('partial', 'contests/101', 'A');
    assert.equal(inContest['score'], 40);
    assert.deepEqual((inContest['tests'] as readonly { groups: unknown }[])[0]?.groups, [1, 2]);
    const { body } = await ask('/contests/101/submissions?task=A');
    assert.equal((body['submissions'] as readonly { outcome_score: unknown }[])[0]?.outcome_score, 40);
  });

  it('sends the compiler’s report without a result after a compile error', async () => {
    const body = await resultOf('compileError');
    assert.deepEqual([body['status'], body['pending'], 'result' in body], ['COMPILE ERROR', false, false]);
    assert.match(String(body['compiler']), /^input\/code\.cpp:3:5: error: /m);
    assert.equal((await resultOf('acceptedWithWarnings'))['result'], 'ACCEPTED');
    assert.equal((await resultOf('timeLimit'))['result'], 'TIME LIMIT EXCEEDED');
    assert.equal((await resultOf('systemFailure'))['result'], 'UNKNOWN');
  });

  it('finds a submission only in its own scope', async () => {
    const id = await submitted();
    assert.equal((await ask(`/contests/101/submissions/${id}`)).status, 404);
    assert.equal((await ask(`/courses/other/submissions/${id}`)).status, 404);
    assert.equal((await ask('/courses/problemset/submissions')).status, 400);
    assert.equal((await ask('/courses/problemset/submissions?task=1068')).status, 200);
  });

  it('refuses all requests while there are too many, and revoked tokens', async () => {
    standIn.tooManyRequests = true;
    assert.deepEqual((await ask('/login')).body, { message: 'Too many requests', code: 'client_error' });
    standIn.tooManyRequests = false;
    standIn.revokeTokens();
    assert.deepEqual(await ask('/login'), invalidKey);
  });
});
