import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { clics } from '../../../../../src/judges/adapters/clics';
import { completionOf, encodeEnvelope, decodeEnvelope } from '../../../../../src/results';
import { described } from '../../../../support/profiles';
import { failureOf, now, on, run } from '../../../../support/operations';
import { answer, page } from '../answers';
import type { OutgoingRequest } from '../../../../../src/judges/http/judgeHttp';
import type { PlainAnswer } from '../../../../../src/judges/adapters/shared/makeResult';

const site = described(clics, 'finals', { url: 'https://judge.example.edu/domjudge/api', contest: 'demo' });
const fixture = (name: string) =>
  fs.readFileSync(path.resolve(import.meta.dirname, '../../../../fixtures/services/domjudge', name), 'utf8');
const at = (offset: number) => new Date(now + offset).toISOString();
const error = (code: number, message: string) => answer({ code, message }, code);
const minute = 60_000;

const submission = {
  id: '4',
  problem_id: 'hello',
  language_id: 'cpp',
  team_id: 't1',
  time: at(-10 * minute),
  files: [],
};
const judgement = (more: object) => ({
  id: '71',
  submission_id: '4',
  valid: true,
  judgement_type_id: 'WA',
  start_time: at(-9 * minute),
  end_time: at(-8 * minute),
  max_run_time: 0.057,
  score: null,
  ...more,
});
const team = { username: 'alice', type: 'team', roles: ['team'], team: 'Team One', team_id: 't1' };
const jury = { username: 'jury1', type: 'judge', roles: ['jury'], team_id: null };
const contest = {
  id: 'demo',
  name: 'Demo contest',
  shortname: 'demo',
  scoreboard_type: 'pass-fail',
  start_time: at(-60 * minute),
  end_time: at(60 * minute),
};
const types = [
  { id: 'CE', name: 'compiler error', solved: false },
  { id: 'WA', name: 'wrong answer', solved: false },
  { id: 'RTE', name: 'run error', solved: false },
  { id: 'AC', name: 'correct', solved: true },
];
const languages = [
  { id: 'cpp', name: 'C++', extensions: ['cpp'] },
  { id: 'c', name: 'C', extensions: ['c'] },
];
const problems = [{ id: 'hello', label: 'A', name: 'Hello World', time_limit: 5 }];

type Answers = Readonly<Record<string, PlainAnswer>>;

