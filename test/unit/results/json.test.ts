import assert from 'node:assert/strict';
import { jsonIn, parseJson } from '../../../src/results';
import { fastest } from '../../fuzz/growth';

/** Returns a text with a list of `count` entries that is long enough to be checked before parsing. */
const listOf = (count: number, entry: string) => `["${'x'.repeat(600_000)}",${`${entry},`.repeat(count)}0]`;
const kindOf = (text: string) => parseJson(text).kind;

describe('parseJson', () => {
  it('returns the value of valid JSON, and rejects other text', () => {
    assert.deepEqual(parseJson('{"a":[1]}'), { kind: 'json', value: { a: [1] } });
    assert.deepEqual(parseJson('null'), { kind: 'json', value: null });
    for (const text of ['', '{', 'x', '[1,]']) assert.deepEqual(parseJson(text), { kind: 'notJson' });
    assert.deepEqual([jsonIn('[1]'), jsonIn('x')], [[1], undefined]);
  });

  it('accepts a record with 100,000 cases that contain objects', () => {
    const one = '{"id":1,"a":{"b":1,"c":"x","d":null,"e":[1]},"f":1,"g":2,"h":3,"i":4}';
    assert.equal(kindOf(listOf(99_999, one)), 'json');
  });

  it('rejects too many objects, lists or values before parsing', () => {
    assert.equal(kindOf(listOf(299_999, '{}')), 'json');
    assert.equal(kindOf(listOf(300_000, '{}')), 'tooMany');
    assert.equal(kindOf(listOf(300_000, '[]')), 'tooMany');
    assert.equal(kindOf(listOf(1_499_990, '0')), 'json');
    assert.equal(kindOf(listOf(1_500_000, '0')), 'tooMany');
    assert.equal(kindOf('['.repeat(600_000)), 'tooMany');
    assert.equal(jsonIn(listOf(300_000, '{}')), undefined);
  });

  it('rejects too many different names, even if each object has only a few', () => {
    const objects = (nameOf: (at: number) => string) =>
      JSON.stringify(Array.from({ length: 110_000 }, (_, at) => ({ [nameOf(at)]: at })));
    assert.equal(kindOf(objects((at) => `name${at % 90_000}`)), 'json');
    assert.equal(kindOf(objects((at) => `name${at}`)), 'tooMany');
    assert.equal(kindOf(objects((at) => `${'x'.repeat(20)}${at}${'y'.repeat(20)}`)), 'tooMany');
  });

  it('ignores the content of strings, including escapes', () => {
    const text = String.raw`{},[],:\"{},\\\"[],`.repeat(100_000);
    assert.equal(kindOf(`["${text}"]`), 'json');
    assert.equal(kindOf(`["${text}\\\\",${'{},'.repeat(300_000)}0]`), 'tooMany');
    assert.equal(kindOf(`["${'\\"'.repeat(400_000)}`), 'notJson');
  });

  it('counts correctly after a string that ends with backslashes', () => {
    const backslashes = '\\'.repeat(600_000);
    assert.equal(kindOf(`["${backslashes}",${'{},'.repeat(300_000)}0]`), 'tooMany');
    assert.equal(kindOf(`["${backslashes}"]`), 'json');
  });

  it('rejects 60 MB of empty objects without parsing them', () => {
    const text = Buffer.from(`[${'{},'.repeat(20_000_000)}{}]`).toString();
    const own = fastest(text, () => assert.equal(kindOf(text), 'tooMany'));
    const ofTwentieth = fastest(`[${'{},'.repeat(1_000_000)}{}]`, (part) => JSON.parse(part));
    assert.ok(own < 10 * ofTwentieth, `${own} ms, parsing a twentieth takes ${ofTwentieth} ms`);
  });
});
