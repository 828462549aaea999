import assert from 'node:assert/strict';
import type { Judge } from '../../../../src/judges';
import type { OutgoingRequest } from '../../../../src/judges/http/judgeHttp';
import { cms } from '../../../../src/judges/adapters/cms';
import {
  CMS_LIST_PAGE,
  MAX_CMS_MESSAGE_LENGTH,
  MAX_CMS_RECENT_SUBMISSIONS,
  MAX_CMS_TASKS,
} from '../../../../src/judges/adapters/limits';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';
import type { Submission } from '../../../../src/judges/submission';
import { described } from '../../../support/profiles';
import {
  checkOf,
  failing,
  failureOf,
  on,
  recentOf,
  requestsOf,
  resultAt,
  run,
  type BoundOperation,
} from '../../../support/operations';
import { answer, page } from './answers';

const url = 'http://10.0.0.7:8888/ioi';
const contest: Judge = described(cms, 'ioi', { url, allowPlainHttp: true });
const requestId = '8123456789012345678';
const request = { requestId, hint: 'sum' };

const SIGNED_OUT = answer({ error: 'An authenticated user is required' }, 403);
const CLOSED = answer({ error: 'The contest is not open' }, 403);
const NOT_FOUND = page('<html><title>404</title></html>', 404);
const FRONT_PAGE = page('<!DOCTYPE html><link href="../static/cws_style.css"><h1>IOI</h1>');

const tasks = answer({
  tasks: [
    { name: 'sum', statements: ['en'], submission_format: ['sum.%l'] },
    { name: 'code', statements: [], submission_format: ['encoder.%l', 'decoder.%l'] },
    { name: 'art', statements: ['en', 'it'], submission_format: ['output_1.txt', 'output_2.txt'] },
  ],
});

/** Responds by path, without the query. Any other request gets a 404. */
function site(answers: Readonly<Record<string, PlainAnswer>>): (request: OutgoingRequest) => PlainAnswer {
  return ({ path }) => answers[path] ?? NOT_FOUND;
}

async function pathsOf<Value>(
  operation: BoundOperation<Value>,
  reply: (request: OutgoingRequest) => PlainAnswer,
): Promise<readonly string[]> {
  return (await requestsOf(operation, reply)).map(({ method, path }) => `${method} ${path}`);
}

/** Reads a submission with that state and details page. */
async function read(status: object, details: PlainAnswer = page(''), source: PlainAnswer = NOT_FOUND) {
  const path = `/tasks/sum/submissions/${requestId}`;
  const found = await run(
    resultAt(contest, request),
    site({ [path]: answer(status), [`${path}/details`]: details, [`${path}/files/sum.%25l`]: source }),
  );
  assert.ok(found.kind === 'result');
  const { judge, compile } = found.envelope.data ?? {};
  assert.ok(judge);
  return { judge, compile, about: found.about };
}

