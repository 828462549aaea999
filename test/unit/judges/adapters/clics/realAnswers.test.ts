import assert from 'node:assert/strict';
import { RequestFailed } from '../../../../../src/judges';
import { listingOf } from '../../../../../src/judges/judge';
import { FakeClock } from '../../../support/fakeClock';
import { judgeFrom, playedClient, type PlayedAnswer } from '../../../../support/playedJudge';
import { problemsAt, QuestionForUser, resultFrom, submitTo } from '../../../../support/profiles';
import { bodyIn, json, replying, response, type Responses } from './realResponses';

type Raw = Readonly<Record<string, unknown>>;

const settings = (contest: string) => ({ type: 'clics', url: 'https://judge.example.edu/api', contest });
const site = (contest: string, responses: Responses = {}): Responses => ({
  '/info': '9.0/info.txt',
  '/user': '9.0/team-user.txt',
  '/config': '9.0/anon-config.txt',
  '/contests': '9.0/team-contests.txt',
  [`/contests/${contest}/languages`]: '9.0/team-languages.txt',
  [`/contests/${contest}/problems`]: '9.0/team-problems.txt',
  ...responses,
});
const program = { problem: 'A', language: 'cpp', fileName: 'a.cpp', text: 'int main() {}' };

/** The status and the message of the failure, and whether the judge may have received the program. */
async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof RequestFailed, String(error));
    const { failure, sent } = error;
    const words =
      failure.kind === 'status' ? `${failure.status} ${failure.error?.errorMessage ?? ''}` : failure.kind;
    return `${words} (${sent})`;
  }
  return assert.fail('it didn’t fail');
}

/** Refusals of a submission, by file: status and message, which users see. */
const refusals: Readonly<Record<string, string>> = {
  '8.3/post-future.json': '403 The contest is closed, no submissions accepted. [c3]',
  '8.3/post-json-bad.json': '400 Invalid json message received',
  '8.3/post-json-label.json': "400 Problem 'A' not found or not submittable.",
  '8.3/post-multi-badlang.json': "400 Language 'kotlin' not found or not submittable.",
  '8.3/post-multi-big.json': '400 Submission file(s) are larger than 256 kB.',
  '8.3/post-multi-ext.json':
    '400 None of the submitted files match any of the allowed extensions for C++ (allowed: cpp, cc, cxx, c++)',
  '8.3/post-multi-label.json': "400 Problem 'A' not found or not submittable.",
  '8.3/post-multi-nofile.json': '400 No files specified.',
  '8.3/post-multi-space.json': "400 Illegal filename 'a b.cpp'.",
  '8.3/post-put.json': "400 Body data exceeded php.ini's 'post_max_size' directive (currently set to 256M)",
  '8.3/post-unknown-contest.json': "404 Contest with ID '77' not found",
  '8.3/post-withid.json': '400 Passing an ID is not supported for POST.',
  '9.0/submit-300mb.txt':
    "400 Body data exceeded php.ini's 'post_max_size' directive (currently set to 256M)",
  '9.0/submit-future.txt': '403 The contest is closed, no submissions accepted. [c3]',
  '9.0/submit-id.txt': '400 Passing an ID is not supported for POST.',
  '9.0/submit-json-nofiles.txt': '400 No files specified.',
  '9.0/submit-json-nozip.txt': '400 No valid ZIP archive given.',
  '9.0/submit-lang-contest.txt': "400 Language 'py3' not allowed for contest [c2].",
  '9.0/submit-noncontest.txt': '405 Method Not Allowed',
  '9.0/submit-otherteam.txt': '400 Can not submit for a different team.',
  '9.0/submit-time.txt': '400 A team can not assign time.',
};

/** Accepted submissions, by file. */
const accepted: Readonly<Record<string, string>> = {
  '8.3/post-json-nomime.json': '26',
  '8.3/post-jury.json': '31',
  '8.3/post-multi-code.json': '27',
  '8.3/post-multi-empty.json': '29',
  '8.3/post-multi-ids.json': '28',
  '8.3/post-past.json': '30',
  '9.0/put-icpc-7.txt': 'icpc-7',
};

