import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JudgeSemantics } from '../../../src/results';
import type { RecordStore } from '../../../src/records';
import { addRecord } from '../../../src/records/recordUpdates';
import { bounded, recordBounds, type Bound } from '../../../src/records/textBounds';
import { recordDocument } from '../../../src/records/disk/format';
import { safeName } from '../../../src/records/disk/layout';
import { envelope, key, newRecord, oneCase, rules, subtask } from './fixtures';
import { openWindow, temporaryFolder } from './folders';

/** Paths of the texts in a record, such as `submission.title`, with their limits. */
const listed = new Map(placesIn(recordBounds));
const limited = [...listed].filter((entry): entry is [string, Bound] => entry[1] !== 'unlimited');

function placesIn(bounds: object, path = ''): [string, Bound | 'unlimited'][] {
  return Object.entries(bounds).flatMap(([field, bound]: [string, object | 'unlimited']) => {
    const place = path + field;
    if (bound === 'unlimited' || 'most' in bound) return [[place, bound as Bound | 'unlimited']];
    return placesIn(bound, `${place}.`);
  });
}

/** The parts of a schema that this test reads. */
interface Schema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  /** schemas of a union, or the values of a picklist */
  readonly options?: readonly (Schema | string)[];
  readonly wrapped?: Schema;
  readonly item?: Schema;
  /** of a record; a variant has the name of a field */
  readonly key?: Schema | string;
  readonly value?: Schema;
  readonly pipe?: readonly Schema[];
}

/** Returns the paths of all unrestricted texts in a schema. */
function textsIn(schema: Schema, path = ''): string[] {
  const under = (name: string, inner: Schema | undefined): string[] =>
    inner ? textsIn(inner, path === '' ? name : `${path}.${name}`) : [];
  switch (schema.type) {
    case 'string':
      return [path];
    case 'number':
    case 'boolean':
    case 'literal':
    case 'picklist':
      return [];
    case 'nullable':
    case 'optional':
      return schema.wrapped ? textsIn(schema.wrapped, path) : [];
    case 'union':
    case 'variant':
      return (schema.options ?? []).flatMap((option) =>
        typeof option === 'string' ? [] : textsIn(option, path),
      );
    case 'record':
      return [...(typeof schema.key === 'object' ? under('*', schema.key) : []), ...under('*', schema.value)];
    case 'array':
      return under('*', schema.item);
    case 'object':
      return Object.entries(schema.entries ?? {}).flatMap(([name, inner]) => under(name, inner));
    default:
      throw new Error(`unknown type of schema: ${schema.type}`);
  }
}

const submission = { problemId: 'P1', title: null, place: null, language: null, optimise: false };
// The limit is even, so the odd offset would split a surrogate pair.
const huge = `x${'\ud83d\ude00'.repeat(1_000_000)}`;

/** How the text of a service reaches each path. */
const doors: Readonly<Record<string, (store: RecordStore, text: string) => Promise<unknown>>> = {
  hint: (store, hint) => store.add(newRecord('r1', { hint })),
  label: (store, label) => store.add(newRecord('r1', { label })),
  note: (store, note) => store.add(newRecord('r1', { note })),
  'state.reason': async (store, reason) => {
    await store.add(newRecord());
    return store.setState(key, { kind: 'failed', status: 403, reason });
  },
  'summary.status': (store, code) => received(store, code, rules),
  'summary.trackId': (store, trackId) => received(store, 6, rules, trackId),
  'summary.cause': (store, code) => {
    const { '6': failed } = rules.statuses;
    assert.ok(failed);
    const wrong = { ...failed, style: 'wrongAnswer' } as const;
    return received(store, 6, { ...rules, statuses: { '6': wrong, [code]: wrong } }, null, code);
  },
  ...Object.fromEntries(
    placesIn(recordBounds.submission).map(([place]) => [
      `submission.${place}`,
      (store: RecordStore, text: string) => {
        const [field = '', inner] = place.split('.');
        const value = inner === undefined ? text : { title: null, endsAt: null, [inner]: text };
        return store.add(newRecord('r1', { submission: { ...submission, [field]: value } }));
      },
    ]),
  ),
};

function received(
  store: RecordStore,
  status: number | string,
  own: JudgeSemantics,
  trackId: string | null = null,
  ofCase: number | string = 12,
): Promise<unknown> {
  const judged = envelope(6, [subtask(1, [{ ...oneCase(1, 12), status: ofCase }])], { trackId });
  const { data } = judged;
  const result = { ...judged, data: data && { ...data, judge: data.judge && { ...data.judge, status } } };
  const add = { ...newRecord(), rules: own };
  return store.receive(key, { envelope: result }, { via: 'refresh', receivedAt: 1, add });
}

function at(record: unknown, place: string): unknown {
  return place
    .split('.')
    .reduce<unknown>((value, field) => (value as Readonly<Record<string, unknown>>)[field], record);
}

describe('Judge text in a record', () => {
  const folder = temporaryFolder();
  const stored = (...path: readonly string[]): unknown =>
    JSON.parse(readFileSync(join(folder(), ...path), 'utf8'));

  it('has a limit at each path of the record file that contains text', () => {
    const record = recordDocument.entries.record;
    assert.ok(record);
    const isListed = (place: string): boolean =>
      listed.has(place) ||
      [...listed].some(([name, bound]) => bound === 'unlimited' && place.startsWith(`${name}.`));
    const places = textsIn(record);
    assert.ok(places.includes('submission.title') && places.includes('state.reason'));
    assert.deepEqual(
      places.filter((place) => !isListed(place)),
      [],
    );
    assert.deepEqual(
      limited.map(([place]) => place).filter((place) => !places.includes(place)),
      [],
    );
  });

  for (const [place, { most, over }] of limited) {
    it(`is ${over} at ${most} characters in ${place}, in the record file and in the index`, async () => {
      const { store } = openWindow(folder());
      const comeIn = doors[place];
      assert.ok(comeIn, 'no way in is known');
      await comeIn(store, huge);
      await store.close();
      const { record } = stored('records', `${safeName(key)}.json`) as { record: unknown };
      const { rows } = stored('index.json') as { rows: { record: unknown }[] };
      for (const value of [at(record, place), at(rows[0]?.record, place), at(store.get(key), place)]) {
        // The last pair doesn't fit completely.
        assert.equal(value, over === 'dropped' ? null : huge.slice(0, most - 1));
      }
    });

    it(`is kept in ${place} up to the limit`, async () => {
      const { store } = openWindow(folder());
      const text = '\ud800'.padStart(most, 'y');
      await doors[place]?.(store, text);
      assert.equal(at(store.get(key), place), text);
      await store.close();
    });
  }

  it('leaves the record object unchanged within the limits', () => {
    const record = addRecord(newRecord(), 1)(null)?.record;
    assert.ok(record);
    assert.equal(bounded(record), record);
  });
});
