import '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { LazyContests } from '../../../../src/editor/contests/register';
import { standIn } from '../../support/standIn';

describe('Contests that can’t be loaded', () => {
  const school = 'hydro https://oj.example.edu school';
  const errors: string[] = [];
  const contests = new LazyContests(standIn({ get: () => Promise.reject(new Error('unreadable')) }), (what) =>
    errors.push(what),
  );

  it('are unknown, and exclude assistants', async () => {
    assert.equal(await contests.known(school, 'class1#a'), null);
    assert.deepEqual(await contests.of(school), { kind: 'refused', reason: 'unreadable', endsAt: null });
    assert.deepEqual(errors, ['contests could not be loaded', 'contests could not be loaded']);
  });
});
