import assert from 'node:assert/strict';
import type { SampleRun } from '../../../../src/judges';
import { FieldReader } from '../../../../src/judges/settingFields';
import { judge0 } from '../../../../src/judges/adapters/judge0';
import { inGroups } from '../../../../src/judges/adapters/shared/listedSubmissions';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import type { RequestFailed } from '../../../../src/judges/requestFailed';
import { JudgeClient } from '../../../../src/judges/client';
import { described } from '../../../support/profiles';
import {
  checkOf,
  failing,
  failureOf,
  firstRequestOf,
  on,
  requestsOf,
  resultAt,
  run as runQuestion,
} from '../../../support/operations';
import { answer } from './answers';

const url = 'https://judge0.school.edu';
const token = 'd85cd024-1548-4165-96c7-7bc88673f194';
const host = described(judge0, 'class', { url: `${url}/` });
const encoded = (text: string) => Buffer.from(text).toString('base64');

/**
 * Responds to the first request with `body`, to the next ones with `more`, and to requests for texts with the same
 * submissions.
 */
function repliesWith(body: unknown, more: readonly unknown[], hint: string) {
  const bodies = [body, ...more];
  const left = [...bodies];
  const groups = hint.split(';').map((group) => group.split(','));
  const submissions = new Map(
    groups.flatMap((tokens, at) => {
      const found = listed(bodies[at]);
      return tokens.map((token, index): [string, unknown] => [token, found[index] ?? null]);
    }),
  );
  return ({ path }: OutgoingRequest) => {
    if (left.length > 0) return answer(left.shift());
    const names = /^\/submissions\/(?:batch\?tokens=)?([^?&]*)/.exec(path)?.[1]?.split(',') ?? [];
    const named = names.map((name) => submissions.get(name));
    return answer(named.length === 1 ? named[0] : { submissions: named });
  };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** Returns the submissions in a response. */
function listed(body: unknown): readonly unknown[] {
  const { submissions } = body as { readonly submissions?: readonly unknown[] };
  return submissions ?? [body];
}

async function read(body: unknown, more: readonly unknown[] = [], hint: string | null = null) {
  const names =
    hint ??
    listed(body)
      .map((_, index) => `t${index}`)
      .join(',');
  const result = await runQuestion(
    resultAt(host, { requestId: 'x', hint: names }),
    repliesWith(body, more, names),
  );
  assert.ok(result.kind === 'result');
  return result;
}

function refused(given: PlainAnswer): Promise<RequestFailed> {
  return failureOf(checkOf(host), () => given);
}

describe('A Judge0 host in the settings', () => {
  it('requires an address, and optionally another header name', () => {
    assert.deepEqual(judge0.promptedFields, [
      { field: 'url', defaultValue: null },
      { field: 'headerName', defaultValue: 'X-Auth-Token' },
    ]);
    assert.deepEqual([host.id, host.type, host.name], [`judge0 ${url} class`, 'judge0', 'class']);
    const headers = [undefined, null, '', ' ', ' X-Key '].map((headerName) => {
      const { authentication } = described(judge0, 'class', { url, headerName });
      return authentication.scheme === 'header' && authentication.headerName;
    });
    assert.deepEqual(headers, [...Array<string>(4).fill('X-Auth-Token'), 'X-Key']);
  });

  it('rejects a header with another meaning, and a missing address', () => {
    const problems = (fields: object) => {
      const reader = new FieldReader('class', { ...fields });
      judge0.describe('class', reader);
      return reader.problems.map(({ at, what }) => [at, what.kind]);
    };
    assert.deepEqual(problems({ url, headerName: 'Host' }), [['class.headerName', 'headerName']]);
    assert.deepEqual(problems({ url, headerName: 5 }), [['class.headerName', 'expected']]);
    assert.deepEqual(problems({}), [['class.url', 'address']]);
  });

  it('accepts an optional token, and checks the token', async () => {
    assert.deepEqual(host.signIn, { kind: 'secret', secret: 'apiToken', page: null, isOptional: true });
    const { method, path, body } = await firstRequestOf(checkOf(host));
    assert.deepEqual([method, path, body], ['POST', '/authenticate', undefined]);
    assert.deepEqual(await runQuestion(checkOf(host), () => answer({})), { name: null });
    assert.deepEqual(
      [judge0.followsSpecification, host.definesCodes, host.worksInBrowser],
      [false, false, true],
    );
  });

  it('recognizes UUIDs as request IDs, also in its own addresses', () => {
    assert.ok(host.looksLikeRequestId(token.toUpperCase()));
    const others = [
      `x${token}`,
      `${token}0`,
      token.slice(1),
      token.replace('-', ''),
      token.replace(/\w/g, 'g'),
      '',
    ];
    for (const text of others) assert.ok(!host.looksLikeRequestId(text), text);
    for (const path of [`/x/submissions/${token}`, `/submissions/${token}/x`, '/submissions/short']) {
      assert.deepEqual(host.pages?.readAddress?.(url + path), { kind: 'addressWithoutId' }, path);
    }
  });
});

describe('A Judge0 host', () => {
  const states =
    'base64_encoded=true&fields=status,time,memory,exit_code,exit_signal,message,language,cpu_time_limit,' +
    'memory_limit,created_at';
  const texts = 'base64_encoded=true&fields=status,stdout,stderr,compile_output,stdin,expected_output';
  /** Returns the paths that are requested for these tokens at a host whose submissions have a status and an output. */
  const pathsFor = async (hint: string, status: (token: string) => number, stdout = 'MQ==') => {
    const requests = await requestsOf(resultAt(host, { requestId: 'x', hint }), ({ path }) => {
      const names = /^\/submissions\/(?:batch\?tokens=)?([^?&]*)/.exec(path)?.[1]?.split(',') ?? [];
      const found = names.map((name) => ({
        status: { id: status(name) },
        ...(path.includes('stdout') ? { stdout } : {}),
      }));
      return answer(found.length === 1 ? found[0] : { submissions: found });
    });
    return requests.map(({ path }) => path.replace('/submissions/', ''));
  };

  it('requests only states while a submission is pending, one or several together', async () => {
    assert.deepEqual(await pathsFor('a/b', () => 1), [`a%2Fb?${states}`]);
    const one = (token: string) => (token === 'd' ? 2 : 3);
    assert.deepEqual(await pathsFor('a,c;d', one), [`batch?tokens=a,c&${states}`, `d?${states}`]);
  });

  it('requests the texts once after all have ended, and the program only once', async () => {
    assert.deepEqual(await pathsFor('a/b', () => 3), [`a%2Fb?${states}`, `a%2Fb?${texts},source_code`]);
    assert.deepEqual(await pathsFor('a,b,c,d', () => 4), [
      `batch?tokens=a,b,c,d&${states}`,
      `a?${texts},source_code`,
      `batch?tokens=b,c&${texts}`,
      `d?${texts}`,
    ]);
  });

  it('requests long texts in smaller groups', async () => {
    const groups = async (mebibytes: number) => {
      const paths = await pathsFor('a,b,c,d,e', () => 3, 'x'.repeat(mebibytes * 1024 * 1024));
      return paths.slice(1).map((path) => path.replace(/^batch\?tokens=|[&?]base.*/g, ''));
    };
    assert.deepEqual(await groups(1), ['a', 'b,c', 'd,e']);
    assert.deepEqual(await groups(9), ['a', 'b', 'c', 'd', 'e']);
  });

  describe('with texts that are larger than a response may be', () => {
    const LIMIT = 2000;
    const small = {
      stdin: 'MQ==',
      stdout: 'Mg==',
      stderr: null,
      compile_output: 'dw==',
      expected_output: 'Mw==',
    };
    type Texts = Readonly<Record<string, string | null>>;

    /** Fetches submissions with these texts from a client that reads at most `LIMIT` bytes of a response. */
    const fetched = async (submissions: Readonly<Record<string, Texts>>) => {
      const paths: string[] = [];
      const client = new JudgeClient(host, {
        fetch: async (address) => {
          const path = address.slice(url.length);
          paths.push(path);
          const { searchParams } = new URL(address);
          const fields = (searchParams.get('fields') ?? '').split(',');
          const names = /^\/submissions\/(?:batch\?tokens=)?([^?&]*)/.exec(path)?.[1]?.split(',') ?? [];
          const found = names.map((name) => ({
            status: { id: 4 },
            ...Object.fromEntries(
              Object.entries({ ...small, ...submissions[name] }).filter(([field]) => fields.includes(field)),
            ),
          }));
          const body = JSON.stringify(found.length === 1 ? found[0] : { submissions: found });
          return {
            status: 200,
            headers: new Headers({ 'content-type': 'application/json' }),
            body: once(body),
          };
        },
        userAgent: 'test',
        credential: async () => null,
        bodyLimit: LIMIT,
      });
      const tokens = Object.keys(submissions).join(',');
      const result = await client.result({ requestId: 'x', hint: tokens });
      assert.ok(result.kind === 'result');
      const { compile, judge } = result.envelope.data ?? {};
      return { paths, compile, cases: judge?.subtasks[0]?.cases ?? [] };
    };

    it('has all texts if each of them fits into a response', async () => {
      const text = 'MTIz'.repeat(300);
      const { cases, compile } = await fetched({
        a: { stdin: text, stdout: text },
        b: {},
        c: { stdin: text, stdout: text },
      });
      assert.deepEqual(
        cases.map(({ extra }) => [
          extra?.['stdin'],
          extra?.['stdout'],
          extra?.['expected'],
          extra?.['omitted'],
        ]),
        ['123'.repeat(300), '1', '123'.repeat(300)].map((input) => [
          input,
          input === '1' ? '2' : input,
          '3',
          undefined,
        ]),
      );
      assert.equal(compile?.message, 'w');
    });

    it('leaves out a text that doesn’t fit into a response', async () => {
      const text = 'MTIz'.repeat(3000);
      const { cases } = await fetched({
        a: {},
        b: { stdout: text },
        c: { stdin: text, expected_output: text },
      });
      assert.deepEqual(
        cases.map(({ status, extra }) => [status, extra]),
        [
          [4, { stdin: '1', stdout: '2', expected: '3' }],
          [4, { stdin: '1', expected: '3', omitted: { stdout: 'tooLarge' } }],
          [4, { stdout: '2', omitted: { stdin: 'tooLarge', expected: 'tooLarge' } }],
        ],
      );
    });

    it('splits a batch whose states don’t fit into a response', async () => {
      const { cases, paths } = await fetched(
        Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`t${at}`, {}])),
      );
      assert.equal(cases.length, 120);
      assert.equal(cases[119]?.extra?.['stdout'], '2');
      assert.ok(paths.length < 120, `${paths.length}`);
    });
  });

  it('stores texts only up to the length that a result may have', async () => {
    const text = 'MTIz'.repeat(4 * 1024 * 1024);
    const hint = 'a,b,c,d,e,f';
    const result = await runQuestion(resultAt(host, { requestId: 'x', hint }), ({ path }) => {
      const names = /^\/submissions\/(?:batch\?tokens=)?([^?&]*)/.exec(path)?.[1]?.split(',') ?? [];
      const found = names.map(() => ({
        status: { id: 4 },
        ...(path.includes('stdout') ? { stdout: text, expected_output: 'Mw==' } : {}),
      }));
      return answer(found.length === 1 ? found[0] : { submissions: found });
    });
    assert.ok(result.kind === 'result');
    const cases = result.envelope.data?.judge?.subtasks[0]?.cases ?? [];
    assert.deepEqual(
      cases.map(({ extra }) => [typeof extra?.['stdout'], extra?.['omitted']]),
      [
        ...Array<unknown>(3).fill(['string', undefined]),
        ['undefined', { stdout: 'tooLarge' }],
        ['undefined', { stdout: 'tooLarge' }],
        ['undefined', { stdout: 'tooLarge' }],
      ],
    );
  });

  it('ignores submissions that weren’t asked for', async () => {
    const of = (id: number) => ({ status: { id } });
    const { envelope } = await read({ submissions: [of(3), of(4), of(5)] }, [of(6)], 'a,b;c');
    const cases = envelope.data?.judge?.subtasks[0]?.cases ?? [];
    assert.deepEqual(
      cases.map(({ status }) => status),
      [3, 4, 6],
    );
  });

  it('reads the URLs of one and of several submissions', () => {
    const other = token.replace('d85', '000');
    const readAddress = host.pages?.readAddress;
    assert.deepEqual(readAddress?.(`${url}/submissions/${token}?fields=*`), { kind: 'requestId', id: token });
    const batch = (tokens: string) =>
      readAddress?.(`${url}/submissions/batch?tokens=${tokens}&fields=status`);
    assert.deepEqual(batch(`${token},${other}`), { kind: 'requestId', id: token, hint: `${token},${other}` });
    assert.deepEqual(batch(token), { kind: 'requestId', id: token });
    for (const tokens of ['', 'a b', Array(21).fill(token).join(',')])
      assert.deepEqual(batch(tokens), { kind: 'addressWithoutId' });
  });

  it('is found from the URL of its documentation', () => {
    assert.equal(described(judge0, 'class', { url: `${url}/docs` }).baseUrl, url);
    assert.equal(described(judge0, 'class', { url: `${url}/api/docs/` }).baseUrl, `${url}/api`);
  });

  it('keeps the cases of later parts in place if an earlier part is incomplete', async () => {
    const of = (id: number) => ({ status: { id } });
    const { envelope } = await read({ submissions: [of(3)] }, [of(4)], 'a,b;c');
    assert.deepEqual(
      envelope.data?.judge?.subtasks[0]?.cases.map(({ id, status }) => [id, status]),
      [
        [1, 3],
        [2, null],
        [3, 4],
      ],
    );
  });

  it('requests the parts of a record in order, and numbers their cases consecutively', async () => {
    const of = (id: number) => ({ status: { id } });
    const { envelope } = await read({ submissions: [of(3), of(4)] }, [of(5)], 'a,b;c');
    assert.equal(envelope.requestId, 'x');
    assert.deepEqual(
      envelope.data?.judge?.subtasks[0]?.cases.map(({ id, status }) => [id, status]),
      [
        [1, 3],
        [2, 4],
        [3, 5],
      ],
    );
  });

  it('lists its languages with the editor’s names', async () => {
    const { samples } = host;
    assert.ok(samples);
    assert.deepEqual(await firstRequestOf(on(host, samples.fetchLanguages)), {
      method: 'GET',
      path: '/languages',
    });
    const names = [
      'C++ (GCC 9.2.0)',
      'C# (Mono)',
      'Bash',
      'Visual Basic.Net (vbnc)',
      'Python (3.8)',
      'Brainfuck',
      'toString',
      'C++ Test (Clang 10.0.1, Google Test 1.8.1)',
      'Python for ML (3.7.7)',
      'MPI (OpenRTE 3.1.3) with C++ (GCC 8.4.0)',
    ];
    const unsuitable = [43, 44, 89].map((id) => ({ id, name: `Executable ${id}` }));
    const languages = await runQuestion(on(host, samples.fetchLanguages), () =>
      answer([...names.map((name, id) => ({ id, name })), ...unsuitable]),
    );
    assert.deepEqual(
      languages.map(({ id, name, editorLanguages }) => [id, name, ...editorLanguages]),
      [
        ['0', 'C++ (GCC 9.2.0)', 'cpp'],
        ['1', 'C# (Mono)', 'csharp'],
        ['2', 'Bash', 'shellscript'],
        ['3', 'Visual Basic.Net (vbnc)', 'vb'],
        ['4', 'Python (3.8)', 'python'],
        ['5', 'Brainfuck'],
        ['6', 'toString'],
        ['7', 'C++ Test (Clang 10.0.1, Google Test 1.8.1)', 'cpp'],
        ['8', 'Python for ML (3.7.7)', 'python'],
        ['9', 'MPI (OpenRTE 3.1.3) with C++ (GCC 8.4.0)', 'cpp'],
      ],
    );
    // the menus of these documents offer to run samples
    const offered = new Set(samples.editorLanguages);
    assert.ok(languages.flatMap(({ editorLanguages }) => editorLanguages).every((id) => offered.has(id)));
    const [unnamed] = await runQuestion(on(host, samples.fetchLanguages), () => answer([{ id: 1 }]));
    assert.equal(unnamed?.name, '');
    const wrong = (raw: unknown) => failing(on(host, samples.fetchLanguages), () => answer([raw]));
    assert.equal(await wrong({ name: 3 }), '[0].name: text, not 3');
    assert.equal(await wrong({ id: 'x' }), '[0].id: a whole number, not "x"');
  });

  it('reports its limits', async () => {
    const { samples } = host;
    assert.ok(samples);
    assert.deepEqual(await firstRequestOf(on(host, samples.fetchLimits)), {
      method: 'GET',
      path: '/config_info',
    });
    const limits = (config: unknown) => runQuestion(on(host, samples.fetchLimits), () => answer(config));
    assert.deepEqual(await limits({}), { time: 15_000, memory: 512_000, together: 20 });
    const told = { max_cpu_time_limit: 2.5, max_memory_limit: 64_000, max_submission_batch_size: 7.9 };
    assert.deepEqual(await limits(told), { time: 2500, memory: 64_000, together: 7 });
    assert.equal((await limits({ max_submission_batch_size: 50 })).together, 20);
    assert.equal((await limits({ max_submission_batch_size: 0 })).together, 1);
    assert.equal((await limits({ enable_batched_submissions: false })).together, 1);
    assert.equal((await limits({ enable_batched_submissions: true })).together, 20);
    assert.equal((await limits({ max_queue_size: 5 })).together, 5);
    const others = { max_wall_time_limit: 20, max_max_file_size: 4096, max_stack_limit: 128_000 };
    assert.deepEqual(await limits(others), {
      time: 15_000,
      memory: 512_000,
      wallTime: 20_000,
      output: 4096,
      stack: 128_000,
      together: 20,
    });
    const wrong = (config: unknown) => failing(on(host, samples.fetchLimits), () => answer(config));
    for (const name of Object.keys(told))
      assert.equal(await wrong({ [name]: 'x' }), `${name}: a number, not "x"`);
    assert.equal(await wrong([]), ': an object, not a list');
  });
});

