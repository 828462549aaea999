import assert from 'node:assert/strict';
import { resultFrom } from '../../../../support/profiles';
import type { PlayedAnswer } from '../../../../support/playedJudge';
import { bodyIn, json, replying, response, website, type Responses } from './realResponses';

type Raw = Readonly<Record<string, unknown>>;

/** A result of a real server: the response with its judgement, and what the site’s page shows. */
interface Row {
  /** File with the judgements of one submission, or the judgements themselves. */
  readonly judgements: string | readonly Raw[];
  readonly submission: string;
  /** Name of the verdict, points, and time in ms; `-` if there is none. */
  readonly expected: string;
  readonly contest?: 'demo' | 'scoringdemo';
  /** File with the page of the team. */
  readonly page?: string;
  /** Beginning of the compiler output. */
  readonly output?: string;
  /** Verdict, time in ms, and output of each sample. */
  readonly samples?: readonly string[];
  /** The signed-in account; absent: a team. */
  readonly by?: 'jury';
  /** File with the runs, which only the jury can read. */
  readonly runs?: string;
  /** Verdict, points, and time in ms of each run. */
  readonly tests?: readonly string[];
  readonly isPreliminary?: true;
}

const settings = { type: 'clics', url: 'https://judge.example.edu/api', contest: 'demo' };
/** A time soon after the results. */
const now = Date.parse('2026-11-28T21:30:00Z');

const judged = (type: string, more: Raw = {}): readonly Raw[] => [
  {
    start_time: '2026-11-28T21:06:38.062+00:00',
    end_time: '2026-11-28T21:06:39.462+00:00',
    submission_id: '',
    max_run_time: 0.005,
    id: '3',
    valid: true,
    score: null,
    judgement_type_id: type,
    ...more,
  },
];
const warning =
  'main.c: In function ‘main’:\nmain.c:2:21: warning: unused variable ‘unused’ [-Wunused-variable]\n';

