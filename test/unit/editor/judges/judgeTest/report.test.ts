import { speak } from '../../../support/vscodeWords';
import assert from 'node:assert/strict';
import { testReport } from '../../../../../src/editor/judges/judgeTest/report';
import { profileNamed } from '../../../../../src/service/profiles';
import { traceReading } from '../../../../../src/service/traceReading';
import { recorded, resultAt } from '../../../../support/operations';
import { answer } from '../../../service/profiles/answers';

const description = {
  ...{ type: 'json', url: 'https://oj.test', units: { time: 's' } },
  failure: { if: 'error', message: 'message' },
  result: {
    path: '/x/{id}',
    fields: { status: 'result', score: 'points', compileMessage: 'log', problem: 'task' },
    cases: { list: 'tests', fields: { id: 'name', status: 'result', time: 'spent' } },
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
    { name: 1, result: 0, spent: 0.015, host: 'x' },
    { name: 2, result: 9, spent: 0.02, host: '`<img>`' },
  ],
};

async function report(
  fields: object = {},
  given: unknown = body,
  status = 200,
  isCheckOpen = false,
): Promise<string> {
  const read = profileNamed('My judge', { 'My judge': { ...description, ...fields } });
  assert.ok(read.ok);
  const { profile } = read;
  const question = resultAt(profile, { requestId: '7', hint: null });
  const reading = await traceReading(profile, question, await recorded(question, answer(given, status)));
  const gaps = profile.gaps?.(answer(given, status)) ?? [];
  return testReport({ profile, requestId: '7', reading, gaps, isCheckOpen }).replaceAll('\u200b', '');
}

const lines = (text: string) => text.split('\n');

describe('the report on a test of a service', () => {
  before(() => speak('en'));
  after(() => speak('en'));

  it('begins with the verdict', async () => {
    assert.deepEqual(lines(await report()).slice(0, 3), [
      '# Test Results for My judge: Submission ID 7',
      '',
      '**AC Accepted** · Cases: 2',
    ]);
  });

  it('warns if the check of the sign-in accepts anybody', async () => {
    assert.match(
      await report({}, body, 200, true),
      /^- ⚠ `check` succeeds without credentials, so wrong credentials are accepted at sign-in\./m,
    );
    assert.doesNotMatch(await report(), /without credentials/);
  });

  it('names the places that are wrong, and codes without a meaning', async () => {
    const wrong = lines(await report()).filter((line) => line.startsWith('- '));
    assert.deepEqual(wrong, [
      '- ⚠ `result.fields.score`: `points` isn’t in the response. Found: `result`, `score`, `log`, `task`, `error`, `tests`.',
      '- ⚠ Status codes missing from `statusCodes`: `9`',
    ]);
  });

  it('has each field with what it says and where that comes from', async () => {
    const text = await report();
    assert.match(text, /^\| Verdict \| AC Accepted \| `result`: 0 \|$/m);
    assert.match(text, /^\| Problem \| a\\\|b \| `task`: "a\\\|b" \|$/m);
    assert.match(text, /^\| Case: Time \| 15 ms, 20 ms \| `tests\.\*\.spent`: 0\.015, 0\.02 \|$/m);
    assert.match(text, /^\| Case: Verdict \| AC Accepted, Status 9 \| `tests\.\*\.result`: 0, 9 \|$/m);
    assert.match(text, /^\| Compiler output \| – \| `log`: "" \|$/m);
    assert.match(text, /^\| Used to tell whether a result exists \| – \| `error`: null \|$/m);
  });

  it('has what is left out, in which nothing has any effect', async () => {
    const [, leftOut = ''] = (await report()).split('## Not Used');
    assert.match(leftOut, /^\| `score` \| 50 \|$/m);
    assert.match(leftOut, /^\| `tests\.\*\.host` \| "x", "\\`\\<img\\>\\`" \|$/m);
  });

  it('names what people look for and isn’t there', async () => {
    assert.match(await report(), /^Not in the response or not mapped: Score, Time, Memory, Language, Code$/m);
    assert.match(await report({}, { ...body, tests: [] }), /Code, Cases$/m);
  });

  it('says why nothing could be read, and that nothing is there yet', async () => {
    assert.match(
      await report({}, { error: 1, message: 'no such run' }),
      /^\*\*No result could be read\.\*\* My judge rejected the request\. Message from the judge: no such run/m,
    );
    assert.match(await report({}, { ...body, result: null }), /^\*\*The judge has no result yet\.\*\*/m);
    const wrong = await report({ result: { ...description.result, fields: { status: 'a.b' } } });
    assert.match(wrong, /No result could be read\.\*\* result\.fields\.status: a\.b isn’t in the response/);
    assert.match(wrong, /^\| `result` \| 0 \|$/m);
  });

  it('is Chinese for who reads Chinese', async () => {
    speak('zh-cn');
    const text = await report();
    assert.match(text, /^# 测试 My judge：提交 ID 7$/m);
    assert.match(text, /^\| 测试点: 时间 \| 15 ms、20 ms \|/m);
    assert.doesNotMatch(text, /\b(?:Read|Left|Place|From|nothing)\b/);
  });
});