describe('Samples sent to a Judge0 host', () => {
  const limits = { time: 5000, memory: 100_000, together: 2 };
  const sample = (input: string) => ({ input, expected: `${input}!` });
  /** Returns the operations that run these samples, at least one. */
  const run = (more: Partial<SampleRun>) => {
    const asked = {
      language: '54',
      code: 'ö',
      samples: [sample('a')],
      time: null,
      memory: null,
    };
    const all = { ...asked, ...more };
    const [first, ...others] = inGroups(all.samples, limits.together).map((samples) =>
      on(host, (http) => host.samples!.run(http, { ...all, samples }, limits)),
    );
    assert.ok(first);
    return { first, others };
  };
  const one = (input: string) => ({
    language_id: 54,
    source_code: encoded('ö'),
    stdin: encoded(input),
    expected_output: encoded(`${input}!`),
  });

  it('are sent alone or in batches of the supported size, with all texts in Base64', async () => {
    const single = { method: 'POST', path: '/submissions?base64_encoded=true', body: one('a') };
    assert.deepEqual(await firstRequestOf(run({}).first), single);
    const { first, others } = run({ samples: ['a', 'b', 'c'].map(sample) });
    const body = { submissions: [one('a'), one('b')] };
    assert.deepEqual(await firstRequestOf(first), {
      method: 'POST',
      path: '/submissions/batch?base64_encoded=true',
      body,
    });
    assert.deepEqual(await Promise.all(others.map(firstRequestOf)), [{ ...single, body: one('c') }]);
  });

  it('have the limits of their problem, within those of the host', async () => {
    const sent = async (time: number, memory: number) => {
      const { body } = await firstRequestOf(run({ time, memory }).first);
      const { cpu_time_limit, memory_limit } = body as Record<string, unknown>;
      return [cpu_time_limit, memory_limit];
    };
    assert.deepEqual(await sent(1500, 64_000), [1.5, 64_000]);
    assert.deepEqual(await sent(9000, 200_000), [5, 100_000]);
    assert.deepEqual(await sent(1, 1), [0.001, 2048]);
  });

  it('have enough wall-clock time for their CPU time, and the largest output and stack of the host', async () => {
    const most = {
      time: 15_000,
      memory: 512_000,
      wallTime: 20_000,
      output: 4096,
      stack: 128_000,
      together: 2,
    };
    const sent = async (time: number | null) => {
      const asked = { language: '54', code: '', samples: [sample('a')], time, memory: null };
      const { body } = await firstRequestOf(on(host, (http) => host.samples!.run(http, asked, most)));
      const { wall_time_limit, max_file_size, stack_limit } = body as Record<string, unknown>;
      return [wall_time_limit, max_file_size, stack_limit];
    };
    assert.deepEqual(await sent(null), [undefined, 4096, 128_000]);
    assert.deepEqual(await sent(1000), [10, 4096, 128_000]);
    assert.deepEqual(await sent(9000), [18, 4096, 128_000]);
    assert.deepEqual(await sent(12_000), [20, 4096, 128_000]);
  });

  it('return the tokens of all samples', async () => {
    const tokens = (samples: readonly string[], body: unknown) =>
      runQuestion(run({ samples: samples.map(sample) }).first, () => answer(body, 201));
    assert.deepEqual(await tokens(['a', 'b'], [{ token: 'A' }, { token: 'B' }]), ['A', 'B']);
    assert.deepEqual(await tokens(['a'], { token: 'C' }), ['C']);
    // Never more tokens than samples.
    assert.deepEqual(await tokens(['a'], [{ token: 'C' }, { token: 'D' }]), ['C']);
  });

  it('fail if one sample is rejected, with its error and the tokens of the other samples', async () => {
    const wrong = [{ token: 'A' }, { language_id: ["can't be blank", 'is odd', 3], stdin: 'bad' }];
    const batch = run({ samples: ['a', 'b'].map(sample) }).first;
    const { failure, sent, taken } = await failureOf(batch, () => answer(wrong, 201));
    assert.ok(failure.kind === 'status');
    assert.deepEqual([failure.status, sent, taken], [422, 'maybe', ['A']]);
    assert.deepEqual(failure.error?.form, {
      submitted: true,
      valid: false,
      fields: [
        { name: 'language_id', value: null, message: "can't be blank; is odd" },
        { name: 'stdin', value: null, message: 'bad' },
      ],
    });
    const single = run({}).first;
    for (const token of ['', 'a b', 'x'.repeat(129), 3])
      assert.equal(await failing(single, () => answer({ token }, 201)), 'notUnderstood');
    const [longest] = await runQuestion(single, () => answer({ token: 'x'.repeat(128) }));
    assert.equal(longest?.length, 128);
    for (const body of [null, 'x', []])
      assert.equal(await failing(single, () => answer(body, 201)), 'notUnderstood');
  });
});

