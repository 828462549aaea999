import assert from 'node:assert/strict';
import type { Case } from '../../../../../src/results';
import type { ListedSubmission, ReadResult } from '../../../../../src/judges';
import type { RequestFailed } from '../../../../../src/judges/requestFailed';
import type { BoundOperation } from '../../../../support/operations';
import { omegaup } from '../../../../../src/judges/adapters/omegaup';
import { described } from '../../../../support/profiles';
import { checkOf, failureOf, on, recentOf, resultAt, run } from '../../../../support/operations';
import { answerOf, capturedIn, type Captured } from './captured';

const site = described(omegaup, 'omegaup', {});
const runs = capturedIn('runs');
const lists = capturedIn('lists');
const refusals = capturedIn('refusals');

function captured(responses: ReadonlyMap<string, Captured>, name: string): Captured {
  const found = responses.get(name);
  if (!found) throw new Error(`no response ${name}`);
  return found;
}

async function read(status: string, details: string): Promise<ReadResult> {
  const result = await run(resultAt(site, { requestId: '0'.repeat(32), hint: null }), ({ path }) =>
    answerOf(captured(runs, path.includes('/status/') ? status : details)),
  );
  assert.ok(result.kind === 'result');
  return result;
}

function totalOf({ extra }: Case): string {
  return typeof extra?.total === 'number' ? String(extra.total) : '-';
}

/** Returns a result as one line: verdict, score, time, memory, and the groups with their cases. */
function lineOf({ envelope }: ReadResult): string {
  const judge = envelope.data!.judge!;
  const groups = judge.subtasks.map(({ name, status, score, maximum, cases }) => {
    const listed = cases.map((one) => `${one.description} ${one.status} ${one.score}/${totalOf(one)}`);
    return `${name} ${status} ${score}/${maximum ?? '-'}${listed.length > 0 ? `: ${listed.join(', ')}` : ''}`;
  });
  const memory = judge.memory === null ? '' : ` ${(judge.memory / 1024).toFixed(2)} MB`;
  return [
    `${judge.status} ${judge.score === null ? '—' : `${judge.score}%`} ${judge.time}${memory}`,
    ...(judge.hidesCases ? ['hidden'] : []),
    ...(judge.isPreliminary ? ['more later'] : []),
    ...(judge.description === undefined ? [] : [judge.description]),
    ...groups,
  ].join(' | ');
}

function lineOfRow({
  requestId,
  status,
  score,
  time,
  contest,
  languageName,
  problem,
}: ListedSubmission): string {
  return [
    requestId.slice(0, 8),
    problem,
    status,
    score === null ? '—' : `${score}%`,
    time,
    contest?.id,
    languageName,
  ]
    .map((part) => part ?? '')
    .join(' ');
}

function lineOfFailure({ failure }: RequestFailed): string {
  if (failure.kind !== 'status') return failure.kind;
  const { status, cause, error } = failure;
  const own = cause?.kind === 'closed' ? cause.why : cause?.kind === 'notOwn' ? cause.whose : cause?.kind;
  return [status, own ?? error?.errorMessage ?? ''].join(' ').trim();
}

const sumas =
  'easy AC 40/40: easy.00 AC 20/20, easy.01 AC 20/20 | medium WA 0/60: medium.00 AC 20/20, medium.01 WA 0/20, medium.02 AC 20/20 | sample AC 0/-: sample AC 0/-';
const failed = (verdict: string) =>
  `easy ${verdict} 0/40: easy.00 ${verdict} 0/20, easy.01 ${verdict} 0/20 | medium ${verdict} 0/60: medium.00 ${verdict} 0/20, medium.01 ${verdict} 0/20, medium.02 ${verdict} 0/20 | sample ${verdict} 0/-: sample ${verdict} 0/-`;
const tenths = [1, 2, 3].map((at) => `1.${at} WA 0/10`).join(', ');

