import assert from 'node:assert/strict';
import { clics } from '../../../../src/judges/adapters/clics';
import type { Account } from '../../../../src/judges/signIn/authentication';
import type { RequestFailure } from '../../../../src/judges/requestFailed';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import { checkOf, failureOf, run } from '../../../support/operations';
import { described } from '../../../support/profiles';
import { answer, page } from './answers';

const error = (code: number, message: string) => answer({ code, message }, code);
const unauthorized: PlainAnswer = { status: 401, contentType: 'application/json', text: '' };
const contestMissing = error(404, "Object with ID 'nwerc' not found");
const html = page('<html>Not found', 404);

const team = {
  team: 'Team One',
  team_id: 'team-one',
  roles: ['team'],
  type: 'team',
  id: 'team1',
  username: 'team1',
  name: 'team1 name',
  enabled: true,
};
const nwerc = {
  formal_name: 'NWERC 2026',
  start_time: '2026-11-28T20:42:06+00:00',
  end_time: '2026-11-29T01:42:06+00:00',
  duration: '5:00:00.000',
  id: 'nwerc',
  name: 'NWERC',
  shortname: 'nwerc26',
  allow_submit: true,
  warning_message: null,
};
const running = {
  title: 'NWERC 2026',
  startsAt: Date.parse(nwerc.start_time),
  endsAt: Date.parse(nwerc.end_time),
  id: 'nwerc',
};

const site = described(clics, 'finals', {
  url: 'https://judge.example.edu/domjudge/api',
  contest: 'nwerc',
});

/** A DOMjudge with these responses, besides those to a team in a running contest. */
function domjudge(answers: Readonly<Record<string, PlainAnswer>> = {}) {
  const usual: Readonly<Record<string, PlainAnswer>> = {
    '/user': answer(team),
    '/contests': answer([nwerc]),
    '/contests/nwerc': answer(nwerc),
    '/contests/nwerc/account': answer(team),
    '/contests/nwerc/teams/team-one': answer({ id: 'team-one', name: 'Team One' }),
  };
  return ({ path }: OutgoingRequest) => answers[path] ?? usual[path] ?? error(404, 'Object not found');
}

const check = (answers: Readonly<Record<string, PlainAnswer>>, at = site): Promise<Account> =>
  run(checkOf(at), domjudge(answers));

async function failureFor(
  answers: Readonly<Record<string, PlainAnswer>>,
  at = site,
): Promise<Extract<RequestFailure, { kind: 'status' }>> {
  const { failure } = await failureOf(checkOf(at), domjudge(answers));
  assert.ok(failure.kind === 'status', failure.kind);
  return failure;
}

describe('The check of an account at a CLICS server', () => {
  it('returns the name and the contest', async () => {
    assert.deepEqual(await check({}), { name: 'team1', contest: running });
  });

  it('returns no name if the server doesn’t have the endpoint', async () => {
    const answers = { '/user': html, '/contests/nwerc/account': html };
    assert.deepEqual(await check(answers), { name: null, contest: running });
  });

  it('rejects wrong credentials, although anyone may read the contest', async () => {
    assert.equal((await failureFor({ '/user': unauthorized })).status, 401);
    // the contest is wrong as well
    const failure = await failureFor({ '/user': unauthorized, '/contests/nwerc': contestMissing });
    assert.equal(failure.status, 401);
    assert.equal((await failureFor({ '/contests/nwerc': unauthorized })).status, 401);
  });

  it('rejects the URL of a page, which responds with JSON as well', async () => {
    const noRoute = error(404, 'No route found for "GET http://127.0.0.1/domjudge/team/contests/nwerc"');
    const { failure } = await failureOf(checkOf(site), () => noRoute);
    assert.ok(failure.kind === 'status');
    assert.deepEqual([failure.status, failure.cause], [404, undefined]);
    // a front page that responds to every path
    const { failure: other } = await failureOf(checkOf(site), () => page('<html>Welcome'));
    assert.equal(other.kind, 'notJson');
  });

  it('accepts a contest that hasn’t begun, and returns its start', async () => {
    const { contest } = await check({
      '/contests/nwerc': contestMissing,
      '/contests/nwerc/teams/team-one': answer({ id: 'team-one' }),
      '/contests/nwerc/state': answer({ started: null, ended: null, frozen: null }),
      '/contests/nwerc/scoreboard': answer({
        time: '2026-11-28T21:08:58.302+00:00',
        contest_time: '-23:54:30.697',
        rows: [],
      }),
    });
    const startsAt = Date.parse('2026-11-29T21:03:28.999Z');
    assert.deepEqual(contest, { title: null, endsAt: null, id: 'nwerc', startsAt });
  });

  it('rejects a contest that has begun, but that the team can’t see', async () => {
    const failure = await failureFor({
      '/contests/nwerc': contestMissing,
      '/contests/nwerc/state': answer({ started: null, ended: null }),
      '/contests/nwerc/scoreboard': answer({ time: nwerc.start_time, contest_time: '0:00:00.000' }),
      '/contests': answer([]),
    });
    assert.deepEqual([failure.status, failure.cause], [404, { kind: 'missingContest', id: 'nwerc' }]);
    assert.equal(failure.error?.errorMessage, "Object with ID 'nwerc' not found");
  });

  it('recognizes a contest by its short name or external ID, in any letter case', async () => {
    const contests = [
      nwerc,
      { id: '2', external_id: 'future', shortname: 'tomorrow', name: 'Contest of Tomorrow' },
    ];
    const knownFor = async (contest: string) => {
      const at = described(clics, 'finals', { url: site.baseUrl, contest });
      const { cause } = await failureFor({ '/contests': answer(contests) }, at);
      return cause?.kind === 'missingContest' ? cause.knownId : assert.fail();
    };
    assert.equal(await knownFor('NWERC'), 'nwerc');
    assert.equal(await knownFor('NwErC26'), 'nwerc');
    assert.equal(await knownFor('Future'), '2');
    assert.equal(await knownFor('tomorrow'), '2');
    assert.equal(await knownFor('other'), undefined);
  });

  it('returns why an account can’t submit', async () => {
    const reasonFor = async (user: object) => (await check({ '/user': answer(user) })).cannotSubmit;
    assert.equal(await reasonFor({ ...team, team: null, team_id: null }), 'noTeam');
    assert.equal(await reasonFor({ username: 'reader', roles: ['api_reader'], team_id: null }), 'noTeam');
    assert.equal(await reasonFor({ ...team, roles: ['jury'] }), 'noTeamRole');
    assert.equal(await reasonFor({ ...team, roles: ['jury', 'team'] }), undefined);
    assert.equal(await reasonFor({ ...team, roles: ['ROLE_TEAM'] }), undefined);
    const unlisted = { '/contests/nwerc/teams/team-one': error(404, "Object with ID 'team-one' not found") };
    assert.equal((await check(unlisted)).cannotSubmit, 'teamNotListed');
    assert.equal((await check({ '/contests/nwerc/teams/team-one': html })).cannotSubmit, undefined);
  });

  it('returns that the contest accepts no submissions, and its warning', async () => {
    const closed = { ...nwerc, allow_submit: false, warning_message: ' Practice only. ' };
    const { contest } = await check({ '/contests/nwerc': answer(closed) });
    assert.deepEqual(contest, { ...running, acceptsSubmissions: false, warning: 'Practice only.' });
  });

  it('fails if the server is busy', async () => {
    const busy = error(503, 'busy');
    assert.equal((await failureFor({ '/contests/nwerc': busy })).status, 503);
    assert.equal((await failureFor({ '/user': busy, '/contests/nwerc/account': html })).status, 503);
  });
});