describe('A Judge0 submission', () => {
  const submission = (id: number, more: object = {}) => ({ status: { id }, ...more });
  const judged = async (...codes: number[]) =>
    (await read({ submissions: codes.map((id) => submission(id)) })).envelope.data;

  it('has all figures of its case', async () => {
    const more = {
      time: '12.345',
      memory: 900,
      exit_code: 3,
      exit_signal: 11,
      message: 'm',
      stderr: encoded('e'),
    };
    const { envelope, about } = await read(submission(11, more));
    const none = { time: 12_345, memory: 900, score: null, status: 11 };
    const extra = { stderr: 'e' };
    assert.deepEqual(envelope, {
      type: 'judge',
      requestId: 'x',
      trackId: null,
      data: {
        compile: { success: true, message: null, opt2: null },
        judge: {
          id: null,
          ...none,
          subtasks: [
            {
              id: null,
              ...none,
              cases: [{ id: 1, ...none, signal: 11, exitCode: 3, description: 'm', extra }],
            },
          ],
        },
      },
    });
    assert.deepEqual(about, { problem: null, code: null, language: null, at: null });
    const [bare] = (await read(submission(1))).envelope.data!.judge!.subtasks;
    assert.deepEqual(bare?.cases, [
      {
        id: 1,
        score: null,
        status: 1,
        time: null,
        memory: null,
        signal: null,
        exitCode: null,
        description: null,
      },
    ]);
  });

  const caseOf = async (body: object) => (await read(body)).envelope.data?.judge?.subtasks[0]?.cases[0];

  it('was ended by the signal in the shell’s exit code and message', async () => {
    const ended = async (exit_code: number, line: string, memory = 1028) => {
      const stderr = encoded(`error\n${line}\n`);
      const one = await caseOf(
        submission(11, { exit_code, stderr, memory, memory_limit: 65_536, message: 'Exited' }),
      );
      return [one?.status, one?.signal, one?.exitCode, one?.description];
    };
    const line = (cause: string) => `run.sh: line 1:     3 ${cause}      ./a.out`;
    assert.deepEqual(await ended(139, line('Segmentation fault')), [11, 11, 139, 'Exited']);
    assert.deepEqual(await ended(134, line('Aborted')), [11, 6, 134, 'Exited']);
    assert.deepEqual(await ended(153, line('File size limit exceeded')), [11, 25, 153, 'Exited']);
    assert.deepEqual(await ended(137, line('Killed')), [11, 9, 137, 'Exited']);
    assert.deepEqual(await ended(137, line('Killed'), 65_536), [11, null, 137, 'Memory limit exceeded']);
    // the program itself returned the code
    assert.deepEqual(await ended(139, 'x'), [11, null, 139, 'Exited']);
    assert.deepEqual(await ended(3, line('x')), [11, null, 3, 'Exited']);
  });

  it('has no outputs if it never ran', async () => {
    const texts = { stdin: encoded('1'), expected_output: encoded('3'), stdout: null };
    for (const code of [1, 2, 6, 13, 14])
      assert.deepEqual((await caseOf(submission(code, texts)))?.extra, { stdin: '1' }, `${code}`);
    for (const code of [4, 5, 11])
      assert.deepEqual((await caseOf(submission(code, texts)))?.extra, {
        stdin: '1',
        stdout: '',
        expected: '3',
      });
  });

  it('has an empty expected output if that is what the judge compared', async () => {
    const wrong = submission(4, { expected_output: '', stdout: null });
    assert.deepEqual((await caseOf(wrong))?.extra, { stdout: '', expected: '' });
    assert.equal((await caseOf(submission(3, { expected_output: null, stdout: null })))?.extra, undefined);
  });

  it('has the time of its creation', async () => {
    const { about } = await read(submission(3, { created_at: '2026-11-28T20:27:38.683Z' }));
    assert.equal(about?.at, Date.UTC(2026, 10, 28, 20, 27, 38, 683));
  });

  it('may have its status as a plain number', async () => {
    const status = async (raw: object) => (await read(raw)).envelope.data?.judge?.status;
    assert.equal(await status({ status_id: 4 }), 4);
    assert.equal(await status({ status: null, status_id: 4 }), 4);
    assert.equal(await status({ status: { id: 5 }, status_id: 4 }), 5);
  });

  it('in a batch is pending while one submission is pending, then has the first status that isn’t accepted', async () => {
    const status = async (...codes: number[]) => (await judged(...codes))?.judge?.status;
    assert.equal(await status(2, 1), 2);
    assert.equal(await status(1, 3), 2);
    assert.equal(await status(3, 2), 2);
    assert.equal(await status(3, 7, 4), 7);
    assert.equal(await status(14, 3), 14);
    assert.equal(await status(0, 3), 3);
    assert.equal(await status(-1), null);
  });

  it('has compiled if it ran, and its compilation is unknown after an internal error of the host', async () => {
    const success = async (...codes: number[]) => (await judged(...codes))?.compile?.success;
    for (const code of [3, 7, 12]) assert.equal(await success(code), true, `${code}`);
    for (const code of [1, 2, 13, 14]) assert.equal(await success(code), undefined, `${code}`);
    assert.equal(await success(3, 6), false);
    const silent = (await read(submission(13, { compile_output: encoded('w') }))).envelope.data?.compile;
    assert.deepEqual(silent, { success: null, message: 'w', opt2: null });
  });

  it('in a batch has the first program and the first compiler output', async () => {
    const texts = { source_code: encoded('p'), compile_output: encoded('w'), language: { name: 'C' } };
    const { envelope, about } = await read({
      submissions: [submission(3), submission(3, texts), submission(3, texts)],
    });
    assert.deepEqual([envelope.data?.compile?.message, about?.code, about?.language], ['w', 'p', null]);
    const named = await read({ submissions: [null, submission(3, texts)] });
    assert.equal(named.about?.language, 'C');
  });

  it('has only limits above zero', async () => {
    const limits = async (cpu_time_limit: unknown, memory_limit: unknown) =>
      (await read(submission(3, { cpu_time_limit, memory_limit }))).about?.limits;
    assert.deepEqual(await limits(2, 0), { time: 2000, memory: null });
    assert.deepEqual(await limits('x', 64), { time: null, memory: 64 });
    assert.equal(await limits(0, null), undefined);
  });

  it('is rejected with the path of an invalid field', async () => {
    const wrong = (body: unknown) =>
      failing(resultAt(host, { requestId: 'x', hint: null }), () => answer(body));
    assert.equal(await wrong([]), ': an object, not a list');
    assert.equal(await wrong({}), 'status: an object, not nothing');
    assert.equal(await wrong({ submissions: 3 }), 'submissions: a list, not 3');
    assert.equal(await wrong({ submissions: [submission(3), 3] }), 'submissions[1]: an object, not 3');
    const inOne = async (more: object) => (await wrong(submission(3, more))).replace('submissions[0].', '');
    assert.equal(await inOne({ status: 3 }), 'status: an object, not 3');
    assert.equal(await inOne({ status: { id: 'x' } }), 'status.id: a whole number, not "x"');
    assert.equal(await inOne({ status: null, status_id: 'x' }), 'status_id: a whole number, not "x"');
    assert.equal(await inOne({ time: 'x' }), 'time: a number, not "x"');
    assert.equal(await inOne({ memory: 'x' }), 'memory: a number, not "x"');
    assert.equal(await inOne({ exit_signal: 'x' }), 'exit_signal: a whole number, not "x"');
    assert.equal(await inOne({ exit_code: 'x' }), 'exit_code: a whole number, not "x"');
  });
});

