import assert from 'node:assert/strict';
import * as v from 'valibot';
import { pendingRequest } from '../../../src/tracking/pendingRequest';

const request = {
  key: 'k',
  service: 'https://judge.test',
  requestId: 'r1',
  folder: null,
  lifetime: null,
  pace: null,
  known: true,
  phase: 'waiting',
  startedAt: 1,
  dueAt: 2,
  askedAt: null,
  unfinishedAt: null,
  newsAt: 3,
  fruitless: 0,
  failures: 0,
  missing: 0,
  hurriedAt: 0,
  readings: [],
};

function isRead(json: unknown): boolean {
  return v.is(pendingRequest, json);
}

/** As it comes from a file; undefined: the field is missing. */
function taken(field: string, value: unknown): boolean {
  const text = JSON.stringify({ ...request, [field]: value });
  return isRead(JSON.parse(text));
}

describe('a pending request read from a file', () => {
  it('is taken as it was written', () => {
    assert.equal(isRead(request), true);
    for (const folder of [null, '', 'file:///project']) assert.ok(taken('folder', folder));
    for (const phase of ['waiting', 'judging']) assert.ok(taken('phase', phase));
    for (const time of [null, 0, -1, 1.5]) {
      assert.ok(taken('askedAt', time));
      assert.ok(taken('unfinishedAt', time));
    }
    assert.ok(taken('lifetime', { safe: 900_000, end: 3_600_000 }));
    const reading = { at: 1, done: 2, total: null };
    assert.ok(taken('readings', [reading, { ...reading, total: 3 }]));
  });

  it('is nothing else than an object', () => {
    for (const json of [null, undefined, 'k', 1, true, [], {}]) assert.equal(isRead(json), false);
  });

  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    ...Object.fromEntries(['key', 'service', 'requestId'].map((field) => [field, [undefined, null, 1, {}]])),
    folder: [undefined, 1, {}],
    lifetime: [
      undefined,
      1,
      'x',
      [],
      {},
      { safe: 1 },
      { end: 1 },
      { safe: '1', end: 1 },
      { safe: 1, end: null },
    ],
    known: [undefined, null, 0, 'true'],
    phase: [undefined, null, 'finished', 1],
    ...Object.fromEntries(
      ['startedAt', 'dueAt', 'newsAt', 'fruitless', 'failures', 'missing', 'hurriedAt'].map((field) => [
        field,
        [undefined, null, '1', {}],
      ]),
    ),
    askedAt: [undefined, '1', {}],
    unfinishedAt: [undefined, '1', {}],
    readings: [
      ...[undefined, null, {}, 'x', [1], [null], ['x'], [{}], [{ at: 1, done: 1 }]],
      ...[[{ at: 1, total: 1 }], [{ done: 1, total: 1 }], [{ at: 1, done: '1', total: 1 }]],
      ...[[{ at: '1', done: 1, total: 1 }], [{ at: 1, done: 1, total: '1' }]],
      [{ at: 1, done: 1, total: 1 }, 0],
    ],
  };
  for (const [field, values] of Object.entries(wrong)) {
    it(`is refused where ${field} is of another kind or missing`, () => {
      for (const value of values) assert.equal(taken(field, value), false, JSON.stringify(value));
    });
  }

  it('is refused where a number is beyond any', () => {
    for (const field of ['startedAt', 'askedAt']) {
      const text = JSON.stringify({ ...request, [field]: 'x' }).replace('"x"', '1e999');
      assert.equal(isRead(JSON.parse(text)), false);
    }
  });
});
