import assert from 'node:assert/strict';
import { eolymp } from '../../../../src/judges/adapters/eolymp';
import type { Judge } from '../../../../src/judges';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import type { PlainAnswer, ReadResult } from '../../../../src/judges/adapters/shared/makeResult';
import type { Submission } from '../../../../src/judges/submission';
import { MAX_ERROR_MESSAGE_LENGTH } from '../../../../src/judges/adapters/limits';
import { described } from '../../../support/profiles';
import {
  checkOf,
  failing,
  failureOf,
  on,
  recentOf,
  requestsOf,
  resultAt,
  run,
  statesAt,
} from '../../../support/operations';
import { answer } from './answers';

const archiveSpace = '00000000-0000-0000-0000-000000000000';
const archive = described(eolymp, 'eolymp', {});
const contest = described(eolymp, 'finals', { space: 'school-1', contest: 'c7' });
const archivePath = `/spaces/${archiveSpace}`;
const contestPath = '/spaces/school-1/contests/c7';
/** A contest in the public archive, and the address of its pages. */
const cup = described(eolymp, 'cup', { contest: 'ptmn0f' });
const cupPage = 'https://basecamp.eolymp.com/en/compete/ptmn0f';
const key = { requestId: 's1', hint: null };

/** Replies by the beginning of the path; 404 to any other request. */
const replies =
  (byPath: Readonly<Record<string, PlainAnswer>>) =>
  ({ path, origin = '' }: OutgoingRequest): PlainAnswer => {
    const address = origin + path;
    const found = Object.entries(byPath).find(([start]) => address.startsWith(start));
    return found?.[1] ?? answer({ code: 5, message: 'not found' }, 404);
  };

/** Reads a submission. `files`: responses to the requests for files, by URL. */
async function read(
  submission: object,
  files: Readonly<Record<string, PlainAnswer>> = {},
  judge: Judge = archive,
): Promise<ReadResult> {
  const found = await run(
    resultAt(judge, key),
    replies({ [archivePath]: answer({ submission }), [contestPath]: answer({ submission }), ...files }),
  );
  assert.ok(found.kind === 'result');
  return found;
}

/** Returns the status, the score, and the compiler output of a submission. */
async function verdictOf(submission: object): Promise<readonly unknown[]> {
  const { data } = (await read(submission)).envelope;
  return [data?.judge?.status, data?.judge?.score, data?.compile?.message ?? null];
}