/** A contest with these responses, by path below the contest, or else by complete path. */
function contestWith(answers: Answers) {
  const asked: string[] = [];
  const known: Answers = {
    'submissions/4': answer(submission),
    'judgements?submission_id=4': answer([judgement({})]),
    '/user': answer(team),
    'judgement-types': answer(types),
    '/contests/demo': answer(contest),
    languages: answer(languages),
    problems: answer(problems),
    '/config': answer({ show_compile: 2, show_sample_output: true }),
    ...answers,
  };
  const reply = ({ path: full, page: isPage, headers = {} }: OutgoingRequest): PlainAnswer => {
    const name = full.replace(/^\/contests\/demo\//, '');
    asked.push(isPage ? `${name} ${headers.Cookie ?? ''}`.trim() : name);
    return known[name] ?? error(404, `No route found for "GET ${full}"`);
  };
  return { asked, reply };
}

async function resultOf(answers: Answers, { isOpened = false, requestId = '4' } = {}) {
  const { asked, reply } = contestWith(answers);
  const fetch = isOpened ? site.fetchOpened! : site.fetchResult;
  const result = await run(
    on(site, (http) => fetch(http, { requestId, hint: null })),
    reply,
  );
  assert.ok(result.kind === 'result');
  const { envelope, about } = result;
  // what was read can be stored
  const stored = decodeEnvelope(JSON.parse(encodeEnvelope(envelope)), 'stored');
  assert.ok(stored.ok);
  assert.deepEqual(stored.envelope.data?.judge, envelope.data?.judge);
  return {
    judge: envelope.data!.judge!,
    compile: envelope.data!.compile,
    completion: completionOf(envelope, site.rules),
    about,
    asked,
  };
}

const pageOf = (name: string) => ({ '/team/submission/4': page(fixture(name)) });

describe('A result at DOMjudge', () => {
  it('has the letter and title of the problem, the name of the language, and the time limit', async () => {
    const { about } = await resultOf({});
    assert.deepEqual(about?.problem, { id: 'hello', title: 'Hello World', letter: 'A' });
    assert.deepEqual([about?.language, about?.languageName], ['cpp', 'C++']);
    assert.deepEqual(about?.limits, { time: 5000, memory: null });
    assert.equal(about?.contest?.title, 'Demo contest');
  });

  it('doesn’t request runs that the roles forbid', async () => {
    const { asked, judge } = await resultOf({});
    assert.ok(!asked.some((one) => one.startsWith('runs')));
    assert.equal(judge.hidesCases, true);
    const ofJury = await resultOf({ '/user': answer(jury), 'teams/t1': answer({ name: 'Team One' }) });
    assert.ok(ofJury.asked.includes('runs?judgement_id=71&judging_id=71'));
    assert.equal(ofJury.about?.user, 'Team One');
  });

  it('isn’t final before judging has ended', async () => {
    const running = { 'judgements?submission_id=4': answer([judgement({ end_time: null })]) };
    const { judge, asked, completion } = await resultOf(running, { isOpened: true });
    assert.deepEqual([judge.status, judge.isPreliminary, completion], ['WA', true, 'unfinished']);
    assert.ok(!asked.some((one) => one.startsWith('/team')));
    const ended = await resultOf({});
    assert.deepEqual([ended.judge.isPreliminary, ended.completion], [undefined, 'finished']);
  });

  it('has points only in a contest that counts them', async () => {
    const scored = { 'judgements?submission_id=4': answer([judgement({ score: '88.370000000' })]) };
    const counting = answer({ ...contest, scoreboard_type: 'score' });
    assert.equal((await resultOf(scored)).judge.score, null);
    assert.equal((await resultOf({ ...scored, '/contests/demo': counting })).judge.score, 88.37);
    assert.equal((await resultOf({ '/contests/demo': counting })).judge.score, null);
  });

  it('shows the number of tests to a jury', async () => {
    const { judge } = await resultOf({
      '/user': answer(jury),
      problems: answer([{ ...problems[0], test_data_count: 7 }]),
      'judgements?submission_id=4': answer([judgement({ end_time: null })]),
      'runs?judgement_id=71&judging_id=71': answer([
        { ordinal: 1, judgement_type_id: 'WA', run_time: 0.004 },
      ]),
    });
    assert.deepEqual([judge.total, judge.subtasks[0]?.cases.length], [7, 1]);
  });

  it('waits for a judgehost, or for the verification that the jury requires', async () => {
    const pending = async (judgements: readonly object[], more: Answers = {}) =>
      (await resultOf({ 'judgements?submission_id=4': answer(judgements), ...more })).judge.status;
    assert.equal(await pending([judgement({ judgement_type_id: null, start_time: null })]), 'QUEUED');
    assert.equal(await pending([judgement({ judgement_type_id: null })]), 'JUDGING');
    const config = answer({ show_compile: 2, verification_required: true });
    assert.equal(await pending([], { '/user': answer(jury), '/config': config }), 'PENDING');
    const imported = answer({ ...submission, import_error: 'no ZIP' });
    assert.equal(await pending([], { '/user': answer(jury), 'submissions/4': imported }), 'IE');
  });

  it('belongs to the team only if the IDs are the same', async () => {
    const other = contestWith({
      '/user': answer({ ...team, team_id: 'team12' }),
      'submissions/4': answer({ ...submission, team_id: '12' }),
      'judgements?submission_id=4': answer([]),
    });
    const fetch = on(site, (http) => site.fetchResult(http, { requestId: '4', hint: null }));
    const { failure } = await failureOf(fetch, other.reply);
    assert.deepEqual(failure.kind === 'status' && failure.cause, { kind: 'notOwn', whose: 'team' });
  });
});

describe('The end of a contest at DOMjudge', () => {
  const late = {
    'submissions/4': answer({ ...submission, time: at(-minute) }),
    'judgements?submission_id=4': answer([]),
    '/contests/demo': answer({ ...contest, end_time: at(-5 * minute) }),
  };

  it('makes later submissions too late, which is final', async () => {
    const { judge, completion, asked } = await resultOf(late);
    assert.deepEqual([judge.status, completion], ['LATE', 'finished']);
    // the first response may be an old one
    assert.equal(asked.filter((one) => one === '/contests/demo').length, 2);
  });

  it('doesn’t count if the contest was extended', async () => {
    let requests = 0;
    const { reply } = contestWith(late);
    const result = await run(
      on(site, (http) => site.fetchResult(http, { requestId: '4', hint: null })),
      (request) => {
        if (request.path !== '/contests/demo') return reply(request);
        requests += 1;
        return requests === 1 ? reply(request) : answer(contest);
      },
    );
    assert.ok(result.kind === 'result');
    assert.equal(result.envelope.data?.judge?.status, 'QUEUED');
  });

  it('doesn’t hide a verdict', async () => {
    const judged = await resultOf({ ...late, 'judgements?submission_id=4': answer([judgement({})]) });
    assert.equal(judged.judge.status, 'WA');
  });
});

describe('A submission that the contest at DOMjudge doesn’t contain', () => {
  const missing = { 'submissions/4': error(404, "Object with ID '4' not found") };

  it('is ignored by the jury if its judgement can be read', async () => {
    const { judge, completion, about } = await resultOf(missing);
    assert.deepEqual([judge.status, judge.isIgnored, completion], ['WA', true, 'finished']);
    assert.equal(about?.problem, null);
  });

  const inactive = {
    'submissions/4': error(404, "Contest with ID 'demo' not found"),
    'judgements?submission_id=4': error(404, "Contest with ID 'demo' not found"),
    '/contests/demo': error(404, "Object with ID 'demo' not found"),
    '/contests': answer([]),
  };

  it('is found without the contest if that was deactivated', async () => {
    const { judge } = await resultOf({
      ...inactive,
      '/submissions/4': answer(submission),
      '/judgements?submission_id=4': answer([judgement({})]),
    });
    assert.equal(judge.status, 'WA');
  });

  const failing = async (answers: Answers) => {
    const fetch = on(site, (http) => site.fetchResult(http, { requestId: '4', hint: null }));
    const { failure } = await failureOf(fetch, contestWith(answers).reply);
    assert.ok(failure.kind === 'status');
    return failure;
  };

  it('names the deactivated contest if the site no longer responds', async () => {
    const failure = await failing(inactive);
    assert.deepEqual([failure.status, failure.cause], [404, { kind: 'inactiveContest', id: 'demo' }]);
  });

  const none = { ...missing, 'judgements?submission_id=4': answer([]) };

  it('is looked up in the other contests', async () => {
    const { about, judge } = await resultOf({
      ...none,
      '/contests': answer([contest, { id: 'other', name: 'Other' }]),
      '/contests/other/submissions/4': answer(submission),
      '/contests/other/judgements?submission_id=4': answer([judgement({ judgement_type_id: 'AC' })]),
    });
    assert.deepEqual([judge.status, about?.hint], ['AC', 'other']);
  });

  it('is unknown if no contest contains it', async () => {
    const failure = await failing({ ...none, '/contests': answer([contest, { id: 'other' }]) });
    assert.deepEqual([failure.status, failure.cause], [404, undefined]);
    assert.equal(failure.error?.errorMessage, "Object with ID '4' not found");
  });

  it('is found in the complete list if the query expects the internal number', async () => {
    const imported = { ...submission, id: 'icpc-7', submitid: 113 };
    const { judge } = await resultOf(
      {
        'submissions/icpc-7': answer(imported),
        'judgements?submission_id=icpc-7': answer([]),
        judgements: answer([judgement({}), judgement({ submission_id: 'icpc-7', judgement_type_id: 'AC' })]),
      },
      { requestId: 'icpc-7' },
    );
    assert.equal(judge.status, 'AC');
    const { asked } = await resultOf({ 'judgements?submission_id=4': answer([]) });
    assert.ok(!asked.includes('judgements'));
  });
});

describe('The team’s page at DOMjudge', () => {
  const compileError = { 'judgements?submission_id=4': answer([judgement({ judgement_type_id: 'CE' })]) };
  const isPage = (one: string) => one.startsWith('/team');

  it('adds the compiler’s output to a compile error by itself', async () => {
    const { compile, asked, judge } = await resultOf({
      ...compileError,
      ...pageOf('10/team-page-ce-show_compile-1.html'),
      '/config': answer({ show_compile: 1, show_sample_output: false }),
    });
    assert.equal(compile?.success, false);
    assert.ok(
      compile?.message?.startsWith(
        'Compiling failed with exitcode 1, compiler output:\nmain.cpp: In function',
      ),
    );
    assert.deepEqual(asked.filter(isPage), ['/team/submission/4 domjudge_cid=demo']);
    assert.equal(judge.opensMore, undefined);
  });

  it('adds the samples when the result is opened, beside the verdict', async () => {
    const closed = await resultOf({});
    assert.deepEqual([closed.judge.opensMore, closed.asked.filter(isPage)], [true, []]);
    const { judge, completion } = await resultOf(
      {
        ...pageOf('10/team-page-demo-6.html'),
        'judgements?submission_id=4': answer([judgement({ judgement_type_id: 'RTE' })]),
      },
      { isOpened: true },
    );
    assert.deepEqual(
      [judge.status, judge.opensMore, judge.hidesCases, completion],
      ['RTE', undefined, true, 'finished'],
    );
    const [samples] = judge.subtasks;
    assert.equal(samples?.name, 'Samples');
    assert.deepEqual(samples?.cases, [
      {
        id: 1,
        status: 'RTE',
        score: null,
        time: 3,
        memory: null,
        signal: null,
        exitCode: null,
        description: null,
        extra: { stdout: 'Hello world!\n', stderr: 'about to fail\n', omitted: { expected: 'notSent' } },
      },
    ]);
  });

  it('adds warnings, but no compilation without any', async () => {
    const accepted = { 'judgements?submission_id=4': answer([judgement({ judgement_type_id: 'AC' })]) };
    const c = { 'submissions/4': answer({ ...submission, language_id: 'c' }) };
    const { compile } = await resultOf(
      { ...accepted, ...c, ...pageOf('10/team-page-demo-19.html') },
      { isOpened: true },
    );
    assert.equal(compile?.success, true);
    assert.ok(compile?.message?.includes('unused variable'));
    const silent = [
      "Info: using 'main' from 'Main'",
      'Info: detected entry_point: main.py',
      'Note: Main.java uses unchecked or unsafe operations.',
      'Nov 28, 2026 9:33:58 PM com.sun.jna.Native load',
    ];
    const info = fixture('10/team-page-demo-19.html').replace(
      /<pre[^]*?<\/pre>/,
      `<pre>${silent.join('\n')}</pre>`,
    );
    const without = await resultOf(
      { ...accepted, ...c, '/team/submission/4': page(info) },
      { isOpened: true },
    );
    assert.equal(without.compile, null);
  });

  it('isn’t requested if the site shows nothing there', async () => {
    const shown = async (config: object, code: string) => {
      const judgements = answer([judgement({ judgement_type_id: code })]);
      const answers = { '/config': answer(config), 'judgements?submission_id=4': judgements };
      const { asked, judge } = await resultOf(answers, { isOpened: true });
      assert.equal(judge.opensMore, undefined);
      return asked.some(isPage);
    };
    const settings = [0, 1, 2].flatMap((compile) =>
      [false, true].map((samples) => ({ show_compile: compile, show_sample_output: samples })),
    );
    const requests: string[] = [];
    for (const config of settings)
      for (const code of ['CE', 'AC'])
        if (await shown(config, code)) requests.push(`${code} ${Object.values(config).join()}`);
    assert.deepEqual(requests, [
      'AC 0,true',
      'CE 1,false',
      'CE 1,true',
      'AC 1,true',
      'CE 2,false',
      'AC 2,false',
      'CE 2,true',
      'AC 2,true',
    ]);
  });

  it('isn’t used if it shows another submission', async () => {
    const { compile } = await resultOf({
      ...compileError,
      ...pageOf('10/team-page-ce-show_compile-1.html'),
      'submissions/4': answer({ ...submission, language_id: 'c' }),
    });
    assert.deepEqual(compile, { success: false, message: null, opt2: null, extra: { isOnPage: true } });
    const { judge } = await resultOf(pageOf('10/team-page-demo-6.html'), { isOpened: true });
    assert.deepEqual(judge.subtasks, []);
    const named = await resultOf(
      {
        'submissions/x7': answer({ ...submission, id: 'x7' }),
        'judgements?submission_id=x7': answer([judgement({ submission_id: 'x7' })]),
      },
      { isOpened: true, requestId: 'x7' },
    );
    assert.deepEqual(named.asked.filter(isPage), []);
  });

  it('delays the end for two minutes while the site is busy', async () => {
    const ended = (ago: number) => answer([judgement({ judgement_type_id: 'CE', end_time: at(-ago) })]);
    const busy = { '/team/submission/4': page('<html>', 502) };
    const soon = await resultOf({ ...busy, 'judgements?submission_id=4': ended(minute) });
    assert.deepEqual([soon.judge.status, soon.judge.isPreliminary], ['CE', true]);
    assert.equal(soon.completion, 'unfinished');
    const later = await resultOf({ ...busy, 'judgements?submission_id=4': ended(3 * minute) });
    assert.deepEqual([later.judge.isPreliminary, later.completion], [undefined, 'finished']);
    assert.deepEqual(later.compile?.extra, { isOnPage: true });
  });

  it('is named if it can’t be opened', async () => {
    const { compile, completion } = await resultOf({ ...compileError, '/team/submission/4': page('', 401) });
    assert.deepEqual([compile?.extra, completion], [{ isOnPage: true }, 'finished']);
    const hidden = await resultOf({ ...compileError, '/config': answer({ show_compile: 0 }) });
    assert.equal(hidden.compile?.extra, undefined);
  });

  const cookieOf = async (more: object) => {
    const { asked } = await resultOf({ ...compileError, '/contests/demo': answer({ ...contest, ...more }) });
    return asked.filter(isPage);
  };

  it('is requested in its contest, whose number the site chooses by', async () => {
    const own = '/team/submission/4';
    assert.deepEqual(await cookieOf({}), [`${own} domjudge_cid=demo`]);
    assert.deepEqual(await cookieOf({ cid: 52 }), [`${own} domjudge_cid=52`]);
    assert.deepEqual(await cookieOf({ id: '1', external_id: 'demo' }), [`${own} domjudge_cid=1`]);
  });

  it('is requested again with the number in the site’s menu if the contest has only an external ID', async () => {
    const menu = page('<a class="dropdown-item"\n href="/domjudge/team/change-contest/7">demo</a>');
    const { reply } = contestWith({
      ...compileError,
      '/contests/demo': answer({ ...contest, external_id: 'demo' }),
    });
    const cookies: (string | undefined)[] = [];
    const result = await run(
      on(site, (http) => site.fetchResult(http, { requestId: '4', hint: null })),
      (request) => {
        if (!request.page) return reply(request);
        const { Cookie: cookie, 'X-Requested-With': isFragment } = request.headers ?? {};
        cookies.push(cookie);
        if (!isFragment) return menu;
        return page(
          fixture(
            cookie === undefined ? '8.3/73-page-submission-ce.html' : '10/team-page-ce-show_compile-1.html',
          ),
        );
      },
    );
    assert.ok(result.kind === 'result');
    assert.deepEqual(cookies, [undefined, undefined, 'domjudge_cid=7']);
    assert.ok(result.envelope.data?.compile?.message?.includes('error'));
  });
});
