import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { meaningOf, type Case, type Judgement, type StatusTable } from '../../../../src/results';
import { RequestFailed } from '../../../../src/judges';
import { judgeFrom, playedClient, type PlayedAnswer, type Reply } from '../../../support/playedJudge';
import { resultFrom, submitTo } from '../../../support/playedOperations';

const settings = { type: 'json', basedOn: 'qduoj', url: 'https://oj.example.edu' };
const { statuses } = judgeFrom(settings).rules;
const folder = path.join(__dirname, '../../../fixtures/qduoj/results');

/** What the page of each submission shows: verdict, score, time, and memory of the submission and of its cases. */
const pages: Readonly<Record<string, string>> = {
  'ce-2': 'CE + compiler output',
  'ce-lines-leading-blank-python': 'CE + compiler output',
  'ce-lines-template': 'CE + compiler output',
  'ce-linker': 'CE + compiler output',
  'ce-python-nonutf': 'WA 10 ms 7.96 MB',
  'ce-warn-ac':
    'AC 100 points 2 ms 3.25 MB: AC 20 2 ms 3.18 MB; AC 20 0 ms 3.25 MB; AC 20 2 ms 3.21 MB; AC 20 2 ms 3.12 MB; AC 20 1 ms 3.16 MB',
  'ce-warn-ce': 'CE + compiler output',
  'judge-dies-1': 'pending',
  'judge-dies-2': 'pending',
  'judge-dies-3': 'JE',
  'rejudge-no-judge-server-1': 'pending',
  'rejudge-oi-1':
    'PART 60 points 292 ms 3.21 MB: AC 20 243 ms 3.20 MB; AC 20 249 ms 3.16 MB; AC 20 224 ms 3.11 MB; WA 0 245 ms 3.21 MB; WA 0 292 ms 3.21 MB',
  'rejudge-oi-2': 'pending',
  'rejudge-oi-3': 'pending',
  'rejudge-oi-4':
    'PART 60 points 311 ms 3.24 MB: AC 20 242 ms 3.24 MB; AC 20 251 ms 3.17 MB; AC 20 305 ms 3.18 MB; WA 0 311 ms 3.18 MB; WA 0 238 ms 3.11 MB',
  'result-acm-ac-java-1-code6': 'pending',
  'result-acm-ac-java-2-code7': 'pending',
  'result-acm-ac-java-3-code0': 'AC 88 ms 38.47 MB',
  'result-acm-ce-c-3-code-2': 'CE + compiler output',
  'result-acm-ce-js-2-code-2': 'CE + compiler output',
  'result-acm-ce-python-2-code-2': 'CE + compiler output',
  'result-acm-wa-3-code-1': 'WA 6 ms 8.12 MB',
  'result-admin-acm':
    'WA 6 ms 8.12 MB: WA 5 ms 7.96 MB; WA 2 ms 8.03 MB; WA 6 ms 8.04 MB; WA 5 ms 8.12 MB; WA 4 ms 7.92 MB',
  'result-contest-acm-wa-3-code-1': 'WA 2 ms 3.18 MB',
  'result-contest-oi-open-2-code7': 'pending',
  'result-contest-oi-open-3-code8':
    'PART 60 points 2 ms 3.31 MB: AC 20 2 ms 3.24 MB; AC 20 2 ms 3.17 MB; AC 20 2 ms 3.22 MB; WA 0 2 ms 3.24 MB; WA 0 0 ms 3.31 MB',
  'result-fileio-oi-noout-3-code-1':
    'WA 0 points 1 ms 1.40 MB: WA 0 1 ms 1.25 MB; WA 0 1 ms 1.40 MB; WA 0 1 ms 1.28 MB; WA 0 1 ms 1.30 MB; WA 0 1 ms 1.25 MB',
  'result-go-no-compiler-3-code-2': 'CE + compiler output',
  'result-oi-ac-cpp-3-code0':
    'AC 100 points 3 ms 3.24 MB: AC 20 2 ms 3.14 MB; AC 20 2 ms 3.24 MB; AC 20 2 ms 3.17 MB; AC 20 0 ms 3.24 MB; AC 20 3 ms 3.16 MB',
  'result-oi-ce-cpp-3-code-2': 'CE + compiler output',
  'result-oi-mixed-1-code6': 'pending',
  'result-oi-mixed-3-code8':
    'PART 20 points 1342 ms 3.35 MB: AC 20 3 ms 3.17 MB; TLE 0 1342 ms 2.92 MB signal 9; RE 0 3 ms 2.98 MB signal 11; RE 0 2 ms 3.35 MB; WA 0 2 ms 3.17 MB',
  'result-oi-ole-3-code4':
    'RE 0 points 63 ms 1.27 MB: RE 0 49 ms 1.27 MB signal 25; RE 0 49 ms 1.25 MB signal 25; RE 0 56 ms 1.21 MB signal 25; RE 0 63 ms 1.27 MB signal 25; RE 0 56 ms 1.27 MB signal 25',
  'result-oi-partial-3-code8':
    'PART 60 points 13 ms 8.14 MB: AC 20 4 ms 8.04 MB; AC 20 8 ms 8.14 MB; AC 20 6 ms 8.03 MB; WA 0 13 ms 8.01 MB; WA 0 7 ms 8.02 MB',
  'result-oi-re-abort-3-code4':
    'RE 0 points 2 ms 2.92 MB: RE 0 2 ms 2.83 MB signal 31; RE 0 2 ms 2.86 MB signal 31; RE 0 2 ms 2.91 MB signal 31; RE 0 1 ms 2.92 MB signal 31; RE 0 0 ms 2.79 MB signal 31',
  'result-oi-re-exit-3-code4':
    'RE 0 points 1 ms 1.40 MB: RE 0 1 ms 1.40 MB; RE 0 1 ms 1.15 MB; RE 0 1 ms 1.27 MB; RE 0 0 ms 1.27 MB; RE 0 1 ms 1.26 MB',
  'result-oi-re-python-3-code4':
    'RE 0 points 8 ms 7.99 MB: RE 0 8 ms 7.87 MB; RE 0 7 ms 7.91 MB; RE 0 5 ms 7.89 MB; RE 0 3 ms 7.99 MB; RE 0 3 ms 7.85 MB',
  'result-oi-spj-partial-3-code8':
    'PART 60 points 8 ms 8.16 MB: AC 10 3 ms 7.96 MB; AC 20 4 ms 8.06 MB; AC 30 7 ms 8.07 MB; WA 0 8 ms 8.16 MB; WA 0 4 ms 7.95 MB',
  'result-oi-syscall-3-code4':
    'RE 0 points 1 ms 1.34 MB: RE 0 1 ms 1.27 MB signal 31; RE 0 1 ms 1.25 MB signal 31; RE 0 0 ms 1.34 MB signal 31; RE 0 1 ms 1.27 MB signal 31; RE 0 0 ms 1.26 MB signal 31',
  'result-oi-tle-cpu-3-code2':
    'TLE 0 points 1498 ms 1.27 MB: TLE 0 971 ms 1.25 MB signal 9; TLE 0 1089 ms 1.25 MB signal 9; TLE 0 880 ms 1.27 MB signal 9; TLE 0 822 ms 1.27 MB signal 9; TLE 0 1498 ms 1.25 MB signal 9',
  'result-oi-tle-real-3-code2':
    'TLE 0 points 6 ms 8.02 MB: TLE 0 4 ms 7.91 MB signal 9; TLE 0 4 ms 7.82 MB signal 9; TLE 0 4 ms 8.02 MB signal 9; TLE 0 3 ms 7.89 MB signal 9; TLE 0 6 ms 7.91 MB signal 9',
  'result-other-user-shared-problem':
    'AC 100 points 2 ms 3.30 MB: AC 20 0 ms 3.25 MB; AC 20 2 ms 3.20 MB; AC 20 2 ms 3.17 MB; AC 20 0 ms 3.22 MB; AC 20 2 ms 3.30 MB',
  'result-spj-wa-3-code-1': 'WA 8 ms 8.18 MB',
  'result-template-ce-3-code-2': 'CE + compiler output',
  'slow-acm-2': 'pending',
  'slow-oi-2': 'pending',
  'slow-oi-3':
    'PART 60 points 292 ms 3.21 MB: AC 20 243 ms 3.20 MB; AC 20 249 ms 3.16 MB; AC 20 224 ms 3.11 MB; WA 0 245 ms 3.21 MB; WA 0 292 ms 3.21 MB',
  'spj-no-output-2': 'WA 1 ms 1.26 MB',
  'testcase-missing-oi-3': 'CE + compiler output',
};