describe('A submission on CMS', () => {
  it('is pending until it is scored', async () => {
    const states = [];
    for (const status of [1, 3, 4]) {
      const { judge } = await read({ status, status_text: 'In corso' });
      states.push([judge.status, contest.rules.statuses[status]?.kind, judge.score]);
    }
    assert.deepEqual(states, [
      [1, 'pending', null],
      [3, 'pending', null],
      [4, 'pending', null],
    ]);
  });

  it('is requested alone while it is pending', async () => {
    const path = `/tasks/sum/submissions/${requestId}`;
    const reply = site({ [path]: answer({ status: 3 }) });
    assert.deepEqual(await pathsOf(resultAt(contest, request), reply), [`GET ${path}`]);
  });

  const verdicts: readonly (readonly [
    title: string,
    scores: object,
    code: string | number,
    score: unknown,
  ])[] = [
    ['accepted at the maximum', { public_score: 100, max_public_score: 100 }, 'AC', 100],
    [
      'accepted at the maximum of public tests that are all tests',
      { public_score: 100, max_public_score: 100, max_score: 100 },
      'AC',
      100,
    ],
    ['wrong at 0', { public_score: 0, max_public_score: 100 }, 'WA', 0],
    ['scored in between', { public_score: 12.5, max_public_score: 100 }, 'PART', 12.5],
    ['without a verdict if no score is public', { max_score: 100 }, 5, null],
    ['evaluated without points if CMS sends neither a score nor a maximum', {}, 'NOPOINTS', null],
    [
      'not yet accepted if some tests aren’t public',
      { public_score: 30, max_public_score: 30, max_score: 100 },
      'PUBLIC',
      30,
    ],
    [
      'accepted if all tests are shown after a token',
      { public_score: 30, max_public_score: 30, max_score: 100, score: 100 },
      'AC',
      100,
    ],
    [
      'scored if a token shows failed tests',
      { public_score: 30, max_public_score: 30, max_score: 100, score: 40 },
      'PART',
      40,
    ],
    ['without a verdict at 0 of 0', { public_score: 0, max_public_score: 0 }, 5, 0],
    ['scored above 0 if the maximum is unknown', { public_score: 3 }, 'PART', 3],
  ];
  for (const [title, scores, code, score] of verdicts) {
    it(`is ${title}`, async () => {
      const { judge } = await read({ status: 5, ...scores });
      assert.deepEqual([judge.status, judge.score], [code, score]);
    });
  }

  it('has the judge’s text for the score, unless it is only the score and its maximum', async () => {
    const scores = { public_score: 30, max_public_score: 100, public_score_message: '30 points' };
    assert.equal((await read({ status: 5, ...scores })).judge.description, '30 points');
    for (const text of ['30 / 100', '1 234,5 / 2’000.00', '']) {
      const { judge } = await read({ status: 5, ...scores, public_score_message: text });
      assert.equal(judge.description, undefined, text);
    }
    const long = { ...scores, public_score_message: 'x'.repeat(500) };
    assert.equal((await read({ status: 5, ...long })).judge.description?.length, 200);
  });

  it('has its task as the problem and as the hint', async () => {
    const { about } = await read({ status: 3 });
    assert.deepEqual([about?.hint, about?.problem], ['sum', { id: 'sum', title: null }]);
  });

  it('is found in the lists of all tasks if its task is unknown', async () => {
    const reply = site({
      '/api/task_list': tasks,
      '/api/sum/submission_list': answer({ list: [{ id: '5' }] }),
      '/api/code/submission_list': answer({ list: [{ id: '6' }, { id: requestId }] }),
      [`/tasks/code/submissions/${requestId}`]: answer({ status: 1 }),
    });
    const found = await run(resultAt(contest, { requestId, hint: null }), reply);
    assert.equal(found.kind === 'result' && found.about?.hint, 'code');
  });

  it('isn’t found if no task has it', async () => {
    const list = answer({ list: [] });
    const reply = site({
      '/api/task_list': tasks,
      '/api/sum/submission_list': list,
      '/api/code/submission_list': list,
      '/api/art/submission_list': list,
    });
    assert.equal(await failing(resultAt(contest, { requestId, hint: null }), reply), '404');
  });

  it('is searched in a limited number of tasks, whose names can be part of a path', async () => {
    const names = ['..', 'a/b', 'a b', ...Array.from({ length: MAX_CMS_TASKS + 1 }, (_, at) => `t${at}`)];
    const list = answer({ tasks: names.map((name) => ({ name, submission_format: [] })) });
    const reply = ({ path }: OutgoingRequest): PlainAnswer =>
      path === '/api/task_list' ? list : answer({ list: [] });
    const paths = await pathsOf(resultAt(contest, { requestId, hint: null }), reply);
    assert.deepEqual(
      paths.slice(1),
      Array.from({ length: MAX_CMS_TASKS }, (_, at) => `GET /api/t${at}/submission_list`),
    );
    assert.deepEqual(await pathsOf(recentOf(contest, null), reply), paths);
  });

  it('isn’t found if CMS has no such submission to the task', async () => {
    assert.equal(await failing(resultAt(contest, request), site({})), '404');
  });

  it('isn’t read before the contest, when CMS redirects to its front page', async () => {
    const reply = site({ [`/tasks/sum/submissions/${requestId}`]: FRONT_PAGE });
    const { failure } = await failureOf(resultAt(contest, request), reply);
    assert.ok(failure.kind === 'status');
    assert.deepEqual([failure.status, failure.cause], [403, { kind: 'closed', why: 'betweenPhases' }]);
  });

  for (const status of [429, 500, 502]) {
    it(`is fetched again later if the details or the source file aren’t available for a moment: ${status}`, async () => {
      const path = `/tasks/sum/submissions/${requestId}`;
      const unavailable = page('', status);
      const [noDetails, noSource] = [
        { [`${path}/details`]: unavailable },
        { [`${path}/details`]: page(''), [`${path}/files/sum.%25l`]: unavailable },
      ];
      for (const answers of [noDetails, noSource]) {
        const reply = site({ [path]: answer({ status: 5 }), ...answers });
        assert.equal(await failing(resultAt(contest, request), reply), String(status));
      }
    });
  }

  it('is fetched again later if a whole page is sent instead of the details', async () => {
    const path = `/tasks/sum/submissions/${requestId}`;
    const failureFor = (details: PlainAnswer) =>
      failing(
        resultAt(contest, request),
        site({ [path]: answer({ status: 5 }), [`${path}/details`]: details }),
      );
    const welcome = page('<!DOCTYPE html><html><body>Please sign in.</body></html>');
    assert.match(await failureFor(welcome), /notJson/);
    assert.equal(await failureFor(FRONT_PAGE), '403');
  });

  it('has a result without cases if the details are refused', async () => {
    const { judge } = await read({ status: 5, public_score: 1, max_public_score: 2 }, NOT_FOUND);
    assert.deepEqual([judge.status, judge.hidesCases, judge.subtasks], ['PART', true, []]);
  });

  it('contains the source file if the contest allows downloads', async () => {
    const code = 'int main() {}\n';
    const source = { status: 200, contentType: 'text/x-c++src', text: code };
    assert.equal((await read({ status: 5 }, page(''), source)).about?.code, code);
  });

  it('contains no code if the contest allows no downloads, or shows a page instead', async () => {
    assert.equal((await read({ status: 5 })).about?.code, null);
    assert.equal((await read({ status: 5 }, page(''), FRONT_PAGE)).about?.code, null);
    const forbidden = { status: 404, contentType: 'text/plain', text: 'gone' };
    assert.equal((await read({ status: 5 }, page(''), forbidden)).about?.code, null);
  });
});