/** Responses of `run/status` and `run/details`, and what the site shows of them. */
const shownRuns: readonly (readonly [string, string, string])[] = [
  ['all-ce', 'all-ce', 'CE — null'],
  ['all-je', 'all-je', 'JE — null'],
  ['all-ve', 'all-ve', `VE — null | ${failed('VE')}`],
  ['all-pa', 'all-pa', `PA 40% 4 19.91 MB | ${sumas}`],
  ['admin-view', 'admin-view', `PA 40% 4 19.91 MB | ${sumas}`],
  ['all-wa', 'none-wa', 'WA 0% 0 20.01 MB | hidden'],
  ['all-wa', 'none-wa-after-solving', `WA 0% 0 20.01 MB | ${failed('WA')}`],
  [
    'all-wa',
    'grupos-wa',
    `WA 0% 0 20.01 MB | 1 WA 0/30: ${tenths} | 2 WA 0/30: ${tenths.replaceAll('1.', '2.')} | 10 WA 0/40: 10.1 WA 0/13.33, 10.2 WA 0/13.33, 10.3 WA 0/13.33`,
  ],
  ['all-rfe', 'none-wa', 'RFE 0% 2 20.21 MB | hidden'],
  [
    'c-det-tercios-half',
    'c-det-tercios-half',
    'PA 33.33% 7 20.75 MB | 1 AC 16.67/16.67: 1 AC 16.67/16.67 | 2 WA 0/16.67: 2 WA 0/16.67 | 3 WA 0/16.67: 3 WA 0/16.67',
  ],
  [
    'c-det-tercios-half',
    'ter-half',
    'PA 33.33% 7 20.75 MB | 1 AC 33.33/33.33: 1 AC 33.33/33.33 | 2 WA 0/33.33: 2 WA 0/33.33 | 3 WA 0/33.33: 3 WA 0/33.33',
  ],
  [
    'all-pa',
    'val-half',
    'PA 50% 4 19.91 MB | 1 AC 33.33/33.33: 1 AC 33.33/33.33 | 2 PA 16.67/33.33: 2 PA 16.67/33.33 | 3 WA 0/33.33: 3 WA 0/33.33',
  ],
  ['c-mpg-sumas-pa', 'c-mpg-sumas-pa', `PA 40% 4 20.73 MB | ${sumas}`],
  ['c-mpg-sumas-pa', 'none-wa', 'PA — 4 20.73 MB | hidden'],
  ['c-none-sumas-pa', 'c-none-sumas-pa', 'PA 40% 10 20.71 MB | hidden'],
  ['c-none-sumas-pa', 'contest-none-after-end', `PA 40% 10 20.71 MB | ${sumas}`],
  [
    'c-none-sumas-pa',
    'c-sum-sumas-pa',
    'PA 40% 10 20.71 MB | hidden | easy AC 40/40 | medium WA 0/60 | sample AC 0/-',
  ],
  ['course-pa', 'course-pa', `PA 40% 4 22.63 MB | ${sumas}`],
  [
    'course-pa',
    'with-feedback',
    `PA 40% 4 22.63 MB | omegaup: Negative numbers!\nomegaup:2: Why a<0? | ${sumas}`,
  ],
  ['disqualified-ac', 'none-wa', 'disqualified 100% 9 19.66 MB | hidden'],
  ['disqualified', 'all-pa', `disqualified 40% 4 19.91 MB | ${sumas}`],
  ['group-identity', 'none-wa', 'AC 100% 509 19.57 MB | hidden'],
  ['uppercase-guid', 'none-wa', 'AC 100% 9 19.66 MB | hidden'],
  ['all-pa', 'grader-down', 'PA 40% 4 19.91 MB | more later'],
  ['all-pa', 'gitserver-down', 'PA 40% 4 19.91 MB | more later'],
];