function responseOf(name: string): { readonly text: string; readonly id: string } {
  const text = fs.readFileSync(path.join(folder, `${name}.json`), 'utf8');
  return { text, id: (JSON.parse(text) as { data: { id: string } }).data.id };
}

function answering(text: string): Reply {
  return ({ path: requested }) => {
    assert.match(requested, /^\/api\/submission\?id=[\da-f]{32}$/);
    return { status: 200, contentType: 'application/json;charset=UTF-8', text };
  };
}

/** Writes figures as in the table. `unit`: of the score. */
function figures(
  { status, score, time, memory }: Pick<Case, 'status' | 'score' | 'time' | 'memory'>,
  unit: string,
  table: StatusTable,
): string {
  return [
    meaningOf(table, status)?.short,
    score === null ? '' : `${score}${unit}`,
    time === null ? '' : `${time} ms`,
    memory === null ? '' : `${(memory / 1024).toFixed(2)} MB`,
  ]
    .filter((text) => text !== '')
    .join(' ');
}

function rowOf(judge: Judgement, compiler: string | null): string {
  if (meaningOf(statuses, judge.status)?.kind === 'pending') return 'pending';
  const cases = judge.subtasks.flatMap((subtask) => subtask.cases);
  const shown = cases.map((one) => figures(one, '', statuses) + (one.signal ? ` signal ${one.signal}` : ''));
  return (
    figures(judge, ' points', statuses) +
    (compiler === null ? '' : ' + compiler output') +
    (shown.length === 0 ? '' : `: ${shown.join('; ')}`)
  );
}