describe('The details of a submission on CMS', () => {
  const compilation = (...texts: readonly string[]) =>
    `<h3>Output del compilatore</h3><table class="table"><tbody><tr><th>Esito</th><td>OK</td></tr></tbody></table>
     ${texts.map((text) => `<h4>Standard</h4>\n<pre>${text}</pre>`).join('\n')}`;
  const row = (kind: string, cells: string) => `<tr class="${kind}">${cells}</tr>`;
  const cells = (idx: number, outcome: string, text: string, time = '', memory = '') =>
    `<td class="idx">${idx}</td><td class="outcome">${outcome}</td><td class="details">
       ${text}
     </td>${
       time &&
       `<td class="execution-time">
       ${time}
     </td>`
     }${memory && `<td class="memory-used">${memory}</td>`}`;
  const table = (...rows: readonly string[]) =>
    `<table class="testcase-list"><thead><tr><th class="idx">#</th><th class="outcome">Esito</th></tr></thead>
     <tbody>${rows.join('\n')}</tbody></table>`;
  const subtask = (kind: string, title: string, score: string, ...rows: readonly string[]) =>
    `<div class="subtask ${kind}"><div class="subtask-head"><span class="title">
       ${title}
     </span><span class="score">
       (${score})
     </span></div><div class="subtask-body">${table(...rows)}</div></div>`;
  const scores = (...parts: readonly string[]) => `<div class="score_details">${parts.join('')}</div>`;

  const readDetails = async (html: string, status = 5, language: string | null = null) =>
    read({ status }, { ...page(html), language });

  it('contain subtasks and cases with outcome, message, time, and memory', async () => {
    const html = scores(
      subtask(
        'correct',
        'Subtask 0',
        '0 / 0',
        row('correct', cells(1, 'Correct', 'Output is correct', '0.123 s', '12.3 MiB')),
      ),
      subtask(
        'partiallycorrect',
        'Subtask 1',
        '12.5 / 30',
        row('notcorrect', cells(1, 'Not correct', 'Output isn&#39;t correct', '1.250 s', '512 KiB')),
        row('partiallycorrect', cells(2, 'Partially correct', 'Half', '0.000 s', '1.00 GiB')),
        row('undefined', '<td class="idx">3</td><td colspan="4">N/A</td>'),
      ),
      subtask('undefined', 'Subtask 2', 'N/A'),
    );
    const { judge } = await readDetails(html);
    assert.deepEqual(
      judge.subtasks.map(({ id, status, score, maximum }) => [id, status, score, maximum]),
      [
        [0, 'AC', 0, 0],
        [1, 'PC', 12.5, 30],
        [2, null, null, undefined],
      ],
    );
    assert.deepEqual(
      judge.subtasks.map(({ cases }) =>
        cases.map(({ id, status, description, time, memory }) => [id, status, description, time, memory]),
      ),
      [
        [[1, 'AC', 'Output is correct', 123, 12.3 * 1024]],
        [
          [1, 'WA', "Output isn't correct", 1250, 512],
          [2, 'PC', 'Half', 0, 1024 ** 2],
          [3, null, null, null, null],
        ],
        [],
      ],
    );
  });

  it('contain cases without subtasks, whose hidden rows have no number', async () => {
    const hidden = row('undefined', '<td colspan="5">N/A</td>');
    const html = scores(table(row('correct', cells(1, 'Giusto', 'Ok')), hidden));
    const { judge } = await readDetails(html);
    assert.deepEqual(
      judge.subtasks.map(({ id, cases }) => [id, cases.map((one) => [one.id, one.status])]),
      [
        [
          null,
          [
            [1, 'AC'],
            [2, null],
          ],
        ],
      ],
    );
  });

  it('keep the numbers of cases if only some are shown', async () => {
    const html = scores(
      subtask('notcorrect', 'Sottoproblema 3', '0 / 10', row('notcorrect', cells(7, 'Sbagliato', 'No'))),
    );
    const { judge } = await readDetails(html);
    assert.deepEqual(
      judge.subtasks.map(({ id, cases }) => [id, cases[0]?.id]),
      [[3, 7]],
    );
  });

  it('distinguish exceeded limits and crashes from wrong answers', async () => {
    const codes = [];
    for (const [message, time] of [
      ['Tempo scaduto', '&gt; 1.000 s'],
      ['Execution timed out', '0.010 s'],
      ['Memory limit exceeded', '0.010 s'],
      ['Execution killed by signal', '0.010 s'],
      ['Execution failed because the return code was nonzero', '0.010 s'],
      ['Output isn&#39;t correct', '0.010 s'],
    ] as const) {
      const { judge } = await readDetails(scores(table(row('notcorrect', cells(1, 'x', message, time)))));
      codes.push([judge.subtasks[0]?.cases[0]?.status, judge.subtasks[0]?.cases[0]?.time]);
    }
    assert.deepEqual(codes, [
      ['TLE', 1000],
      ['TLE', 10],
      ['MLE', 10],
      ['RTE', 10],
      ['RTE', 10],
      ['WA', 10],
    ]);
  });

  it('have numbers and units of other languages, and none if these are unknown', async () => {
    const figures = async (time: string, memory: string) => {
      const { judge } = await readDetails(scores(table(row('correct', cells(1, '', '', time, memory)))));
      const [one] = judge.subtasks[0]?.cases ?? [];
      return [one?.time, one?.memory];
    };
    assert.deepEqual(await figures('0,123\u00a0s', '12,3\u00a0MiB'), [123, 12.3 * 1024]);
    assert.deepEqual(await figures('0.123 sec', '1,020 KiB'), [123, 1020]);
    assert.deepEqual(await figures('0,001 с', '1\u00a0020 КиБ'), [1, 1020]);
    assert.deepEqual(await figures('12.5 s', '512 bytes'), [12500, 0.5]);
    assert.deepEqual(await figures('12.5 s', '512 B'), [12500, 0.5]);
    assert.deepEqual(await figures('12.5 s', '1 byte'), [12500, 1 / 1024]);
    assert.deepEqual(await figures('0,652 Sek.', '256 MiB'), [652, 262144]);
    assert.deepEqual(await figures('0.652 วิ', '256 MiB'), [652, 262144]);
    assert.deepEqual(await figures('0,652 giây', '256 MiB'), [652, 262144]);
    assert.deepEqual(await figures('1.067 שנ׳', '256 MiB'), [1067, 262144]);
    assert.deepEqual(await figures('0.652초', '256 MiB'), [652, 262144]);
    assert.deepEqual(await figures('N/A', 'N/A'), [null, null]);
    assert.deepEqual(await figures('0.123 min', '12 MB'), [null, null]);
    assert.deepEqual(await figures('۰٫۱۲۳ s', '1.234.567 KiB'), [null, null]);
    assert.deepEqual(await figures('0.123', '12'), [null, null]);
  });

  it('have at most 2,000 characters of a message', async () => {
    const html = scores(table(row('correct', cells(1, '', 'x'.repeat(MAX_CMS_MESSAGE_LENGTH + 1)))));
    const { judge } = await readDetails(html);
    assert.equal(judge.subtasks[0]?.cases[0]?.description?.length, MAX_CMS_MESSAGE_LENGTH);
  });

  it('have the numbers of subtasks and cases only if these are numbers', async () => {
    const html = scores(
      subtask('correct', 'Subtask 12', '1 / 2', row('correct', '<td class="idx">x7</td>')),
      subtask('correct', 'Subtask 1234567', '1 / 2', row('correct', '<td class="idx">7x</td>')),
    ).replace('(1 / 2)', '1 / 2');
    const { judge } = await readDetails(html);
    assert.deepEqual(
      judge.subtasks.map(({ id, score, maximum, cases }) => [id, score, maximum, cases[0]?.id]),
      [
        [12, 1, 2, 1],
        [null, 1, 2, 1],
      ],
    );
    assert.equal(judge.hidesCases, undefined);
  });

  it('have no score of a subtask if its number can mean a fraction or thousands', async () => {
    const html = scores(subtask('correct', 'x', '1,000 / 1,000'), subtask('correct', 'x', '12,5 / 33,33'));
    const { judge } = await readDetails(html);
    assert.deepEqual(
      judge.subtasks.map(({ id, score, maximum }) => [id, score, maximum]),
      [
        [null, null, undefined],
        [null, 12.5, 33.33],
      ],
    );
  });

  it('have the scores of subtasks in the numbers of the page’s language', async () => {
    const scoresIn = async (language: string | null, score: string) => {
      const { judge } = await readDetails(scores(subtask('correct', 'x', score)), 5, language);
      return judge.subtasks.map(({ score: points, maximum }) => [points, maximum]);
    };
    assert.deepEqual(await scoresIn('en', '33.33\n / 33.333'), [[33.33, 33.333]]);
    assert.deepEqual(await scoresIn('en', '0 / 1,060.5'), [[0, 1060.5]]);
    assert.deepEqual(await scoresIn('it', '33,33 / 33,333'), [[33.33, 33.333]]);
    assert.deepEqual(await scoresIn('de', '1.000 / 1.060,5'), [[1000, 1060.5]]);
    assert.deepEqual(await scoresIn('fr', '1\u202f000 / 1\u202f060,5'), [[1000, 1060.5]]);
    assert.deepEqual(await scoresIn('ar', '1,000 / 2,000'), [[1000, 2000]]);
    assert.deepEqual(await scoresIn('zh-Hans-CN', '33.33 / 33.333'), [[33.33, 33.333]]);
    assert.deepEqual(await scoresIn('en', '1,06 / 1.0.5'), [[null, undefined]]);
    assert.deepEqual(await scoresIn('no language at all', '1.5 / 33.333'), [[1.5, undefined]]);
  });

  it('distinguish exceeded limits and crashes in other languages of CMS', async () => {
    const codes = [];
    for (const message of [
      'Превышено реальное время выполнения',
      'Zeitüberschreitung bei Ausführung (Echtzeit-Limit überschritten)',
      'Перевищено ліміт пам&#39;яті',
      '超過記憶體限制',
      'Limite di memoria superato',
      'Exécution échouée\u00a0: code de retour différent de zéro',
      'L&#39;output non è corretto',
    ]) {
      const { judge } = await readDetails(scores(table(row('notcorrect', cells(1, 'x', message)))));
      codes.push(judge.subtasks[0]?.cases[0]?.status);
    }
    assert.deepEqual(codes, ['TLE', 'TLE', 'MLE', 'MLE', 'MLE', 'RTE', 'WA']);
  });

  it('contain that the compiler ran too long, in the words of CMS', async () => {
    const html = scores() + compilation('', '').replace(/<td>[^<]*<\/td>/, '<td>編譯逾時</td>');
    const { judge, compile } = await readDetails(html, 2);
    assert.deepEqual(
      [judge.status, judge.description, compile?.success, compile?.message],
      ['CTLE', '編譯逾時', false, null],
    );
  });

  it('contain no compiler output if it only consists of the lines between the outputs of commands', async () => {
    assert.equal((await readDetails(scores() + compilation('===\n', '\n===\n===\n'))).compile, null);
  });

  it('contain the compiler’s output and error output, in this order and without those of a score type', async () => {
    const html =
      scores('<pre>graph</pre>', table(row('correct', cells(1, '', '')))) +
      compilation('sum.pas(1,2) Note: x', 'sum.cpp:3:1: warning: &#34;a&#34; &lt;b&gt;') +
      '<pre>more</pre>';
    const { compile } = await readDetails(html);
    assert.deepEqual(compile, {
      success: null,
      message: 'sum.pas(1,2) Note: x\nsum.cpp:3:1: warning: "a" <b>',
      opt2: null,
    });
  });

  it('contain the compiler’s errors of a failed compilation', async () => {
    const { judge, compile } = await readDetails(compilation('', 'sum.cpp:1:1: error: x'), 2);
    assert.deepEqual([judge.status, judge.hidesCases], [2, undefined]);
    assert.deepEqual([compile?.success, compile?.message], [false, 'sum.cpp:1:1: error: x']);
  });

  it('have the time of the slowest test and the maximum memory, also if a test is in several subtasks', async () => {
    const slow = cells(1, '', '', '0.200 s', '1.00 MiB');
    const html = scores(
      subtask('correct', 'Subtask 1', '40 / 40', row('correct', slow)),
      subtask(
        'correct',
        'Subtask 2',
        '60 / 60',
        row('correct', slow),
        row('correct', cells(2, '', '', '0.100 s', '2.00 MiB')),
      ),
    );
    const { judge } = await readDetails(html);
    assert.deepEqual([judge.time, judge.memory], [200, 2048]);
  });

  it('are requested in English', async () => {
    const path = `/tasks/sum/submissions/${requestId}`;
    const sent = await requestsOf(resultAt(contest, request), site({ [path]: answer({ status: 5 }) }));
    const details = sent.find((one) => one.path === `${path}/details`);
    assert.equal(details?.headers?.['Accept-Language'], 'en');
  });

  it('are not read if they have too many elements', async () => {
    const path = `/tasks/sum/submissions/${requestId}`;
    const html = page('<b>'.repeat(200_001));
    const reply = site({ [path]: answer({ status: 5 }), [`${path}/details`]: html });
    assert.match(await failing(resultAt(contest, request), reply), /^details: at most 100,000 entries/);
  });
});

