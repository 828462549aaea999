import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { RequestFailed } from '../../../../../src/judges';
import { clics } from '../../../../../src/judges/adapters/clics';
import { judgeFrom, playedClient } from '../../../../support/playedJudge';
import { folder, replying, type Responses } from './realResponses';

const judgeOf = (contest: string) =>
  judgeFrom({ type: 'clics', url: 'https://judge.example.edu/api', contest });
const clientOf = (contest: string, responses: Responses) =>
  playedClient(judgeOf(contest), replying(responses), Date.now);
const minutes = (at: number | null | undefined): string =>
  at === null || at === undefined ? '-' : new Date(at).toISOString().slice(0, 16);

describe('A contest of a real DOMjudge', () => {
  const read = async (responses: Responses) => {
    const client = clientOf('c', responses);
    const fetchContest = client.judge.contests?.fetch;
    assert.ok(fetchContest);
    const { title, startsAt, endsAt, freezesAt, acceptsSubmissions } = await client.ask((http) =>
      fetchContest(http, 'c'),
    );
    const times = [startsAt, freezesAt, endsAt].map(minutes);
    const words = [title, ...times].join(' ');
    return acceptsSubmissions === false ? `${words} closed` : words;
  };

  const shown: Readonly<Record<string, string>> = {
    '10/team-contests-demo.json': 'Demo contest 2026-11-28T20:42 2026-11-29T00:42 2026-11-29T01:42',
    '9.0/team-contest-ended.txt': 'Ended Contest 2026-11-28T19:03 2026-11-28T19:43 2026-11-28T20:03',
    '9.0/team-contest-closedsub.txt': 'Submissions Disabled 2026-11-28T20:03 - 2026-11-29T08:03 closed',
    '8.3/team-contest.json': 'school 2026-11-28T20:32 2026-11-29T00:32 2026-11-29T01:32',
    '8.3/73-team-contests-1.json': 'School Contest 2026-11-28T20:52 2026-11-29T01:15 2026-11-29T02:22',
  };
  for (const [file, expected] of Object.entries(shown)) {
    it(`has its start, its freeze, and its end: ${file}`, async () => {
      assert.equal(await read({ '/contests/c': file }), expected);
    });
  }

  for (const file of ['10/team-contest-delayed.json', '9.0/contest-start-delayed.txt']) {
    it(`has no end if its start is delayed: ${file}`, async () => {
      assert.match(
        await read({ '/contests/c': file, '/contests/c/state': '9.0/contest-start-delayed-state.txt' }),
        / - - -$/,
      );
    });
  }

  it('is found before its start, although it is hidden', async () => {
    const hidden = {
      '/contests/c': '8.3/future-contest.json',
      '/contests/c/state': '8.3/future-state.json',
      '/contests/c/scoreboard': '9.0/team-future-scoreboard.txt',
    };
    assert.equal(await read(hidden), ' 2026-11-29T21:03 - -');
  });

  const missing = [
    '10/team-contests-nope.json',
    '9.0/team-contest-ids26.txt',
    '9.0/team-contest-limited.txt',
    '9.0/team-contest-pubonly.txt',
    '8.3/contest-external-id-404.json',
    '8.3/82-ds1-contests-1.json',
    '8.3/82-ds2-contests-1.json',
  ];
  for (const file of missing) {
    it(`doesn’t exist: ${file}`, async () => {
      const state = '9.0/team-problems-1.txt';
      await assert.rejects(
        read({ '/contests/c': file, '/contests/c/state': state }),
        ({ failure }: RequestFailed) => {
          return failure.kind === 'status' && failure.status === 404;
        },
      );
    });
  }
});