describe('A result of QDUOJ', () => {
  it('is in the table for each response', () => {
    const names = fs.readdirSync(folder).map((file) => path.basename(file, '.json'));
    assert.deepEqual(Object.keys(pages), names.sort());
  });

  for (const [name, page] of Object.entries(pages)) {
    it(`has what its page shows: ${name}`, async () => {
      const { text, id } = responseOf(name);
      const result = await resultFrom(settings, { requestId: id }, answering(text));
      assert.ok(result.kind === 'result');
      const { judge, compile } = result.envelope.data ?? assert.fail();
      assert.ok(judge);
      assert.equal(rowOf(judge, compile?.message ?? null), page);
      const { code, language } = (JSON.parse(text) as { data: { code: string; language: string } }).data;
      assert.deepEqual([result.about?.code, result.about?.language], [code, language]);
    });
  }

  it('names another user who shared it', async () => {
    const userOf = async (name: string): Promise<string | undefined> => {
      const { text, id } = responseOf(name);
      const result = await resultFrom(settings, { requestId: id }, answering(text));
      return result.kind === 'result' ? result.about?.user : assert.fail();
    };
    assert.equal(await userOf('result-other-user-shared-problem'), 'alice');
    assert.equal(await userOf('result-oi-ac-cpp-3-code0'), undefined);
  });

  it('has no case, score, or time of the earlier judging while it is judged again', async () => {
    for (const name of ['rejudge-oi-2', 'rejudge-oi-3', 'rejudge-no-judge-server-1']) {
      const { text, id } = responseOf(name);
      const result = await resultFrom(settings, { requestId: id }, answering(text));
      assert.ok(result.kind === 'result');
      const { status, score, time, memory, subtasks } = result.envelope.data?.judge ?? assert.fail();
      assert.equal(meaningOf(statuses, status)?.kind, 'pending');
      assert.deepEqual([score, time, memory, subtasks], [null, null, null, []]);
    }
  });
});

/** Returns what a refusal means: its status, and what else is known. */
async function refusalOf(operation: Promise<unknown>): Promise<readonly unknown[]> {
  try {
    await operation;
  } catch (error) {
    assert.ok(error instanceof RequestFailed && error.failure.kind === 'status', String(error));
    const { status, cause, refusesAnybody } = error.failure;
    if (!cause) return [status, refusesAnybody ? 'forbidden' : null];
    return [status, cause.kind === 'closed' ? cause.why : cause.kind === 'notOwn' ? cause.whose : cause.kind];
  }
  return assert.fail('not refused');
}

const json = (body: unknown): PlayedAnswer => ({
  status: 200,
  contentType: 'application/json;charset=UTF-8',
  text: JSON.stringify(body),
});
const said = (data: string, error = 'error'): PlayedAnswer => json({ error, data });
const csrfPage: PlayedAnswer = {
  status: 403,
  contentType: 'text/html',
  text: '<!DOCTYPE html><h1>Forbidden</h1><p>CSRF verification failed. Request aborted.</p>',
};

