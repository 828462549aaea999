import assert from 'node:assert/strict';
import { filesInZip } from '../../src/judges/adapters/shared/unzip';
import { startLocalOmegaup, type LocalOmegaup } from '../../tools/omegaup/omegaup';
import type { OmegaupUser } from '../../tools/omegaup/site';
import { capturedIn } from '../unit/judges/adapters/omegaup/captured';
import { ask, bodyOf, itAnswersNoWebPage, right, sum } from './standIns';

type Raw = Record<string, unknown>;

describe('The omegaUp mock', function () {
  this.timeout(60_000);
  let site: LocalOmegaup;
  beforeEach(async () => {
    site = await startLocalOmegaup({ compilers: false });
  });
  afterEach(() => site.stop());

  const headers = (user: OmegaupUser | null): Record<string, string> =>
    user ? { Authorization: `token ${user.token}` } : {};
  const get = (path: string, user: OmegaupUser | null = site.alice) =>
    ask(`${site.url}/api/${path}`, { headers: headers(user) });
  const read = async (path: string, user: OmegaupUser | null = site.alice): Promise<Raw> => {
    const answer = await get(path, user);
    assert.equal(answer.status, 200, answer.text);
    return bodyOf(answer);
  };
  const create = (fields: Readonly<Record<string, string>>, user: OmegaupUser | null = site.alice) => {
    const form = { problem_alias: 'p1001', language: 'js', source: right, ...fields };
    return ask(`${site.url}/api/run/create/`, {
      method: 'POST',
      headers: headers(user),
      body: new URLSearchParams(form),
    });
  };
  const refusalOf = async (answer: ReturnType<typeof ask>): Promise<readonly unknown[]> => {
    const { status, contentType, text } = await answer;
    const { errorname, status: kind } = JSON.parse(text) as Raw;
    assert.equal(kind, 'error');
    assert.equal(contentType, 'text/html; charset=UTF-8');
    return [status, errorname];
  };

  itAnswersNoWebPage(() => site);

  it('judges a program without its outer blanks, and shows its groups and cases', async () => {
    const accepted = bodyOf(await create({ source: `\n\n  ${sum}console.log(a > 40000 ? 0 : a + b);\n\n` }));
    await site.idle();
    const guid = String(accepted.guid);
    const status = await read(`run/status/?run_alias=${guid}`);
    assert.deepEqual(
      [status.status, status.verdict, status.score, status.contest_alias],
      ['ready', 'PA', 0.6, null],
    );
    const details = await read(`run/details/?run_alias=${guid}`);
    assert.equal(details.source, `${sum}console.log(a > 40000 ? 0 : a + b);`);
    const { groups } = details.details as { groups: readonly Raw[] };
    assert.deepEqual(
      groups.map(({ group, contest_score: points, max_score: most }) => [group, points, most]),
      [
        ['1', 30, 30],
        ['2', 30, 30],
        ['3', 0, 40],
      ],
    );
    const answer = await fetch(`${site.url}/api/run/download/?run_alias=${guid}&show_diff=true`, {
      headers: headers(site.alice),
    });
    const archive = new Uint8Array(await answer.arrayBuffer());
    const files = await filesInZip(archive, { entries: 100, size: 10_000 }, () => true);
    assert.deepEqual(
      files?.slice(0, 2).map(({ path, content }) => [path, new TextDecoder().decode(content)]),
      [
        ['1.0.out', '50\n'],
        ['1.1.out', '0\n'],
      ],
    );
  });

  it('sends a judge error and zeros until a run is ready', async () => {
    const run = site.submit({ problem: 'p1001', source: null });
    const { status, verdict, score } = await read(`run/status/?run_alias=${run.guid}`);
    assert.deepEqual([status, verdict, score], ['waiting', 'JE', 0]);
  });

  it('refuses with the names of the site, as HTML', async () => {
    const contest = site.add({ alias: 'copa', title: 'Copa', problems: ['p1001'] });
    const later = site.now() + 3_600_000;
    site.add({ alias: 'futura', title: 'Copa futura', startsAt: later, problems: ['p1001'] });
    site.add({ alias: 'tarea', title: 'Tarea', course: 'curso', problems: ['p1001'] });
    const run = site.submit({ problem: 'p1177', source: null });
    site.problem('p1216').acceptsSubmissions = false;
    const { guid } = run;
    const refusals: readonly (readonly [ReturnType<typeof ask>, number, string])[] = [
      [get('nothing/list/'), 404, 'apiNotFound'],
      [get('run/create/'), 405, 'methodNotAllowed'],
      [get(`run/status/?run_alias=${guid}`, null), 401, 'loginRequired'],
      [get(`run/status/?run_alias=${guid}`, site.bob), 403, 'userNotAllowed'],
      [get(`run/status/?run_alias=${'0'.repeat(32)}`), 404, 'runNotFound'],
      [get('run/status/?run_alias=7'), 400, 'parameterInvalid'],
      [get('problem/details/?problem_alias=nothing'), 404, 'problemNotFound'],
      [get('contest/details/?contest_alias=copa'), 403, 'userNotAllowed'],
      [get('contest/details/?contest_alias=futura'), 412, 'contestNotStarted'],
      [get('contest/details/?contest_alias=nothing'), 404, 'contestNotFound'],
      [get('course/assignmentDetails/?course=curso&assignment=tarea'), 403, 'userNotAllowed'],
      [create({ contest_alias: 'copa' }), 403, 'runNotEvenOpened'],
      [create({ contest_alias: 'nothing' }), 400, 'parameterNotFound'],
      [create({ contest_alias: 'copa', problem_alias: 'p1177' }), 400, 'parameterNotFound'],
      [create({ contest_alias: 'copa', problemset_id: '1' }), 400, 'incompatibleArgs'],
      [create({ problemset_id: '99' }), 404, 'problemsetNotFound'],
      [create({ language: 'java' }), 400, 'parameterNotInExpectedSet'],
      [create({ problem_alias: 'p1216' }), 400, 'parameterNotInExpectedSet'],
      [create({ problem_alias: 'p1177' }), 403, 'runWaitGap'],
    ];
    for (const [answer, status, name] of refusals)
      assert.deepEqual(await refusalOf(answer), [status, name], name);
    contest.members.add(site.alice);
    contest.endsAt = site.now();
    assert.deepEqual(await refusalOf(create({ contest_alias: 'copa' })), [403, 'runNotInsideContest']);
    const wrong = { Authorization: 'token wrong' };
    assert.equal((await ask(`${site.url}/api/session/currentSession/`, { headers: wrong })).status, 401);
    const english = bodyOf(await get(`run/status/?run_alias=${'0'.repeat(32)}&lang=en`));
    assert.equal(english.error, 'Run not found.');
  });

  it('starts the clock of a problem only if its details are requested with the contest', async () => {
    const contest = site.add({
      alias: 'copa',
      title: 'Copa',
      problems: ['p1001'],
      members: [site.alice],
    });
    contest.needsOpenProblems = true;
    await read('contest/details/?contest_alias=copa');
    await read('problem/details/?problem_alias=p1001');
    assert.deepEqual(site.opened, []);
    assert.deepEqual(await refusalOf(create({ contest_alias: 'copa' })), [403, 'runNotEvenOpened']);
    await read('problem/details/?problem_alias=p1001&contest_alias=copa');
    assert.deepEqual(site.opened, ['copa/p1001']);
    assert.equal((await create({ contest_alias: 'copa' })).status, 200);
    assert.equal(site.runs[0]?.problemset, contest);
  });

  it('names the contest of a run only in the list of its problem, and lists no runs of contests', async () => {
    const contest = site.add({ alias: 'copa', title: 'Copa', problems: ['p1001'], members: [site.alice] });
    const tarea = site.add({
      alias: 't',
      title: 'T',
      course: 'c',
      problems: ['p1001'],
      members: [site.alice],
    });
    const inContest = site.submit({ problem: 'p1001', problemset: contest, source: null });
    const inCourse = site.submit({ problem: 'p1001', problemset: tarea, source: null });
    for (const run of [inContest, inCourse]) site.change(run, { verdict: 'AC', score: 1 });
    const { runs } = await read('problem/runs/?problem_alias=p1001');
    const aliases = (runs as readonly Raw[]).map(({ contest_alias: alias }) => alias);
    assert.deepEqual(aliases, ['copa', null]);
    const { submissions } = await read('submission/list/?username=alice');
    assert.deepEqual(
      (submissions as readonly Raw[]).map(({ guid }) => guid),
      [inCourse.guid],
    );
    site.alice.isPrivate = true;
    assert.deepEqual(await refusalOf(get('submission/list/?username=alice')), [
      403,
      'userInformationIsPrivate',
    ]);
  });

  it('refuses the last request of an hour', async () => {
    site.oddities.requestsPerHour = 3;
    await read('session/currentSession/');
    await read('session/currentSession/');
    const refused = await get('session/currentSession/');
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.retryAfter) > 0);
  });

  it('sends no field that the site doesn’t send', async () => {
    site.add({ alias: 'c-det', title: 'Copa', problems: ['p1001'], members: [site.alice] });
    site.add({ alias: 'tarea1', title: 'T', course: 'curso', problems: ['p1001'], members: [site.alice] });
    const run = site.submit({ problem: 'p1001', language: 'js', source: right });
    await site.idle();
    site.comment(run, 'Why?', 1);
    const responses: readonly (readonly [string, 'lists' | 'problems' | 'runs', string])[] = [
      [`run/status/?run_alias=${run.guid}`, 'runs', 'run-status-all-pa'],
      [`run/details/?run_alias=${run.guid}`, 'runs', 'run-details-with-feedback'],
      ['problem/runs/?problem_alias=p1001', 'lists', 'problem-runs-disqualified'],
      ['contest/list/', 'problems', 'contest-list'],
      ['contest/details/?contest_alias=c-det', 'problems', 'problemset-details'],
      [
        'course/assignmentDetails/?course=curso&assignment=tarea1',
        'problems',
        'course-assignmentDetails-student',
      ],
      ['problem/details/?problem_alias=p1001', 'problems', 'problem-details-signed-in'],
    ];
    // fields that nothing reads aren't in the fixtures
    const unread = ['_id', 'country', 'classname', 'nextSubmissionTimestamp'];
    for (const [path, file, name] of responses) {
      const captured = { ...capturedIn(file).get(name)?.body };
      const others = Object.keys(await read(path)).filter((field) => !Object.hasOwn(captured, field));
      assert.deepEqual(
        others.filter((field) => !unread.includes(field)),
        [],
        name,
      );
    }
  });
});
