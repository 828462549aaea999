import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startLocalService, problems, type LocalService, type Verdict } from '../../../tools/service';
import { samplesFor } from '../../../tools/start/samples';
import { ask, post } from './ask';
import { delay, isRunning } from './running';

interface Measured {
  readonly id: number;
  readonly status: number;
  readonly score: number;
  readonly time: number;
  readonly memory: number;
}
interface Case extends Measured {
  readonly signal: number;
  readonly exitCode: number;
  readonly description: string | null;
}
interface Envelope {
  readonly type: string;
  readonly requestId: string;
  readonly trackId: string | null;
  readonly data: {
    readonly compile: { readonly success: boolean; readonly message: string; readonly opt2: boolean };
    readonly judge:
      (Measured & { readonly subtasks: readonly (Measured & { readonly cases: readonly Case[] })[] }) | null;
  };
}

const workspace = path.join(__dirname, '../../workspace');
const right =
  "const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number); console.log(a + b);";
const program = { pid: 'P1001', lang: 'js/node/lts', code: right };

describe('The local service’s judging', function () {
  this.timeout(180_000);
  let service: LocalService;
  let hasCxx: boolean;
  before(async () => {
    service = await startLocalService();
    hasCxx = (await service.toolchain()).cxx !== null;
  });
  after(() => service.close());

  async function judged(submission: Parameters<LocalService['submit']>[0]): Promise<Envelope> {
    return (await (
      await service.submit(submission)
    ).done) as Envelope;
  }
  const code = (verdict: Verdict): number => service.role.statusCodes[verdict];

  it('responds with 204, then the compilation, then finished cases, then the final result', async () => {
    const slow = await startLocalService({ pace: 15 });
    const submitted = await post(slow, '/judge/problem', { ...program, trackId: 'track' });
    const { requestId } = submitted.json() as { requestId: string };
    assert.match(requestId, /^[1-9A-HJ-NP-Za-km-z]{22}$/);
    const seen: string[] = [];
    for (;;) {
      const answer = await ask(slow, `/judge/result?id=${requestId}`);
      const envelope = answer.status === 204 ? null : (answer.json() as unknown as Envelope);
      const judge = envelope?.data.judge;
      const done = judge?.subtasks.flatMap(({ cases }) => cases).length;
      const now = envelope === null ? 'nothing' : judge ? `${judge.status} ${done}` : 'compiled';
      if (seen.at(-1) !== now) seen.push(now);
      if (judge && judge.status > 1) break;
    }
    assert.equal(seen[0], 'nothing');
    assert.equal(seen.at(-1), '12 9');
    const partial = seen.slice(1, -1).filter((now) => now.startsWith('1 '));
    assert.ok(partial.length > 2, seen.join());
    await slow.close();
  });

  it('lists only finished cases, or all cases, as configured', async () => {
    const listed = async (listing: 'all' | 'done'): Promise<number[]> => {
      const slow = await startLocalService({ pace: 15, listing });
      const { requestId } = await slow.submit(program);
      for (;;) {
        const answer = await ask(slow, `/judge/result?id=${requestId}`);
        const envelope = answer.status === 200 ? (answer.json() as unknown as Envelope) : null;
        const statuses = envelope?.data.judge?.subtasks.flatMap(({ cases }) =>
          cases.map(({ status }) => status),
        );
        if (!statuses?.includes(12)) continue;
        await slow.close();
        return statuses;
      }
    };
    const all = await listed('all');
    assert.equal(all.length, 9);
    assert.ok(all.includes(0) && all.includes(1));
    const done = await listed('done');
    assert.ok(done.length < 9);
    assert.ok(done.every((status) => status === 12));
  });

  it('judges Python, if Python is installed', async () => {
    if ((await service.toolchain()).python === null) return;
    const python = { pid: 'P1001', lang: 'python3/c' };
    const added = await judged({ ...python, code: 'print(sum(map(int, input().split())))\n' });
    assert.equal(added.data.judge?.score, 100);
    const broken = await judged({ ...python, code: 'print(\n' });
    assert.equal(broken.data.compile.success, false);
    assert.match(broken.data.compile.message, /^ {2}File "\/tmp\/compiler_\w{8}\/src", line \d/);
  });

  it('returns every specified field, and the track ID unchanged', async () => {
    const trackId = '跟踪 ✓ {"a":1}';
    const envelope = await judged({ ...program, trackId });
    assert.equal(envelope.type, 'judge');
    assert.equal(envelope.trackId, trackId);
    assert.deepEqual(envelope.data.compile, { success: true, message: '', opt2: false });
    assert.deepEqual(
      envelope.data.judge?.subtasks.map(({ id, status, score, cases }) => [id, status, score, cases.length]),
      [
        [0, 12, 30, 3],
        [1, 12, 30, 3],
        [2, 12, 40, 3],
      ],
    );
    assert.equal(envelope.data.judge?.score, 100);
    const [first] = envelope.data.judge?.subtasks[0]?.cases ?? [];
    assert.deepEqual(Object.keys(first ?? {}).sort(), [
      'description',
      'exitCode',
      'id',
      'memory',
      'score',
      'signal',
      'status',
      'time',
    ]);
    assert.equal(first?.description, 'ok accepted');
  });

  it('awards points by sum or all-or-nothing, and describes errors', async () => {
    const bounded = right.replace('a + b', 'Math.min(a + b, 999999999)');
    const { judge } = (await judged({ ...program, code: bounded })).data;
    assert.equal(judge?.status, code('unaccepted'));
    assert.deepEqual(
      judge?.subtasks.map(({ score }) => score),
      [30, 30, 0],
    );
    const wrong = judge?.subtasks[2]?.cases.find(({ status }) => status === code('wrongAnswer'));
    assert.equal(wrong?.description, 'Wrong Answer. wrong answer On line 1 column 1, read 9, expected 2.');
  });

  it('reports a compiler error with the public service’s path, without running a case', async () => {
    const { data } = await judged({ ...program, code: 'const = 1' });
    assert.equal(data.compile.success, false);
    assert.equal(data.judge, null);
    assert.match(data.compile.message, /^\/tmp\/compiler_[a-z0-9_]{8}\/src:1\n/);
    assert.ok(!data.compile.message.includes('judge-results-service'));
  });

  // All of them are judged and compared with this table whenever the demo is started or pictures are taken.
  it('judges the fast demo programs with the verdicts listed for them', async () => {
    for (const { file, problem, language, o2, record, someCase, message } of samplesFor({ cxx: hasCxx })) {
      if (!/P1001\.|P1177-crash|P1177-signal|compile-error/.test(file)) continue;
      const text = fs.readFileSync(path.join(workspace, file), 'utf8');
      const { data } = await judged({ pid: problem, lang: language, code: text, o2 });
      assert.equal(data.compile.success, record !== 'compileError', file);
      assert.equal(data.compile.message !== '', message, file);
      assert.equal(data.judge?.status, someCase === null ? undefined : code(record), file);
      const statuses = data.judge?.subtasks.flatMap(({ cases }) => cases.map(({ status }) => status)) ?? [];
      assert.ok(someCase === null || statuses.includes(code(someCase)), `${file}: ${statuses.join()}`);
    }
  });

  it('compiles C and C++ with warnings if a compiler is installed, and optimizes only on request', async function () {
    if (!hasCxx) return;
    const cxx = '#ifdef __OPTIMIZE__\n#warning optimised\n#endif\nint main() { int unused; return 3; }\n';
    for (const [lang, o2] of [
      ['cxx/14/gcc', true],
      ['c/99/gcc', false],
    ] as const) {
      const { compile, judge } = (await judged({ pid: 'P1001', lang, code: cxx, o2 })).data;
      assert.equal(compile.opt2, o2);
      assert.equal(compile.message.includes('#warning'), o2);
      assert.match(compile.message, /^\/tmp\/compiler_[a-z0-9_]{8}\/src:.*\[-W/ms);
      assert.equal(judge?.subtasks[0]?.cases[0]?.exitCode, 3);
    }
  });

  it('uses the custom role’s codes and units', async () => {
    const custom = await startLocalService({ role: 'custom' });
    const envelope = (await (await custom.submit({ ...program, code: 'process.exit(9)' })).done) as Envelope;
    const [first] = envelope.data.judge?.subtasks[0]?.cases ?? [];
    assert.equal(envelope.data.judge?.status, 9);
    assert.equal(first?.status, 5);
    assert.ok((first?.time ?? 99) < 10 && (first?.memory ?? 0) < 1000);
    await custom.close();
  });

  it('can simulate a machine without compilers', async () => {
    const bare = await startLocalService({ compilers: false });
    const refused = await post(bare, '/judge/problem', { pid: 'P1001', lang: 'cxx/17/gcc', code: 'x' });
    assert.equal(refused.status, 400);
    const envelope = (await (await bare.submit(program)).done) as Envelope;
    assert.equal(envelope.data.judge?.status, 12);
    await bare.close();
  });

  it('pushes partial results and the final result', async () => {
    const pushing = await startLocalService();
    const pushed: Envelope[] = [];
    pushing.push = (envelope) => void pushed.push(envelope as Envelope);
    await (
      await pushing.submit(program)
    ).done;
    assert.equal(pushed[0]?.data.judge, null);
    assert.equal(pushed.at(-1)?.data.judge?.status, 12);
    assert.ok(pushed.length > 5);
    await pushing.close();
  });

  it('leaves no files or processes when it is closed during judging', async () => {
    const { TMPDIR, TEMP, TMP } = process.env;
    const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'closing-'));
    Object.assign(process.env, { TMPDIR: temporary, TEMP: temporary, TMP: temporary });
    try {
      const closing = await startLocalService();
      const endless =
        "require('fs').writeFileSync(process.cwd() + '/../../pid', String(process.pid)); for (;;) {}";
      const { done } = await closing.submit({ ...program, code: endless });
      const pidFile = path.join(temporary, 'pid');
      while (!fs.existsSync(pidFile) || fs.readFileSync(pidFile, 'utf8') === '') await delay(5);
      const pid = Number(fs.readFileSync(pidFile, 'utf8'));
      assert.ok(isRunning(pid));
      await closing.close();
      const last = (await done) as Envelope | null;
      assert.equal(last?.data.judge?.status, code('judging'));
      assert.deepEqual(fs.readdirSync(temporary), ['pid']);
      while (isRunning(pid)) await delay(5);
    } finally {
      for (const [name, value] of Object.entries({ TMPDIR, TEMP, TMP })) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      fs.rmSync(temporary, { recursive: true });
    }
  });

  it('includes problems whose answers pass its own checks', () => {
    for (const problem of problems.values()) {
      const subtasks = problem.subtasks();
      assert.equal(
        subtasks.reduce((sum, { score }) => sum + score, 0),
        100,
        problem.id,
      );
      for (const { cases } of subtasks) {
        for (const { answer } of cases) assert.match(answer, /^-?\d/, problem.id);
      }
    }
  });
});