describe('A Judge0 error', () => {
  const form = async (body: unknown, status = 422) => {
    const { failure } = await refused(answer(body, status));
    assert.ok(failure.kind === 'status');
    return [
      failure.status,
      failure.error?.form?.fields.map(({ name, message }) => `${name}: ${message}`) ?? null,
    ];
  };

  it('lists the invalid fields, or for a batch those of the first submission', async () => {
    assert.deepEqual(await form({ language_id: ['a', 'b'] }), [422, ['language_id: a; b']]);
    assert.deepEqual(await form([{ stdin: ['a'] }, { stdin: ['b'] }]), [422, ['stdin: a']]);
    assert.deepEqual(await form([], 400), [400, []]);
    const [, fields] = await form(
      Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, 'x'])),
    );
    assert.equal(Array.isArray(fields) && fields.length, 100);
  });

  it('of a full queue means that nothing was accepted', async () => {
    assert.equal((await refused(answer({ error: 'queue is full' }, 503))).sent, 'no');
    assert.equal((await refused(answer('x', 503))).sent, 'maybe');
  });

  it('has its message in one of two fields, or none', async () => {
    const checked = (body: unknown, status: number) => failing(checkOf(host), () => answer(body, status));
    assert.equal(await checked({ error: 'a', message: 'b' }, 500), '500 a');
    assert.equal(await checked({ message: 'b' }, 400), '400 b');
    for (const body of [null, 'x', 3]) assert.deepEqual(await form(body, 400), [400, null]);
    assert.deepEqual(await runQuestion(checkOf(host), () => answer({ error: 'a' }, 399)), { name: null });
  });
});
