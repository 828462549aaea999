import assert from 'node:assert/strict';
import * as v from 'valibot';
import { currentFormat, documentText, readDocument, writable } from '../../../src/records/disk/document';
import type { ReadDocument } from '../../../src/records/disk/document';

function reason(read: ReadDocument<unknown>): string {
  return read.kind === 'ok' ? 'ok' : `${read.kind}: ${read.reason}`;
}

describe('readDocument', () => {
  const form = { schema: v.object({ name: v.string() }), migrations: {} };
  const read = (text: string) => reason(readDocument(text, form));

  it('reports only invalid JSON as damaged', () => {
    for (const text of ['', '{"format":1,', '\u0000\u0000', '{"format":1,"name":"x"}}']) {
      assert.match(read(text), /^broken: .*JSON/, text);
    }
    assert.equal(read('{"format":1,"name":"x"}'), 'ok');
  });

  it('reports valid JSON in an unknown format as written by a newer version, with the reason', () => {
    for (const text of ['null', '1', '"format"', '[]']) assert.equal(read(text), 'newer: no document', text);
    for (const format of ['"1"', '10', '0', '-1e9', '1.5', 'null']) {
      const plain = JSON.stringify(JSON.parse(format));
      assert.equal(read(`{"format":${format},"name":"x"}`), `newer: format ${plain}`);
    }
    assert.equal(read('{}'), 'newer: format undefined');
    assert.equal(read('{"format":1,"name":5}'), 'newer: name: expected string');
    assert.equal(read('{"format":1}'), 'newer: name: expected "name"');
    assert.equal(read('{"format":1,"name":"x","more":null}'), 'newer: more: not known');
    assert.equal(
      reason(readDocument('{"format":1}', { ...form, schema: v.never() })),
      'newer: document: expected never',
    );
  });

  it('returns the content of a newer version’s document for display', () => {
    const content = { format: 10, name: 'x' };
    const newer = readDocument(JSON.stringify(content), form);
    assert.deepEqual(newer, { kind: 'newer', reason: 'format 10', content });
  });

  it('migrates older formats step by step', () => {
    const migrations = {
      1: ({ title, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, heading: title ?? '' }),
      3: ({ heading, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, name: heading }),
    };
    const at = (text: string) => readDocument(text, { ...form, migrations }, 4);
    assert.deepEqual(at('{"format":1,"title":"a"}'), { kind: 'ok', value: { name: 'a' } });
    assert.deepEqual(at('{"format":1}'), { kind: 'ok', value: { name: '' } });
    for (const format of [2, 3]) {
      assert.deepEqual(at(`{"format":${format},"heading":"b"}`), { kind: 'ok', value: { name: 'b' } });
    }
    assert.deepEqual(at('{"format":4,"name":"c"}'), { kind: 'ok', value: { name: 'c' } });
    assert.equal(reason(at('{"format":5,"name":"c"}')), 'newer: format 5');
    assert.equal(reason(at('{"format":4,"heading":"c"}')), 'newer: name: expected "name"');
    assert.equal(reason(at('{"format":1,"title":"a","more":1}')), 'newer: more: not known');
  });

  it('reports documents that can’t be migrated as written by a newer version', () => {
    const migrations = {
      1: ({ rows }: Readonly<Record<string, unknown>>) => ({ name: (rows as string[]).join() }),
    };
    const at = (text: string) => readDocument(text, { ...form, migrations }, 2);
    assert.deepEqual(at('{"format":1,"rows":["a","b"]}'), { kind: 'ok', value: { name: 'a,b' } });
    assert.match(reason(at('{"format":1,"rows":5}')), /^newer: /);
  });
});

describe('documentText', () => {
  it('writes the current format, with only the fields in the schema', () => {
    const schema = v.object({ name: v.string(), inner: v.object({ a: v.number() }) });
    const text = documentText(writable(schema, { name: 'x', more: 1, inner: { a: 1, b: 2 } }));
    assert.deepEqual(JSON.parse(text), { format: currentFormat, name: 'x', inner: { a: 1 } });
    assert.equal(readDocument(text, { schema, migrations: {} }).kind, 'ok');
  });
});