describe('A contest on CMS', () => {
  const { checkSite } = cms.site ?? {};
  assert.ok(checkSite);
  const recognized = on(contest, checkSite);

  it('is recognized by the API’s response to guests', async () => {
    assert.equal(await run(recognized, site({ '/api/task_list': SIGNED_OUT })), 'isThisType');
    assert.equal(await run(recognized, site({ '/api/task_list': CLOSED })), 'isThisType');
    assert.equal(await run(recognized, site({ '/api/task_list': tasks })), 'isThisType');
  });

  it('isn’t another site', async () => {
    assert.equal(await run(recognized, site({})), 'another');
    assert.equal(await run(recognized, site({ '': page('<html>Hello</html>') })), 'another');
    assert.equal(await run(recognized, site({ '/api/task_list': answer({ error: 'x' }, 404) })), 'another');
    assert.equal(await run(recognized, () => page('<html>Welcome</html>')), 'another');
  });

  it('is reported as too old if it has no API', async () => {
    const { failure } = await failureOf(recognized, site({ '': FRONT_PAGE }));
    assert.ok(failure.kind === 'status');
    assert.deepEqual([failure.status, failure.cause], [404, { kind: 'noApi', isOlder: true }]);
  });

  it('isn’t confused with the site’s list of contests', async () => {
    const list = page(
      '<!DOCTYPE html><link href="static/cws_style.css"><div class="hero-unit contest-list">',
    );
    const { failure } = await failureOf(recognized, site({ '': list }));
    assert.deepEqual(failure.kind === 'status' && failure.cause, { kind: 'listOfContests' });
  });

  it('isn’t recognized by a page of an error', async () => {
    const front = page('<!DOCTYPE html><link href="../static/cws_style.css">', 400);
    assert.equal(await run(recognized, site({ '': front })), 'another');
  });

  it('needs the user’s password, works only outside of browsers, and is listed without an account', () => {
    assert.deepEqual(contest.signIn, {
      kind: 'secret',
      secret: 'userAndPassword',
      page: null,
      isOptional: false,
    });
    assert.equal(contest.worksInBrowser, false);
    assert.equal(contest.pace?.interval, 3_000);
    assert.equal(contest.listing?.needsAccount, false);
    const { problemSubmissions } = contest;
    assert.deepEqual([problemSubmissions?.code, problemSubmissions?.needsAccount], ['returned', false]);
    assert.deepEqual(cms.site?.mayBeUnencrypted, true);
    assert.notEqual(contest.id, described(cms, 'other', { url, allowPlainHttp: true }).id);
    assert.match(contest.id, /^cms http:\/\/10\.0\.0\.7:8888\/ioi ioi$/);
  });

  it('has IDs of up to 19 digits, and tasks with the names of files', () => {
    assert.deepEqual(contest.requestIdForm, { kind: 'digits', length: 19 });
    const ids = [
      requestId,
      '123456789012345',
      '12345678901234',
      `0${requestId}`,
      `${requestId}0`,
      `x${requestId}`,
    ];
    assert.deepEqual(ids.map(contest.looksLikeRequestId), [true, true, false, false, false, false]);
    const names = ['sum', 'a-b_c.1', '.hidden', 'a b', 'a/b', 'x'.repeat(101)];
    assert.deepEqual(
      names.map((name) => contest.problemIdIn?.(name)),
      ['sum', 'a-b_c.1', null, null, null, null],
    );
  });

  it('has the URL that precedes its pages', () => {
    const host = 'https://cms.example.org';
    const urls: readonly (readonly [pasted: string, url: string])[] = [
      [host, host],
      [`${host}/`, host],
      [`${host}/tasks/sum/description`, host],
      [`${host}/ioi/tasks/sum/submissions?x=1#y`, `${host}/ioi`],
      [`${host}/cms/ioi/communication`, `${host}/cms/ioi`],
      [`${host}/ioi/api/login`, `${host}/ioi`],
      ['10.0.0.7:8888/ioi/', 'https://10.0.0.7:8888/ioi'],
      ['not a url', 'not a url'],
      ['https://user:secret@cms.example.org/ioi', 'https://user:secret@cms.example.org/ioi'],
    ];
    for (const [pasted, expected] of urls)
      assert.deepEqual(cms.site?.siteIn(pasted), { url: expected }, pasted);
  });

  it('may use plain http in a private network only, and only if the user allows it', () => {
    assert.equal(contest.allowsPlainHttp, true);
    assert.throws(() => described(cms, 'x', { url }), /plainHttp/);
    assert.throws(() => described(cms, 'x', { url: 'http://8.8.8.8/a', allowPlainHttp: true }), /plainHttp/);
  });

  it('has submissions with URLs that contain the task', () => {
    const { pages } = contest;
    assert.deepEqual(pages?.readAddress?.(`${url}/tasks/sum/submissions/${requestId}/details`), {
      kind: 'requestId',
      id: requestId,
      hint: 'sum',
    });
    for (const other of [
      '/tasks/sum/submissions',
      '/tasks/sum/submissions/0123',
      '/tasks/sum/submissions/12x',
      '/x/tasks/sum/submissions/12',
      '/tasks/.sum/submissions/12',
    ])
      assert.deepEqual(pages?.readAddress?.(url + other), { kind: 'addressWithoutId' }, other);
    const isPage = (address: string) => pages?.isProblemPage?.(address, { problemId: 'sum', place: null });
    assert.deepEqual(
      [`${url}/tasks/sum/description`, `${url}/tasks/summer`, 'https://x.org/tasks/sum'].map(isPage),
      [true, false, false],
    );
    assert.equal(pages?.readAddress?.('http://10.0.0.7:8888/other/tasks/sum/submissions/5'), null);
    const ownPage = pages?.record?.(request) ?? '';
    assert.equal(ownPage, `${url}/tasks/sum/submissions#${requestId}`);
    assert.deepEqual(pages?.readAddress?.(ownPage), { kind: 'requestId', id: requestId, hint: 'sum' });
    assert.equal(pages?.record?.({ requestId, hint: null }), null);
    assert.equal(pages?.problem?.({ problemId: 'sum', place: null }), `${url}/tasks/sum/description`);
    assert.deepEqual(contest.submission?.problemAt?.(`${url}/tasks/sum/submissions`), {
      problemId: 'sum',
      place: null,
    });
  });
});

