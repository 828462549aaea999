import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeEnvelope, decodeErrorBody } from '../../../src/results';

/** Values similar to those of a service, so that most branches run often. */
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom<unknown>(null, undefined, '7', '-1.5', 'x', true, [], Number.POSITIVE_INFINITY),
);
const utf16 = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
const text = fc.oneof(fc.string({ unit: utf16 }), fc.constantFrom<unknown>(null, undefined, 0, 5, '\ud800'));
const key = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'more');
const listOf = (item: fc.Arbitrary<unknown>) =>
  fc.oneof(
    fc.array(item, { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.nat(9).map(String), key), item, { maxKeys: 4 }),
    fc.constantFrom<unknown>(null, undefined, 'x'),
  );

/** Some of the fields, and sometimes an unknown one. Created from JSON, so that `__proto__` is a key. */
const objectOf = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .tuple(fc.record(fields, { requiredKeys: [] }), fc.dictionary(key, fc.jsonValue(), { maxKeys: 2 }))
    .map(([known, unknown]) => {
      const body = [JSON.stringify(known).slice(1, -1), JSON.stringify(unknown).slice(1, -1)];
      return JSON.parse(`{${body.filter((part) => part !== '').join(',')}}`) as unknown;
    });

const measured = { id: number, status: number, score: number, time: number, memory: number };
const oneCase = objectOf({ ...measured, signal: number, exitCode: number, description: text });
const subtask = objectOf({ ...measured, cases: listOf(oneCase) });
const judge = objectOf({ ...measured, subtasks: listOf(subtask) });
const flag = fc.constantFrom<unknown>(true, false, null, 1);
const compile = objectOf({ success: flag, message: text, opt2: flag });
const data = fc.oneof(objectOf({ compile, judge }), fc.constantFrom<unknown>(null, []));
const body = objectOf({ type: fc.constant('judge'), data, requestId: text, trackId: text });
const anything = fc.oneof(body, fc.jsonValue(), fc.anything());

/** The properties of the shared prototypes. Any change to them is prototype pollution. */
function prototypes(): string[] {
  return [Object.prototype, Array.prototype, Function.prototype].flatMap((prototype) =>
    Reflect.ownKeys(prototype).map(String),
  );
}

describe('decodeEnvelope for arbitrary JSON', () => {
  it('never throws or modifies a prototype', () => {
    const before = prototypes();
    fc.assert(
      fc.property(anything, fc.integer(), (json, status) => {
        const decoded = decodeEnvelope(json);
        assert.equal(typeof decoded.ok, 'boolean');
        decodeErrorBody(status, json);
      }),
      { numRuns: 2000 },
    );
    assert.deepEqual(prototypes(), before);
    assert.deepEqual(Object.keys({}), []);
  });

  it('returns only objects with the ordinary prototype', () => {
    fc.assert(
      fc.property(body, (json) => {
        const decoded = decodeEnvelope(json);
        if (decoded.ok) visit(decoded.envelope);
      }),
      { numRuns: 1000 },
    );
  });

  it('restores the same value from a decoded and stored envelope', () => {
    let taken = 0;
    fc.assert(
      fc.property(body, (json) => {
        const first = decodeEnvelope(json);
        if (!first.ok) return;
        taken += 1;
        const stored = JSON.stringify(first.envelope);
        const again = decodeEnvelope(withoutExtra(JSON.parse(stored)));
        assert.ok(again.ok);
        assert.deepEqual(again.notices, []);
        assert.deepEqual(again.envelope, withoutExtra(JSON.parse(stored)));
      }),
      { numRuns: 1000 },
    );
    assert.ok(taken > 50, `only ${taken} bodies were envelopes`);
  });
});

function visit(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const prototype: unknown = Object.getPrototypeOf(value);
  assert.equal(prototype, Array.isArray(value) ? Array.prototype : Object.prototype);
  Object.values(value).forEach(visit);
}

/** Removes extra fields, which would be nested again, to compare the rest. */
function withoutExtra(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExtra);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'extra')
      .map(([name, inner]) => [name, withoutExtra(inner)]),
  );
}
