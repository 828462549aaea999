import { speak } from '../../../support/vscodeWords';
import assert from 'node:assert/strict';
import { testReport } from '../../../../../src/editor/judges/judgeTest/report';
import type { Judge } from '../../../../../src/judges';
import { asRequestFailed } from '../../../../../src/judges/requestFailed';
import { replay } from '../../../../../src/judges/http/judgeHttp';
import { judgeNamed, judgeTypeNames } from '../../../../../src/judges/adapters';
import { fieldNames, hostileAnswer, idOf, randomFrom } from '../../../../support/hostileAnswers';
import { recorded, resultAt } from '../../../../support/operations';
import { leastJudge } from '../../../../support/profiles';
import { answer } from '../../../judges/adapters/answers';

const description = {
  type: 'json',
  url: 'https://oj.test',
  units: { time: 's' },
  failure: { if: 'error', message: 'message' },
  result: {
    path: '/x/{id}',
    fields: { status: 'result', score: 'points', compileMessage: 'log', problem: 'task' },
    cases: { list: 'tests', fields: { id: 'name', status: 'result', time: 'spent', output: 'out' } },
  },
  statusCodes: { '0': 'AC' },
};
const body = {
  result: 0,
  score: 50,
  log: '',
  task: 'a|b',
  error: null,
  tests: [
    { name: 1, result: 0, spent: 0.015, out: '`<img>`' },
    { name: 2, result: 9, spent: 'N/A', out: null },
  ],
};

function described(fields: object = {}): Judge {
  const read = judgeNamed('My judge', { 'My judge': { ...description, ...fields } });
  assert.ok(read.ok);
  return read.judge;
}

/** Returns the report on a service with these responses. The last one is repeated. */
async function reportOf(
  judge: Judge,
  bodies: readonly unknown[],
  { status = 200, isCheckOpen = false }: { readonly status?: number; readonly isCheckOpen?: boolean } = {},
): Promise<string> {
  const operation = resultAt(judge, { requestId: '7', hint: null });
  const exchanges = await recorded(operation, ...bodies.map((one) => answer(one, status)));
  const result = await replay(judge, operation, exchanges).catch(asRequestFailed);
  return testReport({ judge, requestId: '7', exchanges, result, isCheckOpen }).replaceAll('\u200b', '');
}

const report = (fields: object = {}, given: unknown = body): Promise<string> =>
  reportOf(described(fields), [given]);

const lines = (text: string) => text.split('\n');

/** Returns the rows of the table below a heading. */
function table(text: string, heading: string): readonly string[] {
  const all = lines(text);
  const start = all.indexOf(heading);
  assert.notEqual(start, -1, `${heading} in\n${text}`);
  const first = all.findIndex((line, at) => at > start && line.startsWith('|'));
  const rows = all.slice(first);
  return rows.slice(
    0,
    rows.findIndex((line) => !line.startsWith('|')),
  );
}

/** Returns the lines of each table of a report. */
function tablesIn(text: string): readonly (readonly string[])[] {
  const blocks = text.trim().split('\n\n').map(lines);
  return blocks.filter(([first = '']) => first.startsWith('|'));
}

const columnsOf = (row: string) => row.split(/(?<!\\)\|/).length;