describe('Signing in to CMS', () => {
  const { session } = contest;
  assert.ok(session);
  const open = on(contest, (http) => session.open(http, 'alice:p:w'));
  const opened = async (login: PlainAnswer) => {
    const value = await run(open, site({ '/api/login': login }));
    return session.headers(value, { method: 'GET', path: '/' });
  };

  it('sends user name and password, and returns the value of the header', async () => {
    assert.deepEqual(await requestsOf(open), [
      { method: 'POST', path: '/api/login', form: { username: 'alice', password: 'p:w' } },
    ]);
    assert.deepEqual(await opened(answer({ login_data: '2|1:0|abc=|1f' })), {
      'X-CMS-Authorization': '2|1:0|abc=|1f',
    });
  });

  it('needs no header if the contest recognizes the computer by its IP address', async () => {
    assert.deepEqual(await opened(answer({})), {});
    assert.deepEqual(await opened(answer({ login_data: 'Already-Logged-In' })), {});
  });

  it('never sends a value that isn’t allowed in a header', async () => {
    assert.deepEqual(await opened(answer({ login_data: 'a\r\nb' })), {});
    assert.deepEqual(await opened(answer({ login_data: 'x'.repeat(5_000) })), {});
  });

  it('fails with the judge’s message', async () => {
    const login = (response: PlainAnswer) => failing(open, site({ '/api/login': response }));
    assert.equal(await login(answer({ error: 'Login failed' }, 403)), '401 Login failed');
    const other = 'Logged in as bob but trying to login as alice';
    assert.equal(await login(answer({ error: other }, 400)), `401 ${other}`);
    assert.equal(await login(page('<html>', 200)), 'notJson');
    assert.equal(await login(page('<html>', 502)), '502');
  });

  it('fails if the site has no API', async () => {
    const { failure } = await failureOf(open, site({ '': FRONT_PAGE }));
    assert.deepEqual(failure.kind === 'status' && failure.cause, { kind: 'noApi', isOlder: true });
  });

  it('is checked with a request that also succeeds while the contest is closed', async () => {
    const check = (response: PlainAnswer) => run(checkOf(contest), site({ '/api/task_list': response }));
    assert.deepEqual(await check(tasks), { name: null });
    assert.deepEqual(await check(CLOSED), { name: null });
    await assert.rejects(check(SIGNED_OUT));
    await assert.rejects(check(page('<html>')));
    await assert.rejects(check(page('<html>', 404)));
  });

  it('is repeated after a response that requires it, but not while the contest is closed', () => {
    assert.equal(session.stateAfter(SIGNED_OUT), 'over');
    assert.equal(session.stateAfter(answer({ error: 'x' }, 401)), 'over');
    assert.equal(session.stateAfter(CLOSED), 'valid');
    assert.equal(session.stateAfter(page('Forbidden', 403)), 'unclear');
    assert.equal(session.stateAfter(tasks), 'valid');
  });
});