describe('A submission at Eolymp', () => {
  it('has an unknown memory if the value is neither a number nor a text', async () => {
    for (const memoryUsage of [{ toString: 1 }, ['2097152'], true]) {
      const { envelope } = await read({ id: 's1', status: 'COMPLETE', verdict: 'ACCEPTED', memoryUsage });
      assert.equal(envelope.data?.judge?.memory, null);
    }
  });

  it('has groups and runs whose zero values are left out', async () => {
    const { envelope, about } = await read({
      id: 's1',
      problemId: 'p9',
      spaceLink: 'https://basecamp.eolymp.com/en/submissions/s1',
      submittedAt: '2026-11-20T10:00:00Z',
      lang: 'cpp:20-gnu14',
      source: 'int main() {}',
      status: 'COMPLETE',
      verdict: 'WRONG_ANSWER',
      cost: 100,
      score: 40,
      timeUsage: 31,
      cpuUsage: 20,
      memoryUsage: '2097152',
      groups: [
        { status: 'COMPLETE', verdict: 'ACCEPTED', runs: [{ status: 'COMPLETE', verdict: 'ACCEPTED' }] },
        {
          index: 1,
          status: 'COMPLETE',
          verdict: 'WRONG_ANSWER',
          cost: 60,
          score: 40,
          runs: [
            { index: 1, status: 'COMPLETE', verdict: 'ACCEPTED', cost: 40, score: 40, timeUsage: 31 },
            { index: 2, status: 'COMPLETE', verdict: 'WRONG_ANSWER', cost: 20, memoryUsage: '1024' },
          ],
        },
        { index: 2, status: 'BLOCKED', cost: 40, runs: [{ index: 3, status: 'SKIPPED', cost: 40 }] },
      ],
    });
    const { judge, compile } = envelope.data!;
    assert.deepEqual([judge!.status, judge!.score, judge!.time, judge!.memory], ['PARTIAL', 40, 31, 2048]);
    assert.equal(compile, null);
    assert.deepEqual(
      judge!.subtasks.map(({ id, status, score, maximum }) => [id, status, score, maximum]),
      [
        [0, 'ACCEPTED', null, undefined],
        [1, 'PARTIAL', 40, 60],
        [2, 'BLOCKED', null, 40],
      ],
    );
    assert.deepEqual(
      judge!.subtasks.flatMap(({ cases }) =>
        cases.map(({ id, status, score, time, memory }) => [id, status, score, time, memory]),
      ),
      [
        [0, 'ACCEPTED', null, null, null],
        [1, 'ACCEPTED', 40, 31, null],
        [2, 'WRONG_ANSWER', 0, null, 1],
        [3, 'SKIPPED', null, null, null],
      ],
    );
    assert.deepEqual(about, {
      hint: 'https://basecamp.eolymp.com/en/submissions/s1',
      problem: { id: 'p9', title: null },
      code: 'int main() {}',
      language: 'cpp:20-gnu14',
      at: Date.parse('2026-11-20T10:00:00Z'),
    });
  });

  it('shows the cases of a single group without a subtask', async () => {
    const runs = [
      { index: 1, status: 'COMPLETE', verdict: 'ACCEPTED' },
      { index: 1, status: 'TESTING' },
    ];
    const { judge } = (await read({ status: 'TESTING', groups: [{ status: 'TESTING', cost: 1, runs }] }))
      .envelope.data!;
    assert.deepEqual(
      judge!.subtasks.map(({ id, cases }) => [id, cases.map((one) => [one.id, one.status])]),
      [
        [
          null,
          [
            [1, 'ACCEPTED'],
            [2, 'TESTING'],
          ],
        ],
      ],
    );
  });

  it('hides its cases if it has a verdict of its own, but no cases', async () => {
    const hides = async (submission: object) => (await read(submission)).envelope.data?.judge?.hidesCases;
    const runs = [{ status: 'COMPLETE', verdict: 'ACCEPTED' }];
    const judged = { status: 'COMPLETE', verdict: 'ACCEPTED' };
    assert.equal(await hides(judged), true);
    assert.equal(await hides({ ...judged, groups: [{ runs: [] }] }), true);
    assert.equal(await hides({ ...judged, groups: [{ runs }] }), undefined);
    assert.equal(await hides({ status: 'ERROR', error: 'x' }), undefined);
    assert.equal(await hides({ status: 'TESTING' }), undefined);
  });

  it('has groups without a number, with the points of each run, and names of at most 64 characters', async () => {
    const run_ = { status: 'COMPLETE', verdict: 'ACCEPTED', cost: 3 };
    const groups = ['x', null, undefined].map((index) => ({ ...run_, index, runs: [run_] }));
    const { judge } = (await read({ status: 'x'.repeat(100), groups })).envelope.data!;
    assert.equal(judge?.status, 'x'.repeat(64));
    assert.deepEqual(
      judge?.subtasks.map(({ id, cases }) => [id, cases[0]?.extra?.['total']]),
      [
        [1, 3],
        [2, 3],
        [3, 3],
      ],
    );
    const { judge: other } = (await read({ status: 'TESTING', groups: groups.slice(1) })).envelope.data!;
    assert.deepEqual(
      other?.subtasks.map(({ id }) => id),
      [1, 2],
    );
  });

  it('reads the times of a contest’s runs, which have other names', async () => {
    const runs = [{ status: 'COMPLETE', verdict: 'CPU_EXHAUSTED', wallTimeUsage: 12, cpuTimeUsage: 9 }];
    const { envelope } = await read(
      { status: 'COMPLETE', verdict: 'CPU_EXHAUSTED', groups: [{ runs }] },
      {},
      contest,
    );
    assert.equal(envelope.data?.judge?.subtasks[0]?.cases[0]?.time, 12);
  });

  it('has a code for each combination of status and verdict', async () => {
    for (const status of ['PENDING', 'PROVISIONING', 'INITIALIZING', 'TESTING', 'FAILURE', 'TIMEOUT']) {
      assert.deepEqual(await verdictOf({ status }), [status, null, null]);
    }
    assert.deepEqual(await verdictOf({}), ['NONE', null, null]);
    assert.deepEqual(await verdictOf({ status: 'COMPLETE', verdict: 'ACCEPTED', cost: 5, score: 5 }), [
      'ACCEPTED',
      5,
      null,
    ]);
    assert.deepEqual(await verdictOf({ status: 'COMPLETE', verdict: 'RUNTIME_ERROR', cost: 5 }), [
      'RUNTIME_ERROR',
      0,
      null,
    ]);
    assert.deepEqual(await verdictOf({ status: 'COMPLETE' }), ['COMPLETE', null, null]);
    assert.deepEqual(await verdictOf({ status: 'ERROR', verdict: 'RUNTIME_ERROR' }), [
      'RUNTIME_ERROR',
      null,
      null,
    ]);
    assert.deepEqual(await verdictOf({ status: 'ERROR', groups: [{ runs: [{ status: 'ERROR' }] }] }), [
      'ERROR',
      null,
      null,
    ]);
    assert.deepEqual(await verdictOf({ status: 11 }), ['11', null, null]);
    const codes = [
      'NONE',
      'TESTING',
      'FAILURE',
      'TIMEOUT',
      'COMPLETE',
      'COMPILATION_ERROR',
      'SKIPPED',
      'CPU_EXHAUSTED',
    ];
    assert.deepEqual(
      codes.map((code) => archive.rules.statuses[code]?.kind),
      ['pending', 'pending', 'error', 'failed', 'error', 'failed', 'error', 'failed'],
    );
  });

  it('shows the message of an error without runs as compiler output', async () => {
    assert.deepEqual(await verdictOf({ status: 'ERROR', error: 'a.cpp:1: error' }), [
      'COMPILATION_ERROR',
      null,
      'a.cpp:1: error',
    ]);
    const { envelope } = await read({ status: 'FAILURE', error: 'checker crashed' });
    assert.equal(envelope.data?.judge?.description, 'checker crashed');
    assert.equal(envelope.data?.compile, null);
  });

  it('is fetched with groups and runs, in a contest also with the source', async () => {
    const paths = async (judge: Judge) => (await requestsOf(resultAt(judge, key))).map(({ path }) => path);
    assert.deepEqual(await paths(archive), [`${archivePath}/submissions/s1?extra=GROUPS&extra=RUNS`]);
    assert.deepEqual(await paths(contest), [
      `${contestPath}/submissions/s1?extra=SOURCE&extra=GROUPS&extra=RUNS`,
    ]);
  });
});

