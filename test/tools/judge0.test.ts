import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { listenOnLoopback } from '../../tools/service/http/loopback';
import { zipOf } from '../../src/judges/adapters/shared/zip';
import { startLocalJudge0, type LocalJudge0 } from '../../tools/judge0/judge0';
import {
  ask,
  bodyOf,
  failureOf,
  itAnswersNoWebPage,
  itLogsOnlyThoseLetIn,
  resultOf,
  right,
} from './standIns';
import { delay } from './service/running';

const node = 63;
const cxx = 54;
const python = 71;
const hasSignals = process.platform !== 'win32';
const fields =
  'token,status,time,wall_time,memory,stdout,stderr,compile_output,message,exit_code,exit_signal,language,' +
  'created_at,finished_at,expected_output,source_code';
const encoded = (text: string) => Buffer.from(text).toString('base64');

describe('The Judge0 mock', function () {
  this.timeout(180_000);
  let host: LocalJudge0;

  before(async () => {
    host = await startLocalJudge0();
  });
  after(() => host.stop());
  const usual = () => ({ ...host.config });
  let config: ReturnType<typeof usual>;
  beforeEach(() => {
    config = usual();
  });
  afterEach(() => {
    Object.assign(host.config, config);
    const off = { forbidden: false, boxError: null, compilationTimesOut: false, signalsByShell: true };
    Object.assign(host.oddities, off);
  });

  const get = (path: string, headers: Record<string, string> = { 'X-Auth-Token': host.token }) =>
    ask(host.url + path, { headers });
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    ask(host.url + path, {
      method: 'POST',
      headers: { 'X-Auth-Token': host.token, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const program = (source: string, input: string, expected: string | null, more: object = {}) => ({
    language_id: node,
    source_code: encoded(source),
    stdin: encoded(input),
    ...(expected === null ? {} : { expected_output: encoded(expected) }),
    ...more,
  });
  const created = async (body: object): Promise<string> => {
    const answer = await post('/submissions?base64_encoded=true', body);
    assert.equal(answer.status, 201, answer.text);
    return bodyOf<{ token: string }>(answer).token;
  };
  const result = async (token: string) =>
    resultOf('judge0', await get(`/submissions/${token}?base64_encoded=true&fields=${fields}`), token);
  const judged = async (
    source: string,
    input = '1 2\n',
    expected: string | null = '3\n',
    more: object = {},
  ) => {
    const token = await created(program(source, input, expected, more));
    await host.idle();
    const { envelope, about } = await result(token);
    const judge = envelope.data!.judge!;
    return {
      token,
      about,
      compile: envelope.data!.compile,
      status: judge.status,
      one: judge.subtasks[0]!.cases[0]!,
    };
  };

  it('runs a program with input, and compares its output with the expected output', async () => {
    const { one, about } = await judged(right, '20 30\n', '50');
    assert.deepEqual([one.status, one.exitCode, one.signal], [3, 0, null]);
    assert.deepEqual(one.extra, { stdout: '50\n', expected: '50' });
    assert.ok(Number(one.time) > 0);
    assert.deepEqual([about?.language, about?.code], ['JavaScript (Node.js 12.14.0)', right]);
    assert.deepEqual(
      [(await judged(right, '1 2', '4')).status, (await judged(right, '1 2', null)).status],
      [4, 3],
    );
    assert.equal(
      (await judged('', '1 2', null, { source_code: encoded('0;') })).one.extra?.stdout,
      undefined,
    );
  });

  it('adds the files of an archive to the program, without folders, and rejects other data', async () => {
    const archive = zipOf([
      { fileName: 'lib.js', text: 'module.exports = 7;' },
      { fileName: '../other.js', text: 'module.exports = 8;' },
    ]);
    const files = { additional_files: Buffer.from(archive).toString('base64') };
    const source = "console.log(require('./lib.js') + require('./other.js'));";
    assert.equal((await judged(source, '', '15', files)).one.status, 3);
    const response = await post('/submissions?base64_encoded=true', {
      ...program(source, '', null),
      additional_files: encoded('lib.js'),
    });
    assert.deepEqual(
      [response.status, bodyOf(response)],
      [422, { additional_files: ['is not a ZIP archive'] }],
    );
  });

  it('reports a submission first as queued, then as processing', async () => {
    const submission = host.submit({ language_id: node, source_code: right }, false);
    const status = async () => (await result(submission.token)).envelope.data?.judge?.status;
    assert.deepEqual([await status(), submission.finished_at], [1, null]);
    host.change(submission, { status: 2 });
    assert.deepEqual([await status(), submission.finished_at], [2, null]);
    host.change(submission, { status: 3 });
    assert.equal(await status(), 3);
    assert.ok(submission.started_at !== null && submission.finished_at !== null);
  });

  it('reports the exit code or signal of a program, with its standard error', async () => {
    const thrown = await judged('null.x;\n');
    assert.deepEqual(
      [thrown.status, thrown.one.exitCode, thrown.one.description],
      [11, 1, 'Exited with error status 1'],
    );
    assert.match(String(thrown.one.extra?.stderr), /^\/box\/script\.js:1\n/);
    const endless = await judged('for (;;);\n', '', null, { cpu_time_limit: 0.2 });
    assert.deepEqual([endless.status, endless.one.description], [5, 'Time limit exceeded']);
    const idle = await judged('setTimeout(() => 0, 60_000);\n', '', null, { wall_time_limit: 1 });
    assert.equal(idle.status, 5);
    const chatty = await judged('for (;;) console.log("x".repeat(9999));\n', '', null, { max_file_size: 1 });
    assert.deepEqual([chatty.status, chatty.one.signal], [11, 25]);
  });

  it('returns the traceback of a Python program, if Python is installed', async () => {
    if (!host.languages.some(({ id }) => id === python)) return;
    const source = 'a, b = map(int, input().split())\nprint(a // b)\n';
    const divided = await judged(source, '6 2', '3', { language_id: python });
    assert.equal(divided.status, 3);
    const failed = await judged(source, '6 0', '3', { language_id: python });
    assert.equal(failed.status, 11);
    assert.match(
      String(failed.one.extra?.stderr),
      /^Traceback [^]*File "\/box\/script\.py", line 2, in <module>[^]*ZeroDivisionError: /,
    );
  });

  it('reports a signal, or the shell’s exit code if programs are run by a script', async () => {
    if (!hasSignals) return;
    host.oddities.signalsByShell = false;
    const crash = 'process.kill(process.pid, "SIGSEGV"); setTimeout(() => 0, 60_000);\n';
    const killed = await judged(crash);
    assert.deepEqual(
      [killed.status, killed.one.signal, killed.one.description],
      [7, 11, 'Caught fatal signal 11'],
    );
    host.oddities.signalsByShell = true;
    const { status, one } = await judged(crash);
    assert.deepEqual([status, one.exitCode, one.signal], [11, 139, 11]);
    assert.match(String(one.extra?.stderr), /Segmentation fault/);
  });

  it('compiles programs, and reports warnings and errors with the sandbox file name', async function () {
    if (!host.languages.some(({ id }) => id === cxx)) this.skip();
    const main = (statement: string) => `#include <cstdio>\nint main() {\n  ${statement}\n}\n`;
    const language = { language_id: cxx };
    const warned = await judged(main('int unused; puts("3");'), '', '3', language);
    assert.equal(warned.status, 3);
    assert.match(warned.compile?.message ?? '', /^main\.cpp:3:7: warning: unused variable/m);
    const clean = await judged(main('puts("3");'), '', '3', language);
    assert.deepEqual(clean.compile, { success: true, message: null, opt2: null });
    const broken = await judged(main('return x;'), '', '3', language);
    assert.equal(broken.compile?.success, false);
    assert.match(broken.compile?.message ?? '', /^main\.cpp:3:10: error: /m);
    const { time, memory, exitCode, signal, description, extra } = broken.one;
    assert.deepEqual([time, memory, exitCode, signal, description], [null, null, null, null, null]);
    assert.equal(extra, undefined);
    const crashed = await judged(main('volatile int* p = nullptr; *p = 1;'), '', '3', language);
    assert.equal(crashed.status, 11);
    host.oddities.compilationTimesOut = true;
    const slow = await judged(main('puts("3");'), '', '3', language);
    assert.deepEqual([slow.status, slow.compile?.message], [6, 'Compilation time limit exceeded.']);
  });

  it('returns several results in token order, with null for an unknown token', async () => {
    const bodies = [program(right, '1 2', '3'), { language_id: node }, program(right, '1 2', '4')];
    const answer = await post('/submissions/batch?base64_encoded=true', { submissions: bodies });
    assert.equal(answer.status, 201);
    const [one, wrong, other] = bodyOf<{ token?: string; source_code?: string[] }[]>(answer);
    assert.deepEqual(wrong, { source_code: ["can't be blank"] });
    await host.idle();
    const tokens = [other?.token, 'unknown', one?.token].join(',');
    const read = await get(`/submissions/batch?tokens=${tokens}&base64_encoded=true&fields=${fields}`);
    const { envelope } = await resultOf('judge0', read, 'x');
    assert.deepEqual(
      envelope.data?.judge?.subtasks[0]?.cases.map(({ status }) => status),
      [4, null, 3],
    );
    const many = (count: number) => Array.from({ length: count }, () => program(right, '', null));
    const statusOf = async (submissions: object[]) =>
      (await post('/submissions/batch', { submissions })).status;
    assert.deepEqual([await statusOf([]), await statusOf(many(21)), await statusOf([{}])], [400, 400, 422]);
    assert.equal((await get(`/submissions/batch?tokens=${'x,'.repeat(21)}`)).status, 400);
    host.config.enable_batched_submissions = false;
    assert.deepEqual(bodyOf(await post('/submissions/batch', { submissions: many(1) })), {
      error: 'batched submissions are not allowed',
    });
  });

  it('reports each invalid field', async () => {
    const errors = async (more: object) => {
      const answer = await post('/submissions?base64_encoded=true', program(right, '', null, more));
      assert.equal(answer.status, 422);
      assert.equal(await failureOf('judge0', answer), 422);
      return bodyOf(answer);
    };
    assert.deepEqual(await errors({ language_id: null, source_code: '' }), {
      source_code: ["can't be blank"],
      language_id: ["can't be blank", "language with id  doesn't exist"],
    });
    assert.deepEqual(await errors({ cpu_time_limit: 99, memory_limit: 1, number_of_runs: 'x' }), {
      cpu_time_limit: ['must be less than or equal to 15.0'],
      memory_limit: ['must be greater than or equal to 2048'],
      number_of_runs: ['is not a number'],
    });
    assert.ok('compiler_options' in (await errors({ compiler_options: '-O2' })));
    assert.ok('callback_url' in (await errors({ callback_url: 'https://elsewhere.example/' })));
  });

  it('accepts only the configured token, in the configured header', async () => {
    const { token } = host.submit({ language_id: node, source_code: right }, false);
    assert.equal(await failureOf('judge0', await get(`/submissions/${token}`, {})), 401);
    assert.equal(await failureOf('judge0', await get(`/submissions/${token}`, { 'X-Auth-Token': 'x' })), 401);
    assert.equal((await post('/submissions', {}, { 'X-Auth-Token': '' })).text, '');
    assert.equal((await post('/authenticate', {})).status, 200);
    const renamed = await startLocalJudge0({ compilers: false, headerName: 'X-School-Key' });
    try {
      const status = async (name: string) =>
        (await ask(`${renamed.url}/languages`, { headers: { [name]: renamed.token } })).status;
      assert.deepEqual([await status('X-Auth-Token'), await status('X-School-Key')], [401, 200]);
    } finally {
      await renamed.stop();
    }
  });

  it('rejects invalid requests with the errors of a real Judge0', async () => {
    const submission = host.submit({ language_id: node, source_code: right }, false);
    const path = `/submissions/${submission.token}`;
    assert.equal(await failureOf('judge0', await get('/submissions/unknown')), 404);
    assert.match((await get(`${path}?fields=nonsense`)).text, /invalid fields: \[nonsense\]/);
    host.change(submission, { status: 3, stdout: Buffer.from([0x61, 0xe2, 0x80]) });
    const plain = await get(path);
    assert.deepEqual([plain.status, /cannot be converted to UTF-8/.test(plain.text)], [400, true]);
    assert.equal((await result(submission.token)).envelope.data?.judge?.status, 3);
    const create = async () => {
      const answer = await post('/submissions?base64_encoded=true', program(right, '1 2', '3'));
      return [answer.status, bodyOf(answer).error];
    };
    assert.equal((await post('/submissions?wait=true', program(right, '1 2', '3'))).status, 400);
    assert.deepEqual(await create(), [201, undefined]);
    host.config.max_queue_size = 0;
    assert.deepEqual(await create(), [503, 'queue is full']);
    host.config.maintenance_mode = true;
    assert.equal((await create())[0], 503);
    host.oddities.forbidden = true;
    assert.equal(await failureOf('judge0', await get(path)), 403);
  });

  it('can report an internal error with a message', async () => {
    host.oddities.boxError = { status: 13, message: 'Cannot write /box/script.js' };
    const { status, one } = await judged(right);
    assert.deepEqual([status, one.description], [13, 'Cannot write /box/script.js']);
  });

  it('returns its limits and languages', async () => {
    const config = bodyOf(await get('/config_info'));
    assert.deepEqual([config.max_cpu_time_limit, config.max_submission_batch_size], [15, 20]);
    const list = bodyOf<{ id: number; name: string }[]>(await get('/languages'));
    assert.ok(list.some(({ id, name }) => id === node && name.startsWith('JavaScript')));
  });

  it('breaks Base64 into lines, and sends times as text', async () => {
    const long = 'x'.repeat(100);
    const { token } = await judged(`console.log(${JSON.stringify(long)});\n`, '', null);
    const body = bodyOf<Record<string, string>>(await get(`/submissions/${token}?base64_encoded=true`));
    assert.match(body.stdout!, /^.{60}\n.{60}\n.+\n$/);
    assert.match(body.time!, /^\d+\.\d+$/);
    assert.deepEqual(Object.keys(body).sort(), [
      ...['compile_output', 'memory', 'message', 'status', 'stderr', 'stdout', 'time', 'token'],
    ]);
  });

  it('sends unsigned results to a callback URL, and retries if the URL doesn’t respond', async () => {
    const received: { method: string | undefined; body: string }[] = [];
    let refusals = 1;
    const listener = http.createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString('utf8')));
      request.on('end', () => {
        received.push({ method: request.method, body });
        if (refusals-- > 0) request.socket.destroy();
        else response.end();
      });
    });
    const port = await listenOnLoopback(listener);
    try {
      const callback_url = `http://127.0.0.1:${port}/callback`;
      const token = await created(program(right, '1 2', '3', { callback_url }));
      await host.idle();
      assert.deepEqual(
        received.map(({ method }) => method),
        ['PUT', 'PUT'],
      );
      const text = received[1]!.body;
      const { envelope } = await resultOf('judge0', { status: 200, contentType: null, text }, token);
      assert.equal(envelope.data?.judge?.status, 3);
      assert.deepEqual(host.callbacks.slice(-2), [
        { token, status: null },
        { token, status: 200 },
      ]);
    } finally {
      await new Promise((resolve) => listener.close(resolve));
    }
  });

  it('stops all programs and removes all files on shutdown', async () => {
    const other = await startLocalJudge0({ compilers: false });
    const { url } = other;
    const marker = path.join(os.tmpdir(), `judge-results-test-${randomUUID()}`);
    const source = `require('fs').writeFileSync(${JSON.stringify(marker)}, process.cwd()); setInterval(() => 0, 1000);\n`;
    const submission = other.submit({ language_id: node, source_code: source });
    while (!fs.existsSync(marker) || fs.readFileSync(marker, 'utf8') === '') await delay(5);
    const folder = fs.readFileSync(marker, 'utf8');
    fs.rmSync(marker);
    assert.ok(fs.existsSync(folder));
    await other.stop();
    assert.equal(fs.existsSync(folder), false);
    assert.equal(submission.status, 2);
    await assert.rejects(ask(url));
  });

  itAnswersNoWebPage(() => host);

  itLogsOnlyThoseLetIn(() => host, '/languages', 'X-Auth-Token');
});
