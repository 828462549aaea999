import assert from 'node:assert/strict';
import type { Clarification, JuryQuestion, Judge } from '../../../../../src/judges';
import { clics } from '../../../../../src/judges/adapters/clics';
import { omegaup } from '../../../../../src/judges/adapters/omegaup';
import { described } from '../../../../support/profiles';
import { failing, on, requestsOf, run } from '../../../../support/operations';
import type { JudgeClient } from '../../../../../src/judges/client';
import { failureOf } from '../../clients';
import { answer } from '../answers';
import { useDomjudge, versions } from '../clics/domjudgeSite';

const shown = ({ id, kind, problem, text }: Clarification) => [id, kind, problem, text];
const offer = ({ contests }: Judge) => contests?.clarifications ?? assert.fail('there are none');

describe('Clarifications', function () {
  this.timeout(60_000);
  const start = useDomjudge();
  const contestOf = ({ judge }: JudgeClient) => judge.contests?.only ?? assert.fail('there are several');
  const read = (client: JudgeClient) => {
    const { fetchAll } = offer(client.judge);
    return client.ask((http) => fetchAll(http, contestOf(client)));
  };
  const ask = (client: JudgeClient, question: Omit<JuryQuestion, 'contest'>) => {
    const { ask: send } = offer(client.judge);
    return client.ask((http) => send(http, { contest: contestOf(client), ...question }));
  };

  for (const version of versions) {
    it(`of DOMjudge ${version} are questions, answers, and announcements, newest first`, async () => {
      const { site, clock, clientFor } = await start(version);
      const [sum] = site.running.problems;
      const { team } = site.bob;
      const client = clientFor();
      await ask(client, { problemId: version === '8.3' ? '2' : 'sum', text: 'Is a < 10^9? Ünï 中文' });
      clock.now += 1_000;
      const to = site.alice.team;
      site.clarify({ problem: sum ?? null, replyTo: 1, to, text: '> Is a < 10^9?\n\nYes.' });
      clock.now += 1_000;
      site.clarify({ text: 'Lunch at 12' });
      site.clarify({ to: team, text: 'only for Team Two' });
      site.clarify({ from: team, text: 'a question of Team Two' });
      const listed = await read(client);
      assert.deepEqual(listed.map(shown), [
        ['3', 'announcement', null, 'Lunch at 12'],
        ['2', 'answer', 'A – Sum', '> Is a < 10^9?\n\nYes.'],
        ['1', 'sent', 'A – Sum', 'Is a < 10^9? Ünï 中文'],
      ]);
      assert.equal(listed[0]?.at, clock.now);
      const before = site.requests.length;
      await read(client);
      assert.equal(site.requests.length - before, 1, 'problems and account are reused');
    });
  }

  it('of all teams are shown to a jury', async () => {
    const { site, clientFor } = await start('9.0');
    site.clarify({ text: 'Lunch at 12' });
    site.clarify({ from: site.bob.team, text: 'Is it sorted?' });
    const listed = await read(clientFor(site.jury));
    assert.deepEqual(listed.map(shown), [
      ['1', 'sent', null, 'Lunch at 12'],
      ['2', 'question', null, 'Is it sorted?'],
    ]);
    const pages = listed.map(({ answerPage = '' }) => answerPage.replace(site.url, ''));
    assert.deepEqual(pages, ['', '/domjudge/jury/clarifications/2']);
  });

  it('name the team of a question to a jury, whose list is requested once', async () => {
    const { site, clientFor } = await start('10');
    site.clarify({ text: 'Lunch at 12' });
    site.clarify({ from: site.bob.team, text: 'Is it sorted?' });
    const teamLists = () => site.requests.filter(({ path }) => path.endsWith('/teams')).length;
    const jury = clientFor(site.jury);
    await read(jury);
    assert.deepEqual(
      (await read(jury)).map(({ kind, team }) => [kind, team]),
      [
        ['sent', undefined],
        ['question', 'Team Two'],
      ],
    );
    assert.equal(teamLists(), 1);
    await read(clientFor(site.bob));
    assert.equal(teamLists(), 1);
  });

  it('from the jury are news to an account with a team, although it also is of the jury', async () => {
    const { site, clientFor } = await start('9.0');
    Object.assign(site.jury, { roles: ['team', 'jury'], team: site.alice.team });
    site.clarify({ text: 'Lunch at 12' });
    site.clarify({ to: site.alice.team, text: 'Yes.' });
    site.clarify({ to: site.bob.team, text: 'No.' });
    site.clarify({ from: site.bob.team, text: 'Is it sorted?' });
    assert.deepEqual(
      (await read(clientFor(site.jury))).map(({ kind, text }) => [kind, text]),
      [
        ['announcement', 'Lunch at 12'],
        ['answer', 'Yes.'],
        ['sent', 'No.'],
        ['question', 'Is it sorted?'],
      ],
    );
  });

  it('can’t be asked without a team, and the site’s sentence is kept', async () => {
    const { site, clientFor } = await start('9.0');
    const question = { problemId: null, text: 'Why?' };
    const { failure, sent } = await failureOf(ask(clientFor(site.alone), question));
    assert.ok(failure.kind === 'status');
    assert.deepEqual(
      [failure.status, failure.error?.errorMessage, sent],
      [400, 'User does not belong to a team.', 'no'],
    );
    assert.deepEqual(site.clarifications, []);
  });

  it('contain no control characters, and are cut', async () => {
    const { site, clientFor } = await start('10');
    site.clarify({ text: `\u202e<b>\u0000[x](command:evil)\r\nline\u2067 two ${'x'.repeat(1_000_000)}` });
    for (let count = 0; count < 600; count += 1)
      site.clarify({ text: `old ${count}`, at: site.now() - 1_000 - count });
    const listed = await read(clientFor());
    assert.equal(listed.length, 500);
    assert.match(listed[0]?.text ?? '', /^<b>\[x\]\(command:evil\)\nline two x+/);
    assert.ok((listed[0]?.text.length ?? 0) <= 10_001);
    assert.equal(listed[1]?.text, 'old 0');
  });

  it('may have missing fields', async () => {
    const site = described(clics, 'finals', { url: 'https://dj.example.org/api', contest: 'nwerc' });
    const bodies: Readonly<Record<string, unknown>> = {
      clarifications: [
        { id: 'c1' },
        { text: 'no ID' },
        null,
        { id: 7, text: 'a number' },
        { id: 'c2', text: 'x', time: 'yesterday', problem_id: 'gone', from_team_id: 't3' },
      ],
      problems: [],
      user: { username: 'alice', team_id: 't3' },
    };
    const reading = on(site, (http) => offer(site).fetchAll(http, 'nwerc'));
    const found = await run(reading, ({ path }) => answer(bodies[path.split('/').at(-1) ?? ''] ?? {}));
    assert.deepEqual(found.map(shown), [
      ['c1', 'announcement', null, ''],
      ['c2', 'sent', 'gone', 'x'],
    ]);
    assert.equal(await failing(reading, () => answer({ code: 404, message: 'gone' }, 404)), '404 gone');
  });

  it('of omegaUp are one object each, which becomes news when it is answered', async () => {
    const site = described(omegaup, 'omegaup', {});
    const one = { problem_alias: 'sumas', author: 'bob', time: 1_795_900_422, receiver: null };
    const clarifications = [
      { ...one, clarification_id: 1, message: 'Is a < 10?', answer: null, public: false },
      { ...one, clarification_id: 2, message: 'And b?\nc?', answer: 'Yes.', public: false },
      { ...one, clarification_id: 3, message: 'And c?', answer: 'No.', public: true },
      { ...one, clarification_id: 4, message: 'Lunch', answer: null, public: true, receiver: 'admin' },
      { ...one, clarification_id: 5, message: 'Come here', answer: null, public: false, receiver: 'bob' },
    ];
    const reading = on(site, (http) => offer(site).fetchAll(http, 'c-det'));
    const found = await run(reading, () => answer({ status: 'ok', clarifications }));
    assert.deepEqual(found.map(shown), [
      ['1', 'sent', 'sumas', 'Is a < 10?'],
      ['2 answered', 'answer', 'sumas', '> And b?\n> c?\n\nYes.'],
      ['3 answered', 'announcement', 'sumas', '> And c?\n\nNo.'],
      ['4', 'announcement', 'sumas', 'Lunch'],
      ['5', 'answer', 'sumas', 'Come here'],
    ]);
    assert.equal(found[0]?.at, 1_795_900_422_000);
    const asking = on(site, (http) =>
      offer(site).ask(http, { contest: 'c-det', problemId: 'sumas', text: 'Is a < 10?' }),
    );
    assert.deepEqual(
      (await requestsOf(asking)).map(({ method, path, form }) => [method, path, form]),
      [
        [
          'POST',
          '/api/clarification/create/',
          { contest_alias: 'c-det', problem_alias: 'sumas', message: 'Is a < 10?' },
        ],
      ],
    );
  });
});