describe('A file of a submission at Eolymp', () => {
  const text = (body: string, status = 200): PlainAnswer => ({
    status,
    contentType: 'text/plain',
    text: body,
  });
  const filesOf = async (submission: object) => {
    const sent = await requestsOf(resultAt(archive, key), replies({ [archivePath]: answer({ submission }) }));
    return sent.slice(1);
  };

  it('is fetched when the submission has been judged', async () => {
    const files = {
      'https://cdn.eolymp.com/e/1?sig=2': text('main.cpp:3:1: error: x'),
      'https://eolympusercontent.com/s/1': text('int main() {'),
    };
    const submission = {
      status: 'ERROR',
      errorUrl: 'https://cdn.eolymp.com/e/1?sig=2',
      sourceUrl: 'https://eolympusercontent.com/s/1',
    };
    const { envelope, about } = await read(submission, files);
    assert.equal(envelope.data?.compile?.message, 'main.cpp:3:1: error: x');
    assert.equal(about?.code, 'int main() {');
    assert.deepEqual(await filesOf({ ...submission, status: 'TESTING' }), []);
    assert.deepEqual(await filesOf({ ...submission, error: 'x', source: 'y' }), []);
  });

  it('is missing if its host sends another status', async () => {
    const submission = {
      status: 'ERROR',
      errorUrl: 'https://cdn.eolymp.com/e',
      sourceUrl: 'https://cdn.eolymp.com/s',
    };
    const { envelope, about } = await read(submission, {
      'https://cdn.eolymp.com/e': text('<AccessDenied>', 403),
      'https://cdn.eolymp.com/s': text('', 502),
    });
    assert.deepEqual(envelope.data?.compile, { success: false, message: null, opt2: null });
    assert.equal(about?.code, null);
  });

  it('is requested with credentials only below the URL of the API', async () => {
    const requestsFor = async (sourceUrl: string) =>
      filesOf({ status: 'COMPLETE', verdict: 'ACCEPTED', sourceUrl });
    assert.deepEqual(await requestsFor('https://api.eolymp.com/files/1?x=2'), [
      { method: 'GET', path: '/files/1?x=2' },
    ]);
    assert.deepEqual(await requestsFor('https://school.eolymp.space/f'), [
      { method: 'GET', origin: 'https://school.eolymp.space', path: '/f' },
    ]);
  });

  it('isn’t requested from a host that doesn’t belong to Eolymp', async () => {
    const urls = [
      'https://eolymp.com.example.org/f',
      'https://noteolymp.com/f',
      'http://cdn.eolymp.com/f',
      'https://user:secret@cdn.eolymp.com/f',
      'https://cdn.eolymp.com:8443/f',
      'https://127.0.0.1/f',
      'file:///etc/passwd',
      '/f',
      '',
    ];
    for (const sourceUrl of urls)
      assert.deepEqual(await filesOf({ status: 'COMPLETE', sourceUrl }), [], sourceUrl);
  });
});

describe('The page of a submission at Eolymp', () => {
  const pageFor = (hint: string | null) => archive.pages?.record?.({ requestId: 's1', hint });

  it('is the link of the submission, if it is safe to open', () => {
    assert.equal(
      pageFor('https://basecamp.eolymp.com/en/submissions/s1'),
      'https://basecamp.eolymp.com/en/submissions/s1',
    );
    assert.equal(pageFor('https://school.eolymp.space/s/1'), 'https://school.eolymp.space/s/1');
    for (const hint of [
      null,
      '',
      'javascript:alert(1)',
      'https://evil.example/eolymp.com',
      'https://ann@eolymp.com/s/1',
      'https://:secret@eolymp.com/s/1',
      'https://eolymp.com:8443/s/1',
      'http://eolymp.com/s/1',
      'https://evil-eolymp.com/s/1',
      'command:x',
      'vscode://x',
    ]) {
      assert.equal(pageFor(hint), null);
    }
  });

  it('is read as a request ID', () => {
    const read = (text: string, judge = archive) => judge.pages?.readAddress?.(text);
    const page = 'https://basecamp.eolymp.com/en/submissions/s1';
    assert.deepEqual(read(page), { kind: 'requestId', id: 's1', hint: page });
    assert.deepEqual(read(`https://api.eolymp.com${archivePath}/submissions/s1?extra=RUNS`), {
      kind: 'requestId',
      id: 's1',
    });
    assert.deepEqual(read(`https://api.eolymp.com${contestPath}/submissions/s2`, contest), {
      kind: 'requestId',
      id: 's2',
    });
    assert.deepEqual(read('https://basecamp.eolymp.com/en/problems'), { kind: 'addressWithoutId' });
    assert.equal(read('https://school.eolymp.space/submissions/s1'), null);
    assert.equal(read(page, contest), null);
    assert.equal(read('s1'), null);
    // pages of a contest belong to that contest only
    assert.equal(read(`${cupPage}/problem/2`), null);
    assert.equal(read(page, cup), null);
    assert.deepEqual(read(`${cupPage}/problem/2`, cup), { kind: 'addressWithoutId' });
  });
});