describe('A refusal of QDUOJ', () => {
  const resultRefusals: readonly (readonly [PlayedAnswer, readonly unknown[]])[] = [
    [said("Submission doesn't exist"), [404, null]],
    [said('No permission for this submission'), [403, 'unclear']],
    [said('Please login first', 'permission-denied'), [401, null]],
    [said('Please login first.'), [401, null]],
    [said('server error', 'server-error'), [500, null]],
  ];
  for (const [answer, expected] of resultRefusals)
    it(`of a result means ${String(expected)}: ${answer.text}`, async () => {
      const fetching = resultFrom(settings, { requestId: 'a'.repeat(32) }, () => answer);
      assert.deepEqual(await refusalOf(fetching), expected);
    });

  const submissionRefusals: readonly (readonly [PlayedAnswer, readonly unknown[]])[] = [
    [said('Problem not exist'), [404, null]],
    [said('C is not allowed in the problem'), [400, 'language']],
    [said('language: Rust is not a valid language', 'invalid-language'), [400, 'language']],
    [said('code: This field may not be blank.', 'invalid-code'), [400, null]],
    [said('The contest have ended'), [403, 'ended']],
    [said('Please wait 12 seconds'), [429, null]],
    [said('Your IP is not allowed in this contest'), [403, 'forbidden']],
    // a key that no longer counts
    [csrfPage, [401, null]],
  ];
  const program = { problem: '1001', language: 'C++', fileName: 'a.cpp', text: 'int main() {}' };
  const problem = json({ error: null, data: { id: 1, title: 'A+B', languages: ['C++'] } });
  for (const [answer, expected] of submissionRefusals)
    it(`of a submission means ${String(expected)}: ${answer.text}`, async () => {
      const reply: Reply = ({ method }) => (method === 'POST' ? answer : problem);
      assert.deepEqual(await refusalOf(submitTo(settings, program, reply)), expected);
    });

  for (const [data, expected] of [
    ['Problem does not exist', [404, null]],
    ['Contest has not started yet.', [403, 'notBegun']],
    ["Contest 99 doesn't exist", [404, null]],
    ['Wrong password or password expired', [403, 'forbidden']],
  ] as const)
    it(`of a problem means ${String(expected)}: ${data}`, async () => {
      assert.deepEqual(await refusalOf(submitTo(settings, program, () => said(data))), expected);
    });
});

describe('The submissions of a user at QDUOJ whose key no longer counts', () => {
  const empty = json({ error: null, data: { results: [], total: 0 } });
  const judge = judgeFrom(settings);
  const nobody = json({ error: null, data: null });
  const alice = json({ error: null, data: { user: { username: 'alice' } } });
  const listed = (profile: PlayedAnswer): Promise<readonly unknown[]> => {
    const reply: Reply = ({ path: requested }) => (requested === '/api/profile' ? profile : empty);
    const { listing } = judge;
    assert.ok(listing && !listing.needsAccount);
    return playedClient(judge, reply, Date.now).ask((http) => listing.fetchRecent(http, null, null));
  };

  it('aren’t an empty list, but require sign-in', async () => {
    assert.deepEqual(await refusalOf(listed(nobody)), [401, null]);
  });

  it('are an empty list for a user without submissions', async () => {
    assert.deepEqual(await listed(alice), []);
  });
});

describe('The app key of QDUOJ', () => {
  it('is sent together with the session that the judge opened for it', () => {
    assert.equal(judgeFrom(settings).sessionCookie, 'sessionid');
  });

  it('is called as on the website', () => {
    const { signIn } = judgeFrom(settings);
    assert.deepEqual(signIn.kind === 'secret' && [signIn.name, signIn.page], ['App key', null]);
  });

  it('can be shown on a page of the site', () => {
    const secret = { name: 'Session ID', page: '/profile' };
    const { signIn } = judgeFrom({ ...settings, website: 'https://www.example.edu', secret });
    assert.equal(signIn.kind === 'secret' && signIn.page, 'https://www.example.edu/profile');
  });
});

describe('The URL of a page of QDUOJ', () => {
  const { submission, pages } = judgeFrom(settings);

  it('names a problem with or without a scheme or a query, and with any ID', () => {
    const cases: readonly (readonly [string, string, string | null])[] = [
      ['oj.example.edu/problem/1001', '1001', null],
      ['https://oj.example.edu/problem/1001?from=list#top', '1001', null],
      ['https://oj.example.edu/problem/题1', '题1', null],
      ['https://oj.example.edu/problem/C++%201', 'C++ 1', null],
      ['www.oj.example.edu/contest/7/problem/A/', 'A', '7'],
    ];
    for (const [address, problemId, place] of cases)
      assert.deepEqual(submission?.problemAt?.(address), { problemId, place }, address);
    for (const other of ['1001', 'problem/1001', 'oj.example.edu', 'https://oj.example.edu/problem/%E9'])
      assert.equal(submission?.problemAt?.(other), null, other);
  });

  it('leads back to the problem', () => {
    const problem = { problemId: 'C++ 题/1', place: '7' };
    assert.deepEqual(submission?.problemAt?.(pages?.problem?.(problem) ?? ''), problem);
  });

  it('names a submission without a scheme', () => {
    const id = 'a'.repeat(32);
    assert.deepEqual(pages?.readAddress?.(`oj.example.edu/status/${id}?x=1`), { kind: 'requestId', id });
    assert.equal(pages?.readAddress?.(id), null);
  });
});
