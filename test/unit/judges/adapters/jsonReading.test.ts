import assert from 'node:assert/strict';
import { MAX_ENTRIES, caseProgress, meaningOf } from '../../../../src/results';
import type { Judge, ReadResult } from '../../../../src/judges';
import { judgeNamed } from '../../../../src/judges/adapters';
import { failing, failureOf, on, recentOf, resultAt, run, statesAt } from '../../../support/operations';
import { answer } from './answers';

const named = (requestId: string) => ({ requestId, hint: null });

function described(fields: object): Judge {
  const read = judgeNamed('test', { test: { type: 'json', url: 'https://oj.test', ...fields } });
  assert.ok(read.ok, JSON.stringify(read));
  return read.judge;
}

function problemsOf(fields: object): readonly string[] {
  const read = judgeNamed('test', { test: { type: 'json', url: 'https://oj.test', ...fields } });
  assert.ok(!read.ok, 'it was accepted');
  return read.problems.map(({ at, what }) => `${at}: ${what.kind}`);
}

/** Describes a judge whose response fields have the names of the settings. */
function withFields(fields: object, others: object = {}): Judge {
  return described({ result: { path: '/x/{id}', fields: { status: 'status', ...fields } }, ...others });
}

async function resultOf(judge: Judge, body: unknown): Promise<ReadResult> {
  const result = await run(resultAt(judge, named('7')), () => answer(body));
  assert.ok(result.kind === 'result', result.kind);
  return result;
}

async function verdictOf(judge: Judge, body: unknown): Promise<string | undefined> {
  const { envelope } = await resultOf(judge, body);
  const meaning = meaningOf(judge.rules.statuses, envelope.data?.judge?.status ?? null);
  return meaning?.kind === 'pending' ? 'pending' : meaning?.short;
}

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

describe('The highest possible score of a described judge', () => {
  const maximumOf = async (judge: Judge, body: unknown): Promise<number | undefined> =>
    (await resultOf(judge, body)).envelope.data?.judge?.maximum;

  it('is the full score on which the verdict depends', async () => {
    const score = { score: 'points' };
    const fixed = withFields(score, { statusCodes: { finished: { full: 100 }, ce: 'CE', busy: 'JUDGING' } });
    assert.equal(await maximumOf(fixed, { status: 'finished', points: '40.5' }), 100);
    assert.equal(await maximumOf(fixed, { status: 'finished' }), undefined);
    assert.equal(await maximumOf(fixed, { status: 'busy', points: 0 }), undefined);
    assert.equal(await maximumOf(fixed, { status: 'ce', points: 0 }), undefined);
    const own = withFields(score, { statusCodes: { finished: { full: 'best' } } });
    assert.equal(await maximumOf(own, { status: 'finished', points: 2, best: 20 }), 20);
    assert.equal(await maximumOf(own, { status: 'finished', points: 2, best: 0 }), undefined);
  });

  it('is read from its own field, also in subtasks and lists', async () => {
    const judge = described({
      result: {
        path: '/x/{id}',
        fields: { status: 'status', score: 'points', maximum: 'best' },
        subtasks: { list: 'groups', fields: { score: 'points', maximum: 'best' } },
      },
      recent: {
        path: '/mine',
        list: '',
        fields: { id: 'id', status: 'status', score: 'points', maximum: 'best' },
      },
    });
    const body = {
      status: 'WA',
      points: 15,
      best: 20,
      groups: [
        { points: 5, best: 8 },
        { points: null, best: 12 },
      ],
    };
    assert.equal(await maximumOf(judge, body), 20);
    const { envelope } = await resultOf(judge, body);
    assert.deepEqual(
      envelope.data?.judge?.subtasks.map(({ maximum }) => maximum),
      [8, undefined],
    );
    const listed = await run(recentOf(judge, null), () =>
      answer([
        { id: 1, status: 'WA', points: 15, best: 20 },
        { id: 2, status: 'CE', points: 0, best: 20 },
      ]),
    );
    assert.deepEqual(
      listed.map(({ score, maximum }) => [score, maximum]),
      [
        [15, 20],
        [null, undefined],
      ],
    );
  });
});

