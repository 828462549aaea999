import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Case, Subtask } from '../../../../../src/results';
import type { PlayedAnswer, Reply } from '../../../../support/playedJudge';
import { resultFrom } from '../../../../support/profiles';

const folder = path.join('test', 'fixtures', 'services', 'dmoj');
const settings = { type: 'dmoj', url: 'https://oj.example.org' };

/** Verdict, time in ms, and memory in KiB of finished submissions, by the names of their files. */
const results: Readonly<Record<string, string>> = {
  'abort-queued': 'AB - -',
  abort: 'AB - -',
  'ac-warn': 'CE - -',
  'ac-warn2': 'WA 38.276 1644',
  ac: 'AC 28.913 3424',
  'batches-ac': 'AC 41.347 3424',
  'batches-part': 'WA 28.777 1644',
  ce: 'CE - -',
  'ct-aplusb-wa': 'WA 28.741 1644',
  'ct-hidden-2': 'PRETEST 5.006 3428',
  'ct-only-wa': 'WA 14.184 1644',
  ie: 'IE - -',
  'mixed-part': 'WA 33.808 1644',
  mle: 'MLE 525.557 65956',
  ole: 'OLE 415.509 1328',
  part: 'PARTIAL 10.047 3424',
  'py-ac': 'AC 232.192 10672',
  'py-syntax': 'CE - -',
  'rte-segv': 'RTE 25.239 1124',
  slow: 'AC 5709.204 3488',
  tle: 'TLE 13039.263 1124',
  'wa-int': 'WA 15.23 1644',
};
const names = Object.keys(results);

function textOf(file: string): string | null {
  const whole = path.join(folder, file);
  return fs.existsSync(whole) ? fs.readFileSync(whole, 'utf8') : null;
}

/** A site with one submission, whose responses are those of a real site. Other pages don't exist. */
function site(name: string): { readonly reply: Reply; readonly paths: string[] } {
  const paths: string[] = [];
  const reply: Reply = ({ path: requested }): PlayedAnswer => {
    paths.push(requested);
    if (requested.startsWith('/api/v2/submission/')) return found('application/json', `${name}.json`);
    if (requested.startsWith('/widgets/submission_testcases')) return found('text/html', `${name}.html`);
    if (requested.startsWith('/widgets/single_submission')) return found('text/html', `${name}.row.html`);
    if (requested === '/submissions/') return page('<a href="/submissions/user/alice/">Mine</a>');
    if (requested === '/api/v2/contest/hidden') return found('application/json', 'contest.json');
    return { status: 404, contentType: 'text/html', text: '<h1>404 error</h1>' };
  };
  return { reply, paths };
}

function page(text: string): PlayedAnswer {
  return { status: 200, contentType: 'text/html; charset=utf-8', text };
}

function found(contentType: string, file: string): PlayedAnswer {
  const text = textOf(file);
  return text === null
    ? { status: 404, contentType: 'text/html', text: '<h1>404 error</h1>' }
    : { status: 200, contentType, text };
}

async function resultOf(name: string, hint: string | null = null) {
  const { reply, paths } = site(name);
  const result = await resultFrom(settings, { requestId: '7', hint }, reply);
  assert.ok(result.kind === 'result');
  const judge = result.envelope.data?.judge;
  assert.ok(judge);
  return { judge, compile: result.envelope.data?.compile ?? null, about: result.about, paths };
}

/** Returns the lines of the site's page: number, verdict with its feedback, and points of each case and batch. */
function shownCases(html: string): readonly string[] {
  const lines: string[] = [];
  const parts =
    /<b>Batch #(\d+)<\/b>\s*\((\d+\/\d+) points\)|<b>(?:Test case|Pretest|Case) #(\d+):<\/b><\/td>\s*<td>\s*<span title="[^"]*" class="case-(\w+)">[^<]*<\/span>(?:&nbsp;\(([^<]*)\))?<\/td>(.*?)<\/tr>/gs;
  for (const [, batch, batchPoints, number, verdict = '', feedback = '', rest = ''] of html.matchAll(parts)) {
    if (batch !== undefined) lines.push(`Batch ${batch} ${batchPoints}`);
    else {
      const points = /<td>\((\d+\/\d+)\)<\/td>/.exec(rest)?.[1] ?? '';
      lines.push([number, verdict, feedback, points].filter((part) => part !== '').join(' '));
    }
  }
  return lines;
}

/** Returns the same lines for a result. */
function readCases(subtasks: readonly Subtask[]): readonly string[] {
  return subtasks.flatMap(({ id, score, maximum, cases }) => {
    const heading = id === null ? [] : [`Batch ${id} ${score}/${maximum}`];
    return [...heading, ...cases.map(lineOf)];
  });
}

function lineOf({ id, status, description, score, extra }: Case): string {
  const [feedback = ''] = (description ?? '').split('\n');
  const points = score === null ? '' : `${score}/${String(extra?.['total'])}`;
  const code = status === 'PARTIAL' ? '_AC' : String(status);
  return [id, code, feedback, points].filter((part) => part !== '').join(' ');
}