describe('A submission to a real DOMjudge', () => {
  const submitted = (answer: PlayedAnswer, more: Responses = {}) =>
    submitTo(
      settings('running'),
      program,
      replying(site('running', { 'POST /contests/running/submissions': answer, ...more })),
      { clock: quickClock() },
    );

  for (const [file, expected] of Object.entries(refusals)) {
    it(`is refused in the words of the server: ${file}`, async () => {
      assert.equal(await failureOf(submitted(response(file))), `${expected} (no)`);
    });
  }

  for (const [file, expected] of Object.entries(accepted)) {
    it(`returns the ID of the server: ${file}`, async () => {
      assert.equal((await submitted(response(file))).id, expected);
    });
  }

  it('returns a bare number as the ID', async () => {
    assert.equal((await submitted(json(68))).id, '68');
  });

  for (const file of ['8.3/82-ds2-post.json', '8.3/83-ds2-post.json']) {
    it(`may have been sent if the response has no ID: ${file}`, async () => {
      assert.match(await failureOf(submitted(response(file))), /\(maybe\)$/);
    });

    it(`is found in the list if the response has no ID: ${file}`, async () => {
      const now = quickClock().now();
      const listed = {
        ...bodyIn<Raw>('9.0/submission-late.txt'),
        id: '77',
        problem_id: 'aplusb',
        time: new Date(now).toISOString(),
      };
      const found = await submitted(response(file), {
        '/contests/running/submissions': json([listed]),
        '/contests/running/judgements': json([]),
      });
      assert.equal(found.id, '77');
    });
  }
});

/** A clock whose timers end immediately. */
function quickClock() {
  const clock = new FakeClock(Date.parse('2026-11-28T21:10:00Z'));
  return {
    now: clock.now,
    after(delay: number, action: () => void) {
      const timer = clock.after(delay, action);
      setImmediate(() => void clock.advance(delay));
      return timer;
    },
  };
}

describe('The lists of a real DOMjudge', () => {
  const listed = async (contest: string, responses: Responses, by = '9.0/team-user.txt') => {
    const judge = judgeFrom(settings(contest));
    const client = playedClient(judge, replying(site(contest, { '/user': by, ...responses })), Date.now);
    const list = listingOf(judge, 'alice');
    assert.ok(list);
    const rows = await client.ask(list);
    return rows.map(({ requestId, status, problemId }) => [requestId, status, problemId].join(' '));
  };

  it('contain the verdicts of the team: 8.2', async () => {
    const rows = await listed(
      '1',
      {
        '/contests/1/submissions': '8.3/82-team-contests-1-submissions.json',
        '/contests/1/judgements': '8.3/82-team-contests-1-judgements.json',
        '/contests/1/problems': '8.3/82-team-contests-1-problems.json',
      },
      '8.3/82-team-user.json',
    );
    assert.deepEqual(rows, ['3 CE 1', '2 AC 1', '1 AC 1']);
  });

  it('contain a submission without a verdict: 9.0', async () => {
    const rows = await listed('running', {
      '/contests/running/submissions': '9.0/team-submissions.txt',
      '/contests/running/judgements': json([]),
    });
    assert.deepEqual(rows, ['1 QUEUED aplusb']);
  });

  it('leave out late submissions, as the server does: 9.0', async () => {
    const responses = {
      '/contests/ended/submissions': '9.0/submissions-list-late.txt',
      '/contests/ended/judgements': json([]),
    };
    assert.deepEqual(await listed('ended', responses), []);
  });

  it('contain no submission without an ID: 8.2 with external IDs only', async () => {
    const responses = {
      '/contests/school/submissions': '8.3/82-ds2-contests-school-submissions.json',
      '/contests/school/judgements': json([]),
      '/contests/school/problems': '8.3/82-ds2-contests-school-problems.json',
    };
    assert.deepEqual(await listed('school', responses, '8.3/82-ds2-contests-school-account.json'), []);
  });

  it('contain every judged submission of a team: 10', async () => {
    const judgements = bodyIn<readonly Raw[]>('10/team-contests-demo-judgements-result-wrong-answer.json');
    const rows = await listed(
      'demo',
      {
        '/contests/demo/submissions': '10/jury-contests-demo-submissions.json',
        '/contests/demo/judgements': '10/team-contests-demo-judgements-result-wrong-answer.json',
        '/contests/demo/problems': '10/team-contests-demo-problems.json',
        '/contests/demo/languages': '10/team-contests-demo-languages.json',
      },
      '10/team-user.json',
    );
    for (const { submission_id: id, judgement_type_id: verdict } of judgements)
      assert.ok(
        rows.some((row) => row.startsWith(`${String(id)} ${String(verdict)} `)),
        String(id),
      );
    // submissions of another team
    assert.ok(!rows.some((row) => row.startsWith('47 ') || row.startsWith('87 ')));
  });
});