describe('A problem at Eolymp', () => {
  const program: Submission = {
    problemId: '1',
    place: null,
    language: 'cpp:20-gnu14',
    optimise: false,
    code: 'int main() {}',
    trackId: 't',
    inputs: null,
  };
  const problem = answer({
    problem: {
      id: 'p9',
      number: 1,
      title: 'Simple problem',
      constraints: { timeLimitMax: 1000, memoryLimitMax: '134217728' },
    },
  });
  const submitting = (judge: Judge, problemId: string) =>
    on(judge, (http) => judge.submission!.submit(http, { ...program, problemId }));

  it('gets a submission by its opaque ID, which its number resolves to', async () => {
    const reply = replies({
      [`${archivePath}/problems/1`]: problem,
      [`${archivePath}/submissions`]: answer({ submissionId: 's5' }),
    });
    assert.deepEqual(await run(submitting(archive, '1'), reply), {
      kind: 'accepted',
      requestId: 's5',
      hint: null,
    });
    const [, sent] = await requestsOf(submitting(archive, '1'), reply);
    assert.deepEqual(sent, {
      method: 'POST',
      path: `${archivePath}/submissions`,
      body: { problemId: 'p9', lang: 'cpp:20-gnu14', source: 'int main() {}' },
    });
    const [only] = await requestsOf(submitting(archive, 'p9'), reply);
    assert.deepEqual(only?.body, { problemId: 'p9', lang: 'cpp:20-gnu14', source: 'int main() {}' });
  });

  it('gets a submission in a contest by its letter or its opaque ID', async () => {
    const reply = replies({
      [`${contestPath}/problems?`]: answer({
        items: [
          { id: 'pb', index: 2 },
          { id: 'pa', index: 1 },
        ],
      }),
      [`${contestPath}/problems/pb/submissions`]: answer({ submissionId: 's6' }),
    });
    assert.deepEqual(await run(submitting(contest, 'b'), reply), {
      kind: 'accepted',
      requestId: 's6',
      hint: null,
    });
    const [only] = await requestsOf(submitting(contest, 'pb'), reply);
    assert.deepEqual(only, {
      method: 'POST',
      path: `${contestPath}/problems/pb/submissions`,
      body: { lang: 'cpp:20-gnu14', source: 'int main() {}' },
    });
  });

  it('gets a submission in a contest by its number, which the pages of the contest contain', async () => {
    const reply = replies({
      [`${contestPath}/problems?`]: answer({
        items: [
          { id: 'pc', index: 4 },
          { id: 'pa', index: 1 },
        ],
      }),
      [`${contestPath}/problems/`]: answer({ submissionId: 's6' }),
    });
    const pathTo = async (problemId: string) =>
      (await requestsOf(submitting(contest, problemId), reply)).at(-1)?.path;
    assert.equal(await pathTo('4'), `${contestPath}/problems/pc/submissions`);
    assert.equal(await pathTo('b'), `${contestPath}/problems/pc/submissions`);
    assert.equal(await pathTo('004'), `${contestPath}/problems/pc/submissions`);
    const many = replies({
      [`${contestPath}/problems?`]: answer({
        items: [{ id: 'pm', index: 12 }, { id: 'p0' }, { id: 'a/b', index: 3 }],
      }),
      [`${contestPath}/problems/`]: answer({ submissionId: 's6' }),
    });
    const pathIn = async (problemId: string) =>
      (await requestsOf(submitting(contest, problemId), many)).at(-1)?.path;
    assert.equal(await pathIn('12'), `${contestPath}/problems/pm/submissions`);
    // a problem without a number comes first
    assert.equal(await pathIn('A'), `${contestPath}/problems/p0/submissions`);
    assert.equal(await pathIn('C'), `${contestPath}/problems/C/submissions`);
    // perhaps an ID
    assert.equal(await pathTo('2'), `${contestPath}/problems/2/submissions`);
  });

  it('can’t have an ID that changes the path of the request', async () => {
    for (const [problemId, part] of [
      ['..', '%252E%252E'],
      ['a/b', 'a%2Fb'],
      ['a?b', 'a%3Fb'],
    ] as const) {
      const [sent] = await requestsOf(
        on(archive, (http) => archive.submission!.fetchForm!(http, { problemId, place: null })),
      );
      assert.equal(sent?.path, `${archivePath}/problems/${part}`);
    }
  });

  it('has the limits, and the runtimes that aren’t deprecated as languages', async () => {
    const form = await run(
      on(archive, (http) => archive.submission!.fetchForm!(http, { problemId: '1', place: null })),
      replies({
        [`${archivePath}/problems/1`]: problem,
        [`${archivePath}/problems/p9/runtime`]: answer({
          items: [
            { id: 'cpp:20-gnu14', lang: 'cpp', version: '20-gnu14', name: '20 (GNU 14)' },
            { id: 'python:3.12', lang: 'python', version: '3.12', name: 'Python 3.12' },
            { id: 'cpp:11', lang: 'cpp', name: '11', deprecated: true },
            { id: 'brainfuck:1', lang: 'brainfuck' },
            { id: 'c:17' },
            ...['js', 'javascript', 'typescript', 'd', 'kotlin', 'lua', 'perl', 'pascal'].map((lang) => ({
              id: `${lang}:x`,
              lang,
            })),
            { lang: 'no ID' },
          ],
        }),
      }),
    );
    assert.deepEqual([form.title, form.limits], ['Simple problem', { time: 1000, memory: 131_072 }]);
    assert.deepEqual(
      form.languages.map(({ id, name, editorLanguages }) => [id, name, editorLanguages]),
      [
        ['cpp:20-gnu14', 'C++ 20 (GNU 14)', ['cpp']],
        ['python:3.12', 'Python 3.12', ['python']],
        ['brainfuck:1', 'brainfuck', []],
        ['c:17', 'C', ['c']],
        ['js:x', 'JavaScript', ['javascript']],
        ['javascript:x', 'JavaScript', ['javascript']],
        ['typescript:x', 'TypeScript', ['typescript']],
        ['d:x', 'D', ['d']],
        ['kotlin:x', 'Kotlin', ['kotlin']],
        ['lua:x', 'Lua', ['lua']],
        ['perl:x', 'Perl', ['perl']],
        ['pascal:x', 'Pascal', ['pascal', 'objectpascal']],
      ],
    );
  });

  it('can have only one limit, only deprecated runtimes, and at most 200 of them', async () => {
    const formWith = (fields: object, items: readonly object[]) =>
      run(
        on(archive, (http) => archive.submission!.fetchForm!(http, { problemId: '1', place: null })),
        replies({
          [`${archivePath}/problems/1`]: answer({ problem: { id: 'p9', ...fields } }),
          [`${archivePath}/problems/p9/runtime`]: answer({ items }),
        }),
      );
    const old = Array.from({ length: 201 }, (_, at) => ({ id: `cpp:${at}`, lang: 'cpp', deprecated: true }));
    const timed = await formWith({ timeLimit: 500 }, old);
    assert.deepEqual([timed.limits, timed.languages.length], [{ time: 500, memory: null }, 200]);
    assert.deepEqual((await formWith({ memoryLimit: '1024' }, [])).limits, { time: null, memory: 1 });
    assert.equal((await formWith({ memoryLimit: '0' }, [])).limits, null);
  });

  it('has the runtimes of the space if it has none of its own', async () => {
    const form = await run(
      on(contest, (http) => contest.submission!.fetchForm!(http, { problemId: 'pb', place: null })),
      replies({
        [`${contestPath}/problems/pb/runtime`]: answer({ code: 5, message: 'no such method' }, 404),
        [`${contestPath}/problems/pb`]: problem,
        '/spaces/school-1/runtime': answer({ items: [{ id: 'go:1.23', lang: 'go', name: '1.23' }] }),
      }),
    );
    assert.deepEqual(
      form.languages.map(({ id, name }) => [id, name]),
      [['go:1.23', 'Go 1.23']],
    );
  });

  it('is found by its number, its title, or its letter', async () => {
    const find = (judge: Judge, text: string, byPath: Readonly<Record<string, PlainAnswer>>) =>
      run(
        on(judge, (http) => judge.submission!.findProblems!(http, text)),
        replies(byPath),
      );
    assert.deepEqual(await find(archive, '1', { [`${archivePath}/problems/1`]: problem }), [
      { problemId: '1', place: null, title: 'Simple problem' },
    ]);
    assert.deepEqual(await find(archive, ' 1 ', { [`${archivePath}/problems/1`]: problem }), [
      { problemId: '1', place: null, title: 'Simple problem' },
    ]);
    assert.deepEqual(await find(archive, '2', {}), []);
    const search = {
      [`${archivePath}/problems?size=100&search=sum`]: answer({
        items: [{ id: 'p3', number: 8, title: 'A sum' }, { id: 'p4' }],
      }),
    };
    assert.deepEqual(await find(archive, 'sum', search), [
      { problemId: '8', place: null, title: 'A sum' },
      { problemId: 'p4', place: null, title: '' },
    ]);
    const list = {
      [`${contestPath}/problems?`]: answer({
        items: [
          { id: 'pb', index: 2, title: 'Bee' },
          { id: 'pa', index: 1, title: 'Ant' },
        ],
      }),
    };
    assert.deepEqual(await find(contest, 'B', list), [
      { problemId: 'pb', place: null, title: 'Bee', letter: 'B' },
    ]);
    assert.deepEqual(await find(contest, '2', list), await find(contest, 'B', list));
    assert.deepEqual(await find(contest, ' b ', list), await find(contest, 'B', list));
    assert.equal((await find(contest, '', list)).length, 2);
  });

  it('is found in the URL of a page', () => {
    const at = (text: string, judge = archive) => judge.submission!.problemAt!(text)?.problemId ?? null;
    assert.equal(at('https://basecamp.eolymp.com/en/problems/12'), '12');
    assert.equal(at(`https://api.eolymp.com${archivePath}/problems/p9`), 'p9');
    assert.equal(at(`https://api.eolymp.com${contestPath}/problems/pb`, contest), 'pb');
    assert.equal(at('https://www.eolymp.com/en/problems/12'), '12');
    assert.equal(at('https://eolymp.com/uk/problems/12'), '12');
    assert.equal(at(`${cupPage}/problem/2`, cup), '2');
    assert.equal(at(`${cupPage}/problem/2`), null);
    assert.equal(at('https://basecamp.eolymp.com/en/compete/other/problem/2', cup), null);
    assert.equal(at('https://basecamp.eolymp.com/en/problems/12', cup), null);
    assert.equal(at('https://basecamp.eolymp.com/en/contests/3/problems/12'), null);
    assert.equal(at('https://school.eolymp.space/problems/12'), null);
    assert.equal(archive.problemIdIn?.('eolymp-12'), '12');
    assert.equal(archive.problemIdIn?.('solution2'), null);
  });
});