describe('The zeros of a described case', () => {
  it('are omitted if it was skipped', async () => {
    const figures = { status: 'status', score: 'points', time: 'spent', memory: 'used' };
    const judge = withFields(figures);
    const skipping = described({
      result: {
        path: '/x/{id}',
        fields: figures,
        subtasks: { list: 'groups', fields: figures },
        cases: { list: 'tests', fields: figures },
      },
    });
    const zeros = { points: 0, spent: 0, used: 0 };
    const tests = [
      { status: 'WA', ...zeros },
      { status: 'SKIP', ...zeros },
    ];
    const groups = [{ status: 'SKIP', ...zeros, tests }];
    const { judge: result } =
      (await resultOf(skipping, { status: 'WA', ...zeros, groups })).envelope.data ?? {};
    const [group] = result?.subtasks ?? [];
    const shown = [result, group, ...(group?.cases ?? [])].map((one) => [one?.score, one?.time, one?.memory]);
    const none = [null, null, null];
    assert.deepEqual(shown, [[0, 0, 0], none, [0, 0, 0], none]);
    const aborted = (await resultOf(judge, { status: 'SKIP', ...zeros })).envelope.data?.judge;
    assert.deepEqual([aborted?.score, aborted?.time, aborted?.memory], none);
  });
});

describe('The time of a described submission', () => {
  it('is read from its field', async () => {
    const judge = withFields({ at: 'created' });
    const timeOf = async (created: unknown): Promise<number | null | undefined> =>
      (await resultOf(judge, { status: 'AC', created })).about?.at;
    assert.equal(await timeOf('2026-08-01T10:20:30Z'), Date.parse('2026-08-01T10:20:30Z'));
    assert.equal(await timeOf(1_785_579_630), 1_785_579_630_000);
    assert.equal(await timeOf('yesterday'), null);
  });
});

