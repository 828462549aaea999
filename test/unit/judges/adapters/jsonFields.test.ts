import assert from 'node:assert/strict';
import type { DescribedFields, PlainAnswer } from '../../../../src/judges';
import { judgeNamed } from '../../../../src/judges/adapters';
import { fieldNames, hostileAnswer, randomFrom } from '../../../support/hostileAnswers';
import { leastJudge } from '../../../support/profiles';
import { answer, now, page } from './answers';

function fieldsIn(body: unknown, status = 200, description: object = {}): DescribedFields {
  return fieldsInAnswer(answer(body, status), description);
}

function fieldsInAnswer(given: PlainAnswer, description: object = {}): DescribedFields {
  const read = judgeNamed('test', { test: { ...base, ...description } });
  assert.ok(read.ok, JSON.stringify(read));
  const fields = read.judge.describedFields?.({ ...given, receivedAt: now });
  assert.ok(fields);
  return fields;
}

const base = {
  type: 'json',
  url: 'https://oj.test',
  failure: { if: 'error', message: 'data' },
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
};

/** Each field as `name: value found`. */
const found = ({ fields }: DescribedFields): readonly string[] =>
  fields.map(({ part, name, count, usable, unusable, nulls, around }) => {
    const values = [
      ...usable.values,
      unusable.count === 0 ? '' : `${unusable.count} unusable: ${unusable.values.join()}`,
      nulls === 0 ? '' : `${nulls} null`,
      around.length === 0 ? '' : `beside ${around.join()}`,
    ];
    return `${part}.${name} ${usable.count}/${count}: ${values.filter(Boolean).join('; ')}`;
  });

