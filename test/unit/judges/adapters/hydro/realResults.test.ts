import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Case } from '../../../../../src/results';
import { resultFrom } from '../../../../support/profiles';

const folder = path.join('test', 'fixtures', 'services', 'hydro', 'results');
const settings = { type: 'hydro', url: 'https://hydro.example.org' };

/** A record of a real site, and what its page shows. */
interface Row {
  /** Status, score, time in ms, and memory in KiB; `-` if there is none. While judging, also the number of cases. */
  readonly verdict: string;
  /** Subtasks in brackets with status, score, and type. Cases with status, score, time, memory, and message. */
  readonly cases: string;
  /** Whether the program compiled, and the first line of the compiler output; absent: unknown. */
  readonly compiler?: string;
  /** Problem, title, and language. */
  readonly about: string;
  /** Contest, user, or kind of the record; absent: the user's own submission outside of contests. */
  readonly place?: string;
}

const warning = 'foo.cc: In function int main():';
const wrong =
  '[1 1 40 min] 1=1/40 3.123456 1536 2=1/40 15.5 1540.5 [2 2 0 sum] 1=2/0 2 1536 Read 14, expect 15.';

const ofFiveSubtasks = [
  '[1 1 20 min] 1=1/20 1.611 7252 2=1/20 1.387 7200 3=1/20 1.445 7412 4=1/20 1.889 7128 5=1/20 2.004 7388 6=1/20 1.965 7420 7=1/20 2.131 7356 8=1/20 2.302 7412',
  '[2 1 20 min] 1=1/20 2.086 7352 2=1/20 1.437 7352 3=1/20 1.446 7344 4=1/20 1.247 7336 5=1/20 1.93 7420 6=1/20 1.23 7336 7=1/20 1.679 7296 8=1/20 1.382 7300',
  '[3 1 20 max] 1=1/20 1.265 7456 2=1/20 2.185 7344 3=1/20 2.24 7284 4=1/20 1.815 7348 5=1/20 1.271 7400 6=1/20 1.537 7464 7=1/20 1.328 7296 8=1/20 1.591 7416',
  '[4 1 16 sum] 1=1/2 1.398 7404 2=1/2 1.688 7220 3=1/2 1.375 7368 4=1/2 1.223 7464 5=1/2 1.379 7240 6=1/2 1.271 7388 7=1/2 1.394 7420 8=1/2 1.749 7316',
  '[5 1 20 min] 1=1/20 1.412 7396 2=1/20 1.618 7316 3=1/20 1.473 7480 4=1/20 1.783 7224 5=1/20 1.553 7416 6=1/20 2.264 7328 7=1/20 2.409 7324 8=1/20 1.479 7352',
].join(' ');

const sum = { about: 'S5, Sum, C++', place: 'system' };

const rows: Readonly<Record<string, Row>> = {
  waiting: { verdict: '0 - - -', cases: '', ...sum },
  compiling: { verdict: '21 - - -', cases: '', ...sum },
  judging: {
    verdict: '20 - - - of 3',
    cases: '[1 1 - -] 1=1/40 3.123456 1536',
    compiler: `true ${warning}`,
    ...sum,
  },
  'wrong-answer': { verdict: '2 40 20.623456 1540.5', cases: wrong, compiler: `true ${warning}`, ...sum },
  'of-another-user': {
    verdict: '2 40 20.623456 1540.5',
    cases: wrong,
    compiler: 'true',
    ...sum,
    place: 'alice, system',
  },
  'compile-error': {
    verdict: '7 - - -',
    cases: '',
    compiler: "false foo.cc:1:10: error: expected primary-expression before '{' token",
    ...sum,
  },
  'runtime-error': {
    verdict: '6 0 24 9000',
    cases:
      '[1 6 0 min] 1=6/0 12 9000 Your program returned 1. 2=9/- - - ' +
      '[2 9 0 -] 1=6/0 12 9000 Segmentation Fault',
    compiler: 'true',
    about: 'S5, Sum, Python 3',
    place: 'system',
  },
  'self-test': {
    verdict: '1 - 2 1000',
    cases: '[1 1 - -] 1=1/- 1 1000 3 2=1/- 1 1000 7',
    compiler: 'true',
    about: 'S5, Sum, C++',
    place: `self-test, system#${'0'.repeat(24)}`,
  },
  'other-domain': { verdict: '0 - - -', cases: '', about: 'D1, D, C++', place: 'root, dom2' },
  'ioi-contest': {
    verdict: '1 96 65.871 7480',
    cases: ofFiveSubtasks,
    compiler: 'true',
    about: 'S5, 五个子任务, C++17 (O2)',
    place: '周赛 ioi, system#6b0b29e2cbb10f1ee6bb6b9e',
  },
};

const figures = (...values: readonly (number | null)[]): string =>
  values.map((value) => value ?? '-').join(' ');

function caseWords({ id, status, score, time, memory, description }: Case): string {
  return `${id ?? '-'}=${status ?? '-'}/${figures(score, time, memory)} ${description?.trim() ?? ''}`.trim();
}

/** Reads a record as the user with the ID 3. */
async function shown(name: string): Promise<Row> {
  const body = JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), 'utf8')) as object;
  const text = JSON.stringify({ ...body, UserContext: { _id: name === 'of-another-user' ? 4 : 3 } });
  const result = await resultFrom(
    settings,
    { requestId: '6b0287ea08066e6dc6a70976' },
    ({ path: requested }) => {
      assert.equal(requested, '/record/6b0287ea08066e6dc6a70976');
      return { status: 200, contentType: 'application/json', text };
    },
  );
  assert.ok(result.kind === 'result');
  const { compile, judge } = result.envelope.data ?? {};
  assert.ok(judge);
  assert.deepEqual(result.notices, []);
  const { about } = result;
  const { success, message } = compile ?? {};
  const compiler = [success ?? '', message?.split('\n')[0] ?? ''].join(' ').trim();
  const place = [about?.contest?.title, about?.user, about?.isSelfTest ? 'self-test' : '', about?.hint]
    .filter((part) => part)
    .join(', ');
  return {
    verdict:
      `${judge.status ?? '-'} ${figures(judge.score, judge.time, judge.memory)}` +
      (judge.total === undefined ? '' : ` of ${judge.total}`),
    cases: judge.subtasks
      .flatMap(({ id, status, score, extra, cases }) => [
        `[${figures(id)} ${status ?? '-'} ${figures(score)} ${typeof extra?.['type'] === 'string' ? extra['type'] : '-'}]`,
        ...cases.map(caseWords),
      ])
      .join(' '),
    ...(compiler === '' ? {} : { compiler }),
    about: [about?.problem?.id, about?.problem?.title, about?.languageName].filter((part) => part).join(', '),
    ...(place === '' ? {} : { place }),
  };
}

describe('Results of a real Hydro', () => {
  for (const [name, expected] of Object.entries(rows)) {
    it(`${name} is read as its page shows it`, async () => {
      assert.deepEqual(await shown(name), expected);
    });
  }

  it('cover all files', () => {
    const names = fs.readdirSync(folder).map((name) => name.replace('.json', ''));
    assert.deepEqual(names.sort(), Object.keys(rows).sort());
  });
});