describe('A described status', () => {
  it('is read from the first of several fields whose value has a meaning', async () => {
    const judge = withFields(
      { status: ['result', 'state'] },
      { statusCodes: { PENDING: 'QUEUED', 'COMPILE ERROR': 'CE', ACCEPTED: 'AC' } },
    );
    const verdict = (body: unknown) => verdictOf(judge, body);
    assert.equal(await verdict({ state: 'PENDING' }), 'pending');
    assert.equal(await verdict({ state: 'COMPILE ERROR', result: null }), 'CE');
    assert.equal(await verdict({ state: 'READY', result: 'ACCEPTED' }), 'AC');
    assert.equal(await verdict({ state: 'PENDING', result: '' }), 'pending');
    // if no value has a meaning, the first one is shown
    const { envelope } = await resultOf(judge, { state: 'READY', result: 'INVALID LANGUAGE' });
    assert.equal(envelope.data?.judge?.status, 'INVALID LANGUAGE');
  });

  it('is missing only if every field is missing', async () => {
    const judge = withFields({ status: ['result', 'state'] });
    const reply = (body: unknown) => () => answer(body);
    assert.deepEqual(await run(resultAt(judge, named('7')), reply({ state: null })), { kind: 'notReady' });
    assert.equal(await failing(resultAt(judge, named('7')), reply({ other: 1 })), 'place');
    assert.equal(await failing(resultAt(judge, named('7')), reply({ result: 1.5 })), 'place');
  });

  it('isn’t ready while the object that will contain it is null or missing', async () => {
    const kindOf = async (status: string | readonly string[], body: unknown) =>
      (await run(resultAt(withFields({ status }), named('7')), () => answer(body))).kind;
    for (const body of [
      { guid: 'a', details: null },
      { guid: 'a' },
      { guid: 'a', details: { verdict: null } },
      { guid: 'a', details: { verdict: '' } },
    ]) {
      assert.equal(await kindOf('details.verdict', body), 'notReady', JSON.stringify(body));
      assert.equal(await kindOf(['state', 'details.verdict'], body), 'notReady', JSON.stringify(body));
    }
    assert.equal(await kindOf('runs.0.details.verdict', { runs: [] }), 'notReady');
    assert.equal(await kindOf('data.details.verdict', { data: '{"details":null}' }), 'notReady');
    assert.equal(await kindOf('details.verdict', { details: { verdict: 'AC' } }), 'result');
  });

  it('is reported as missing if the object that should contain it exists', async () => {
    const kindOf = (body: unknown) =>
      failing(resultAt(withFields({ status: 'data.verdict' }), named('7')), () => answer(body));
    for (const body of [{ data: {} }, { data: { verdct: 'AC' } }, { data: 'AC' }, { data: 5 }, { data: [] }])
      assert.equal(await kindOf(body), 'place', JSON.stringify(body));
    const whole = resultAt(withFields({ status: 'verdict' }), named('7'));
    assert.equal(await failing(whole, () => answer({ verdct: 'AC' })), 'place');
  });

  it('can be a list for subtasks, cases, and listed submissions', async () => {
    const result = {
      path: '/x/{id}',
      fields: { status: 'status' },
      subtasks: { list: 'groups', fields: { status: ['verdict', 'state'] } },
      cases: { list: 'tests', fields: { status: ['verdict', 'state'] } },
    };
    const recent = { path: '/mine', list: '', fields: { id: 'id', status: ['verdict', 'state'] } };
    const judge = described({ result, recent });
    const groups = [{ state: 'WA', tests: [{ state: 'AC' }, { verdict: 'TLE', state: 'AC' }] }];
    const { envelope } = await resultOf(judge, { status: 'WA', groups });
    const [group] = envelope.data?.judge?.subtasks ?? [];
    assert.deepEqual([group?.status, group?.cases.map(({ status }) => status)], ['WA', ['AC', 'TLE']]);
    const [listed] = await run(recentOf(judge, null), () => answer([{ id: 1, state: 'JUDGING' }]));
    assert.equal(listed?.status, 'JUDGING');
  });

  it('has the meaning of “*” if it has no other', async () => {
    const judge = withFields({}, { statusCodes: { '*': 'JUDGING', WJ: 'QUEUED', ICE: 'JE' } });
    for (const status of ['Fetching', '-', 'toString', 17]) {
      assert.equal(await verdictOf(judge, { status }), 'pending', String(status));
    }
    assert.equal(await verdictOf(judge, { status: 'ICE' }), 'JE');
    assert.equal(await verdictOf(judge, { status: 'WA' }), 'WA');
    assert.equal(await verdictOf(withFields({}, { statusCodes: { '*': 'JE' } }), { status: 'odd' }), 'JE');
  });

  it('is read as progress if “*” is pending', async () => {
    const judge = withFields({}, { statusCodes: { '*': 'JUDGING' } });
    const progressOf = async (one: Judge, status: string) => {
      const { envelope } = await resultOf(one, { status });
      return caseProgress(envelope, one.rules);
    };
    assert.deepEqual(await progressOf(judge, '3/20'), { done: 3, total: 20 });
    assert.deepEqual(await progressOf(judge, '0 / 20'), { done: 0, total: 20 });
    for (const other of ['21/20', '3/20/1', '-1/20', '3/', '1.5/2', '99999999/99999999'])
      assert.deepEqual(await progressOf(judge, other), { done: 0, total: null }, other);
    // without a pending default, this can be a score
    const { envelope } = await resultOf(withFields({}), { status: '3/20' });
    assert.equal(envelope.data?.judge?.status, '3/20');
  });

  it('keeps a submission pending whose listed code has the meaning of “*”', async () => {
    const recent = { path: '/mine', list: '', fields: { id: 'id', status: 'status' } };
    const judge = withFields({}, { recent, statusCodes: { '*': 'JUDGING' } });
    const list = [
      { id: 'a', status: '3/20' },
      { id: 'b', status: 'AC' },
    ];
    const states = statesAt(judge, [named('a'), named('b')], null) ?? assert.fail();
    assert.deepEqual(
      [...(await run(states, () => answer(list)))].map(([id, { kind }]) => [id, kind]),
      [
        ['a', 'notReady'],
        ['b', 'ended'],
      ],
    );
  });
});

