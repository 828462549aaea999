import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Judge, PlainAnswer } from '../../../../../src/judges';
import { judgeFrom } from '../../../../support/playedJudge';
import { on, recentOf, run } from '../../../../support/operations';

const folder = path.join('test', 'fixtures', 'services', 'dmoj');
const judge: Judge = judgeFrom({ type: 'dmoj', url: 'https://oj.example.org' });

/** Responses of a site by their paths. Other pages are refused by its front. */
function site(files: Readonly<Record<string, string>>): ({ path }: { readonly path: string }) => PlainAnswer {
  return ({ path: requested }) => {
    const file = files[requested];
    const isJson = file?.endsWith('.json') ?? requested.startsWith('/api/');
    const contentType = isJson ? 'application/json' : 'text/html; charset=utf-8';
    if (file === undefined)
      return { status: isJson ? 404 : 403, contentType, text: isJson ? '{}' : '<p>No</p>' };
    return { status: 200, contentType, text: fs.readFileSync(path.join(folder, file), 'utf8') };
  };
}

describe('A list of the API of a real DMOJ site', () => {
  const list = '/api/v2/submissions?user=alice&page=last';
  const listed = async (files: Readonly<Record<string, string>>) => {
    const [one] = await run(recentOf(judge, 'alice'), site(files));
    assert.ok(one);
    return [
      one.requestId,
      one.problemTitle,
      one.status,
      one.score,
      one.maximum ?? null,
      one.contest?.id ?? null,
    ];
  };

  it('has the points of the problem, with their maximum', async () => {
    const files = { [list]: 'ac.list.json', '/api/v2/problem/aplusb': 'problem.json' };
    assert.deepEqual(await listed(files), ['3', 'A Plus B', 'AC', 5, 5, null]);
  });

  it('has the points of the contest, with the maximum of the contest', async () => {
    const files = { [list]: 'ct-virtual.list.json', '/api/v2/contest/past': 'contest-past.json' };
    assert.deepEqual(await listed(files), ['50', 'Batches', 'WA', 15, 50, 'past']);
  });

  it('has no maximum while the contest hides its problems', async () => {
    assert.deepEqual(await listed({ [list]: 'ct.list-by-id.json' }), ['31', null, 'WA', 37.5, null, 'live']);
  });
});

describe('The form of a real DMOJ site', () => {
  it('lists the languages with the numbers that it sends', async () => {
    const files = { '/problem/aplusb/submit': 'languages.html', '/problem/aplusb': 'languages.html' };
    const { languages } = await run(
      on(judge, (http) => {
        assert.ok(judge.submission?.fetchForm);
        return judge.submission.fetchForm(http, { problemId: 'aplusb', place: null });
      }),
      site(files),
    );
    assert.deepEqual(
      languages.map(({ id, name, editorLanguages }) => `${id} ${name}: ${editorLanguages.join(' ')}`),
      [
        '4 C: c',
        '6 C++11: cpp',
        '13 C++14: cpp',
        '15 C++17: cpp',
        '18 C++20: cpp',
        '16 C11: c',
        '8 Python 3: python',
      ],
    );
  });
});
