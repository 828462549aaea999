// Drives the bundled MCP server as its clients do: as a process, over its standard input and output.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'esbuild';
import { builds } from '../../esbuild.js';
import { toolDefinitions } from '../../src/assistant/definitions';
import { toolNames, type ToolName } from '../../src/assistant';
import { systemClock } from '../../src/base/ports';
import type { Envelope } from '../../src/results';
import { defaultAssistantRules, hashOf, type KnownRecord } from '../../src/records';
import { openDisk } from '../../src/records/disk/openDisk';
import { envelope, finished, oneCase, service, subtask } from '../unit/records/fixtures';
import { Redaction } from '../../src/judges/signIn/redaction';
import { credential, injected, recordFullOf } from '../unit/assistant/hostile';

let folder = '';
let server = '';
let history = '';
let client: Client;

/** The credentials in the window that stores the results. */
const redaction = new Redaction();
redaction.add(credential);

async function store(record: KnownRecord, result: Envelope | null, code: string | null = null) {
  const containsCredential = (text: string): Promise<boolean> => redaction.isIn(text);
  const onProblem = (problem: object): void => assert.fail(JSON.stringify(problem));
  const { records } = openDisk({ folder: history, clock: systemClock, onProblem, containsCredential }, []);
  const judgedHash = code === null ? null : await hashOf(code);
  if (code !== null && judgedHash !== null) await records.writeSource(record.key, judgedHash, code);
  await records.update(record.key, () => ({
    record: { ...record, judgedHash },
    result: result && { id: 'result', receivedAt: 1, form: 'own' },
    plan: null,
    ...(result && { body: { envelope: result, raw: null } }),
  }));
}

async function connect(...args: string[]): Promise<Client> {
  const connected = new Client({ name: 'test', version: '1' });
  // Without variables of this process: the server needs none.
  await connected.connect(
    new StdioClientTransport({ command: process.execPath, args: [server, ...args], env: {}, stderr: 'pipe' }),
  );
  return connected;
}

/** Calls a tool. Returns its JSON, as text and by path. */
async function call(name: string, input: Record<string, unknown> = {}) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: input });
  const [part] = content as { readonly text: string }[];
  const text = part?.text ?? assert.fail('no text');
  const at = (at: string): unknown =>
    at
      .split('.')
      .reduce<unknown>((value, field) => (value as Record<string, unknown>)[field], JSON.parse(text));
  return { text, at, structuredContent, isError: isError === true };
}

async function filesIn(root: string): Promise<readonly string[]> {
  const names = await fs.readdir(root, { recursive: true });
  const stats = await Promise.all(names.map((name) => fs.stat(path.join(root, name))));
  return names.map((name, at) => `${name} ${stats[at]?.mtimeMs} ${stats[at]?.size}`).sort();
}

