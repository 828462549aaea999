import assert from 'node:assert/strict';
import { listingOf } from '../../../../../src/judges/judge';
import type { RecentSubmission } from '../../../../../src/judges/adapter';
import type { JudgeClient } from '../../../../../src/judges/client';
import type { ResultAnswer } from '../../../../../src/judges/adapters/shared/makeResult';
import type { LocalDomjudge } from '../../../../../tools/domjudge/domjudge';
import type { DomjudgeSubmission } from '../../../../../tools/domjudge/site';
import { failureOf, request } from '../../clients';
import { useDomjudge, versions } from './domjudgeSite';

describe('A result at DOMjudge', function () {
  this.timeout(60_000);
  const start = useDomjudge();
  const listed = (client: JudgeClient): Promise<readonly RecentSubmission[]> => {
    const list = listingOf(client.judge, 'alice');
    assert.ok(list);
    return client.ask(list);
  };
  const judged = (
    site: LocalDomjudge,
    verdict: string,
    more: Parameters<LocalDomjudge['submit']>[0] = { code: null },
  ) => {
    const one = site.submit(more);
    site.change(one, { verdict, endedAt: site.now(), time: 0.004 });
    return one;
  };
  const fetchedBy = (client: JudgeClient, { id }: DomjudgeSubmission) => client.result(request(id));
  const envelopeOf = (answer: ResultAnswer) => {
    assert.ok(answer.kind === 'result');
    const { compile, judge } = answer.envelope.data ?? assert.fail('no data');
    return { compile, judge: judge ?? assert.fail('no result'), about: answer.about };
  };

  for (const version of versions) {
    it(`${version} shows that a submission was too late, until the contest is extended`, async () => {
      const { site, clock, clientFor } = await start(version);
      const late = judged(site, 'WA', { code: null, at: site.running.endsAt });
      clock.now = site.running.endsAt + 60_000;
      const client = clientFor();
      assert.equal(envelopeOf(await fetchedBy(client, late)).judge.status, 'LATE');
      site.running.endsAt = clock.now + 3_600_000;
      clock.now += 6 * 60_000;
      assert.equal(envelopeOf(await fetchedBy(client, late)).judge.status, 'WA');
    });

    it(`${version} names a contest that was deactivated`, async () => {
      const { site, clientFor } = await start(version);
      const one = judged(site, 'WA');
      site.running.isActive = false;
      const client = clientFor();
      if (version === '10') {
        assert.equal(envelopeOf(await fetchedBy(client, one)).judge.status, 'WA');
        return;
      }
      const { failure } = await failureOf(fetchedBy(client, one));
      assert.ok(failure.kind === 'status');
      assert.deepEqual(failure.cause, { kind: 'inactiveContest', id: version === '8.3' ? '52' : 'school' });
    });

    it(`${version} shows the output of the compiler on the team’s page`, async () => {
      const { site, clock, clientFor } = await start(version);
      const output = 'Compiling failed with exitcode 1, compiler output:\nmain.cpp:1:1: error: ‘x’\n';
      const broken = site.submit({ code: null });
      const compilation = { isSuccessful: false, output };
      site.change(broken, { verdict: 'CE', endedAt: clock.now, compilation });
      const { compile, judge } = envelopeOf(await fetchedBy(clientFor(), broken));
      assert.deepEqual(
        [judge.status, compile?.success, compile?.message?.trim()],
        ['CE', false, output.trim()],
      );
      assert.equal(broken.isSeen, true);
    });
  }

  it('shows samples and warnings only when the user opens the result', async () => {
    const { site, clock, clientFor } = await start('10');
    site.config.show_sample_output = true;
    const one = site.submit({ code: null });
    site.change(one, {
      verdict: 'WA',
      endedAt: clock.now,
      time: 0.004,
      compilation: { isSuccessful: true, output: 'main.cpp:1:5: warning: unused variable ‘x’\n' },
      samples: [{ verdict: 'AC', time: 0.002, output: '50\n', errors: 'debug\n' }],
    });
    const client = clientFor();
    const closed = envelopeOf(await fetchedBy(client, one));
    assert.equal(closed.judge.subtasks.length, 0);
    assert.equal(one.isSeen, false);
    const { fetchOpened } = client.judge;
    assert.ok(fetchOpened);
    const { compile, judge } = envelopeOf(await client.ask((http) => fetchOpened(http, request(one.id))));
    assert.match(compile?.message ?? '', /warning: unused variable/);
    const cases = judge.subtasks.flatMap((subtask) => subtask.cases);
    assert.deepEqual(
      cases.map(({ status, time, extra }) => [status, time, extra?.['stdout'], extra?.['stderr']]),
      [['AC', 2, '50\n', 'debug\n']],
    );
    assert.equal(one.isSeen, true);
  });

  it('signs in again with the form after the session has ended', async () => {
    const { site, clock, clientFor } = await start('10');
    const client = clientFor();
    const compilation = { isSuccessful: false, output: 'main.cpp:1:1: error: x\n' };
    for (let round = 0; round < 2; round += 1) {
      const broken = site.submit({ code: null });
      site.change(broken, { verdict: 'CE', endedAt: clock.now, compilation });
      assert.match(envelopeOf(await fetchedBy(client, broken)).compile?.message ?? '', /error: x/);
      site.endSessions();
    }
  });

  it('shows a compile error without its output if there is no form', async () => {
    const { site, clientFor } = await start('10');
    site.oddities.hasForm = false;
    const client = clientFor();
    const one = judged(site, 'CE');
    const asked = () => site.requests.filter(({ path }) => path.startsWith('/domjudge/login')).length;
    assert.equal(envelopeOf(await fetchedBy(client, one)).judge.status, 'CE');
    const before = asked();
    await fetchedBy(client, judged(site, 'CE'));
    // it isn't tried again for some minutes
    assert.equal(asked(), before);
  });

  it('shows points only in a contest that gives points', async () => {
    const { site, clock, clientFor } = await start('10');
    const one = site.submit({ code: null });
    site.change(one, { verdict: 'WA', endedAt: clock.now, score: 95.35, time: 0.1 });
    assert.equal(envelopeOf(await fetchedBy(clientFor(), one)).judge.score, null);
    site.running.isScored = true;
    const client = clientFor();
    assert.equal(envelopeOf(await fetchedBy(client, one)).judge.score, 95.35);
    assert.deepEqual(
      (await listed(client)).map(({ status, score }) => [status, score]),
      [['WA', 95.35]],
    );
  });

  it('has a preliminary verdict until all tests have ended', async () => {
    const { site, clock, clientFor } = await start('10');
    const one = site.submit({ code: null });
    site.change(one, { verdict: 'WA' });
    const client = clientFor();
    const first = envelopeOf(await fetchedBy(client, one)).judge;
    assert.deepEqual([first.status, first.isPreliminary], ['WA', true]);
    site.change(one, { endedAt: clock.now });
    assert.equal(envelopeOf(await fetchedBy(client, one)).judge.isPreliminary ?? false, false);
  });

  it('shows that the jury ignores a submission', async () => {
    const { site, clientFor } = await start('10');
    const one = judged(site, 'WA');
    one.isIgnored = true;
    const { judge } = envelopeOf(await fetchedBy(clientFor(), one));
    assert.deepEqual([judge.status, judge.isIgnored], ['WA', true]);
  });

  it('lists only submissions of the user’s own team', async () => {
    const { site, clientFor } = await start('10');
    const mine = judged(site, 'WA');
    // its ID is the number in the ID of the own team
    judged(site, 'AC', { code: null, team: site.bob.team! });
    assert.deepEqual(
      (await listed(clientFor())).map(({ requestId }) => requestId),
      [mine.id],
    );
  });

  it('names the contest of the list, which can be fetched before the first submission', async () => {
    const { clientFor } = await start('10');
    const client = clientFor();
    const { fetch: fetchContest, only: id } = client.judge.contests ?? {};
    assert.ok(fetchContest && id !== undefined);
    const contest = await client.ask((http) => fetchContest(http, id));
    assert.ok(typeof contest.startsAt === 'number' && typeof contest.endsAt === 'number');
  });

  it('is asked once for a list without anything new', async () => {
    const { site, clock, clientFor } = await start('10');
    const known = [judged(site, 'WA'), judged(site, 'AC')].map(({ id }) => id);
    const client = clientFor();
    const list = listingOf(client.judge, 'alice', { known: new Set(known), pending: [] });
    assert.ok(list);
    await client.ask(list);
    clock.now += 10_000;
    const before = site.requests.length;
    await client.ask(list);
    const asked = site.requests.slice(before).map(({ path }) => path.replace(/\?.*/, ''));
    assert.deepEqual(asked, ['/domjudge/api/contests/school/judgements']);
  });

  it('finds the judgement of an imported submission, whose number differs from its ID: 9.0', async () => {
    const { site, clientFor } = await start('9.0');
    const imported = judged(site, 'AC', { code: null, id: 'icpc-7' });
    assert.equal(envelopeOf(await fetchedBy(clientFor(), imported)).judge.status, 'AC');
  });

  it('shows the label and the title of the problem, the name of the language, and the time limit', async () => {
    const { site, clientFor } = await start('10');
    const one = judged(site, 'WA');
    const client = clientFor();
    const { about } = envelopeOf(await fetchedBy(client, one));
    assert.deepEqual(
      [about?.problem?.letter, about?.problem?.title, about?.languageName, about?.limits?.time],
      ['A', 'Sum', 'C++', 5_000],
    );
  });

  it('shows a jury all tests, and their number while they are being run', async () => {
    const { site, clientFor } = await start('10');
    const one = site.submit({ code: null });
    site.change(one, { verdict: 'WA', tests: [{ verdict: 'WA', time: 0.004, score: 0 }] });
    const { judge } = envelopeOf(await fetchedBy(clientFor(site.jury), one));
    assert.equal(judge.isPreliminary, true);
    assert.deepEqual(
      judge.subtasks.flatMap(({ cases }) => cases.map(({ status }) => status)),
      ['WA'],
    );
  });
});
