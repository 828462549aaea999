import assert from 'node:assert/strict';
import { JsonObject, TypeMismatch } from '../../../src/results';

/** Returns the description of the error that reading throws. */
function misfitOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof TypeMismatch, String(error));
    return `${error.path}: ${error.expected}, not ${error.found}`;
  }
  return assert.fail('it was read');
}

describe('JsonObject', () => {
  const body = JsonObject.of({
    text: 'x',
    number: '1.5',
    nothing: null,
    inner: { count: 3, list: [{ id: 1 }, { id: 'x' }], keyed: { 7: { id: 2 } } },
  });

  it('returns null for a missing field and for null', () => {
    for (const field of ['missing', 'nothing']) {
      assert.deepEqual(
        [body.text(field), body.number(field), body.integer(field), body.flag(field), body.statusCode(field)],
        [null, null, null, null, null],
      );
      assert.deepEqual(
        body.list(field, () => 1),
        [],
      );
      assert.deepEqual(body.optionalObject(field).raw, {});
    }
  });

  it('reports the complete path of a field with a wrong value', () => {
    const inner = body.object('inner');
    assert.equal(
      misfitOf(() => body.integer('text')),
      'text: a whole number, not "x"',
    );
    assert.equal(
      misfitOf(() => inner.text('count')),
      'inner.count: text, not 3',
    );
    assert.equal(
      misfitOf(() => inner.object('count')),
      'inner.count: an object, not 3',
    );
    assert.equal(
      misfitOf(() => body.requiredText('nothing')),
      'nothing: text, not null',
    );
    assert.equal(
      misfitOf(() => body.object('missing').text('x')),
      'missing: an object, not nothing',
    );
    const readIds = () => inner.list('list', (item) => item.requiredInteger('id'));
    assert.equal(misfitOf(readIds), 'inner.list[1].id: a whole number, not "x"');
    assert.equal(
      misfitOf(() => JsonObject.of([])),
      ': an object, not a list',
    );
    assert.equal(
      misfitOf(() => JsonObject.listOf([{ id: 'x' }], (item) => item.integer('id'))),
      '[0].id: a whole number, not "x"',
    );
    assert.equal(
      misfitOf(() => JsonObject.listOf({}, () => 1)),
      ': a list, not an object',
    );
  });

  it('keeps an item’s path after the list was read', () => {
    const [, second] = body.object('inner').list('list', (item) => item);
    assert.equal(
      misfitOf(() => second?.integer('id')),
      'inner.list[1].id: a whole number, not "x"',
    );
  });

  it('adds notices for tolerated deviations from the specification', () => {
    const odd = JsonObject.of({ number: '1.5', keyed: { 7: { id: '2' } } });
    assert.equal(odd.number('number'), 1.5);
    const items = odd.list('keyed', (item, key) => [item.integer('id'), key]);
    assert.deepEqual(items, [[2, '7']]);
    assert.deepEqual(
      odd.notices().map(({ kind, path, count }) => [kind, path, count]),
      [
        ['numericString', 'number', 2],
        ['keyedList', 'keyed', 1],
      ],
    );
  });
});