describe('Submitting to CMS', () => {
  const { submission: support } = contest;
  assert.ok(support);
  const program: Submission = {
    problemId: 'sum',
    place: null,
    language: 'C++17 / g++',
    optimise: false,
    code: 'int main() {}',
    fileName: 'solution.cc',
    trackId: 't',
    inputs: null,
  };
  const submitting = (more: Partial<Submission>) =>
    on(contest, (http) => support.submit(http, { ...program, ...more }));
  const accepts = ({ method }: OutgoingRequest) => (method === 'POST' ? answer({ id: requestId }) : tasks);
  const sent = async (more: Partial<Submission> = {}) =>
    (await requestsOf(submitting(more), accepts)).find(({ method }) => method === 'POST');
  const others = (mainName: string, ...names: readonly string[]) => ({
    mainName,
    files: names.map((fileName) => ({ fileName, text: fileName })),
  });

  it('sends the file in the field of the submission format, with its own extension', async () => {
    const post = await sent();
    assert.equal(post?.path, '/api/sum/submit');
    assert.deepEqual(post.form, {
      'sum.%l': { fileName: 'sum.cc', text: 'int main() {}' },
      language: 'C++17 / g++',
    });
  });

  it('sends a header of its own, without which CMS rejects the request of a known computer', async () => {
    assert.deepEqual((await sent())?.headers, { 'X-CMS-Authorization': 'Already-Logged-In' });
  });

  it('returns the ID, with the task as the hint', async () => {
    assert.deepEqual(await run(submitting({}), accepts), { kind: 'accepted', requestId, hint: 'sum' });
  });

  it('uses the language’s extension if it doesn’t have the file’s', async () => {
    const name = async (more: Partial<Submission>) => {
      const file = (await sent(more))?.form?.['sum.%l'];
      return typeof file === 'object' && 'fileName' in file ? file.fileName : null;
    };
    assert.equal(await name({ fileName: 'A.CPP' }), 'sum.cpp');
    assert.equal(await name({ fileName: undefined, language: 'Rust' }), 'sum.rs');
    assert.equal(await name({ fileName: 'a.c++', language: 'C++20 / g++' }), 'sum.c++');
    assert.equal(await name({ fileName: 'a.kt', language: 'Kotlin / JVM' }), 'sum.kt');
  });

  it('lets CMS find the language', async () => {
    assert.deepEqual((await sent({ language: 'auto' }))?.form, {
      'sum.%l': { fileName: 'sum.cc', text: 'int main() {}' },
    });
  });

  it('assigns several files by their names', async () => {
    const post = await sent({
      problemId: 'code',
      fileName: 'decoder.cpp',
      code: 'd',
      others: others('decoder.cpp', 'encoder.cpp'),
    });
    assert.deepEqual(post?.form, {
      'decoder.%l': { fileName: 'decoder.cpp', text: 'd' },
      'encoder.%l': { fileName: 'encoder.cpp', text: 'encoder.cpp' },
      language: 'C++17 / g++',
    });
  });

  it('assigns the only file that is left to the only field that is left', async () => {
    const post = await sent({ problemId: 'code', code: 'd', others: others('main.cpp', 'encoder.cpp') });
    assert.deepEqual(Object.keys(post?.form ?? {}), ['encoder.%l', 'decoder.%l', 'language']);
  });

  it('sends output files, without a language', async () => {
    const post = await sent({
      problemId: 'art',
      fileName: 'output_2.txt',
      code: '2',
      language: 'OutputOnly',
      others: others('output_2.txt', 'output_1.txt'),
    });
    assert.deepEqual(post?.form, {
      'output_2.txt': { fileName: 'output_2.txt', text: '2' },
      'output_1.txt': { fileName: 'output_1.txt', text: 'output_1.txt' },
    });
  });

  it('sends one of several output files', async () => {
    const post = await sent({ problemId: 'art', fileName: 'output_1.txt', language: 'OutputOnly' });
    assert.deepEqual(Object.keys(post?.form ?? {}), ['output_1.txt']);
  });

  it('sends nothing if a file doesn’t belong to the task', async () => {
    for (const more of [
      { problemId: 'code' },
      { problemId: 'art', fileName: 'a.txt' },
      { others: others('sum.cc', 'x.h') },
    ]) {
      const failed = await failureOf(submitting(more), accepts);
      assert.ok(failed.failure.kind === 'status');
      assert.deepEqual([failed.failure.status, failed.sent], [422, 'no']);
      assert.equal(failed.failure.cause?.kind, 'files');
    }
    assert.equal(await sent({ problemId: 'code' }), undefined);
  });

  it('names the expected files', async () => {
    const { failure } = await failureOf(submitting({ problemId: 'code' }), accepts);
    assert.ok(failure.kind === 'status');
    assert.deepEqual(failure.cause, { kind: 'files', expected: ['encoder.*', 'decoder.*'] });
  });

  const refused = (response: PlainAnswer, more: Partial<Submission> = {}) =>
    failureOf(submitting(more), ({ method }) => (method === 'POST' ? response : tasks));

  it('fails with the judge’s details', async () => {
    const details = 'For this task, you can submit again after 60 seconds from last submission.';
    const { failure, sent: isSent } = await refused(
      answer({ error: 'Submissions too frequent!', details }, 422),
    );
    assert.ok(failure.kind === 'status');
    assert.equal(failure.error?.errorMessage, `Submissions too frequent! ${details}`);
    assert.deepEqual([failure.status, failure.cause, isSent], [422, undefined, 'no']);
  });

  it('names the expected files if CMS rejects them, and otherwise the language', async () => {
    const body = { error: 'Invalid submission format!', details: 'Please select the correct files.' };
    const rejected = async (more: Partial<Submission>) => {
      const { failure } = await refused(answer(body, 422), more);
      return failure.kind === 'status' && failure.cause;
    };
    assert.deepEqual(await rejected({ language: 'auto' }), { kind: 'language' });
    const art = { problemId: 'art', fileName: 'output_1.txt', language: 'OutputOnly' };
    assert.deepEqual(await rejected(art), { kind: 'files', expected: ['output_1.txt', 'output_2.txt'] });
  });

  it('fails with CMS’s message if the task doesn’t exist', async () => {
    const { failure } = await refused(answer({ error: 'Task not found' }, 404), { problemId: 'none' });
    assert.ok(failure.kind === 'status');
    assert.deepEqual([failure.status, failure.error?.errorMessage], [404, 'Task not found']);
  });

  it('explains that the contest is closed', async () => {
    const form = on(contest, (http) => support.fetchForm!(http, program));
    const { failure } = await failureOf(form, site({ '/api/task_list': CLOSED }));
    assert.ok(failure.kind === 'status');
    assert.deepEqual(
      [failure.status, failure.cause, failure.error?.errorMessage],
      [403, { kind: 'closed', why: 'betweenPhases' }, 'The contest is not open'],
    );
  });

  it('may have succeeded if the response has no ID', async () => {
    assert.equal((await refused(answer({}))).sent, 'maybe');
    assert.equal((await refused(page('<html>'))).sent, 'maybe');
  });

  it('offers languages for source files, and none for output files', async () => {
    const languages = async (problemId: string) => {
      const form = on(contest, (http) => support.fetchForm!(http, { problemId, place: null }));
      const { languages: offered, acceptsOtherLanguages } = await run(form, () => tasks);
      return [offered.slice(0, 2).map(({ id }) => id), acceptsOtherLanguages];
    };
    assert.deepEqual(await languages('sum'), [['auto', 'C++20 / g++'], true]);
    assert.deepEqual(await languages('art'), [['OutputOnly'], undefined]);
    const form = (problemId: string) =>
      run(
        on(contest, (http) => support.fetchForm!(http, { problemId, place: null })),
        () => tasks,
      );
    const cpp = ['cpp', '.cpp', '.cc', '.cxx', '.c++', '.C'];
    assert.deepEqual(
      (await form('sum')).languages
        .slice(1)
        .map(({ id, name, editorLanguages, extensions }) => [id, name, ...editorLanguages, ...extensions]),
      [
        ...['C++20', 'C++17', 'C++14', 'C++11'].map((one) => [`${one} / g++`, ...cpp]),
        ['C11 / gcc', 'c', '.c'],
        ['Python 3 / CPython', 'python', '.py'],
        ['Python 3 / PyPy', 'python', '.py'],
        ['Java / JDK', 'java', '.java'],
        ['Pascal / fpc', 'pascal', '.pas'],
        ['Rust', 'rust', '.rs'],
        ['C# / Mono', 'csharp', '.cs'],
        ['Haskell / ghc', 'haskell', '.hs'],
        ['PHP', 'php', '.php'],
      ].map(([id, ...rest]) => [id, id, ...rest]),
    );
    const [output] = (await form('art')).languages;
    assert.deepEqual([output?.editorLanguages, output?.extensions], [[], ['.txt', '.out']]);
  });
});