describe('Configured fields in a response', () => {
  const cases = [
    { name: '1', result: 'AC', ms: 3, out: 'x' },
    { name: '2', result: 'WA', ms: 4, out: 'y' },
  ];

  it('have the values at their paths', () => {
    const data = { result: 'WA', score: '50', spent: { time: 4 }, log: '', cases };
    assert.deepEqual(found(fieldsIn({ error: null, data })), [
      'failure.if 0/1: 1 null',
      'result.fields.status 1/1: "WA"',
      'result.fields.score 1/1: "50"',
      'result.fields.time 1/1: 4',
      'result.fields.compileMessage 1/1: ""',
      'result.cases.list 1/1: […]',
      'result.cases.fields.id 2/2: "1"; "2"',
      'result.cases.fields.status 2/2: "AC"; "WA"',
      'result.cases.fields.time 2/2: 3; 4',
      'result.cases.fields.output 2/2: "x"; "y"',
    ]);
  });

  it('contain the names next to a missing path', () => {
    const data = { result: 'AC', score: 1, spent: { cpu: 1 }, log: null, cases: [cases[0], {}] };
    assert.deepEqual(found(fieldsIn({ data })).slice(3, 8), [
      'result.fields.time 0/1: beside data.spent.cpu',
      'result.fields.compileMessage 0/1: 1 null',
      'result.cases.list 1/1: […]',
      'result.cases.fields.id 1/2: "1"',
      'result.cases.fields.status 1/2: "AC"',
    ]);
  });

  it('report values of a wrong type with the required type', () => {
    const data = { result: 1.5, score: 'many', spent: { time: null }, log: {}, cases: 'none' };
    const { fields } = fieldsIn({ data });
    const wrong = fields.filter(({ unusable }) => unusable.count > 0);
    assert.deepEqual(
      wrong.map(({ part, name, type, unusable }) => [`${part}.${name}`, type, ...unusable.values]),
      [
        ['result.fields.status', 'code', '1.5'],
        ['result.fields.score', 'number', '"many"'],
        ['result.fields.compileMessage', 'text', '{…}'],
        ['result.cases.list', 'list', '"none"'],
      ],
    );
  });

  it('count the items with a wrong type or without a value', () => {
    const some = [...cases, { name: '3', result: 'TLE', ms: 'N/A' }, { name: '4', result: 'SK', ms: null }];
    const data = { result: 'WA', score: 1, spent: { time: 4 }, log: '', cases: some };
    assert.deepEqual(found(fieldsIn({ data })).slice(-2), [
      'result.cases.fields.time 2/4: 3; 4; 1 unusable: "N/A"; 1 null',
      'result.cases.fields.output 2/4: "x"; "y"',
    ]);
  });

  it('are looked up in each subtask, and in the cases of all subtasks', () => {
    const result = {
      ...base.result,
      subtasks: { list: 'groups', fields: { id: 'no', score: 'points' } },
      cases: { list: 'tests', fields: { status: 'result' } },
    };
    const groups = {
      a: { no: 'A', points: 10, tests: [{ result: 'AC' }, { result: 'WA' }] },
      b: { no: 2, points: 20, tests: { 7: { result: 'TLE' } } },
    };
    assert.deepEqual(found(fieldsIn({ data: { result: 'WA' }, groups }, 200, { result })).slice(-5), [
      'result.subtasks.list 1/1: {…}',
      'result.subtasks.fields.id 1/2: 2; 1 unusable: "A"',
      'result.subtasks.fields.score 2/2: 10; 20',
      'result.cases.list 2/2: […]; {…}',
      'result.cases.fields.status 3/3: "AC"; "WA"; "TLE"',
    ]);
  });

  it('have the chosen one of several codes, and report a text that isn’t base64', () => {
    const encoded = (path: string) => ({ path, encoding: 'base64' });
    const result = {
      path: '/x/{id}',
      fields: { status: ['verdict', 'state'], compileMessage: encoded('log'), code: encoded('code') },
    };
    const body = { state: 'AC', log: 'YQ==', code: 'int main' };
    assert.deepEqual(found(fieldsIn(body, 200, { result })).slice(1), [
      'result.fields.status 1/1: "AC"',
      'result.fields.compileMessage 1/1: "YQ=="',
      'result.fields.code 0/1: 1 unusable: "int main"',
    ]);
    const { fields } = fieldsIn({ other: 1 }, 200, { result });
    assert.deepEqual(
      fields.slice(1).map(({ path, type, around }) => [path, type, ...around]),
      [
        ['verdict, state', 'code', 'other'],
        ['log', 'base64', 'other'],
        ['code', 'base64', 'other'],
      ],
    );
  });

  it('include the full score if the verdict depends on it', () => {
    const result = { path: '/x/{id}', fields: { status: 'state', score: 'score' } };
    const description = { result, statusCodes: { done: { full: 'best' }, waiting: 'QUEUED' } };
    const names = (state: string) =>
      found(fieldsIn({ state, score: 3, max: 5 }, 200, description)).map((line) => line.split(':')[0]);
    assert.ok(names('done').includes('statusCodes.done.full 0/1'));
    assert.ok(!names('waiting').includes('statusCodes.done.full 0/1'));
  });

  it('are found in a text that contains JSON', () => {
    const detail = JSON.stringify({ result: 'AC', score: '7', spent: { cpu: 1 } });
    const { fields } = fieldsIn({ data: detail });
    assert.deepEqual(
      fields.slice(1, 4).map(({ name, usable, around }) => [name, ...usable.values, ...around]),
      [
        ['status', '"AC"'],
        ['score', '"7"'],
        ['time', 'data.spent.cpu'],
      ],
    );
  });

  it('are only the fields of a failure if the response reports a failure', () => {
    const refused = fieldsIn({ error: 'no-such-run', data: 'unknown run' });
    assert.equal(refused.failure, 'field');
    assert.deepEqual(found(refused), ['failure.if 1/1: "no-such-run"', 'failure.message 1/1: "unknown run"']);
    const byStatus = fieldsIn({ error: '', data: 'unknown run' }, 404);
    assert.equal(byStatus.failure, 'httpStatus');
    assert.deepEqual(found(byStatus), ['failure.if 1/1: ""', 'failure.message 1/1: "unknown run"']);
    assert.equal(fieldsIn({ error: '', data: { result: 'AC' } }).failure, 'none');
  });

  it('don’t include the fields that aren’t configured, which are listed', () => {
    const { undescribed, undescribedParts } = fieldsIn({ data: { result: 'AC' } });
    const names = undescribed.map(({ part, name }) => `${part}.${name}`);
    assert.deepEqual(names.slice(0, 3), [
      'result.fields.memory',
      'result.fields.maximum',
      'result.fields.message',
    ]);
    assert.ok(names.includes('result.cases.fields.expected'));
    assert.ok(!names.includes('result.subtasks.fields.id'));
    assert.deepEqual(undescribedParts, ['result.subtasks']);
  });

  it('are null for a response that isn’t JSON', () => {
    const { describedFields } = leastJudge('json');
    const noJson = { ...page('<html>'), receivedAt: now };
    assert.equal(describedFields?.(noJson), null);
    assert.equal(describedFields?.({ ...noJson, status: 204, text: '' }), null);
  });

  it('are found in any response without an exception', () => {
    const { describedFields, push } = leastJudge('json');
    assert.ok(describedFields);
    const random = randomFrom(5);
    const names = fieldNames('json');
    for (let round = 0; round < 2000; round += 1) {
      const given = { ...hostileAnswer(random, names), receivedAt: now };
      for (const { usable, unusable, around } of describedFields(given)?.fields ?? []) {
        assert.ok([...usable.values, ...unusable.values].every((value) => value.length <= 60));
        assert.ok(usable.values.length <= 3 && unusable.values.length <= 3 && around.length <= 8);
      }
      push?.read(given.text);
    }
    const text = `{"data":{"log":${'['.repeat(5000)}${']'.repeat(5000)}}}`;
    const deep = fieldsInAnswer({ status: 200, contentType: null, text }).fields.find(
      ({ name }) => name === 'compileMessage',
    );
    assert.deepEqual(deep?.unusable.values, ['[…]']);
  });
});