describe('A described verdict by score', () => {
  const scored = (full: unknown, fields: object = {}) =>
    withFields({ score: 'score', ...fields }, { statusCodes: { working: 'JUDGING', finished: { full } } });

  it('depends on the full score', async () => {
    const judge = scored(100);
    const verdict = (score: unknown) => verdictOf(judge, { status: 'finished', score });
    assert.deepEqual(await Promise.all([100, 100.5, '99.99', 0.01, 0, -1].map(verdict)), [
      'AC',
      'AC',
      'PART',
      'PART',
      'WA',
      'WA',
    ]);
    assert.equal(await verdictOf(judge, { status: 'working', score: 100 }), 'pending');
  });

  it('compares the score with a response field', async () => {
    const judge = scored('task.max');
    const verdict = (score: number, max: unknown) =>
      verdictOf(judge, { status: 'finished', score, task: { max } });
    assert.equal(await verdict(30, 30), 'AC');
    assert.equal(await verdict(30, 40), 'PART');
    assert.equal(await verdict(0, 40), 'WA');
    // neither accepted nor wrong is certain
    assert.equal(await verdict(30, null), 'SCORED');
    assert.equal(await verdict(0, 0), 'SCORED');
  });

  it('is final without a verdict if there is no score', async () => {
    for (const score of [null, undefined, 'many', {}])
      assert.equal(
        await verdictOf(scored(100), { status: 'finished', score }),
        'SCORED',
        JSON.stringify(score),
      );
    const judge = withFields({}, { statusCodes: { finished: { full: 100 } } });
    assert.equal(await verdictOf(judge, { status: 'finished', score: 100 }), 'SCORED');
  });

  it('uses the score of the same subtask, case, or listed submission', async () => {
    const figures = { status: 'state', score: 'points' };
    const judge = described({
      result: {
        path: '/x/{id}',
        fields: { status: 'status' },
        subtasks: { list: 'groups', fields: figures },
        cases: { list: 'tests', fields: figures },
      },
      recent: { path: '/mine', list: '', fields: { id: 'id', ...figures } },
      statusCodes: { done: { full: 'max' } },
    });
    const done = (points: number, max: number) => ({ state: 'done', points, max });
    const groups = [{ ...done(30, 30), tests: [done(1, 1), done(0, 1)] }];
    const { envelope } = await resultOf(judge, { status: 'AC', groups });
    const [group] = envelope.data?.judge?.subtasks ?? [];
    assert.deepEqual([group?.status, group?.cases.map(({ status }) => status)], ['AC', ['AC', 'WA']]);
    const [listed] = await run(recentOf(judge, null), () => answer([{ id: 1, ...done(1, 2) }]));
    assert.equal(listed?.status, 'PART');
  });

  it('must have a positive number or a path as the full score', () => {
    for (const full of [0, -1, '', ' ', 'a..b', null, true]) {
      const result = { path: '/x/{id}', fields: { status: 'status' } };
      const [problem] = problemsOf({ result, statusCodes: { done: { full } } });
      assert.match(problem ?? '', /^test\.statusCodes\.done\.full: /, String(full));
    }
  });
});