describe('The tasks of a contest on CMS', () => {
  const { problemList, problemAt } = contest.submission ?? {};
  assert.ok(problemList && problemAt);
  const list = (front: PlainAnswer, list = tasks) =>
    run(
      on(contest, (http) => problemList.fetchAll(http)),
      site({ '/api/task_list': list, '': front }),
    );

  it('have the titles of the contest’s page, or the names of unusual files', async () => {
    const found = async (front: PlainAnswer) =>
      (await list(front)).problems.map(({ problemId, place, title }) => [problemId, place, title]);
    const row =
      '<tr><th>sum</th><td>Sum &amp; Co</td><td>1.500 seconds</td><td>256 MiB</td><td>x</td><td>y</td>';
    assert.deepEqual(
      await found(page(`<!DOCTYPE html><link href="/static/cws_style.css"><table>${row}</table>`)),
      [
        ['sum', null, 'Sum & Co'],
        ['code', null, 'encoder.*, decoder.*'],
        ['art', null, 'output_1.txt, output_2.txt'],
      ],
    );
    assert.deepEqual((await found(NOT_FOUND))[0], ['sum', null, '']);
  });

  it('are named by file names in any letter case', async () => {
    const { problems } = await list(NOT_FOUND);
    const named = (text: string) => problemList.named(text, problems).map(({ problemId }) => problemId);
    assert.deepEqual(['SUM.cpp', 'Code', 'art/a.py', 'x'].map(named), [['sum'], ['code'], ['art'], []]);
  });

  const calling = (...times: readonly (number | string)[]) =>
    page(
      `<!DOCTYPE html><link href="/static/cws_style.css"><script>new CMS.CWSUtils("/", "/x", "x", ${times.join(', ')});</script>`,
    );

  it('aren’t listed before the contest, whose start is known', async () => {
    const startOf = async (front: PlainAnswer) => (await list(front, CLOSED)).contest?.startsAt;
    assert.equal(await startOf(calling(1, 2, 3, '1767225600.5', -2)), 1_767_225_600_500);
    assert.equal(await startOf(calling(1, 2, 3, '1767225600.0', -1)), 1_767_225_600_000);
    const { problems, contest: found } = await list(calling(1, 2, 3, '1767225600.0', -2), CLOSED);
    assert.deepEqual([problems, found?.startsAt], [[], 1_767_225_600_000]);
  });

  it('can’t be listed after the contest, or before the user has started it', async () => {
    const ownTime = calling(1, 2, 3, '1767225600.0', -1);
    const started = { ...ownTime, text: `${ownTime.text}<script>utils.update_time(true);</script>` };
    for (const front of [
      calling(1, 2, 3, '1767225600.0', 2),
      calling(1, 2, 3, 'x', -2),
      started,
      NOT_FOUND,
    ]) {
      await assert.rejects(list(front, CLOSED));
    }
  });

  it('are found at their pages', () => {
    assert.deepEqual(
      [`${url}/tasks/sum/description`, url, `${url}/communication`, 'sum', 'https://x.org'].map(problemAt),
      [{ problemId: 'sum', place: null }, null, null, null, null],
    );
  });
});