describe('The “Test Online Judge…” report', () => {
  before(() => speak('en'));
  after(() => speak('en'));

  it('begins with the outcome of the test', async () => {
    assert.deepEqual(lines(await report()).slice(0, 3), [
      '# Test Results for My judge: Submission ID 7',
      '',
      '**AC Accepted** · Cases: 2',
    ]);
  });

  it('warns if the sign-in check accepts any credentials', async () => {
    assert.match(
      await reportOf(described(), [body], { isCheckOpen: true }),
      /^- ⚠ `check` succeeds without credentials, so wrong credentials are accepted at sign-in\./m,
    );
    assert.doesNotMatch(await report(), /without credentials/);
  });

  it('lists fields without a value and the reason, and codes without a meaning', async () => {
    const warnings = (text: string) => lines(text).filter((line) => line.startsWith('- '));
    assert.deepEqual(warnings(await report()), [
      '- ⚠ `result.fields.score`: `points` isn’t in the response. Found: `result`, `score`, `log`, `task`, `error`, `tests`.',
      '- ⚠ Status codes missing from `statusCodes`: `9`',
    ]);
    const result = {
      path: '/x/{id}',
      fields: { status: 'status', score: 'many', time: 'list', memory: 'none', message: 'list' },
      subtasks: { list: 'subtasks', fields: { id: 'id' } },
      cases: { list: 'cases', fields: { status: 'half' } },
    };
    const subtasks = { a: { id: 'x', cases: [{ half: 1.5 }] }, b: { id: 'y', cases: {} } };
    const odd = { status: 0, many: 'many', list: [], none: {}, subtasks };
    assert.deepEqual(warnings(await report({ result }, odd)), [
      '- ⚠ `result.fields.score`: `"many"` at `many` isn’t a number.',
      '- ⚠ `result.fields.time`: `[…]` at `list` isn’t a number.',
      '- ⚠ `result.fields.memory`: `{…}` at `none` isn’t a number.',
      '- ⚠ `result.fields.message`: `[…]` at `list` isn’t text.',
      '- ⚠ `result.subtasks.fields.id`: `"x"` at `id` isn’t a whole number.',
      '- ⚠ `result.cases.fields.status`: `1.5` at `half` isn’t a status code.',
    ]);
    const noList = await report({}, { ...body, tests: 'none' });
    assert.match(noList, /^- ⚠ `result\.cases\.list`: `"none"` at `tests` isn’t a list\.$/m);
  });

  it('contains each configured field with its value in the response and in the result', async () => {
    const text = await report();
    assert.deepEqual(table(text, '### `failure`').slice(2), ['| `if` | `error` | null | – |']);
    assert.deepEqual(table(text, '### `result.fields`').slice(2), [
      '| `status` | `result` | 0 | AC Accepted |',
      '| `score` | `points` | ⚠ not found | – |',
      '| `compileMessage` | `log` | "" | – |',
      '| `problem` | `task` | "a\\|b" | a\\|b |',
    ]);
    assert.deepEqual(table(text, '### `result.cases`').slice(2), [
      '| `list` | `tests` | \\[…\\] | Cases: 2 |',
      '| `fields.id` | `name` | 1, 2 | 1, 2 |',
      '| `fields.status` | `result` | 0, 9 | AC Accepted, Status 9 |',
      '| `fields.time` | `spent` | 0.015 (1 of 2)<br>⚠ "N/A" (1 of 2) | 15 ms |',
      '| `fields.output` | `out` | "\\`\\<img\\>\\`" (1 of 2) | \\`\\<img\\>\\` |',
    ]);
  });

  it('marks an empty path and an empty list', async () => {
    const result = { ...description.result, fields: { status: '' }, cases: null };
    assert.match(
      await report({ result }, 'AC'),
      /^\| `status` \| \(everything\) \| "AC" \| AC Accepted \|$/m,
    );
    assert.match(await report({}, { ...body, tests: [] }), /^\| `fields\.time` \| `spent` \| – \| – \|$/m);
  });

  it('lists fields that aren’t configured', async () => {
    const text = await report();
    assert.match(
      text,
      /^Not described: `time`, `memory`, `maximum`, `message`, `problemTitle`, `code`, `language`, `user`, `isOwn`, `at`$/m,
    );
    assert.match(text, /^Not described: `fields\.score`, `fields\.memory`, `fields\.description`, /m);
    assert.match(text, /^Not described: `result\.subtasks`$/m);
  });

  it('lists the highest score, the time of submission, and another user', async () => {
    const fields = {
      status: 'result',
      score: 'score',
      maximum: 'best',
      user: 'by',
      isOwn: 'own',
      at: 'sent',
    };
    const given = { result: 0, score: 15, best: 20, by: 'ann', own: false, sent: '2026-08-01T10:20:30Z' };
    const text = await report({ result: { path: '/runs/{id}', fields } }, given);
    for (const row of [
      '| `maximum` | `best` | 20 | 20 |',
      '| `user` | `by` | "ann" | ann |',
      '| `isOwn` | `own` | false | – |',
      '| `at` | `sent` | "2026-08-01T10:20:30Z" | 2026-08-01T10:20:30.000Z |',
    ])
      assert.ok(lines(text).includes(row), `${row} in\n${text}`);
  });

  it('contains only the failure’s fields if the response reports a failure', async () => {
    const text = await report({}, { error: 1, message: 'no such run' });
    assert.match(
      text,
      /^\*\*No result could be read\.\*\* My judge rejected the request\. Message from the judge: no such run/m,
    );
    assert.deepEqual(table(text, '### `failure`').slice(2), [
      '| `if` | `error` | 1 | failure |',
      '| `message` | `message` | "no such run" | no such run |',
    ]);
    assert.match(text, /^`failure\.if` reports a failure, so no other field is read\.$/m);
    assert.doesNotMatch(text, /result\.|⚠|## Result/);
    const byStatus = await reportOf(described(), [{ ...body, error: null }], { status: 500 });
    assert.match(byStatus, /^The HTTP status reports a failure, so no other field is read\.$/m);
  });

  it('explains that no result could be read, or that there is no result yet', async () => {
    assert.match(await report({}, { ...body, result: null }), /^\*\*The judge has no result yet\.\*\*/m);
    const withStatus = (status: string) => report({ result: { ...description.result, fields: { status } } });
    const wrong = await withStatus('reslt');
    assert.match(wrong, /No result could be read\.\*\* result\.fields\.status: reslt isn’t in the response/);
    assert.match(wrong, /^\| `status` \| `reslt` \| ⚠ not found \| – \|$/m);
    assert.doesNotMatch(wrong, /## Result/);
    // the object may still be missing because there is no result yet, or because of a mistake
    const withoutParent = await withStatus('a.b');
    assert.match(withoutParent, /^\*\*The judge has no result yet\.\*\*/m);
    assert.match(withoutParent, /⚠ `result\.fields\.status`: `a\.b` isn’t in the response\. Found: `result`/);
    assert.doesNotMatch(withoutParent, /## Result/);
  });

  it('contains the resulting record', async () => {
    const text = await report();
    assert.deepEqual(table(text, '## Result').slice(2), ['| Verdict | AC Accepted |', '| Problem | a\\|b |']);
    assert.deepEqual(table(text, '### Cases'), [
      '| Case | Verdict | Time | Output |',
      '| --- | --- | --- | --- |',
      '| 1 | AC | 15 ms | \\`\\<img\\>\\` |',
      '| 2 | Status 9 |  |  |',
    ]);
  });

  it('contains a result of any other judge type with its subtasks, and lists missing values', async () => {
    const one = {
      id: 1,
      status: 12,
      score: 1,
      time: 2,
      memory: 3,
      signal: 11,
      exitCode: 0,
      description: 'x',
    };
    const subtask = { id: 0, status: 12, score: 10, time: 2, memory: 3, cases: [one, { ...one, id: 2 }] };
    const judge = {
      id: 1,
      status: 12,
      score: 10,
      time: 2,
      memory: 3,
      subtasks: [subtask, { ...subtask, id: 1 }],
    };
    const envelope = { type: 'judge', requestId: 'a', trackId: 'b', data: { compile: null, judge } };
    const text = await reportOf(leastJudge('luogu'), [envelope]);
    assert.doesNotMatch(text, /Fields of the Description|Not described/);
    assert.deepEqual(table(text, '## Result').slice(2), [
      '| Verdict | AC Accepted |',
      '| Score | 10 |',
      '| Time | 2 ms |',
      '| Memory | 3 KiB |',
      '| Track ID | b |',
    ]);
    assert.match(text, /^Not in the response: Problem, Language, Code$/m);
    assert.deepEqual(table(text, '### Cases').slice(2), [
      '| **Subtask 0** | AC | 10 | 2 ms | 3 KiB |  |  |',
      '| 0-1 | AC | 1 | 2 ms | 3 KiB | 11 (SIGSEGV) | x |',
      '| 0-2 | AC | 1 | 2 ms | 3 KiB | 11 (SIGSEGV) | x |',
      '| **Subtask 1** | AC | 10 | 2 ms | 3 KiB |  |  |',
      '| 1-1 | AC | 1 | 2 ms | 3 KiB | 11 (SIGSEGV) | x |',
      '| 1-2 | AC | 1 | 2 ms | 3 KiB | 11 (SIGSEGV) | x |',
    ]);
  });

  it('contains a submission’s other values from several responses', async () => {
    const submission = {
      id: '7',
      problem_id: 'hello',
      language_id: 'cpp',
      team_id: '1',
      time: '2026-11-20T10:00:00Z',
    };
    const judgement = { id: '9', submission_id: '7', judgement_type_id: 'CE', max_run_time: 0.1 };
    const text = await reportOf(leastJudge('clics'), [submission, [judgement], [], []]);
    assert.match(text, /^\| Problem \| hello \|$/m);
    assert.match(text, /^\| Language \| cpp \|$/m);
    assert.match(text, /^\*\*CE Compile Error\*\*$/m);
  });

  it('contains the program, the compiler output, and the judge’s message', async () => {
    const fields = { status: 'status', compileMessage: 'log', message: 'said', problem: 'p', code: 'code' };
    const result = { path: '/x/{id}', fields };
    const text = await report(
      { result },
      { status: 'WA', log: 'a warning', said: 'broken test', p: '1', code: 'int\nmain' },
    );
    assert.match(text, /^\| Compiler output \| a warning \|$/m);
    assert.match(text, /^\| Message \| broken test \|$/m);
    assert.match(text, /^\| Code \| int main \|$/m);
  });

  it('contains the first twenty of many cases, and the total number', async () => {
    const tests = Array.from({ length: 5000 }, (_, index) => ({ name: index + 1, result: 0, spent: 0.001 }));
    const text = await report({}, { ...body, tests });
    assert.match(text, /^\*\*AC Accepted\*\* · Cases: 5000$/m);
    assert.equal(table(text, '### Cases').length, 22);
    assert.match(text, /^and 4980 more$/m);
    assert.match(text, /^\| `fields\.time` \| `spent` \| 0\.001 \| 1 ms \|$/m);
  });

  it('can be created for any response from any judge', async () => {
    for (const type of judgeTypeNames) {
      const random = randomFrom(5);
      const judge = leastJudge(type);
      const names = fieldNames(type);
      const operation = resultAt(judge, { requestId: idOf(type), hint: null });
      for (let round = 0; round < 40; round += 1) {
        const answers = Array.from({ length: 4 }, () => hostileAnswer(random, names));
        const exchanges = await recorded(operation, ...answers);
        const result = await replay(judge, operation, exchanges).catch(asRequestFailed);
        const text = testReport({ judge, requestId: '7', exchanges, result, isCheckOpen: false });
        // A cell or row injected by a response would change the number of columns.
        for (const [head = '', ...rows] of tablesIn(text)) {
          for (const row of rows) assert.equal(columnsOf(row), columnsOf(head), `${type}\n${text}`);
        }
        assert.doesNotMatch(text.replaceAll(/`[^`]*`/g, ''), /(?<!\\)<html/);
      }
    }
  });

  it('is Chinese if VS Code is', async () => {
    speak('zh-cn');
    const text = await report();
    assert.match(text, /^# 测试 My judge：提交 ID 7$/m);
    assert.match(text, /^\| `fields\.time` \| `spent` \| 0\.015（1\/2）<br>⚠ "N\/A"（1\/2） \| 15 ms \|$/m);
    const sentences = (report: string) => report.replaceAll(/`[^`]*`|<br>|img/g, '').match(/[A-Za-z]{3,}/g);
    assert.deepEqual([...new Set(sentences(text))], ['judge', 'null', 'Status']);
    const refused = await report({}, { error: 1, message: 'x' });
    assert.deepEqual([...new Set(sentences(refused))], ['judge']);
  });
});