describe('The submissions at Eolymp', () => {
  const account = answer({ member: { id: 'm1', displayName: 'Ann', user: { subject: 'u1' } } });
  const introspected = answer({ participant: { id: 'pt1', displayName: 'Ann' } });
  const item = (id: string, more: object = {}) => ({ id, memberId: 'm1', problemId: 'p9', ...more });
  const pending = ['s1', 's2', 's9'].map((requestId) => ({ requestId, hint: null }));
  const inputOf = (path: string): unknown =>
    JSON.parse(new URLSearchParams(path.split('?')[1]).get('q') ?? '');

  it('are those of the user, newest first', async () => {
    const reply = replies({
      [`${archivePath}/account`]: account,
      [`${archivePath}/submissions?q=`]: answer({
        items: [
          item('s1', { submittedAt: '2026-11-20T10:00:00Z', status: 'TESTING', score: 3 }),
          item('s2', { submittedAt: '2026-11-20T11:00:00Z', status: 'ERROR' }),
          { id: 's3', userId: 'u2' },
          { id: 's4', userId: 'u1', status: 'COMPLETE', verdict: 'ACCEPTED', cost: 10, score: 10 },
          { id: 's5', submittedAt: '2026-11-20T09:00:00Z', status: 'TESTING' },
          item('not/an/id'),
        ],
      }),
    });
    const recent = await run(recentOf(archive, null), reply);
    assert.deepEqual(
      recent.map(({ requestId, problemId, status, score }) => [requestId, problemId, status, score]),
      [
        ['s2', 'p9', 'ERROR', null],
        ['s1', 'p9', 'TESTING', null],
        ['s5', null, 'TESTING', null],
        ['s4', null, 'ACCEPTED', 10],
      ],
    );
    const [, list] = await requestsOf(recentOf(archive, null), reply);
    assert.deepEqual(inputOf(list!.path), {
      size: 20,
      filters: { memberId: [{ is: 'EQUAL', value: 'm1' }] },
    });
  });

  it('aren’t listed if Eolymp doesn’t send the user’s ID', async () => {
    const reply = replies({ [`${archivePath}/submissions`]: answer({ items: [item('s1')] }) });
    assert.equal(await failing(recentOf(archive, null), reply), '404 not found');
  });

  it('are listed per problem, page by page', async () => {
    const page = (after: string | null) =>
      on(contest, (http) =>
        contest.problemSubmissions!.fetchPage(http, { problemId: 'pb', place: null }, after, null),
      );
    const reply = replies({
      [`${contestPath}/introspect`]: introspected,
      [`${contestPath}/submissions?q=`]: answer({
        items: [{ id: 's1', participantId: 'pt1', lang: 'go:1.23', timeUsage: 5 }],
        nextPageCursor: 'n2',
      }),
    });
    const first = await run(page(null), reply);
    assert.equal(first.next, 'n2');
    assert.deepEqual(
      first.submissions.map(({ requestId, language, time }) => [requestId, language, time]),
      [['s1', 'go:1.23', 5]],
    );
    // the same cursor again would never end
    assert.equal((await run(page('n2'), reply)).next, null);
    const [, list] = await requestsOf(page('n2'), reply);
    assert.deepEqual(inputOf(list!.path), {
      size: 20,
      after: 'n2',
      filters: {
        participantId: [{ is: 'EQUAL', value: 'pt1' }],
        problemId: [{ is: 'EQUAL', value: 'pb' }],
      },
    });
  });

  it('are polled together, page by page until all pending ones are found', async () => {
    const pages = [
      { items: [item('s1', { status: 'TESTING' }), item('s3')], nextPageCursor: 'a' },
      { items: [item('s2', { status: 'COMPLETE', verdict: 'ACCEPTED' })], nextPageCursor: 'b' },
      { items: [item('s9', { status: 'ERROR' })], nextPageCursor: 'c' },
    ];
    let page = 0;
    const reply = ({ path }: OutgoingRequest) =>
      path.endsWith('/account') ? account : answer(pages[page++] ?? assert.fail('too many pages'));
    const states = await run(statesAt(archive, pending, null), reply);
    assert.deepEqual(
      pending.map(({ requestId }) => states.get(requestId)?.kind),
      ['notReady', 'ended', 'ended'],
    );
    assert.equal(archive.batch?.covers(pending.slice(1), null), false);
  });
});

