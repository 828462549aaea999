// Any content of a file of the history: it is read, or moved aside if it isn’t JSON, or kept for a newer version.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { recordKey } from '../../src/records';
import type { Plan, StoredRecord } from '../../src/records';
import {
  decodeIndex,
  decodeRecord,
  decodeListed,
  encodeIndex,
  encodeRecord,
} from '../../src/records/disk/format';
import { luogu } from '../support/profiles';
import { untouchedPrototypes } from './envelopes';
import { anyJson, anyText, damaged, parsed } from './json';
import { target } from './target';

const service = 'https://judge.test';

const planAt = (dueAt: number): Plan => ({
  startedAt: 0,
  dueAt,
  askedAt: null,
  unfinishedAt: null,
  lastChangeAt: 0,
  idlePollMs: 0,
  failures: 0,
  missing: 0,
  readings: [{ at: 0, done: 0, total: null }],
  expeditedAt: 0,
  known: true,
  lifetime: null,
});

const record: fc.Arbitrary<StoredRecord> = fc
  .record({
    requestId: anyText,
    state: fc.constantFrom(
      ...([{ kind: 'waiting' }, { kind: 'finished' }, { kind: 'expired', why: 'gone' }] as const),
      { kind: 'failed', status: 404, reason: 'unknown' } as const,
    ),
    label: fc.option(anyText),
    note: fc.option(anyText),
    folder: fc.option(anyText),
    addedAt: fc.nat(),
    revision: fc.nat(),
    hasResult: fc.boolean(),
    dueAt: fc.option(fc.nat()),
  })
  .map(({ requestId, state, label, note, folder, addedAt, revision, hasResult, dueAt }) => ({
    revision,
    plan: dueAt === null ? null : planAt(dueAt),
    result: hasResult ? { id: 'id-1', receivedAt: addedAt } : null,
    record: {
      key: recordKey(service, requestId),
      service,
      requestId,
      rules: luogu.rules,
      state,
      summary: null,
      hint: null,
      limits: null,
      judgedHash: null,
      label,
      note,
      source: null,
      submission: null,
      folder,
      addedAt,
      changedAt: null,
    },
  }));

/** A document with one value at any depth replaced by any JSON. */
const changed = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.nat(), anyJson).map(([whole, at, other]) => {
    const values = [...whole.matchAll(/(?<=:)(?:"[^"]*"|-?\d+|null|true|false|\{)/g)];
    const one = values[at % values.length];
    if (!one || one[0] === '{') return whole.replace('{', `{"more":${other},`);
    return whole.slice(0, one.index) + other + whole.slice(one.index + one[0].length);
  });

const recordText = record.map(encodeRecord);
const indexText = fc.array(record, { maxLength: 3 }).map(encodeIndex);
/** Documents of this version. */
const { format } = JSON.parse(encodeIndex([])) as { readonly format: number };

/** Documents of a newer version, with unknown fields. */
const newer = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.integer({ min: 1, max: 9 }))
    .map(([whole, more]) => whole.replace(`"format":${format}`, `"format":${format + more}`));

const content = fc.oneof(
  ...[recordText, indexText].flatMap((text) => [
    ...[text, changed(text), damaged(text)],
    ...[newer(text), newer(changed(text))],
  ]),
  anyJson.map((record) => `{"format":${format},"record":${record}}`),
  anyJson,
);

export const files = target('files', content, (text) => {
  const read = decodeRecord(text);
  if (read.kind === 'ok') {
    const again = decodeRecord(encodeRecord(read.value));
    assert.ok(again.kind === 'ok');
    assert.equal(encodeRecord(again.value), encodeRecord(read.value));
  }
  const shown = decodeListed(text);
  if (shown.kind === 'ok') assert.equal(shown.value.record.state.kind === 'newer', read.kind === 'newer');
  const index = decodeIndex(text);
  if (index.kind === 'ok') assert.equal(decodeIndex(encodeIndex(index.value)).kind, 'ok');
  const json = parsed(text);
  for (const { kind } of [read, index]) {
    assert.equal(kind === 'broken', json === undefined, kind);
    if (isOfNewer(json)) assert.equal(kind, 'newer');
  }
  untouchedPrototypes();
});

function isOfNewer(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || !('format' in json)) return false;
  return typeof json.format === 'number' && json.format > format;
}
