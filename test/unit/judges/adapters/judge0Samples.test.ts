import assert from 'node:assert/strict';
import type { Sample, SentSamples } from '../../../../src/judges';
import type { JudgeClient } from '../../../../src/judges/client';
import { judge0 } from '../../../../src/judges/adapters/judge0';
import { sendSamples } from '../../../../src/judges/sendSamples';
import { startLocalJudge0, type LocalJudge0 } from '../../../../tools/judge0/judge0';
import { playedPrograms } from '../../../support/playedPrograms';
import { described } from '../../../support/profiles';
import { right } from '../../../tools/standIns';
import { clientAt, credentialFor, failureOf } from '../clients';

const node = '63';
const sumOf = (a: number, b: number): Sample => ({ input: `${a} ${b}\n`, expected: `${a + b}\n` });
const sums = (count: number) => Array.from({ length: count }, (_, index) => sumOf(index, 1));

describe('Running samples at Judge0', function () {
  this.timeout(180_000);
  let host: LocalJudge0;
  let client: JudgeClient;

  before(async () => {
    host = await startLocalJudge0({ programs: playedPrograms });
    const judge = described(judge0, 'class', { url: host.url });
    const credential = credentialFor(judge, host.token);
    client = clientAt(judge, { credential: () => Promise.resolve(credential) });
  });
  after(() => host.stop());
  let config: object;
  beforeEach(() => {
    config = { ...host.config };
    host.requests.length = 0;
  });
  afterEach(() => Object.assign(host.config, config));

  const offer = () => {
    assert.ok(client.judge.samples);
    return client.judge.samples;
  };
  const run = (samples: readonly Sample[], more: object = {}) => {
    const asked = { language: node, code: right, samples, time: null, memory: null };
    return sendSamples(client, offer(), { ...asked, ...more });
  };
  const sent = () => host.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`);
  const casesOf = async ({ hint }: SentSamples) => {
    await host.idle();
    const answer = await client.result({ requestId: 'samples-1', hint });
    assert.ok(answer.kind === 'result');
    return answer.envelope.data?.judge?.subtasks[0]?.cases ?? [];
  };

  it('lists the host’s languages with the editor’s names', async () => {
    const languages = await client.ask(offer().fetchLanguages);
    assert.deepEqual(
      languages.find(({ id }) => id === node),
      {
        id: node,
        name: 'JavaScript (Node.js 12.14.0)',
        editorLanguages: ['javascript'],
        extensions: [],
      },
    );
  });

  it('creates one record with a case for each sample, in order', async () => {
    const wrong = { input: '2 2\n', expected: '5\n' };
    const cases = await casesOf(await run([sumOf(1, 2), wrong, sumOf(3, 4)]));
    assert.deepEqual(
      cases.map(({ id, status }) => [id, status]),
      [
        [1, 3],
        [2, 4],
        [3, 3],
      ],
    );
    assert.deepEqual(cases[1]?.extra, { stdin: '2 2\n', stdout: '4\n', expected: '5\n' });
  });

  it('splits and joins more than twenty samples in several requests', async () => {
    const name = await run(sums(45));
    assert.deepEqual(sent(), ['GET /config_info', ...Array<string>(3).fill('POST /submissions/batch')]);
    host.requests.length = 0;
    const cases = await casesOf(name);
    const [first] = name.hint.split(',');
    assert.deepEqual(sent(), [
      ...Array<string>(3).fill('GET /submissions/batch'),
      `GET /submissions/${first}`,
      ...Array<string>(5).fill('GET /submissions/batch'),
    ]);
    assert.deepEqual(
      cases.map(({ id, status }) => [id, status]),
      sums(45).map((_, index) => [index + 1, 3]),
    );
  });

  it('sends each sample alone to a host without batches', async () => {
    host.config.enable_batched_submissions = false;
    const name = await run(sums(3));
    assert.deepEqual(sent(), ['GET /config_info', ...Array<string>(3).fill('POST /submissions')]);
    assert.deepEqual(
      (await casesOf(name)).map(({ status }) => status),
      [3, 3, 3],
    );
  });

  it('never exceeds the host’s limits', async () => {
    const before = host.submissions.size;
    await run([sumOf(1, 2)], { time: 3_600_000, memory: 1e9 });
    await run([sumOf(1, 2)], { time: 1500, memory: 1 });
    const limits = [...host.submissions.values()].slice(before).map((one) => one.limits);
    assert.deepEqual(
      limits.map((one) => [one.cpu_time_limit, one.memory_limit]),
      [
        [host.config.max_cpu_time_limit, host.config.max_memory_limit],
        [1.5, 2048],
      ],
    );
  });

  it('reports an invalid field (422) and a full queue (503)', async () => {
    for (const samples of [sums(1), sums(2)]) {
      const { failure, sent: was } = await failureOf(run(samples, { language: '9999' }));
      assert.ok(failure.kind === 'status');
      assert.deepEqual([failure.status, was], [422, 'no']);
      assert.equal(failure.error?.form?.fields[0]?.name, 'language_id');
    }
    host.config.max_queue_size = 0;
    const { failure } = await failureOf(run(sums(2)));
    assert.ok(failure.kind === 'status');
    assert.deepEqual([failure.status, failure.error?.errorMessage], [503, 'queue is full']);
  });

  it('stops after a rejected request', async () => {
    host.config.max_queue_size = 0;
    await failureOf(run(sums(60)));
    assert.deepEqual(sent(), ['GET /config_info', 'POST /submissions']);
  });

  it('reads the host’s limits, and rejects invalid limits', async () => {
    const read = (config: object) => {
      host.misbehave({ what: { kind: 'status', status: 200, body: config }, times: 1 });
      return client.ask(offer().fetchLimits);
    };
    assert.deepEqual(await read({}), { time: 15_000, memory: 512_000, together: 20 });
    assert.deepEqual(
      await read({ max_cpu_time_limit: 2.5, max_memory_limit: '64000', max_submission_batch_size: 2.5 }),
      { time: 2500, memory: 64_000, together: 2 },
    );
    assert.equal((await read({ max_submission_batch_size: -3 })).together, 1);
    for (const odd of [{ toString: 1 }, { valueOf: {}, toString: null }, [[]], 'many', true]) {
      const { failure } = await failureOf(read({ max_memory_limit: odd }));
      assert.ok(failure.kind === 'shape', failure.kind);
      assert.equal(failure.path, 'max_memory_limit');
    }
  });

  it('rejects a token that can’t be part of a URL', async () => {
    for (const token of ['a,b', 'a;b', '../x', '', '\ud800', 'x'.repeat(200)]) {
      const created = { what: { kind: 'status', status: 201, body: { token } }, method: 'POST' } as const;
      host.misbehave({ ...created, times: 1 });
      const { failure } = await failureOf(run(sums(1)));
      assert.equal(failure.kind, 'notUnderstood', token);
    }
  });
});