describe('The account at Eolymp', () => {
  it('is the participant of a contest', async () => {
    const reply = replies({
      [`${contestPath}/introspect`]: answer({ participant: { id: 'pt1', displayName: 'Ann' } }),
    });
    assert.deepEqual(await run(checkOf(contest), reply), { name: 'Ann' });
    const { failure } = await failureOf(checkOf(contest), replies({}));
    assert.ok(failure.kind === 'status');
    // the contest may exist, but without this participant
    assert.deepEqual([failure.status, failure.cause], [404, { kind: 'notJoined' }]);
  });

  it('is checked in the archive with the list of submissions', async () => {
    const list = { [`${archivePath}/submissions?size=1`]: answer({ total: 0 }) };
    assert.deepEqual(await run(checkOf(archive), replies(list)), { name: null });
    const named = { ...list, [`${archivePath}/account`]: answer({ member: { displayName: 'Ann' } }) };
    assert.deepEqual(await run(checkOf(archive), replies(named)), { name: 'Ann' });
    const denied = () => answer({ code: 16, message: 'unauthenticated' }, 401);
    assert.equal(await failing(checkOf(archive), denied), '401 unauthenticated');
  });

  it('names the space after an internal error, because a wrong one causes it', async () => {
    const broken = () => answer({ code: 13, message: 'internal' }, 500);
    const spaceIn = async (judge: Judge) => {
      const { failure } = await failureOf(checkOf(judge), broken);
      return failure.kind === 'status' ? failure.cause : null;
    };
    assert.deepEqual(await spaceIn(described(eolymp, 'school', { space: 'school-1' })), {
      kind: 'unclearSpace',
      id: 'school-1',
    });
    assert.equal(await spaceIn(archive), undefined);
    const { failure } = await failureOf(checkOf(described(eolymp, 'school', { space: 'school-1' })), () =>
      answer({ code: 14, message: 'unavailable' }, 503),
    );
    assert.equal(failure.kind === 'status' && failure.cause, undefined);
  });

  it('requires signing in if the error code says so, whatever the HTTP status is', async () => {
    const denied = () => answer({ code: 16, message: 'unauthenticated' }, 403);
    assert.equal(await failing(checkOf(archive), denied), '401 unauthenticated');
    assert.equal(await failing(checkOf(archive), () => answer({ code: 3, message: 'bad' }, 400)), '400 bad');
  });

  it('has no name if its response reports a failure', async () => {
    const reply = replies({
      [`${archivePath}/submissions?size=1`]: answer({ total: 0 }),
      [`${archivePath}/account`]: answer({ member: { displayName: 'Ann' } }, 403),
    });
    assert.deepEqual(await run(checkOf(archive), reply), { name: null });
  });

  it('accepts an access key that was copied with its scheme', () => {
    assert.ok(archive.signIn.kind === 'secret');
    assert.equal(archive.signIn.secretIn?.(' Bearer etkn-1 '), 'etkn-1');
    assert.equal(archive.signIn.secretIn?.('etkn bearer 1'), 'etkn bearer 1');
    assert.deepEqual(archive.authentication, { scheme: 'bearer' });
    assert.deepEqual(eolymp.secretParts?.('etkn-abc'), ['abc']);
  });
});

