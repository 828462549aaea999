import assert from 'node:assert/strict';
import { isPendingRequest } from '../../../src/tracking';
import type { PendingRequest } from '../../../src/tracking';
import { begun } from '../../../src/tracking/transition';
import { request } from './world';

const whole: PendingRequest = begun(
  request('one', { known: true, lifetime: { safe: 1, end: 2 }, folder: 'file:///x' }),
  1,
  2,
);

describe('a stored pending request', () => {
  it('is recognised after its way through JSON', () => {
    assert.equal(isPendingRequest(JSON.parse(JSON.stringify(whole))), true);
    assert.equal(
      isPendingRequest({ ...whole, lifetime: null, folder: null, askedAt: 5, added: 'later' }),
      true,
    );
  });

  it('is refused when any field is missing or of another kind', () => {
    for (const name of Object.keys(whole)) {
      const rest = Object.fromEntries(Object.entries(whole).filter(([field]) => field !== name));
      assert.equal(isPendingRequest(rest), false, `without ${name}`);
      assert.equal(isPendingRequest({ ...whole, [name]: Number.NaN }), false, `odd ${name}`);
    }
    assert.equal(isPendingRequest(null), false);
    assert.equal(isPendingRequest([whole]), false);
    assert.equal(isPendingRequest({ ...whole, readings: [{ at: 1, done: -1, total: null }] }), false);
  });
});
