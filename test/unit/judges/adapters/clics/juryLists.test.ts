import assert from 'node:assert/strict';
import type { SubmissionPage } from '../../../../../src/judges';
import type { JudgeClient } from '../../../../../src/judges/client';
import type { DomjudgeUser, SubmittedFile } from '../../../../../tools/domjudge/site';
import { request } from '../../clients';
import { useDomjudge } from './domjudgeSite';

describe('The submissions that a jury lists', function () {
  this.timeout(60_000);
  const start = useDomjudge();
  const lists = (client: JudgeClient) => {
    const { problemSubmissions: ofProblem, listing } = client.judge;
    assert.ok(ofProblem?.ofAllTeams && listing?.fetchMayHaveAny);
    const { fetchMayHaveAny } = listing;
    return { ...ofProblem.ofAllTeams, fetchMayHaveAny, ofProblem };
  };

  it('are those of all teams, from one list that is reused for five minutes', async () => {
    const { site, clock, clientFor } = await start('9.0');
    site.submit({ code: null });
    site.submit({ code: null, team: site.bob.team ?? assert.fail() });
    const judged = site.submit({ code: null, problem: 'B', team: site.bob.team ?? assert.fail() });
    site.change(judged, { verdict: 'WA', endedAt: clock.now, time: 0.1 });
    const jury = clientFor(site.jury);
    const { fetchSize, ofProblem, fetchPage } = lists(jury);
    assert.deepEqual(await jury.ask((http) => fetchSize(http, null)), { submissions: 3, bytes: 1_800 });
    const ofSum = await jury.ask((http) =>
      ofProblem.fetchPage(http, { problemId: 'sum', place: null }, null, null),
    );
    assert.deepEqual(
      ofSum.submissions.map(({ team, problem, status }) => [team, problem, status]),
      [
        [{ id: 'team12', name: 'Team One' }, 'A – Sum', 'QUEUED'],
        [{ id: '12', name: 'Team Two' }, 'A – Sum', 'QUEUED'],
      ],
    );
    const listRequests = () =>
      site.requests.filter(({ path }) => /\/(?:submissions|judgements|teams)$/.test(path)).length;
    const before = listRequests();
    const ofTeam = await jury.ask((http) => fetchPage(http, '12', null, null));
    assert.deepEqual(
      ofTeam.submissions.map(({ requestId, problem, status }) => [requestId, problem, status]),
      [
        ['102', 'A – Sum', 'QUEUED'],
        ['103', 'B – Maximum Subarray', 'WA'],
      ],
    );
    assert.equal(listRequests(), before);
    clock.now += 5 * 60_000;
    await jury.ask((http) => fetchPage(http, '12', null, null));
    assert.equal(listRequests(), before + 3);
  });

  it('include those that were sent since the list was fetched', async () => {
    const { site, clientFor } = await start('9.0');
    const team = site.bob.team ?? assert.fail();
    site.submit({ code: null, team });
    const jury = clientFor(site.jury);
    const { fetchPage } = lists(jury);
    const ofTeam = async () =>
      (await jury.ask((http) => fetchPage(http, '12', null, null))).submissions.length;
    assert.equal(await ofTeam(), 1);
    site.submit({ code: null, team });
    assert.deepEqual([await ofTeam(), await ofTeam()], [2, 2]);
  });

  it('come in pages of 200', async () => {
    const { site, clientFor } = await start('10');
    for (let count = 0; count < 450; count += 1) site.submit({ code: null, at: site.now() + count });
    const jury = clientFor(site.jury);
    const { ofProblem } = lists(jury);
    const sizes: number[] = [];
    const seen = new Set<string>();
    let page: string | null = null;
    do {
      const from: string | null = page;
      const { submissions, next }: SubmissionPage = await jury.ask((http) =>
        ofProblem.fetchPage(http, { problemId: 'sum', place: null }, from, null),
      );
      sizes.push(submissions.length);
      for (const { requestId } of submissions) seen.add(requestId);
      page = next;
    } while (page !== null);
    assert.deepEqual([sizes, seen.size], [[200, 200, 50], 450]);
  });

  it('name no team for submissions of the jury’s own team', async () => {
    const { site, clientFor } = await start('10');
    Object.assign(site.jury, { team: site.bob.team });
    site.submit({ code: null });
    site.submit({ code: null, team: site.bob.team ?? assert.fail() });
    const jury = clientFor(site.jury);
    const { ofProblem } = lists(jury);
    const { submissions } = await jury.ask((http) =>
      ofProblem.fetchPage(http, { problemId: 'sum', place: null }, null, null),
    );
    assert.deepEqual(
      submissions.map(({ team }) => team?.name),
      ['Team One', undefined],
    );
  });

  it('are only the team’s own for a team, whose size isn’t requested', async () => {
    const { site, clientFor } = await start('10');
    site.submit({ code: null });
    site.submit({ code: null, team: site.bob.team ?? assert.fail() });
    const team = clientFor(site.bob);
    const { fetchSize, ofProblem } = lists(team);
    assert.equal(await team.ask((http) => fetchSize(http, null)), null);
    const { submissions } = await team.ask((http) =>
      ofProblem.fetchPage(http, { problemId: 'sum', place: null }, null, null),
    );
    assert.deepEqual(
      submissions.map(({ requestId, team: shown }) => [requestId, shown]),
      [['102', undefined]],
    );
    assert.ok(!site.requests.some(({ path }) => path.endsWith('/status')));
  });

  it('contain the program, the number of tests, and the time of another team’s submission', async () => {
    const { site, clock, clientFor } = await start('10');
    const at = clock.now - 600_000;
    const main = { name: 'A.cpp', content: Buffer.from('int main() {} // ü') };
    const header = { name: 'b.h', content: Buffer.from('#pragma once\n') };
    const read = async (files: readonly SubmittedFile[], user: DomjudgeUser) => {
      const one = site.submit({ code: null, at, files });
      site.change(one, { verdict: 'WA', endedAt: clock.now, time: 0.1 });
      const answer = await clientFor(user).result(request(one.id));
      assert.ok(answer.kind === 'result');
      return answer;
    };
    const { about, envelope } = await read([main], site.jury);
    assert.deepEqual([about?.code, about?.user, about?.at], ['int main() {} // ü', 'Team One', at]);
    assert.ok(Number(envelope.data?.judge?.total) > 0);
    const several = await read([main, header], site.jury);
    assert.match(several.about?.code ?? '', /^===== A\.cpp =====\nint.*\n===== b\.h/s);
    // teams can't read programs
    assert.equal((await read([main], site.alice)).about?.code, null);
  });

  it('can’t be the user’s own if the account has no team', async () => {
    const { site, clientFor } = await start('9.0');
    const mayHaveAny = (client: JudgeClient) => client.ask(lists(client).fetchMayHaveAny);
    assert.deepEqual(
      [await mayHaveAny(clientFor(site.jury)), await mayHaveAny(clientFor(site.alice))],
      [false, true],
    );
  });
});