describe('Submitting to the local service', () => {
  let service: LocalService;
  beforeEach(async () => {
    service = await startLocalService({ compilers: false });
  });
  afterEach(() => service.close());

  const multipart = (fields: Record<string, string>): { headers: Record<string, string>; body: string } => ({
    headers: { 'Content-Type': 'multipart/form-data; boundary=XX' },
    body:
      Object.entries(fields)
        .map(([name, value]) => `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join('') + '--XX--\r\n',
  });

  it('accepts JSON and both form encodings', async () => {
    const fields = { ...program, o2: 'true', trackId: 'x' };
    const urlencoded = {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: new URLSearchParams(fields).toString(),
    };
    const json = {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...program, o2: true, trackId: 'x' }),
    };
    for (const how of [json, urlencoded, multipart(fields)]) {
      const answer = await ask(service, '/judge/problem', { method: 'POST', ...how });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(typeof answer.json()['requestId'], 'string');
    }
  });

  it('reports each invalid field with its value and a message', async () => {
    const answer = await post(service, '/judge/problem', {
      pid: 'P0',
      lang: 'cxx',
      o2: 3,
      trackId: 'x'.repeat(65),
    });
    assert.equal(answer.status, 400);
    const { errorData } = answer.json() as { errorData: { fields: unknown[] } };
    assert.deepEqual(errorData.fields, [
      { name: 'pid', value: 'P0', message: 'P0 is not a problem of this service' },
      { name: 'lang', value: 'cxx', message: 'cxx is not a valid language' },
      { name: 'code', value: null, message: 'This value should not be blank.' },
      { name: 'o2', value: 3, message: 'This value should be of type bool.' },
      {
        name: 'trackId',
        value: 'x'.repeat(65),
        message: 'This value is too long. It should have 64 characters or less.',
      },
    ]);
  });

  it('accepts a track ID of 64 characters', async () => {
    assert.equal(
      (await post(service, '/judge/problem', { ...program, trackId: '跟'.repeat(64) })).status,
      200,
    );
  });

  it('rejects other types, broken bodies, and bodies that are too large', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const send = (body: string, type: Record<string, string> = headers): ReturnType<typeof ask> =>
      ask(service, '/judge/problem', { method: 'POST', headers: type, body });
    assert.equal((await send('<a/>', { 'Content-Type': 'text/xml' })).status, 415);
    assert.equal((await send('x', {})).status, 415);
    assert.equal((await send('{')).json()['errorCode'], 400);
    assert.equal((await send('[]')).json()['errorCode'], 400);
    assert.equal((await send('x', { 'Content-Type': 'multipart/form-data; boundary=YY' })).status, 400);
    assert.equal((await send(JSON.stringify({ code: 'x'.repeat(1_000_001) }))).status, 413);
    assert.equal((await ask(service, '/judge/problem')).status, 405);
  });

  it('rejects code that is too long with a message', async () => {
    const answer = await post(service, '/judge/problem', { ...program, code: '/'.repeat(300_000) });
    assert.equal(answer.status, 400);
    assert.match(answer.text, /"name":"code"/);
  });

  it('counts used points, and returns 402 when none are left', async () => {
    service.setQuota(1);
    assert.equal((await post(service, '/judge/problem', program)).status, 200);
    const refused = await post(service, '/judge/problem', program);
    assert.equal(refused.json()['errorCode'], 402);
    const { quotas } = (await ask(service, '/judge/quotaAvailable')).json() as {
      quotas: { availablePoints: number; points: unknown }[];
    };
    assert.equal(quotas[0]?.availablePoints, 0);
    assert.deepEqual(quotas[0]?.points, { max: 1, used: 1 });
  });
});