describe('The problems of a real DOMjudge', () => {
  const offered = async (contest: string, file: string, text = '') => {
    const responses = {
      [`/contests/${contest}/problems`]: file,
      // only read if there are no problems
      [`/contests/${contest}/state`]: '8.3/future-state.json',
      [`/contests/${contest}/scoreboard`]: '9.0/team-future-scoreboard.txt',
    };
    const found = await problemsAt(settings(contest), text, replying(site(contest, responses)));
    return found.map(({ letter, problemId, title }) => `${letter ?? '-'} ${problemId} ${title}`);
  };

  const lists: Readonly<Record<string, readonly string[]>> = {
    '9.0/team-problems.txt': [
      'A aplusb A plus B',
      'B echo Echo It',
      'C hello-world Hello World Ünï 中文',
      'D restricted Only C',
    ],
    '9.0/team-problems-ended.txt': ['A ended-add Add of ended'],
    '9.0/team-problems-future.txt': [],
    '9.0/team-problems-nwerc.2026-x_1.txt': [],
    '8.3/future-problems.json': [],
    '8.3/73-team-contests-1-problems.json': ['A 1 Sum', 'B 2 Half', 'C 3 Yes or no'],
    '8.3/82-team-contests-1-problems.json': ['A 1 Sum', 'B 2 Half', 'C 3 Yes or no'],
    '8.3/82-ds1-contests-school-problems.json': ['A sum Sum', 'B half Half', 'C yesno Yes or no'],
    '8.3/82-ds2-contests-school-problems.json': ['A sum Sum', 'B half Half', 'C yesno Yes or no'],
    '10/team-problems-scoring.json': [
      'A addone Add One',
      'B fibonacci Fibonacci Number',
      'C largestsum Largest Sum',
      'D knapsack Knapsack',
    ],
  };
  for (const [file, expected] of Object.entries(lists)) {
    it(`are all offered for an empty text: ${file}`, async () => {
      assert.deepEqual(await offered('running', file), expected);
    });
  }

  it('are named by a label, an ID, a title, and a file', async () => {
    for (const text of ['B', 'b', 'echo', 'Echo It', 'B.cpp', 'b/solution.py'])
      assert.deepEqual(await offered('running', '9.0/team-problems.txt', text), ['B echo Echo It'], text);
  });
});

describe('A contest that a real DOMjudge hides', () => {
  const before = {
    '/contests/later': '8.3/future-contest.json',
    '/contests/later/problems': '8.3/future-problems.json',
  };
  const problems = (responses: Responses) =>
    problemsAt(settings('later'), '', replying(site('later', { ...before, ...responses })));

  it('has no problems before its start', async () => {
    const state = { '/contests/later/state': '8.3/future-state.json' };
    assert.deepEqual(await problems(state), []);
    assert.deepEqual(await problems({ ...state, '/contests/later/problems': '8.3/future-contest.json' }), []);
  });

  it('is unknown if its state is hidden as well', async () => {
    const none = { '/contests/later/state': '8.3/future-contest.json' };
    assert.equal(await failureOf(problems(none)), "404 Object with ID '3' not found (no)");
  });
});

