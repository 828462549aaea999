import assert from 'node:assert/strict';
import { FieldReader } from '../../../../../src/judges/settingFields';
import { listingOf } from '../../../../../src/judges/judge';
import { clics } from '../../../../../src/judges/adapters/clics';
import { startLocalDomjudge, type LocalDomjudge } from '../../../../../tools/domjudge/domjudge';
import { clientAt, credentialFor, request } from '../../clients';

describe('The number of requests to DOMjudge', function () {
  this.timeout(60_000);
  let site: LocalDomjudge;
  after(() => site.stop());

  it('falls after the first submission, because most data is reused', async () => {
    site = await startLocalDomjudge({ version: '10', compilers: false });
    const description = { url: `${site.url}/domjudge/api`, contest: 'school' };
    const judge = clics.describe('finals', new FieldReader('finals', description));
    assert.ok(judge);
    const { alice } = site;
    const asked: string[] = [];
    const client = clientAt(judge, {
      credential: () => Promise.resolve(credentialFor(judge, `${alice.username}:${alice.password}`)),
      onRequest: (text) => asked.push(text),
    });
    const known = new Set<string>();
    /** Submits, polls twice, and fetches the result and the new submissions. Returns the number of requests. */
    const submission = async (verdict: string): Promise<readonly number[]> => {
      asked.length = 0;
      const counts: number[] = [];
      const count = (): void => void counts.push(asked.splice(0).length);
      const place = { problemId: 'hello', place: null };
      await client.ask((http) => judge.submission!.fetchForm!(http, place));
      count();
      const one = site.submit({ code: null });
      known.add(one.id);
      const pending = [{ requestId: one.id, hint: null }];
      await client.ask((http) => judge.batch!.fetchStates(http, pending, null));
      site.change(one, { verdict, endedAt: site.now(), time: 0.004 });
      await client.ask((http) => judge.batch!.fetchStates(http, pending, null));
      count();
      await client.result(request(one.id));
      count();
      const list = listingOf(judge, 'alice', { known, pending: [] });
      assert.ok(list);
      await client.ask(list);
      count();
      return counts;
    };
    // form, two polls, result, list
    assert.deepEqual(await submission('WA'), [4, 4, 2, 1]);
    assert.deepEqual(await submission('WA'), [0, 2, 2, 1]);
    // the page of the team, with and without signing in there
    assert.deepEqual(await submission('CE'), [0, 2, 5, 1]);
    assert.deepEqual(await submission('CE'), [0, 2, 3, 1]);
  });

  it('is one for a list or for clarifications without anything new, however old the other data is', async () => {
    const clock = { now: Date.now() };
    const played = await startLocalDomjudge({ version: '10', compilers: false, now: () => clock.now });
    const description = { url: `${played.url}/domjudge/api`, contest: 'school' };
    const judge = clics.describe('finals', new FieldReader('finals', description));
    const { alice } = played;
    const clarifications = judge?.contests?.clarifications;
    assert.ok(judge && clarifications);
    const credential = credentialFor(judge, `${alice.username}:${alice.password}`);
    const client = clientAt(judge, { credential: async () => credential, now: () => clock.now });
    const one = played.submit({ code: null });
    played.change(one, { verdict: 'AC', endedAt: played.now(), time: 0.004 });
    const list = listingOf(judge, 'alice', { known: new Set([one.id]), pending: [] });
    assert.ok(list);
    const counts: number[] = [];
    for (let hour = 0; hour < 3; hour += 1) {
      const before = played.requests.length;
      assert.equal((await client.ask(list)).length, 1);
      await client.ask((http) => clarifications.fetchAll(http, 'school'));
      counts.push(played.requests.length - before);
      clock.now += 3_600_000;
    }
    await played.stop();
    assert.deepEqual(counts.slice(1), [2, 2]);
  });
});