describe('The settings of Eolymp', () => {
  it('are filled from the URL of the API or of the public archive', () => {
    assert.deepEqual(eolymp.fieldsIn?.('https://api.eolymp.com/spaces/s-1/contests/c7/problems'), {
      url: 'https://api.eolymp.com',
      space: 's-1',
      contest: 'c7',
    });
    assert.deepEqual(eolymp.fieldsIn?.('api.eolymp.com/spaces/s-1'), {
      url: 'https://api.eolymp.com',
      space: 's-1',
    });
    assert.deepEqual(eolymp.fieldsIn?.('https://basecamp.eolymp.com/en/problems/1'), {
      url: 'https://api.eolymp.com',
      space: archiveSpace,
    });
    assert.deepEqual(eolymp.fieldsIn?.('https://eolymp.com/en/compete/ptmn0f/problem/2'), {
      url: 'https://api.eolymp.com',
      space: archiveSpace,
      contest: 'ptmn0f',
    });
    assert.equal(eolymp.fieldsIn?.('https://school.eolymp.space/'), null);
  });

  it('identify a judge by its space and contest', () => {
    const ids = [archive, contest, described(eolymp, 'finals', { space: 'school-1' })].map(({ id }) => id);
    assert.equal(new Set(ids).size, 3);
    assert.equal(archive.id, described(eolymp, 'eolymp', { space: archiveSpace, contest: '' }).id);
    assert.throws(() => described(eolymp, 'wrong', { space: '..' }));
    assert.throws(() => described(eolymp, 'wrong', { contest: 'a/b' }));
    assert.deepEqual(
      eolymp.promptedFields.map(({ field, defaultValue }) => [field, defaultValue]),
      [
        ['url', 'https://api.eolymp.com'],
        ['space', ''],
        ['contest', ''],
      ],
    );
  });

  it('recognize texts that look like a request ID, and have the code in their results', () => {
    const texts = ['0123456789abcdef', '0123456789abcde', 'abcdefghijklmnop', '0123456789abcde/'];
    assert.deepEqual(
      texts.map((text) => archive.looksLikeRequestId?.(text)),
      [true, false, false, false],
    );
    const { problemSubmissions, submission } = archive;
    assert.deepEqual([problemSubmissions?.code, problemSubmissions?.needsAccount], ['returned', false]);
    const { places } = submission ?? {};
    assert.deepEqual([places?.name('x'), places?.key('x'), places?.afterContest?.('x')], [null, '', null]);
  });
});