describe('A described text in base64', () => {
  const compileMessage = { path: 'log', encoding: 'base64' };
  const logOf = async (log: unknown, one = withFields({ compileMessage })) =>
    (await resultOf(one, { status: 'CE', log })).envelope.data?.compile?.message;

  it('is decoded, also in several lines', async () => {
    const text = 'main.cpp:1:1: error: “x” 编译错误\n';
    assert.equal(await logOf(base64(text)), text);
    assert.equal(await logOf(`${base64(text).slice(0, 20)}\r\n${base64(text).slice(20)}`), text);
    assert.equal(await logOf(''), null);
    assert.equal(await logOf(null), null);
  });

  it('is shown unchanged if it isn’t base64', async () => {
    for (const text of ['error: x', 'YQ=', 'YQ==YQ==', '=a==', 'a-_b']) assert.equal(await logOf(text), text);
    assert.equal(await logOf(17), '17');
    assert.equal(await logOf({ text: 'YQ==' }), null);
  });

  it('replaces bytes that aren’t UTF-8', async () => {
    assert.equal(await logOf(base64(Uint8Array.of(0x61, 0xff, 0xc3, 0x62))), 'a\ufffd\ufffdb');
  });

  it('has the same maximum length as any other text', async () => {
    const limit = 1024 * 1024;
    for (const character of ['a', '编', '😀']) {
      const text = character.repeat(2 * limit);
      assert.equal((await logOf(base64(text)))?.length, limit, character);
    }
  });

  it('can be the code, the message, and each text of a case', async () => {
    const encoded = (path: string) => ({ path, encoding: 'base64' });
    const texts = { description: 'd', input: 'i', output: 'o', expected: 'e', errorOutput: 's' };
    const one = described({
      result: {
        path: '/x/{id}',
        fields: { status: 'status', code: encoded('code'), message: encoded('said') },
        cases: {
          list: 'tests',
          fields: {
            status: 'status',
            ...Object.fromEntries(Object.entries(texts).map(([name, path]) => [name, encoded(path)])),
          },
        },
      },
    });
    const inBase64 = Object.fromEntries(Object.values(texts).map((path) => [path, base64(path)]));
    const { envelope, about } = await resultOf(one, {
      status: 'WA',
      code: base64('int main'),
      said: base64('hello'),
      tests: [{ status: 'WA', ...inBase64 }],
    });
    assert.deepEqual([about?.code, envelope.data?.judge?.description], ['int main', 'hello']);
    const [found] = envelope.data?.judge?.subtasks[0]?.cases ?? [];
    assert.equal(found?.description, 'd');
    assert.deepEqual(found?.extra, { stdin: 'i', stdout: 'o', expected: 'e', stderr: 's' });
  });

  it('marks an input that isn’t complete or exact', async () => {
    const input = { path: 'i', encoding: 'base64' };
    const result = {
      path: '/x/{id}',
      fields: { status: 'status' },
      cases: { list: 'tests', fields: { status: 'status', input } },
    };
    const inputs = ['1 2\n', '\ufeff1', 'a'.repeat(1024 * 1024 + 1), Uint8Array.of(0x31, 0xff)];
    const tests = [...inputs.map(base64), '1 2'].map((i) => ({ status: 'AC', i }));
    const { envelope } = await resultOf(described({ result }), { status: 'AC', tests });
    assert.deepEqual(
      envelope.data?.judge?.subtasks[0]?.cases.map(({ extra }) => extra?.['shortened']),
      [undefined, ['stdin'], ['stdin'], ['stdin'], undefined],
    );
  });

  it('can contain the messages and the compiler output in one field', async () => {
    const one = withFields({ compileMessage, message: { path: 'log', encoding: 'base64' } });
    assert.equal(await logOf(base64('x'), one), 'x');
    const { envelope } = await resultOf(one, { status: 'JE', log: base64('no space left') });
    assert.equal(envelope.data?.judge?.description, 'no space left');
    assert.equal(envelope.data?.compile, null);
  });

  it('must have a path and a known encoding', () => {
    const problems = (field: unknown) =>
      problemsOf({ result: { path: '/x/{id}', fields: { status: 'status', code: field } } });
    assert.deepEqual(problems({ path: 'x', encoding: 'hex' }), ['test.result.fields.code.encoding: oneOf']);
    assert.deepEqual(problems({ encoding: 'base64' }), ['test.result.fields.code.path: expected']);
    assert.deepEqual(problems({ path: 'x', encoding: 'base64', from: 1 }), [
      'test.result.fields.code.from: unknownField',
    ]);
    assert.deepEqual(problems(1), ['test.result.fields.code: expected']);
  });
});