/** Returns the text of the first `<pre>` above the cases, as a browser shows it. */
function shownCompilerOutput(html: string): string | null {
  const head = html.split('<table')[0] ?? '';
  const text = /<pre>(.*?)<\/pre>/s.exec(head)?.[1];
  return (
    text
      ?.replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&') ?? null
  );
}

describe('A result of a real DMOJ site', () => {
  for (const name of names) {
    it(`equals the site’s page: ${name}`, async () => {
      const html = textOf(`${name}.html`) ?? '';
      const { judge, compile } = await resultOf(name);
      const skipped = (line: string): string => line.replace(/ 0\/\d+$/, '');
      const isSkipped = (line: string): boolean => / SC /.test(line);
      const shown = shownCases(html).map((line) => (isSkipped(line) ? skipped(line) : line));
      assert.deepEqual(readCases(judge.subtasks), shown);
      assert.equal(compile?.message ?? null, shownCompilerOutput(html));
      const [, score, maximum] = /(?:Final score|Final pretest score):<\/b>\s*(\d+)\/(\d+)/.exec(html) ?? [];
      assert.deepEqual(
        [judge.score, judge.maximum],
        [score === undefined ? null : Number(score), maximum === undefined ? undefined : Number(maximum)],
      );
      const row = textOf(`${name}.row.html`);
      const inRow = /class="score">(\d+) \/ (\d+)</
        .exec(row ?? '')
        ?.slice(1)
        .map(Number);
      if (inRow) assert.deepEqual([judge.score, judge.maximum], inRow);
    });
  }

  it('has the verdicts and figures of the API', async () => {
    const shown = await Promise.all(
      names.map(async (name) => {
        const { judge } = await resultOf(name);
        return [name, `${String(judge.status)} ${judge.time ?? '-'} ${judge.memory ?? '-'}`];
      }),
    );
    assert.deepEqual(Object.fromEntries(shown), results);
  });

  it('has the title, the language, and the messages of the pages', async () => {
    const { judge, about } = await resultOf('mixed-part');
    assert.deepEqual(about?.problem, { id: 'mixed', title: 'Mixed' });
    assert.deepEqual([about?.language, about?.languageName, about?.user], ['CPP17', 'C++17', undefined]);
    assert.equal(judge.description, '8.0/20 points');
    const outputs = judge.subtasks.flatMap(({ cases }) =>
      cases.flatMap(({ extra }) => extra?.['stdout'] ?? []),
    );
    assert.deepEqual(outputs, ['-2147483643\n', '-2147483641\n']);
    const { judge: partial } = await resultOf('part');
    assert.equal(partial.status, 'PARTIAL');
    assert.equal(partial.subtasks[0]?.cases[1]?.description, 'not optimal\n40 percent of the points');
  });

  it('names the points of the contest that the user is in, and says that pretests aren’t final', async () => {
    assert.equal((await resultOf('ct-aplusb-wa')).judge.description, '37.5/50 points');
    const { judge, about } = await resultOf('ct-hidden-2', 'hidden');
    assert.equal(judge.status, 'PRETEST');
    assert.equal(
      judge.description,
      'Final pretest score: 3/3 (100.0/100 points). Passing pretests does not guarantee a full score on system tests.',
    );
    assert.deepEqual(about?.contest, {
      id: 'hidden',
      title: 'Hidden contest',
      startsAt: Date.parse('2026-11-28T18:06:47.041Z'),
      endsAt: Date.parse('2026-11-29T19:06:47.041Z'),
    });
    assert.equal(about?.hint, 'hidden');
  });

  it('has no score, time, or memory for skipped cases', async () => {
    const { judge } = await resultOf('batches-part');
    const [, , last] = judge.subtasks;
    const { status, score, time, memory } = last?.cases[2] ?? {};
    assert.deepEqual([status, score, time, memory], ['SC', null, null, null]);
    assert.equal(judge.subtasks[0]?.cases[0]?.time, 15.298);
  });
});

describe('A pending result of a real DMOJ site', () => {
  it('has a batch in progress without verdict and points', async () => {
    for (const name of ['batch-in-progress', 'rejudge']) {
      const { judge, paths } = await resultOf(name);
      const { status, score, cases } = judge.subtasks.at(-1) ?? {};
      assert.deepEqual([judge.status, judge.score, status, score], ['G', null, null, null], name);
      assert.deepEqual(
        cases?.map(({ id, status: verdict }) => [id, verdict]),
        [
          [1, 'AC'],
          [2, 'AC'],
        ],
      );
      assert.deepEqual(paths, ['/api/v2/submission/7']);
    }
  });

  it('has no score', async () => {
    const { judge, compile } = await resultOf('queued');
    assert.deepEqual([judge.status, judge.score, judge.maximum, compile], ['QU', null, undefined, null]);
  });
});