describe('A program that Submit doesn’t send to a real DOMjudge', () => {
  const questionAbout = async (more: Partial<Parameters<typeof submitTo>[1]>, limits: Raw = {}) => {
    const reply = replying(site('running', { '/config': json({ show_compile: 2, ...limits }) }));
    const sent = submitTo(settings('running'), { ...program, ...more }, reply, { clock: quickClock() });
    await assert.rejects(sent, (error: unknown) => error instanceof QuestionForUser && error.sent === 'no');
    assert.ok(reply.requests.every(({ method }) => method === 'GET'));
  };

  it('is larger than the site accepts', async () => {
    await questionAbout({ text: `int main() {} // ${'ä'.repeat(600)}` }, { sourcesize_limit: 1 });
  });

  it('has more files than the site accepts', async () => {
    await questionAbout({ others: [{ fileName: 'a.h', text: '' }] }, { sourcefiles_limit: 1 });
  });

  it('starts nowhere, or has two main functions', async () => {
    await questionAbout({ text: 'int sum(int a, int b) { return a + b; }' });
    await questionAbout({ others: [{ fileName: 'b.cpp', text: 'int main() {}' }] });
  });
});

describe('A result that a real DOMjudge doesn’t show', () => {
  const fetched = (requestId: string, contest: string, responses: Responses) =>
    resultFrom(settings(contest), { requestId }, replying(site(contest, responses)), {
      now: Date.parse('2026-11-28T22:00:00Z'),
    });

  it('is too late after the contest’s end: 9.0', async () => {
    const late = await fetched('42', 'ended', {
      '/contests/ended': '9.0/team-contest-ended.txt',
      '/contests/ended/submissions/42': '9.0/submission-late.txt',
      '/contests/ended/judgements': '9.0/jury-judgements-late.txt',
    });
    assert.ok(late.kind === 'result');
    assert.equal(late.envelope.data?.judge?.status, 'LATE');
  });

  it('is found by the internal number of an imported submission: 9.0', async () => {
    const judgement = {
      submission_id: 'icpc-7',
      id: '5',
      valid: true,
      judgement_type_id: 'AC',
      end_time: null,
    };
    const imported = await fetched('icpc-7', 'running', {
      '/contests/running': json(
        bodyIn<readonly Raw[]>('9.0/team-contests.txt').find(({ id }) => id === 'running'),
      ),
      '/contests/running/submissions/icpc-7': '9.0/put-icpc-7.txt',
      '/contests/running/judgements?submission_id=icpc-7': '9.0/judgements-by-extid.txt',
      '/contests/running/judgements': json([judgement]),
    });
    assert.ok(imported.kind === 'result');
    assert.equal(imported.envelope.data?.judge?.status, 'AC');
  });

  it('names a contest that isn’t active: 9.0', async () => {
    const contestOff = '10/team-judgement-of-inactive-contest.json';
    const off = { '/contests/deact': contestOff, '/contests/deact/submissions/3': contestOff };
    const { failure } = await fetched('3', 'deact', {
      ...off,
      '/contests/deact/judgements': contestOff,
    }).then(
      () => assert.fail('it was found'),
      (error: unknown) => {
        assert.ok(error instanceof RequestFailed);
        return error;
      },
    );
    assert.ok(failure.kind === 'status');
    assert.deepEqual(failure.cause, { kind: 'inactiveContest', id: 'deact' });
  });

  it('is found by its ID alone if the contest isn’t active: 10', async () => {
    const contestOff = '10/team-judgement-of-inactive-contest.json';
    const found = await fetched('3', 'deact', {
      '/user': '10/team-user.json',
      '/contests/deact': contestOff,
      '/contests/deact/submissions/3': contestOff,
      '/contests/deact/judgements': contestOff,
      '/submissions/3': json({ ...bodyIn<Raw>('9.0/submission-late.txt'), id: '3', team_id: 't1' }),
      '/judgements': '10/team-judgement-ac.json',
    });
    assert.ok(found.kind === 'result');
    assert.equal(found.envelope.data?.judge?.status, 'AC');
  });

  it('is found by an external ID: 8.2', async () => {
    const found = await fetched('1', 'school', {
      '/user': '8.3/82-ds2-contests-school-account.json',
      '/contests/school': '8.3/team-contest.json',
      '/contests/school/problems': '8.3/82-ds1-contests-school-problems.json',
      '/contests/school/submissions/1': json({
        ...bodyIn<Raw>('8.3/team-submission-5.json'),
        id: '1',
        problem_id: 'sum',
        team_id: 't001',
      }),
      '/contests/school/judgements': '8.3/82-ds1-contests-school-judgements-submission_id-1.json',
    });
    assert.ok(found.kind === 'result');
    assert.deepEqual([found.envelope.data?.judge?.status, found.envelope.data?.judge?.time], ['AC', 4]);
  });

  it('has the samples and the warnings of the page: 8.3', async () => {
    const judgement = { ...bodyIn<readonly Raw[]>('8.3/team-judgement-5.json')[0], judgement_type_id: 'AC' };
    const { envelope } = await resultOf83('8.3/page-submission-modal-warning.html', json([judgement]), true);
    assert.match(
      envelope.data?.compile?.message ?? '',
      /^main\.cpp: [^]*main\.cpp:2:16: warning: unused variable/,
    );
    const cases = envelope.data?.judge?.subtasks.flatMap((subtask) => subtask.cases) ?? [];
    assert.deepEqual(
      cases.map(({ status, time, extra }) => [status, time, String(extra?.['stdout']).trimEnd()]),
      [
        ['AC', 2, '3'],
        ['AC', 2, '12'],
      ],
    );
  });

  it('is read from the full page of the team: 8.3', async () => {
    const { envelope } = await compileErrorOf83('8.3/page-submission-full-ce.html');
    assert.match(envelope.data?.compile?.message ?? '', /^Compiling failed[^]*main\.cpp:3:11: error: /);
  });

  it('has the compiler output of the page, also without the parts around it: 8.3', async () => {
    const { envelope } = await compileErrorOf83('8.3/page-submission-modal-ce.html');
    assert.match(envelope.data?.compile?.message ?? '', /^Compiling failed[^]*main\.cpp:3:11: error: /);
  });

  it('has no compiler output if the page isn’t there yet: 7.3', async () => {
    const { envelope } = await compileErrorOf83('8.3/73-page-submission-ce.html');
    assert.equal(envelope.data?.judge?.status, 'CE');
    assert.equal(envelope.data?.compile?.message ?? '', '');
  });

  const compileErrorOf83 = (page: string) => resultOf83(page, response('8.3/team-judgement-5.json'));
  const resultOf83 = async (page: string, judgements: PlayedAnswer, opened = false) => {
    const responses = site('1', {
      '/info': '8.3/team-info.json',
      '/user': '8.3/team-user.json',
      '/config': '8.3/82-team-config.json',
      '/contests/1': '8.3/team-contest.json',
      '/contests/1/languages': '8.3/team-languages.json',
      '/contests/1/problems': '8.3/82-team-contests-1-problems.json',
      '/contests/1/judgement-types': '8.3/team-judgement-types.json',
      '/contests/1/submissions/5': '8.3/team-submission-5.json',
      '/contests/1/judgements': judgements,
      'GET /login': {
        ...response('8.3/login-form.html'),
        headers: { 'set-cookie': 'PHPSESSID=form; path=/' },
      },
      'POST /login': '8.3/login-post.txt',
      '/team/submission/5': page,
    });
    const now = Date.parse('2026-11-28T22:00:00Z');
    const answer = await resultFrom(settings('1'), { requestId: '5' }, replying(responses), { opened, now });
    assert.ok(answer.kind === 'result');
    return answer;
  };
});