const rows: Readonly<Record<string, Row>> = {
  accepted: { judgements: 'team-judgement-ac.json', submission: '3', expected: 'AC - 5' },
  'compile error': { judgements: 'team-judgement-ce.json', submission: '7', expected: 'CE - -' },
  'wrong answer': { judgements: 'team-judgement-wa.json', submission: '4', expected: 'WA - 4' },
  'wrong answer without “valid”': {
    judgements: 'team-judgement-wa-strict.json',
    submission: '4',
    expected: 'WA - 4',
  },
  'wrong answer before it was judged again': {
    judgements: 'team-contests-demo-judgements-submission_id-4.json',
    submission: '4',
    expected: 'WA - 4',
  },
  'run error': { judgements: 'team-judgement-rte.json', submission: '6', expected: 'RTE - 3' },
  'memory limit': { judgements: 'team-judgement-mle.json', submission: '10', expected: 'MLE - 5' },
  'no output': { judgements: 'team-judgement-no.json', submission: '8', expected: 'NO - 4' },
  'output limit': { judgements: 'team-judgement-ole.json', submission: '9', expected: 'OLE - 26' },
  'frozen contest': { judgements: 'team-frz-judgement.json', submission: '89', expected: 'WA - 4' },
  'short contest': { judgements: 'team-short-judgement.json', submission: '88', expected: 'WA - 4' },
  'verdict before the end': {
    judgements: 'team-judgement-full-judging-in-progress.json',
    submission: '95',
    expected: 'WA - -',
    isPreliminary: true,
  },
  'no judgement yet': { judgements: 'team-past-judgement.json', submission: '5', expected: 'QUEUED - -' },
  'scored problem in another contest': {
    judgements: 'team-judgement-scoring-problem-in-pass-fail-contest.json',
    submission: '5',
    expected: 'QUEUED - -',
  },
  'points of a wrong answer': {
    judgements: 'team-judgement-score-62.json',
    submission: '62',
    contest: 'scoringdemo',
    expected: 'WA 30 4',
  },
  'points of a time limit': {
    judgements: 'team-judgement-score-66.json',
    submission: '66',
    contest: 'scoringdemo',
    expected: 'TLE 25 2403',
  },
  'all points': {
    judgements: 'team-judgement-score-78.json',
    submission: '78',
    contest: 'scoringdemo',
    expected: 'AC 100 4',
  },
  'points with decimals': {
    judgements: 'team-judgement-score-81.json',
    submission: '81',
    contest: 'scoringdemo',
    expected: 'AC 95.35 23',
  },
  'no points': {
    judgements: 'team-judgement-score-83.json',
    submission: '83',
    contest: 'scoringdemo',
    expected: 'WA 0 21',
  },

  'page with a failed compilation': {
    judgements: 'team-judgement-ce.json',
    submission: '7',
    page: 'team-page-ce-show_compile-1.html',
    expected: 'CE - -',
    output:
      'Compiling failed with exitcode 1, compiler output:\nmain.cpp: In function ‘int main()’:\nmain.cpp:3:11: error: ',
  },
  'page with a warning': {
    judgements: judged('AC'),
    submission: '19',
    page: 'team-page-demo-19.html',
    expected: 'AC - 5',
    output: warning,
  },
  'page without messages': {
    judgements: judged('AC'),
    submission: '30',
    page: 'team-page-demo-30.html',
    expected: 'AC - 5',
  },
  'page with three samples': {
    judgements: judged('AC'),
    submission: '39',
    page: 'team-page-demo-39.html',
    expected: 'AC - 5',
    samples: ['AC 25 spoon', 'AC 24 banana', 'AC 21 bottle'],
  },
  'page of another team’s kind of failure': {
    judgements: 'team-judgement-rte.json',
    submission: '6',
    page: 'team-page-demo-6.html',
    expected: 'RTE - 3',
    samples: ['RTE 3 Hello world!'],
  },
  'page with error output': {
    judgements: 'team-frz-judgement.json',
    submission: '89',
    page: 'team-page-frz-89.html',
    expected: 'WA - 4',
    samples: ['WA 4 Hello wurld!'],
  },
  'page with a failed sample': {
    judgements: judged('WA'),
    submission: '51',
    page: 'team-page-demo-51.html',
    expected: 'WA - 5',
    samples: ['WA 20 d'],
  },
  'page with points': {
    judgements: judged('AC', { score: '88.370000000' }),
    submission: '82',
    contest: 'scoringdemo',
    page: 'team-page-scoringdemo-82.html',
    expected: 'AC 88.37 5',
    samples: ['AC 18 2\n3 0'],
  },
  'page without the compilation': {
    judgements: judged('AC'),
    submission: '18',
    page: 'team-page-ac-show_compile-0.html',
    expected: 'AC - 5',
  },
  'page of an accepted program if only errors are shown': {
    judgements: judged('AC'),
    submission: '18',
    page: 'team-page-ac-show_compile-1.html',
    expected: 'AC - 5',
  },

  'jury, accepted': {
    by: 'jury',
    judgements: 'jury-judgement-ac.json',
    runs: 'jury-runs-ac.json',
    submission: '3',
    expected: 'AC - 5',
    tests: ['AC - 5'],
  },
  'jury, compile error': {
    by: 'jury',
    judgements: 'jury-judgement-ce.json',
    runs: 'jury-runs-ce.json',
    submission: '7',
    expected: 'CE - -',
  },
  'jury, memory limit': {
    by: 'jury',
    judgements: 'jury-judgement-mle.json',
    runs: 'jury-runs-mle.json',
    submission: '10',
    expected: 'MLE - 5',
    tests: ['MLE - 5'],
  },
  'jury, no output': {
    by: 'jury',
    judgements: 'jury-judgement-no.json',
    runs: 'jury-runs-no.json',
    submission: '8',
    expected: 'NO - 4',
    tests: ['NO - 4'],
  },
  'jury, output limit': {
    by: 'jury',
    judgements: 'jury-judgement-ole.json',
    runs: 'jury-runs-ole.json',
    submission: '9',
    expected: 'OLE - 26',
    tests: ['OLE - 26'],
  },
  'jury, run error': {
    by: 'jury',
    judgements: 'jury-judgement-rte.json',
    runs: 'jury-runs-rte.json',
    submission: '6',
    expected: 'RTE - 3',
    tests: ['RTE - 3'],
  },
  'jury, rejudged': {
    by: 'jury',
    judgements: 'jury-judgement-wa.json',
    runs: 'jury-runs-wa.json',
    submission: '4',
    expected: 'WA - 4',
    tests: ['WA - 4'],
  },
  'jury, more tests are being run': {
    by: 'jury',
    judgements: 'team-judgement-full-judging-in-progress.json',
    runs: 'jury-runs-full-judging-in-progress.json',
    submission: '95',
    expected: 'WA - -',
    tests: ['WA - 5'],
    isPreliminary: true,
  },
  'jury, points of two tests': {
    by: 'jury',
    judgements: 'team-judgement-score-81.json',
    runs: 'jury-runs-score-81.json',
    submission: '81',
    contest: 'scoringdemo',
    expected: 'AC 95.35 23',
    tests: ['AC 72.73 17', 'AC 95.35 23'],
  },
  'jury, all points of two tests': {
    by: 'jury',
    judgements: 'team-judgement-score-78.json',
    runs: 'jury-runs-score-78.json',
    submission: '78',
    contest: 'scoringdemo',
    expected: 'AC 100 4',
    tests: ['AC 100 4', 'AC 100 3'],
  },
  'jury, no points of two tests': {
    by: 'jury',
    judgements: 'team-judgement-score-83.json',
    runs: 'jury-runs-score-83.json',
    submission: '83',
    contest: 'scoringdemo',
    expected: 'WA 0 21',
    tests: ['WA 0 21', 'WA 0 16'],
  },
  'jury, internal error before judging': {
    by: 'jury',
    judgements: 'jury-judgement-internal-error-31.json',
    submission: '31',
    expected: 'QUEUED - -',
  },
  'jury, internal error without a judgement': {
    by: 'jury',
    judgements: 'jury-judgement-internal-error-88.json',
    submission: '30',
    expected: 'QUEUED - -',
  },
  'jury, internal error while judging': {
    by: 'jury',
    judgements: 'jury-judgement-judgehost-internal-error.json',
    submission: '107',
    expected: 'JUDGING - -',
  },
};

