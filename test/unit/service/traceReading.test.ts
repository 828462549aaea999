import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ServiceFailed } from '../../../src/service/failure';
import type { ServiceProfile } from '../../../src/service/profile';
import type { PlainAnswer } from '../../../src/service/profiles/answer';
import { profileNamed, serviceTypes } from '../../../src/service/profiles';
import { traceReading, type TracedReading } from '../../../src/service/traceReading';
import { fieldNames, hostileAnswer, idOf, randomFrom } from '../../support/hostileAnswers';
import { leastService } from '../../support/profiles';
import { recorded, resultAt } from '../../support/operations';
import { answer, page } from './profiles/answers';

function profileOf(fields: object) {
  const read = profileNamed('test', { test: { url: 'https://oj.test', ...fields } });
  assert.ok(read.ok, JSON.stringify(read));
  return read.profile;
}

const json = profileOf({
  type: 'json',
  failure: { if: 'error', message: 'error' },
  result: {
    path: '/x/{id}',
    fields: {
      status: 'data.result',
      score: 'data.score',
      time: 'data.spent.time',
      compileMessage: 'data.log',
    },
    cases: { list: 'data.cases', fields: { id: 'name', status: 'result', time: 'ms', output: 'out' } },
  },
  units: { time: 's' },
});

const tracedAnswer = async (
  judge: Pick<ServiceProfile, 'fetchResult' | 'refusalIn'>,
  given: PlainAnswer,
  requestId = '7',
): Promise<TracedReading> => {
  const result = resultAt(judge, { requestId, hint: null });
  return traceReading(judge, result, await recorded(result, given));
};
const traced = (profile: ServiceProfile, body: unknown, status = 200) =>
  tracedAnswer(profile, answer(body, status));

const leftOut = ({ places }: TracedReading) =>
  places.filter(({ isRead }) => !isRead).map(({ place }) => place);
const fieldsAt = ({ places }: TracedReading, asked: string) =>
  places.find(({ place }) => place === asked)?.fields;

describe('what was read of an answer', () => {
  const cases = [
    { name: '1', result: 'AC', ms: 0.003, out: 'x', real: 10 },
    { name: '2', result: 'WA', ms: 0.004, out: 'y', real: 12 },
  ];
  const body = {
    error: null,
    data: { id: 7, result: 'WA', score: 50, spent: { time: 0.004, memory: 800 }, log: '', cases, ip: null },
  };

  it('is told place by place, by what changes with it', async () => {
    const trace = await traced(json, body);
    assert.deepEqual(fieldsAt(trace, 'data.score'), ['judge.score']);
    assert.deepEqual(fieldsAt(trace, 'data.spent.time'), ['judge.time']);
    assert.deepEqual(fieldsAt(trace, 'data.cases.*.ms'), ['judge.subtasks.*.cases.*.time']);
    assert.deepEqual(fieldsAt(trace, 'data.cases.*.out'), ['judge.subtasks.*.cases.*.extra.stdout']);
    assert.ok(fieldsAt(trace, 'data.result')?.includes('judge.status'));
    assert.ok(!(trace.result instanceof ServiceFailed) && trace.result.kind === 'result');
  });

  it('counts what only decides whether there is a result', async () => {
    const trace = await traced(json, body);
    const error = trace.places.find(({ place }) => place === 'error');
    assert.deepEqual(error, { place: 'error', sent: ['null'], fields: [], isRead: true });
  });

  it('leaves out what changes nothing, whatever stands there', async () => {
    const trace = await traced(json, body);
    assert.deepEqual(leftOut(trace), ['data.id', 'data.spent.memory', 'data.cases.*.real', 'data.ip']);
    assert.deepEqual(trace.places.find(({ place }) => place === 'data.cases.*.real')?.sent, ['10', '12']);
  });

  it('is told of a failure, too', async () => {
    const trace = await traced(json, { error: 'no such run', id: 7 });
    assert.ok(trace.result instanceof ServiceFailed);
    assert.deepEqual(leftOut(trace), ['id']);
  });

  it('is told of the specification’s form, in which unknown fields are only kept', async () => {
    const one = {
      id: 1,
      status: 12,
      score: 1,
      time: 2,
      memory: 3,
      signal: 0,
      exitCode: 0,
      description: null,
      host: 'a',
    };
    const subtasks = [{ id: 0, status: 12, score: 1, time: 2, memory: 3, cases: [one] }];
    const judge = { id: 1, status: 12, score: 1, time: 2, memory: 3, subtasks, queue: 'x' };
    const envelope = { type: 'judge', requestId: 'a', trackId: 'b', data: { compile: null, judge }, node: 1 };
    const trace = await traced(profileOf({ type: 'judge', statusCodes: 'luogu' }), envelope);
    assert.deepEqual(leftOut(trace), ['data.judge.subtasks.*.cases.*.host', 'data.judge.queue', 'node']);
    assert.deepEqual(fieldsAt(trace, 'data.judge.time'), ['judge.time']);
  });

  it('has lists that come as objects keyed by ID, and their items as one', async () => {
    const trace = await traced(json, {
      ...body,
      data: { ...body.data, cases: { 1: cases[0], 2: cases[1] } },
    });
    assert.deepEqual(fieldsAt(trace, 'data.cases.*.ms'), ['judge.subtasks.*.cases.*.time']);
  });

  it('has no places where the answer is no JSON', async () => {
    const trace = await tracedAnswer(json, page('<html>'));
    assert.ok(trace.result instanceof ServiceFailed && trace.result.failure.kind === 'notJson');
    assert.deepEqual(trace.places, []);
  });

  it('is found for ten thousand cases as for twenty, and has all of them in the result', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ ...cases[0], name: String(index) }));
    const trace = await traced(json, { ...body, data: { ...body.data, cases: many } });
    assert.ok(!(trace.result instanceof ServiceFailed) && trace.result.kind === 'result');
    assert.equal(trace.result.envelope.data?.judge?.subtasks[0]?.cases.length, 10_000);
    assert.deepEqual(leftOut(trace).slice(-2), ['data.cases.*.real', 'data.ip']);
  });

  it('never throws for what JSON there is, and never names more than 300 places', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 8 }), async (text) => {
        const given = { status: 200, contentType: 'application/json', text };
        const { places } = await tracedAnswer(json, given);
        assert.ok(places.length <= 300);
      }),
      { numRuns: 300 },
    );
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`n${index}`, index]));
    assert.equal((await traced(json, wide)).places.length, 300);
    const deep = JSON.parse('{"a":'.repeat(2000) + '1' + '}'.repeat(2000)) as unknown;
    assert.equal((await traced(json, deep)).places.length, 1);
    const hostile = JSON.parse('{"__proto__":{"x":1},"\\u202eevil":1}') as unknown;
    assert.deepEqual(leftOut(await traced(json, hostile)), ['__proto__.x', 'evil']);
  });
});