describe('The contests of a real DOMjudge', () => {
  const lists: Readonly<Record<string, readonly string[]>> = {
    '10/team-contests.json': ['demo', 'scoringdemo'],
    '9.0/anon-contests.txt': [
      'ended',
      'frozen',
      'running',
      'closedsub',
      'nwerc.2026-x_1',
      'pubonly',
      'second',
    ],
    '9.0/team-contests.txt': ['ended', 'frozen', 'running', 'closedsub', 'nwerc.2026-x_1', 'second'],
    '8.3/82-team-contests.json': ['2', '4', '1', '3'],
    '8.3/82-ds1-contests.json': ['practice', 'past', 'school', 'future'],
    '8.3/82-ds2-contests.json': ['practice', 'past', 'school', 'future'],
    '8.3/73-team-contests.json': ['1', '2'],
  };
  for (const [file, expected] of Object.entries(lists)) {
    it(`are offered by their IDs: ${file}`, async () => {
      const fetchValues = clics.listedField?.fetchValues;
      assert.ok(fetchValues);
      const offered = await clientOf('c', { '/contests': file }).ask(fetchValues);
      assert.deepEqual(offered.map(({ value }) => value).toSorted(), expected.toSorted());
    });
  }
});

describe('An account of a real DOMjudge', () => {
  const check = async (responses: Responses, contest = 'ended') => {
    const client = clientOf(contest, {
      '/contests': '9.0/team-contests.txt',
      [`/contests/${contest}`]: '9.0/team-contest-ended.txt',
      ...responses,
    });
    try {
      return (await client.ask(client.judge.checkAccount)).name;
    } catch (error) {
      assert.ok(error instanceof RequestFailed);
      return error.failure.kind === 'status' ? error.failure.status : error.failure.kind;
    }
  };

  it('has its name', async () => {
    assert.equal(await check({ '/user': '9.0/team-user.txt' }), 'team1');
    assert.equal(await check({ '/user': '8.3/team-user.json' }), 'team1');
    assert.equal(await check({ '/user': '8.3/73-team-user.json' }), 'team1');
    assert.equal(await check({ '/user': '10/team-user.json' }), 'alice');
  });

  it('is known by its IP address', async () => {
    assert.equal(await check({ '/user': '9.0/ipauth-user-none.txt' }), 'ip1');
  });

  it('isn’t signed in with a wrong password, or without one', async () => {
    assert.equal(await check({ '/user': '9.0/team-user-wrongpw.txt' }), 401);
    assert.equal(await check({ '/user': '9.0/anon-user.txt' }), 401);
  });

  it('isn’t proved by a page’s URL, whose responses are JSON, too', async () => {
    const nowhere = { '/contests': '8.3/page-url-404.json', '/user': '8.3/page-url-404.json' };
    const found = await check({ ...nowhere, '/contests/ended': '8.3/page-url-404.json' });
    assert.equal(found, 404);
  });
});

describe('The languages of a real DOMjudge', () => {
  const entryPointsIn = async (file: string) => {
    const client = clientOf('c', { '/contests/c/languages': file });
    const { fetchForm } = client.judge.submission ?? {};
    assert.ok(fetchForm);
    const { languages } = await client.ask((http) => fetchForm(http, { problemId: '1', place: null }));
    const required = languages.filter(({ entryPoint }) => entryPoint !== undefined);
    return required.map(({ id, entryPoint }) => `${id}: ${entryPoint ?? ''}`);
  };

  it('require only Kotlin’s entry point by default', async () => {
    assert.deepEqual(await entryPointsIn('9.0/team-languages.txt'), ['kotlin: Main class']);
    assert.deepEqual(await entryPointsIn('9.0/team-future-languages.txt'), ['kotlin: Main class']);
    for (const file of ['8.3/team-languages.json', '8.3/73-team-languages.json'])
      assert.deepEqual(await entryPointsIn(file), [], file);
  });

  it('require the entry points that the site requires', async () => {
    const required = await entryPointsIn('8.3/team-languages-entry-points-required.json');
    for (const one of ['bash: Main file', 'java: Main class', 'javascript: Main file', 'cpp: Entry point'])
      assert.ok(required.includes(one), one);
  });
});

describe('The real responses of DOMjudge', () => {
  it('are all used by a test', () => {
    const tests = fs.readdirSync(__dirname).filter((name) => name.startsWith('real'));
    const text = tests.map((name) => fs.readFileSync(path.join(__dirname, name), 'utf8')).join('\n');
    const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const unused = files
      .filter((name) => name.includes('.') && !/^\d+\.?\d*$/.test(name))
      .filter((name) => !text.includes(path.basename(name)));
    assert.deepEqual(unused, []);
  });
});
