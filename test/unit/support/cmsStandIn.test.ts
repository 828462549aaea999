import assert from 'node:assert/strict';
import { startCmsStandIn, type CmsOptions, type CmsStandIn } from '../../support/standIns/cms';
import type { CmsOutcome } from '../../support/standIns/cmsDetails';

const code = 'int main() {}\n';

describe('The CMS stand-in', () => {
  let standIn: CmsStandIn;
  let session: string;
  const start = async (options?: CmsOptions): Promise<void> => {
    standIn = await startCmsStandIn(options);
    session = standIn.signIn();
  };
  beforeEach(() => start());
  afterEach(() => standIn.stop());

  const ask = async (path: string, init: RequestInit = {}, signed = session) => {
    const headers = { 'X-CMS-Authorization': signed };
    const response = await fetch(standIn.contestUrl + path, { headers, redirect: 'manual', ...init });
    const text = await response.text();
    return { status: response.status, location: response.headers.get('location'), text };
  };
  const bodyOf = ({ text }: { readonly text: string }) => JSON.parse(text) as Record<string, unknown>;
  const login = (form: Record<string, string>) =>
    ask('/api/login', { method: 'POST', body: new URLSearchParams(form) }, '');
  const submit = (task: string, files: Readonly<Record<string, string>>, language?: string) => {
    const body = new FormData();
    for (const [field, name] of Object.entries(files)) body.append(field, new File([code], name));
    if (language !== undefined) body.append('language', language);
    return ask(`/api/${task}/submit`, { method: 'POST', body });
  };
  const submitted = async (): Promise<string> =>
    String(bodyOf(await submit('sum', { 'sum.%l': 'a.cpp' }))['id']);
  const resultOf = async (outcome: CmsOutcome) => {
    const id = await submitted();
    standIn.finish(id, outcome);
    const path = `/tasks/sum/submissions/${id}`;
    return { result: bodyOf(await ask(path)), details: (await ask(`${path}/details`)).text };
  };

  it('signs in with the password, and returns the value of the header', async () => {
    assert.deepEqual(bodyOf(await login({ ...standIn.user, password: 'wrong' })), { error: 'Login failed' });
    const value = String(bodyOf(await login(standIn.user))['login_data']);
    assert.equal((await ask('/api/task_list', {}, value)).status, 200);
    standIn.expireSessions();
    assert.equal((await ask('/api/task_list', {}, value)).status, 403);
    const { status, location } = await ask('/tasks/sum/submissions/1', {}, value);
    assert.deepEqual([status, location], [302, '/?next=%2Ftasks%2Fsum%2Fsubmissions%2F1']);
  });

  it('needs no header after a sign-in by IP address', async () => {
    standIn.autologin = 'empty';
    assert.deepEqual(bodyOf(await login(standIn.user)), {});
    standIn.autologin = 'alreadyLoggedIn';
    assert.deepEqual(bodyOf(await login(standIn.user)), { login_data: 'Already-Logged-In' });
    assert.equal((await login({ username: 'bob', password: '' })).status, 400);
    assert.equal((await ask('/api/task_list', {}, '')).status, 200);
  });

  it('accepts files only in the fields of the submission format', async () => {
    const wrong = [
      await submit('sum', { sum: 'sum.cpp' }),
      await submit('sum', { 'sum.cpp': 'sum.cpp' }),
      await submit('sum', {}),
      await submit('coding', { 'encoder.%l': 'encoder.cpp' }),
      await submit('coding', { 'encoder.%l': 'encoder.cpp', 'decoder.%l': 'decoder.py' }),
      await submit('sum', { 'sum.%l': 'sum.pas' }),
      await submit('sum', { 'sum.%l': 'sum.py' }, 'C++20 / g++'),
    ];
    assert.deepEqual([...new Set(wrong.map(({ status }) => status))], [422]);
    assert.deepEqual(Object.keys(bodyOf(wrong[0]!)), ['error', 'details']);
    assert.deepEqual(bodyOf(await submit('none', { 'none.%l': 'a.cpp' })), { error: 'Task not found' });
    await submit('coding', { 'encoder.%l': 'a.cpp', 'decoder.%l': 'b.cpp' }, 'C++20 / g++');
    assert.deepEqual(
      standIn.filesOf(standIn.newestId).map(({ name, text }) => [name, text]),
      [
        ['encoder.%l', code],
        ['decoder.%l', code],
      ],
    );
    assert.equal(standIn.languageOf(standIn.newestId), 'C++20 / g++');
    await submit('outputs', { 'output_001.txt': '1.txt', 'output_002.txt': '2.txt' });
    assert.equal(standIn.languageOf(standIn.newestId), null);
  });

  it('limits the number of submissions', async () => {
    standIn.maxSubmissions = 1;
    const id = await submitted();
    assert.equal(bodyOf(await submit('sum', { 'sum.%l': 'a.cpp' }))['error'], 'Too many submissions!');
    assert.deepEqual(bodyOf(await ask('/api/sum/submission_list')), { list: [{ id }] });
    assert.equal((await ask(`/tasks/sum/submissions/${id}/files/sum.cpp`)).text, code);
  });

  it('reports only the status until the end', async () => {
    const id = await submitted();
    const path = `/tasks/sum/submissions/${id}`;
    assert.deepEqual(bodyOf(await ask(path)), { status: 1, status_text: 'Compiling…' });
    standIn.locale = 'ru';
    standIn.progress(id, 'scoring');
    assert.deepEqual(bodyOf(await ask(path)), { status: 4, status_text: 'Оценивается…' });
    assert.equal((await ask(`/tasks/coding/submissions/${id}`)).status, 404);
  });

  it('hides the final score until the analysis mode or a token', async () => {
    const { result } = await resultOf('partial');
    assert.deepEqual([result['status'], result['public_score'], result['score']], [5, 40, undefined]);
    const path = `/tasks/sum/submissions/${standIn.newestId}`;
    standIn.startAnalysis();
    assert.equal(bodyOf(await ask(path))['score'], 40);
    standIn.startContest();
    standIn.hasTokens = true;
    assert.equal(bodyOf(await ask(path))['score_message'], '40 / 100');
    await submit('secret', { 'secret.%l': 'a.cpp' });
    standIn.finish(standIn.newestId, 'accepted');
    assert.ok(!('public_score' in bodyOf(await ask(`/tasks/secret/submissions/${standIn.newestId}`))));
  });

  it('lists tasks only during the contest and in the analysis mode', async () => {
    const id = await submitted();
    standIn.endContest();
    assert.deepEqual(bodyOf(await ask('/api/task_list')), { error: 'The contest is not open' });
    assert.equal((await ask(`/tasks/sum/submissions/${id}`)).status, 200);
    standIn.phase = -1;
    assert.equal((await ask(`/tasks/sum/submissions/${id}`)).location, '/');
  });

  it('sends tests with the columns of the feedback level', async () => {
    const { details } = await resultOf('partial');
    assert.match(details, /<div class="subtask notcorrect">/);
    assert.match(
      details,
      /<td class="execution-time">0\.123 sec<\/td>\n<td class="memory-used">12\.3 MiB<\/td>/,
    );
    standIn.feedback = 'restricted';
    standIn.locale = 'ru';
    const restricted = (await resultOf('partial')).details;
    assert.match(restricted, /<td class="details">Вывод неверен<\/td>/);
    assert.doesNotMatch(restricted, /execution-time/);
  });

  it('escapes the compiler’s output, under headings in the language of the user', async () => {
    standIn.locale = 'ru';
    const { result, details } = await resultOf('compileError');
    assert.deepEqual([result['status'], result['status_text']], [2, 'Ошибка компиляции']);
    assert.match(
      details,
      /<h4>Стандартный поток ошибок<\/h4>\n<pre>a\.cpp: .*\na\.cpp:3:5: error: [^]*error: .*‘operator&gt;&gt;’/,
    );
    assert.match(details, /&#34;int&#34;/);
    assert.doesNotMatch(details, /score_details/);
  });

  it('serves a contest below its name', async () => {
    await standIn.stop();
    await start({ contest: 'day1' });
    assert.match(standIn.contestUrl, /\/day1$/);
    assert.equal((await ask('/api/task_list')).status, 200);
    assert.equal((await ask('/../api/task_list')).status, 404);
  });
});