describe('what was read of hostile answers', () => {
  for (const type of serviceTypes) {
    it(`is found without an error, at a service of type ${type}`, async () => {
      const random = randomFrom(5);
      const profile = leastService(type);
      const { gaps, push } = profile;
      for (let round = 0; round < 60; round += 1) {
        const given = hostileAnswer(random, fieldNames(type));
        assert.ok((await tracedAnswer(profile, given, idOf(type))).places.length <= 300);
        gaps?.(given);
        push?.read(given.text);
      }
    });
  }

  it('is found however deep they are', async () => {
    const text = `{"data":{"log":${'['.repeat(5000)}${']'.repeat(5000)}}}`;
    const deep = { status: 200, contentType: null, text };
    assert.equal((await tracedAnswer(json, deep)).places.length, 1);
    const gap = json.gaps?.(deep).find(({ field }) => field === 'result.fields.compileMessage');
    assert.equal(gap?.sent, '[…]');
  });
});

describe('the gaps of a description', () => {
  const gaps = (body: unknown) =>
    json.gaps?.(answer(body)).map(({ field, sent, around }) => [field, sent ?? around.join()]);

  it('are the places where nothing stands, with what there is beside them', () => {
    const data = {
      result: 'AC',
      score: 1,
      spent: { cpu: 1 },
      log: null,
      cases: [{ name: '1', result: 'AC' }],
    };
    assert.deepEqual(gaps({ data }), [
      ['result.fields.time', 'data.spent.cpu'],
      ['result.cases.fields.time', 'name,result'],
      ['result.cases.fields.output', 'name,result'],
    ]);
  });

  it('are the places where something else stands than is asked for', () => {
    const data = { result: 1.5, score: 'many', spent: { time: null }, log: {}, cases: 'none' };
    assert.deepEqual(gaps({ data }), [
      ['result.fields.score', '"many"'],
      ['result.fields.status', '1.5'],
      ['result.fields.compileMessage', '{…}'],
      ['result.cases.list', '"none"'],
    ]);
  });

  it('are none where each place has what it should, in one case of all at least', () => {
    const some = [
      { name: '1', result: 'AC' },
      { ms: 1, out: null },
    ];
    const data = { result: 'AC', score: '50', spent: { time: '0.1' }, log: '', cases: some };
    assert.deepEqual(gaps({ data }), []);
  });
});
