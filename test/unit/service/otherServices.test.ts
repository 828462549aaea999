import assert from 'node:assert/strict';
import type { ServiceProfile } from '../../../src/service';
import type { ServiceClient } from '../../../src/service/client';
import { codeforces } from '../../../src/service/profiles/codeforces';
import { dmoj } from '../../../src/service/profiles/dmoj';
import { judge0 } from '../../../src/service/profiles/judge0';
import { startLocalCodeforces } from '../../../tools/codeforces/codeforces';
import { startLocalDmoj, type LocalDmoj } from '../../../tools/dmoj/dmoj';
import { startLocalJudge0 } from '../../../tools/judge0/judge0';
import { startOtherOrigin, type Misbehaviour, type OtherOrigin } from '../../../tools/service';
import type { StandIn } from '../../../tools/standIn/standIn';
import { described } from '../../support/profiles';
import { clientAt, credentialFor, failureOf, request } from './clients';

interface Setup {
  readonly standIn: StandIn;
  readonly profile: ServiceProfile;
  /** null: there is none */
  readonly secret: string | null;
  /** a result that is there */
  readonly id: string;
}

const setups: Readonly<Record<string, () => Promise<Setup>>> = {
  Judge0: async () => {
    const standIn = await startLocalJudge0();
    const { token: id } = standIn.submit({ language_id: 63, source_code: '1' }, false);
    return { standIn, profile: described(judge0, 'a', { url: standIn.url }), secret: standIn.token, id };
  },
  DMOJ: async () => {
    const standIn = await startLocalDmoj();
    const { id } = standIn.submit({ problem: 'p1001', language: 'V8JS', code: null });
    const profile = described(dmoj, 'a', { url: standIn.url });
    return { standIn, profile, secret: standIn.alice.token, id: String(id) };
  },
  Codeforces: async () => {
    const standIn = await startLocalCodeforces();
    standIn.oddities.callInterval = 0;
    const { id } = standIn.submit({ index: 'A', language: 'Node.js', code: null });
    const profile = described(codeforces, 'a', { url: `${standIn.url}/api`, handle: 'tourist' });
    return { standIn, profile, secret: null, id: String(id) };
  },
};

for (const [name, start] of Object.entries(setups)) {
  describe(`A client of ${name}`, () => {
    let setup: Setup;
    let other: OtherOrigin;
    let client: ServiceClient;
    let impatient: ServiceClient;
    beforeEach(async () => {
      [setup, other] = await Promise.all([start(), startOtherOrigin()]);
      const { profile, secret } = setup;
      const credential = secret === null ? null : credentialFor(profile, secret);
      client = clientAt(profile, { credential: async () => credential });
      impatient = clientAt(profile, { credential: async () => credential, timeout: 300 });
    });
    afterEach(() => Promise.all([setup.standIn.stop(), other.close()]));

    it('is let in, and shows its credential to no other origin', async () => {
      assert.equal((await client.result(request(setup.id))).kind, 'result');
      for (const status of [301, 302, 303, 307, 308] as const) {
        setup.standIn.misbehave({ what: { kind: 'redirect', to: `${other.origin}/x`, status } });
        const { failure } = await failureOf(client.result(request(setup.id)));
        assert.deepEqual(failure, { kind: 'redirect', to: other.origin });
        setup.standIn.behave();
      }
      assert.deepEqual(other.received, []);
    });

    const faults: readonly (readonly [Misbehaviour, string])[] = [
      [{ kind: 'html' }, 'notJson'],
      [{ kind: 'cut', bytes: 10 }, 'reset'],
      [{ kind: 'reset' }, 'reset'],
      [{ kind: 'silence' }, 'timeout'],
      [{ kind: 'huge', bytes: 64 * 1024 * 1024 }, 'tooLarge'],
      [{ kind: 'status', status: 502 }, 'status'],
      [{ kind: 'tooManyRequests', retryAfter: 3 }, 'status'],
      [{ kind: 'status', status: 200, body: [] }, 'shape'],
    ];
    it('says apart what goes wrong on the way, and gets the result afterwards', async () => {
      for (const [what, kind] of faults) {
        setup.standIn.misbehave({ what, times: 1 });
        const asking = what.kind === 'silence' ? impatient : client;
        const { failure } = await failureOf(asking.result(request(setup.id)));
        assert.equal(failure.kind, kind, JSON.stringify(what));
        if (what.kind === 'tooManyRequests') {
          assert.deepEqual(failure.kind === 'status' && [failure.status, failure.retryAfter], [429, 3000]);
        }
        assert.equal((await client.result(request(setup.id))).kind, 'result', JSON.stringify(what));
      }
    });

    if (name === 'Codeforces') {
      it('asks for no credential, as everything is public', async () => {
        const asking = clientAt(setup.profile, { credential: () => assert.fail('a credential is read') });
        assert.equal((await asking.result(request(setup.id))).kind, 'result');
      });
      return;
    }

    it('shows no credential that belongs to another address', async () => {
      assert.ok(setup.secret !== null);
      const credential = { ...credentialFor(setup.profile, setup.secret), origins: [other.origin] };
      const stranger = clientAt(setup.profile, { credential: async () => credential });
      await stranger.result(request(setup.id)).catch(() => undefined);
      const wrong = clientAt(setup.profile, { credential: async () => null });
      const withNone = await wrong.result(request(setup.id)).catch(() => undefined);
      assert.equal(withNone, undefined, 'the service lets nobody in without one');
      const statuses = setup.standIn.requests.map(({ status }) => status);
      assert.ok(
        statuses.every((status) => status === null || status >= 400),
        String(statuses),
      );
    });
  });
}

describe('Pending submissions at DMOJ', () => {
  let site: LocalDmoj;
  before(async () => {
    site = await startLocalDmoj();
  });
  after(() => site.stop());

  it('are asked for together, and read whole at their ends', async () => {
    let now = 0;
    const profile = described(dmoj, 'a', { url: site.url });
    const credential = credentialFor(profile, site.alice.token);
    const client = clientAt(profile, { credential: async () => credential, now: () => now });
    const all = Array.from({ length: 20 }, () =>
      site.submit({ problem: 'p1001', language: 'V8JS', code: null }),
    );
    const names = all.map(({ id }) => request(String(id)));
    const round = async () => {
      site.requests.length = 0;
      const answers = await Promise.all(names.map((one) => client.poll(one, () => names)));
      now += 2000;
      const paths = site.requests.map(({ path }) => path.replace(/\?.*/, ''));
      return { kinds: answers.map(({ kind }) => kind), paths };
    };
    assert.deepEqual((await round()).paths, ['/api/v2/submissions']);
    const [ended] = all;
    assert.ok(ended);
    site.change(ended, { status: 'AB', result: 'AB' });
    const { kinds, paths } = await round();
    assert.deepEqual(paths, ['/api/v2/submissions', `/api/v2/submission/${ended.id}`]);
    assert.deepEqual(kinds, ['result', ...Array<string>(19).fill('notReady')]);
  });
});