/** Refusals, and what the user is told: the meaning as a status, and the reason or else the site's sentence. */
const shownRefusals: Readonly<Record<string, string>> = {
  'contest-details-future': '412 notBegun',
  'contest-details-not-opened': '403 notOpened',
  'contest-details-unknown': '404 contestUnknown',
  'contest-problem-details-future': '403 notBegun',
  'contest-problem-details-not-opened': '403 No tienes los permisos para realizar esa acción',
  'course-assignmentDetails-future': '403 notTakingPart',
  'course-details-not-student': '403 notTakingPart',
  'create-anonymous': '401 Necesitas iniciar sesión para realizar esa acción',
  'create-contest-and-problemset':
    '400 problemset_id and contest_alias: Los parámetros problemset_id y contest_alias no se pueden utilizar al mismo tiempo',
  'create-contest-future': '403 notOpened',
  'create-contest-language': '400 language',
  'create-contest-past': '403 notRunning',
  'create-contest-problem-not-in': '400 notInContest',
  'create-contest-unknown': '400 contestUnknown',
  'create-course-not-student': '403 notOpened',
  'create-grader-down': '500 Oops. Ocurrió un error interno. Por favor inténtalo nuevamente.',
  'create-language-not-of-problem': '400 language',
  'create-language-unknown': '400 language',
  'create-lecture': '400 language',
  'create-problemset-unknown': '404 contestUnknown',
  'create-source-missing': '400 source: El campo no puede estar vacío',
  'create-unknown-problem': '404 Problema no encontrado',
  'error-api-root': '404 El API solicitada no fue encontrada.',
  'error-apiNotFound-controller': '404 El API solicitada no fue encontrada.',
  'error-csrf-referer': '400 Intento de Cross-site Request Forgery',
  'error-lang-query-en': '404 Run not found.',
  'error-loginRequired': '401 Necesitas iniciar sesión para realizar esa acción',
  'error-methodNotAllowed': '405 Este endpoint del API no permite peticiones GET. Usa POST, PUT o PATCH.',
  'error-problem-private-details': '403 problemNotPublic',
  'error-problemNotFound-details': '404 Problema no encontrado',
  'error-run-alias-invalid': '400 run_alias: Parámetro inválido',
  'error-run-alias-missing': '400 run_alias: El campo no puede estar vacío',
  'error-userNotAllowed-details': '403 unclear',
  'error-userNotAllowed-status': '403 unclear',
  'signin-bearer': '401',
  'signin-group-identity-foreign': '401 Necesitas iniciar sesión para realizar esa acción',
  'signin-revoked-token': '401 Necesitas iniciar sesión para realizar esa acción',
  'signin-token-comma': '401 Necesitas iniciar sesión para realizar esa acción',
  'signin-unknown-token': '401 Necesitas iniciar sesión para realizar esa acción',
  'signin-unknown-token-open-call': '401 Necesitas iniciar sesión para realizar esa acción',
};

const program = {
  problemId: 'sumas',
  place: null,
  language: 'py3',
  optimise: false,
  code: 'print(1)',
  trackId: 't',
  inputs: null,
};

/** Returns what the user did for a request. */
function operationFor({ request }: Captured): BoundOperation<unknown> {
  const [, method] = /\/api\/(\w+\/\w+)/.exec(request) ?? [];
  switch (method) {
    case 'run/status':
    case 'run/details':
      return resultAt(site, { requestId: '0'.repeat(32), hint: null });
    case 'run/create':
      return on(site, (http) => site.submission!.submit(http, program));
    case 'contest/details':
      return on(site, (http) => site.submission!.fetchForm!(http, { problemId: 'sumas', place: 'c-det' }));
    case 'course/assignmentDetails':
    case 'course/details':
      return on(site, (http) =>
        site.submission!.fetchForm!(http, { problemId: 'sumas', place: 'curso/tarea1' }),
      );
    case 'problem/details':
      return on(site, (http) => site.submission!.fetchForm!(http, { problemId: 'sumas', place: null }));
    default:
      return checkOf(site);
  }
}

