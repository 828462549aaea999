// Whatever stands in a file of the history: it is read, or set aside as damaged, or left to a newer version.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { recordKey } from '../../src/records';
import type { StoredRecord } from '../../src/records';
import {
  decodeIndex,
  decodeRecord,
  decodeRequest,
  encodeIndex,
  encodeRecord,
} from '../../src/records/disk/format';
import { luogu } from '../support/profiles';
import { pendingRequest } from '../../src/tracking/pendingRequest';
import { untouchedPrototypes } from './envelopes';
import { anyJson, anyText, damaged, parsed } from './json';
import { target } from './target';

const service = 'https://judge.test';

const record: fc.Arbitrary<StoredRecord> = fc
  .record({
    requestId: anyText,
    state: fc.constantFrom(
      ...([{ kind: 'waiting' }, { kind: 'finished' }, { kind: 'expired', why: 'gone' }] as const),
      { kind: 'failed', status: 404, reason: 'unknown' } as const,
    ),
    label: fc.option(anyText),
    folder: fc.option(anyText),
    addedAt: fc.nat(),
    revision: fc.nat(),
    hasResult: fc.boolean(),
  })
  .map(({ requestId, state, label, folder, addedAt, revision, hasResult }) => ({
    revision,
    result: hasResult ? { id: 'id-1', receivedAt: addedAt } : null,
    record: {
      ...{ key: recordKey(service, requestId), service, requestId, rules: luogu.rules, state, summary: null },
      ...{
        hint: null,
        limits: null,
        judgedHash: null,
        label,
        source: null,
        submission: null,
        folder,
        addedAt,
        changedAt: null,
      },
    },
  }));

/** A document with one of its values, however deep, replaced by any JSON. */
const changed = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.nat(), anyJson).map(([whole, at, other]) => {
    const values = [...whole.matchAll(/(?<=:)(?:"[^"]*"|-?\d+|null|true|false|\{)/g)];
    const one = values[at % values.length];
    if (!one || one[0] === '{') return whole.replace('{', `{"more":${other},`);
    return whole.slice(0, one.index) + other + whole.slice(one.index + one[0].length);
  });

const recordText = record.map(encodeRecord);
const indexText = fc.array(record, { maxLength: 3 }).map(encodeIndex);
const content = fc.oneof(
  ...[recordText, indexText].flatMap((text) => [text, changed(text), damaged(text)]),
  anyJson.map((request) => `{"format":1,"request":${request}}`),
  anyJson,
);

export const files = target('files', content, (text) => {
  const read = decodeRecord(text);
  if (read.kind === 'ok') {
    const again = decodeRecord(encodeRecord(read.value));
    assert.ok(again.kind === 'ok');
    assert.equal(encodeRecord(again.value), encodeRecord(read.value));
  }
  const index = decodeIndex(text);
  if (index.kind === 'ok') encodeIndex(index.value);
  const request = decodeRequest(text, pendingRequest);
  for (const { kind } of [read, index, request]) {
    if (kind === 'newer') assert.ok((parsed(text) as { format: number }).format > 1);
  }
  untouchedPrototypes();
});