describe('Push of Eolymp', () => {
  const event = (judge: Judge, body: object) => judge.push!.read(JSON.stringify(body));
  const judged = {
    id: 's1',
    status: 'COMPLETE',
    verdict: 'ACCEPTED',
    groups: [{ runs: [{ status: 'COMPLETE', verdict: 'ACCEPTED' }] }],
  };

  it('requests the events of all submissions, without the runs of other users', () => {
    assert.equal(archive.push?.transport, 'events');
    assert.equal(archive.push?.url(null), `https://api.eolymp.com${archivePath}/submissions:watch`);
    assert.equal(
      contest.push?.url(null),
      `https://api.eolymp.com${contestPath}/submissions:watch?extra=GROUPS&extra=RUNS`,
    );
  });

  it('contains a complete result, or causes a request', () => {
    const kindOf = (submission: object, event_ = 'UPDATED') =>
      event(contest, { event: event_, submission: { id: 's1', ...submission } }).kind;
    assert.equal(kindOf(judged), 'result');
    assert.equal(kindOf({ status: 'TESTING' }), 'result');
    assert.equal(kindOf({ status: 'COMPLETE', verdict: 'ACCEPTED' }), 'nudge');
    assert.equal(kindOf({ status: 'ERROR' }), 'nudge');
    assert.equal(kindOf({ status: 'ERROR', error: 'x', groups: [] }), 'result');
    assert.equal(kindOf({ status: 'ERROR', errorUrl: 'https://cdn.eolymp.com/e', groups: [] }), 'nudge');
    assert.equal(kindOf({ status: 'TESTING' }, 'DELETED'), 'nudge');
  });

  it('ignores a version that is older than a known one', () => {
    const judge = described(eolymp, 'eolymp', {});
    const kindAt = (version: number) => event(judge, { submission: { ...judged, version } }).kind;
    assert.deepEqual([5, 4, 5, 6, 3].map(kindAt), ['result', 'other', 'result', 'result', 'other']);
    assert.equal(event(judge, { submission: { ...judged, id: 's2', version: 1 } }).kind, 'result');
  });

  it('remembers the versions of the 1,000 submissions that changed last', () => {
    const judge = described(eolymp, 'eolymp', {});
    const kindAt = (id: string, version: number) =>
      event(judge, { submission: { ...judged, id, version } }).kind;
    for (let at = 0; at < 1000; at++) kindAt(`s${at}`, 5);
    assert.equal(kindAt('s0', 5), 'result');
    assert.equal(kindAt('new', 5), 'result');
    assert.deepEqual(
      ['s0', 'new', 's2', 's1'].map((id) => kindAt(id, 4)),
      ['other', 'other', 'other', 'result'],
    );
  });

  it('reads the end of the stream, errors, and unreadable events', () => {
    assert.deepEqual(event(archive, {}), { kind: 'other' });
    const denied = event(archive, { code: 16, message: 'expired' });
    assert.ok(denied.kind === 'refused' && denied.failure.kind === 'status');
    assert.deepEqual([denied.failure.status, denied.failure.error?.errorMessage], [401, 'expired']);
    const failureOf = (body: object) => {
      const frame = event(archive, body);
      assert.ok(frame.kind === 'refused' && frame.failure.kind === 'status');
      return frame.failure;
    };
    for (const [code, status] of [
      [3, 400],
      [5, 404],
      [6, 409],
      [7, 403],
      [8, 429],
      [9, 412],
      [10, 503],
      [14, 503],
      [16, 401],
      [2, 500],
      [13, 500],
    ])
      assert.equal(failureOf({ code }).status, status, String(code));
    const long = 'x'.repeat(MAX_ERROR_MESSAGE_LENGTH + 1);
    assert.equal(failureOf({ code: 2, message: long }).error?.errorMessage?.length, MAX_ERROR_MESSAGE_LENGTH);
    assert.equal(failureOf({ code: 2 }).error?.errorMessage, null);
    assert.deepEqual(archive.push?.read('x'), { kind: 'unreadable' });
    assert.deepEqual(event(archive, { submission: { status: 'TESTING' } }), { kind: 'unreadable' });
  });
});