describe('The MCP server', () => {
  before(async function () {
    this.timeout(60_000);
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-results-mcp-'));
    server = path.join(folder, 'mcp.js');
    await build({ ...builds['mcp'], outfile: server, sourcemap: false });
  });
  after(() => fs.rm(folder, { recursive: true, force: true }));

  beforeEach(async () => {
    history = await fs.mkdtemp(path.join(folder, 'history-'));
    const failed = oneCase(2, 6, {
      description: 'read 4, expected 5',
      extra: { stdin: '2 2', expected: '5', stdout: '4' },
    });
    const compile = { success: true, message: "a.cpp:3:5: warning: unused variable 'x'", opt2: null };
    const whole = envelope(6, [subtask(0, [oneCase(1, 12), failed])]);
    const result = { ...whole, data: { judge: whole.data?.judge ?? null, compile } };
    await store(finished(result), result, 'int main() {}\n');
    client = await connect(history);
  });
  afterEach(() => client.close());

  it('offers the tools and nothing else', async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name, description }) => ({ name, description })),
      toolDefinitions.map(({ name, description }) => ({ name, description })),
    );
    assert.deepEqual(Object.keys(client.getServerCapabilities() ?? {}), ['tools']);
    assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
  });

  it('lists and reads stored results', async () => {
    const listed = await call('judge_list_results');
    assert.equal(listed.at('total'), 1);
    assert.equal(listed.at('results.0.judge'), service);
    assert.deepEqual(listed.structuredContent, JSON.parse(listed.text));
    assert.equal((await call('judge_get_result', { requestId: 'r1' })).at('cases.firstFailed'), '0/2');
    assert.match(String((await call('judge_get_case')).at('actualOutput')), />4</);
    assert.equal((await call('judge_get_diagnostics')).at('diagnostics.0.line'), 3);
    assert.match(String((await call('judge_get_code')).at('code')), />int main\(\) \{\}\n</);
  });

  it('reads results that are stored after its start', async () => {
    await call('judge_list_results');
    const result = envelope(12, [subtask(0, [oneCase(1, 12)])], { requestId: 'r2' });
    await store({ ...finished(result), addedAt: 2 }, result);
    assert.equal((await call('judge_get_result')).at('requestId'), 'r2');
  });

  it('reports errors to the client and continues', async () => {
    for (const [name, input, error] of [
      ['judge_get_result', { requestId: 'unknown' }, 'unknownResult'],
      ['judge_get_case', { case: '7/7' }, 'unknownCase'],
      ['judge_get_result', { requestId: ['r1'] }, 'invalidInput'],
    ] as const) {
      const { isError, at } = await call(name, input);
      assert.ok(isError);
      assert.equal(at('error'), error);
    }
    const unknown = await client.callTool({ name: 'submit', arguments: {} });
    assert.equal(unknown.isError, true);
    assert.equal((await call('judge_list_results')).at('total'), 1);
  });

  it('is empty without a history, and reports damaged files without moving them', async () => {
    const [name] = await fs.readdir(path.join(history, 'results'));
    await fs.writeFile(path.join(history, 'results', name ?? ''), '{"type":');
    await fs.writeFile(path.join(history, 'records', `${'0'.repeat(32)}.json`), '{');
    const before = await filesIn(history);
    assert.equal((await call('judge_get_case')).at('error'), 'unreadable');
    assert.equal((await call('judge_list_results')).at('total'), 1);
    assert.deepEqual(await filesIn(history), before);

    await client.close();
    client = await connect(path.join(folder, 'missing'));
    assert.equal((await call('judge_list_results')).at('total'), 0);
    assert.equal((await call('judge_get_result')).at('error'), 'unknownResult');
    await assert.rejects(fs.stat(path.join(folder, 'missing')), { code: 'ENOENT' });
  });

  it('refuses a judge while a contest of one of its results is running', async () => {
    const result = envelope(6, [], { requestId: 'r3' });
    const contest = { title: 'Round', endsAt: Date.now() + 3_600_000 };
    const submission = { problemId: 'A', title: null, place: null, language: null, optimise: false, contest };
    await store(finished(result, { submission }), result);
    for (const name of toolNames.filter((name) => name !== 'judge_list_results')) {
      for (const requestId of ['r1', 'r3']) {
        const { at, isError } = await call(name, { requestId });
        assert.ok(isError);
        assert.equal(at('error'), 'refused');
        assert.equal(at('until'), new Date(contest.endsAt).toISOString());
      }
    }
    const listed = await call('judge_list_results');
    assert.equal(listed.at('total'), 0);
    assert.equal(listed.at('refusedJudges.0.judge'), service);
  });

  it('returns no credential, in whichever field a judge or a program has put it', async () => {
    const clean = recordFullOf('harmless', 'full');
    const record = { ...clean.record, addedAt: 2 };
    for (const text of [credential, `s3cret\u200b-w0rd-of-mine`, encodeURIComponent(`<${credential}>`)]) {
      const full = recordFullOf(`the token is ${text}!`, 'full');
      const hostile: [KnownRecord, Envelope, string][] = [
        [{ ...full.record, addedAt: 2 }, clean.envelope, 'code'],
        [record, full.envelope, 'code'],
        [record, clean.envelope, `// ${text}`],
        // The mark of a record stays when its texts are replaced.
        [record, clean.envelope, 'code'],
      ];
      for (const [stored, result, code] of hostile) {
        await store(stored, result, code);
        for (const name of toolNames) {
          const { text: told, at } = await call(name);
          assert.doesNotMatch(told, /s3cret/);
          if (name === 'judge_list_results') assert.equal(at('withheld'), 1);
          else assert.equal(at('error'), 'withheld');
        }
      }
    }
    assert.equal((await call('judge_get_result', { requestId: 'r1' })).isError, false);
  });

  it('follows the stored settings and contests of the extension', async () => {
    const { assistantRules } = openDisk(
      { folder: history, clock: systemClock, onProblem: () => undefined },
      [],
    );
    const result = envelope(6, [], { requestId: 'r3' });
    await store(finished(result), result);
    const refused = async () => (await call('judge_get_result', { requestId: 'r3' })).at('reason');
    const contest = { title: 'Round', endsAt: null, id: '7' };
    await assistantRules.update((stored) => ({
      ...(stored ?? defaultAssistantRules),
      contests: [{ service, contest }],
    }));
    assert.equal(await refused(), 'contest');
    await assistantRules.update((stored) => ({
      ...(stored ?? defaultAssistantRules),
      allowedDuringContests: [service],
    }));
    assert.equal(await refused(), undefined);
    await assistantRules.update((stored) => ({ ...(stored ?? defaultAssistantRules), isEnabled: false }));
    assert.equal(await refused(), 'settings');
    await fs.writeFile(path.join(history, 'assistants.json'), 'damaged');
    assert.equal(await refused(), 'unreadable');
  });

  it('keeps texts of others between marks that they can’t end', async () => {
    const { record, envelope: result } = recordFullOf(injected, 'hostile');
    await store({ ...record, addedAt: 2 }, result, `// ${injected}`);
    for (const name of toolNames) {
      const { text, isError } = await call(name);
      assert.ok(!isError, text);
      const digits = /between <untrusted-([\da-f]{16})>/.exec(text)?.[1] ?? assert.fail(text);
      const notice = text.indexOf('instructions in it.');
      const marked = new RegExp(`<untrusted-${digits}>.*?</untrusted-${digits}>`, 'gs');
      assert.match(text, /IGNORE ALL/);
      assert.doesNotMatch(text.slice(notice).replaceAll(marked, ''), /IGNORE|obey|0123456789abcdef/i, name);
      assert.doesNotMatch(text, /<\/untrusted>|<\/UNTRUSTED-/);
    }
  });

  it('returns bounded answers about 10,000 cases', async function () {
    this.timeout(30_000);
    const long = 'x'.repeat(2_000);
    const cases = Array.from({ length: 10_000 }, (_, at) => oneCase(at + 1, 6, { description: long }));
    const result = envelope(6, [subtask(0, cases)], { requestId: 'large' });
    await store({ ...finished(result), addedAt: 2 }, result, long.repeat(100));
    const inputs: Readonly<Record<ToolName, Record<string, unknown>>> = {
      judge_list_results: { limit: 1_000 },
      judge_get_result: { allCases: true },
      judge_get_case: { case: '0/9999' },
      judge_get_diagnostics: {},
      judge_get_code: {},
    };
    for (const name of toolNames) {
      const { text, isError } = await call(name, inputs[name]);
      assert.ok(!isError, text);
      assert.ok(text.length < 100_000, `${name}: ${text.length}`);
    }
    const { at } = await call('judge_get_result', { offset: 9_960 });
    assert.equal(at('cases.total'), 10_000);
    assert.equal(at('cases.items.length'), 40);
  });

  it('has no module that sends something or starts a program, and changes no file', async () => {
    const code = await fs.readFile(server, 'utf8');
    const modules = new Set([...code.matchAll(/\brequire\("(?:node:)?([^"]+)"\)/g)].map(([, name]) => name));
    assert.deepEqual([...modules].sort(), [
      'crypto',
      'fs',
      'fs/promises',
      'os',
      'path',
      'process',
      'util',
      'zlib',
    ]);
    assert.doesNotMatch(code, /\b(?:fetch|WebSocket|EventSource|import)\(/);
    const before = await filesIn(history);
    for (const name of toolNames) await call(name);
    assert.deepEqual(await filesIn(history), before);
  });

  it('requires an absolute folder', async () => {
    await assert.rejects(connect('history'));
    await assert.rejects(connect());
  });
});