describe('The lists of submissions on CMS', () => {
  it('contain the newest submissions of each task first', async () => {
    const ids = (...list: readonly unknown[]) => answer({ list: list.map((id) => ({ id })) });
    const many = Array.from({ length: 50 }, (_, index) => String(1000 + index));
    const reply = site({
      '/api/task_list': tasks,
      '/api/sum/submission_list': ids('11', '12', 13, 'no ID', '0'),
      '/api/code/submission_list': ids('21'),
      '/api/art/submission_list': ids(...many),
    });
    const found = await run(recentOf(contest, null), reply);
    assert.deepEqual(
      found.slice(0, 6).map(({ requestId: id, hint, status }) => [id, hint, status]),
      [
        ['13', 'sum', null],
        ['21', 'code', null],
        ['1049', 'art', null],
        ['12', 'sum', null],
        ['1048', 'art', null],
        ['11', 'sum', null],
      ],
    );
    assert.equal(found.length, 3 + 1 + MAX_CMS_RECENT_SUBMISSIONS);
  });

  it('have pages with the score of each submission to a task', async () => {
    const list = answer({ list: Array.from({ length: 12 }, (_, index) => ({ id: String(index + 1) })) });
    const reply = ({ path }: OutgoingRequest): PlainAnswer => {
      if (path === '/api/sum/submission_list') return list;
      if (path.endsWith('/12')) return NOT_FOUND;
      return answer({ status: 5, public_score: 7, max_public_score: 7 });
    };
    const { problemSubmissions } = contest;
    assert.ok(problemSubmissions);
    const fetchPage = (from: string | null) =>
      run(
        on(contest, (http) =>
          problemSubmissions.fetchPage(http, { problemId: 'sum', place: null }, from, null),
        ),
        reply,
      );
    const first = await fetchPage(null);
    assert.deepEqual(
      first.submissions
        .slice(0, 2)
        .map(({ requestId: id, hint, status, score }) => [id, hint, status, score]),
      [
        ['12', 'sum', null, null],
        ['11', 'sum', 'AC', 7],
      ],
    );
    assert.deepEqual([first.submissions.length, first.next], [10, '10']);
    const second = await fetchPage(first.next);
    assert.deepEqual([second.submissions.map(({ requestId: id }) => id), second.next], [['2', '1'], null]);
  });

  it('have the order of the task’s page', async () => {
    const list = answer({ list: ['5', '7', '6', '4'].map((id) => ({ id })) });
    const rows = ['7', '6', '5', '99'].map((id) => `<tr data-submission="${id}" data-status="5">`).join('');
    const idsWith = async (front: PlainAnswer) => {
      const { problemSubmissions } = contest;
      assert.ok(problemSubmissions);
      const { submissions } = await run(
        on(contest, (http) =>
          problemSubmissions.fetchPage(http, { problemId: 'sum', place: null }, null, null),
        ),
        ({ path }: OutgoingRequest): PlainAnswer => {
          if (path === '/tasks/sum/submissions') return front;
          return path === '/api/sum/submission_list' ? list : answer({ status: 1 });
        },
      );
      return submissions.map(({ requestId: id }) => id);
    };
    assert.deepEqual(await idsWith(page(`<table>${rows}</table>`)), ['7', '6', '5', '4']);
    assert.deepEqual(await idsWith(NOT_FOUND), ['4', '6', '7', '5']);
  });

  it('have no further page after a full one, and fail if a submission can’t be read for another reason', async () => {
    const list = answer({ list: Array.from({ length: CMS_LIST_PAGE }, (_, at) => ({ id: String(at + 1) })) });
    const { problemSubmissions } = contest;
    assert.ok(problemSubmissions);
    const fetching = on(contest, (http) =>
      problemSubmissions.fetchPage(http, { problemId: 'sum', place: null }, null, null),
    );
    const replies =
      (status: PlainAnswer) =>
      ({ path }: OutgoingRequest): PlainAnswer =>
        path === '/api/sum/submission_list' ? list : status;
    const { submissions, next } = await run(fetching, replies(answer({ status: 1 })));
    assert.deepEqual([submissions.length, next], [CMS_LIST_PAGE, null]);
    assert.equal(await failing(fetching, replies(page('', 500))), '500');
    assert.equal(await failing(fetching, replies(page('<html>'))), 'notJson');
  });
});