describe('A described path', () => {
  const judge = described({
    result: {
      path: '/x/{id}',
      fields: { status: 'detail.status', score: 'detail.more.score' },
      cases: { list: 'detail.cases', fields: { id: 'at.name', status: 'at.status' } },
    },
  });

  it('continues in a text that contains JSON', async () => {
    const at = JSON.stringify({ name: 'small', status: 'AC' });
    const detail = JSON.stringify({
      status: 'WA',
      more: JSON.stringify({ score: 40 }),
      cases: [{ at }, { at: { name: 'large', status: 'WA' } }, { at: 'none' }, { at: '[]' }],
    });
    const { envelope } = await resultOf(judge, { detail });
    assert.deepEqual([envelope.data?.judge?.status, envelope.data?.judge?.score], ['WA', 40]);
    assert.deepEqual(
      envelope.data?.judge?.subtasks[0]?.cases.map(({ description, status }) => [description, status]),
      [
        ['small', 'AC'],
        ['large', 'WA'],
        [null, null],
        [null, null],
      ],
    );
  });

  it('leads to a list in a text that is JSON as a whole', async () => {
    const result = {
      path: '/x/{id}',
      fields: { status: 'status' },
      cases: { list: 'cases', fields: { status: '' } },
    };
    const cases = JSON.stringify(['AC', 'WA']);
    const { envelope } = await resultOf(described({ result }), { status: 'WA', cases });
    assert.deepEqual(
      envelope.data?.judge?.subtasks[0]?.cases.map(({ status }) => status),
      ['AC', 'WA'],
    );
    const reply = () => answer({ status: 'WA', cases: 'AC, WA' });
    assert.equal(await failing(resultAt(described({ result }), named('7')), reply), 'place');
  });

  it('finds nothing in a text that isn’t JSON or has too many values', async () => {
    for (const detail of ['', 'x', '"status"', '{"status":"WA"', `[${'[],'.repeat(4 * MAX_ENTRIES)}0]`]) {
      const reply = () => answer({ detail });
      assert.equal(await failing(resultAt(judge, named('7')), reply), 'place', detail.slice(0, 20));
    }
  });

  it('reads many texts with JSON in linear time', async () => {
    const at = JSON.stringify({ name: 'n'.repeat(100), status: 'AC' });
    const cases = Array.from({ length: 20_000 }, () => ({ at }));
    const { envelope } = await resultOf(judge, { detail: { status: 'AC', cases } });
    assert.equal(envelope.data?.judge?.subtasks[0]?.cases.length, 20_000);
  });
});

describe('A negative number', () => {
  it('is no time and no memory', async () => {
    const figures = { time: 'time', memory: 'memory' };
    const judge = described({
      units: { time: 's', memory: 'B' },
      result: {
        path: '/x/{id}',
        fields: { status: 'status', ...figures },
        cases: { list: 'cases', fields: { status: 'status', ...figures } },
      },
      recent: {
        path: '/mine',
        problemPath: '/mine?p={problem}',
        list: '',
        fields: { id: 'id', time: 'time' },
      },
    });
    const none = { time: -0.001, memory: -1 };
    const { envelope } = await resultOf(judge, {
      status: 'CE',
      ...none,
      cases: [{ status: 'AC', time: 0, memory: 0 }, none],
    });
    const judged = envelope.data?.judge;
    assert.deepEqual([judged?.time, judged?.memory], [null, null]);
    assert.deepEqual(
      judged?.subtasks[0]?.cases.map(({ time, memory }) => [time, memory]),
      [
        [0, 0],
        [null, null],
      ],
    );
    const page = await run(
      on(judge, (http) =>
        judge.problemSubmissions!.fetchPage(http, { problemId: 'a', place: null }, null, null),
      ),
      () => answer([{ id: 1, time: -0.001 }]),
    );
    assert.deepEqual(
      page.submissions.map(({ time }) => time),
      [null],
    );
  });
});