describe('Responses of omegaUp', () => {
  it('are read as the site shows runs', async () => {
    for (const [status, details, expected] of shownRuns) {
      const line = lineOf(await read(`run-status-${status}`, `run-details-${details}`));
      assert.equal(line, expected, `${status}, ${details}`);
    }
    const used = shownRuns.flatMap(([status, details]) => [`run-status-${status}`, `run-details-${details}`]);
    const others = [...runs.keys()].filter((name) => !used.includes(name));
    assert.deepEqual(others, ['run-list-ordinary-user']);
  });

  it('are read as the site shows lists', async () => {
    const { problemSubmissions } = site;
    const rowsOf = async (name: string) => {
      const fetchRows = on(site, (http) =>
        problemSubmissions!.fetchPage(http, { problemId: 'sumas-all', place: null }, null, null),
      );
      const { submissions } = await run(fetchRows, () => answerOf(captured(lists, name)));
      return submissions.map(lineOfRow);
    };
    assert.deepEqual(await rowsOf('problem-runs-private-problem'), []);
    const own = recentOf(site, 'bob');
    assert.deepEqual(await run(own, () => answerOf(captured(lists, 'submission-list-other'))), []);
    assert.deepEqual(await rowsOf('problem-runs-disqualified'), [
      '4f686752 sumas-all AC 100% 20  C++17 (g++)',
      '506128f6 sumas-all JE —   C++17 (g++)',
      '85469ead sumas-all VE —   C++17 (g++)',
      'dd174ef3 sumas-all CE —   C++17 (g++)',
      'b3a6c3a1 sumas-all RFE 0% 2  C++17 (g++)',
      '1dcdfe1e sumas-all RTE 0% 9  C++17 (g++)',
      'e52dc1fc sumas-all MLE 0% 279  C++17 (g++)',
      '01a51a1f sumas-all OLE 0% 6  C++17 (g++)',
      '4ef946fa sumas-all TLE 40% 1902  C++17 (g++)',
      '7d379bef sumas-all WA 0% 0  C++17 (g++)',
      '528347d9 sumas-all disqualified 40% 4  C++17 (g++)',
      'be2ce8c7 sumas-all disqualified 100% 9  C++17 (g++)',
    ]);
    const refused: string[] = [];
    for (const name of ['problem-runs-anonymous', 'problem-runs-show-all', 'problem-runs-unknown-problem'])
      refused.push(
        lineOfFailure(
          await failureOf(
            on(site, (http) => problemSubmissions!.fetchPage(http, program, null, null)),
            () => answerOf(captured(lists, name)),
          ),
        ),
      );
    refused.push(
      lineOfFailure(await failureOf(own, () => answerOf(captured(lists, 'submission-list-private-self')))),
    );
    assert.deepEqual(refused, [
      '401 Necesitas iniciar sesión para realizar esa acción',
      '403 No tienes los permisos para realizar esa acción',
      '404 Problema no encontrado',
      '403 privateProfile',
    ]);
  });

  it('are explained if they are refusals, whatever their content type', async () => {
    const explained = new Map<string, string>();
    for (const [name, response] of refusals) {
      if (response.status < 400 && name !== 'signin-bearer') continue;
      const failure = await failureOf(operationFor(response), () => answerOf(response));
      explained.set(name, lineOfFailure(failure));
    }
    assert.deepEqual(Object.fromEntries(explained), shownRefusals);
  });

  it('accept programs and tokens', async () => {
    const taken = on(site, (http) => site.submission!.submit(http, program));
    for (const name of [
      'create-multipart',
      'create-contest-problem-open-1',
      'create-problem-in-running-contest-outside',
    ]) {
      const response = captured(refusals, name);
      const { guid, nextSubmissionTimestamp: next } = response.body;
      const accepted = await run(taken, () => answerOf(response));
      assert.deepEqual(accepted, {
        kind: 'accepted',
        requestId: guid,
        hint: 'sumas',
        nextAt: Number(next) * 1000,
      });
    }
    const signedIn = await run(checkOf(site), () => answerOf(captured(refusals, 'signin-no-slash')));
    assert.deepEqual(signedIn, { name: 'alice' });
  });
});