/** Problems and languages that the listed submissions don’t contain. */
const others: Readonly<Record<string, Raw>> = {
  '82': { problem_id: 'knapsack', language_id: 'python3' },
};

function submissionWith(id: string, isScored: boolean): Raw {
  const listed = bodyIn<readonly Raw[]>('10/jury-contests-demo-submissions.json');
  const usual = { team_id: 't1', problem_id: isScored ? 'addone' : 'hello', language_id: 'cpp' };
  const found = listed.find((submission) => submission.id === id) ?? { ...usual, ...others[id] };
  return { time: '2026-11-28T21:06:37.729+00:00', ...found, team_id: 't1', files: [], id };
}

function responsesFor({ judgements, submission: id, contest = 'demo', by, runs, page }: Row): Responses {
  const own = typeof judgements === 'string' ? response(`10/${judgements}`) : null;
  const listed: PlayedAnswer =
    own ?? json((judgements as readonly Raw[]).map((one) => ({ ...one, submission_id: id })));
  const contests = bodyIn<readonly Raw[]>('10/team-contests.json');
  const below = `/contests/${contest}`;
  return {
    '/info': '10/team-info.json',
    '/user': by === 'jury' ? '10/jury-user.json' : '10/team-user.json',
    '/config': json({ ...bodyIn<Raw>('8.3/82-team-config.json'), show_sample_output: true }),
    '/contests': '10/team-contests.json',
    [below]: json(contests.find((one) => one.id === contest)),
    [`${below}/languages`]: '10/team-contests-demo-languages.json',
    [`${below}/problems`]: `10/team-${contest === 'demo' ? 'contests-demo-problems' : 'problems-scoring'}.json`,
    [`${below}/judgement-types`]: '10/team-contests-demo-judgement-types.json',
    [`${below}/submissions/${id}`]: json(submissionWith(id, contest === 'scoringdemo')),
    [`${below}/judgements`]: listed,
    [`${below}/runs`]: runs === undefined ? '10/team-contests-demo-runs-limit-2.json' : `10/${runs}`,
    ...website(page === undefined ? {} : { [`/team/submission/${id}`]: `10/${page}` }),
  };
}

const shown = (value: number | string | null | undefined): string => String(value ?? '-');

describe('A result of a real DOMjudge', () => {
  for (const [title, row] of Object.entries(rows)) {
    it(`shows what the site’s page shows: ${title}`, async () => {
      const request = { requestId: row.submission, hint: row.contest ?? null };
      const reply = replying(responsesFor(row));
      const answer = await resultFrom(settings, request, reply, { opened: row.page !== undefined, now });
      assert.ok(answer.kind === 'result');
      const { compile, judge } = answer.envelope.data ?? assert.fail('no data');
      const { status, score, time, subtasks } = judge ?? assert.fail('no result');
      assert.equal([status, score, time].map(shown).join(' '), row.expected);
      const cases = subtasks.flatMap((subtask) => subtask.cases);
      if (row.samples) {
        assert.deepEqual(
          cases.map(
            (one) =>
              `${[one.status, one.time].map(shown).join(' ')} ${String(one.extra?.['stdout']).trimEnd()}`,
          ),
          row.samples,
        );
      } else {
        assert.deepEqual(
          cases.map((one) => [one.status, one.score, one.time].map(shown).join(' ')),
          row.tests ?? [],
        );
      }
      const message = compile?.message ?? '';
      assert.equal(message.slice(0, row.output?.length ?? message.length), row.output ?? '');
      assert.equal(judge?.isPreliminary ?? false, row.isPreliminary ?? false);
    });
  }
});