describe('A described ID', () => {
  const judge = described({
    result: { path: '/x/{id}', fields: { status: 'status' } },
    recent: { path: '/mine', problemPath: '/mine?p={problem}', list: 'runs', fields: { id: 'id' } },
    submission: { path: '/submit', id: 'id', fields: { code: '{code}' } },
    push: { eventsUrl: 'https://oj.test/events', id: 'id' },
  });
  const program = { problemId: 'a', place: null, language: 'cpp', code: 'x', trackId: 't', inputs: null };
  const submitting = on(judge, (http) => judge.submission!.submit(http, { ...program, optimise: false }));
  const text = (id: string) => ({ ...answer(null), text: `{"id":${id},"runs":[{"id":${id}}]}` });

  it('can be a text of any length, or a whole number', async () => {
    for (const [id, expected] of [
      ['"1234567890123456789"', '1234567890123456789'],
      ['9007199254740991', '9007199254740991'],
    ] as const) {
      const taken = await run(submitting, () => text(id));
      assert.deepEqual(taken, { kind: 'accepted', requestId: expected, hint: null });
      const [listed] = await run(recentOf(judge, null), () => text(id));
      assert.equal(listed?.requestId, expected);
      assert.deepEqual(judge.push?.read(`{"id":${id}}`), { kind: 'nudge', requestId: expected });
    }
  });

  it('isn’t read from a number whose digits are lost', async () => {
    const id = '1234567890123456789';
    const lost = 'id: text, not 1234567890123456800';
    assert.equal(await failing(submitting, () => text(id)), 'notUnderstood');
    assert.equal(await failing(recentOf(judge, null), () => text(id)), lost);
    assert.equal(await failing(recentOf(judge, null), () => text('null')), 'place');
    assert.deepEqual(judge.push?.read(`{"id":${id}}`), { kind: 'other' });
  });
});

describe('A described list of submissions', () => {
  const judge = described({
    result: { path: '/x/{id}', fields: { status: 'status' } },
    recent: { path: '/mine', problemPath: '/mine?p={problem}', list: 'runs', fields: { id: 'run.id' } },
  });
  const pageOf = on(judge, (http) =>
    judge.problemSubmissions!.fetchPage(http, { problemId: 'a', place: null }, null, null),
  );

  it('reports the path of the ID if no submission has one', async () => {
    const reply = () => answer({ runs: [{ id: 7, run: 1 }, { id: 8 }] });
    const path = { field: 'recent.fields.id', place: 'run.id', nearbyPaths: ['id', 'run'] };
    const { failure } = await failureOf(recentOf(judge, null), reply);
    assert.deepEqual(failure, { kind: 'place', ...path });
    assert.equal(await failing(pageOf, reply), 'place');
  });

  it('can be empty or missing, and skips submissions without an ID', async () => {
    for (const body of [{ runs: [] }, { runs: null }, {}])
      assert.deepEqual(await run(recentOf(judge, null), () => answer(body)), []);
    const reply = () => answer({ runs: [{ run: null }, { run: { id: 'a/b' } }, { run: { id: 7 } }] });
    const recent = await run(recentOf(judge, null), reply);
    assert.deepEqual(
      recent.map(({ requestId }) => requestId),
      ['7'],
    );
  });
});
