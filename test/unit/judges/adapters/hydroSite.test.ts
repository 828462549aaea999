import assert from 'node:assert/strict';
import type { JudgeClient } from '../../../../src/judges/client';
import { nodeFetch } from '../../../../src/judges/http/nodeFetch';
import type { Judge } from '../../../../src/judges/judge';
import type { RequestName } from '../../../../src/judges/requestName';
import { startLocalHydro, type LocalHydro } from '../../../../tools/hydro/hydro';
import { secondFactor } from '../../../../tools/hydro/routes';
import type { HydroUser } from '../../../../tools/hydro/site';
import { playedPrograms } from '../../../support/playedPrograms';
import { hydroSite } from '../../../support/profiles';
import { FakeClock, seededRandom } from '../../support/fakeClock';
import { Network, SitesWindow } from '../../tracking/sitesWindow';
import { trackedAt } from '../asking';
import { clientAt, credentialFor, failureOf, request } from '../clients';
import { recentOf } from '../../../support/operations';

const program = { pid: 'P1001', lang: 'js', code: 'console.log(3)' };

describe('A Hydro site over the network', function () {
  this.timeout(60_000);
  let site: LocalHydro;
  let judge: Judge;
  let now = 0;
  /** Path and session of each request. */
  let sent: (readonly [path: string, session: string | undefined])[] = [];

  before(async () => {
    site = await startLocalHydro({ programs: playedPrograms });
    judge = hydroSite(site.url);
  });
  after(() => site.stop());
  beforeEach(() => {
    now = Date.parse('2026-11-22T06:00:00Z');
    sent = [];
  });
  afterEach(() => {
    Object.assign(site.oddities, { version: 5, twoFactor: false, oauthOnly: false });
    site.behave();
  });

  const clientOf = (of: Judge, user: HydroUser | null): JudgeClient => {
    const credential = user && { ...credentialFor(of, site.signIn(user)), account: user.uname };
    return clientAt(of, {
      credential: () => Promise.resolve(credential),
      now: () => now,
      fetch: (url, init) => {
        const { pathname, search } = new URL(url);
        sent.push([pathname + search, init.headers['Authorization']?.replace('Bearer ', '')]);
        return nodeFetch(url, init);
      },
    });
  };
  const submitted = (user: HydroUser, more: Partial<Parameters<LocalHydro['submit']>[1]> = {}) =>
    site.submit(user, { ...program, ...more });

  describe('during sign-in', () => {
    const signIn = (user: string, password: string, code: string | null = null) => {
      const { signIn: how } = judge;
      assert.ok(how.kind === 'password');
      return clientOf(judge, null).ask((http) => how.signIn(http, user, password, code));
    };
    const refusal = async (asked: Promise<unknown>): Promise<string> => {
      const { failure } = await failureOf(asked);
      assert.ok(failure.kind === 'status', failure.kind);
      return `${failure.status} ${failure.error?.errorMessage ?? ''}`;
    };

    it('accepts a password, and returns the user’s session', async () => {
      const { uname, password } = site.alice;
      const signed = await signIn(uname, password);
      assert.ok(signed.kind === 'signedIn');
      assert.equal(site.sessions.get(signed.secret), site.alice);
      const credential = credentialFor(judge, signed.secret);
      const client = clientAt(judge, { credential: () => Promise.resolve(credential) });
      assert.deepEqual(await client.ask(judge.checkAccount), { name: 'alice' });
      site.endSessions();
      assert.equal(await refusal(client.ask(judge.checkAccount)), '401 ');
    });

    it('reports whether user or password is wrong, in any version', async () => {
      for (const version of [5, 4] as const) {
        site.oddities.version = version;
        assert.equal(await refusal(signIn('alice', 'not that')), '401 Invalid password for user alice.');
        assert.equal(await refusal(signIn('mallory', 'not that')), '401 User mallory not found.');
        // The site reports an invalid form field.
        assert.equal(await refusal(signIn('alice', 'x')), '401 ');
      }
    });

    it('requires the code of a second factor if configured', async () => {
      site.oddities.twoFactor = true;
      const { uname, password } = site.alice;
      for (const version of [5, 4] as const) {
        site.oddities.version = version;
        assert.deepEqual(await signIn(uname, password), { kind: 'secondFactor' });
        assert.equal(await refusal(signIn(uname, password, '000000')), '401 The 2FA Token is invalid.');
        assert.equal((await signIn(uname, password, secondFactor)).kind, 'signedIn');
      }
    });

    it('accepts only an existing domain', async () => {
      const { authentication } = judge;
      assert.ok(authentication.scheme === 'bearer');
      for (const [version, status] of [
        [5, 500],
        [4, 404],
      ] as const) {
        site.oddities.version = version;
        const elsewhere = hydroSite(site.url, { domain: 'nowhere' });
        const { failure } = await failureOf(clientOf(elsewhere, site.alice).ask(elsewhere.checkAccount));
        assert.ok(failure.kind === 'status');
        assert.equal(failure.status, status);
        if (status === 404) assert.equal(failure.error, null);
      }
    });
  });

  describe('during polling', () => {
    let clock: FakeClock;
    let network: Network;
    let window: SitesWindow;
    let release = (): void => undefined;
    beforeEach(async () => {
      clock = new FakeClock();
      network = new Network(clock, seededRandom(3));
      window = new SitesWindow(clock, network, seededRandom(4));
      await window.tracker.start();
    });
    afterEach(async () => {
      release();
      await site.idle();
      await window.tracker.dispose();
    });

    const add = (of: Judge, user: HydroUser) =>
      window.add({ judge: of, secret: site.signIn(user), account: user.uname });
    const asked = () => network.asked.map(({ path }) => path);
    const nameOf = ({ rid, input }: { rid: string; input: readonly string[] | null }): RequestName => ({
      requestId: rid,
      hint: input === null ? null : `#${'0'.repeat(24)}`,
    });
    const list = '/record?uidOrName=alice';
    const closest = (times: readonly number[]) =>
      Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)));
    const whenListed = () => network.asked.filter(({ path }) => path === list).map(({ at }) => at);

    it('gets one request for its list every 5 s for all pending records, and a direct request for each ended record', async () => {
      release = site.hold();
      const records = Array.from({ length: 4 }, () => submitted(site.alice));
      add(judge, site.alice);
      for (const one of records) await window.track(judge, nameOf(one));
      await network.pass(60_000);
      assert.deepEqual(new Set(asked()), new Set([list]));
      assert.ok(closest(whenListed()) >= 5000 && asked().length >= 8, `${asked().length} in a minute`);
      release();
      await site.idle();
      const before = asked().length;
      await network.pass(30_000, () => window.tracker.pending.length === 0);
      for (const { requestId, key } of records.map((one) => trackedAt(judge, one.rid))) {
        assert.equal(window.store.get(key)?.summary?.status, 2, requestId);
      }
      const each = records.map(({ rid }) => `/record/${rid}`).sort();
      const then = asked().slice(before);
      assert.deepEqual([then[0], then.slice(1).sort()], [list, each]);
    });

    it('gets direct requests while a single record is pending, so that the cases arrive one by one', async () => {
      release = site.hold();
      const record = submitted(site.alice);
      site.advance(record, { phase: 20 });
      add(judge, site.alice);
      await window.track(judge, nameOf(record));
      await network.pass(20_000, () => window.tracker.pending.some(({ lastAnswer }) => lastAnswer !== null));
      assert.deepEqual(asked(), [`/record/${record.rid}`]);
      assert.equal(window.store.get(trackedAt(judge, record.rid).key)?.summary?.status, 20);
    });

    it('gets a direct request at most every 5 s until a single record has ended', async () => {
      release = site.hold();
      const record = submitted(site.alice);
      add(judge, site.alice);
      await window.track(judge, nameOf(record));
      await network.pass(60_000);
      const before = asked().length;
      release();
      await site.idle();
      await network.pass(30_000, () => window.tracker.pending.length === 0);
      assert.equal(window.store.get(trackedAt(judge, record.rid).key)?.summary?.status, 2);
      const withoutDomain = asked().map((path) => path.replace(/^\/d\/system/, ''));
      assert.deepEqual(new Set(withoutDomain), new Set([`/record/${record.rid}`]));
      assert.ok(closest(network.asked.map(({ at }) => at)) >= 5000);
      assert.ok(before >= 8, `${before} in a minute`);
    });

    it('gets requests for its list when more records join a single record', async () => {
      release = site.hold();
      const [first = assert.fail(), ...others] = Array.from({ length: 4 }, () => submitted(site.alice));
      add(judge, site.alice);
      await window.track(judge, nameOf(first));
      await network.pass(20_000, () => asked().length > 0);
      for (const one of others) await window.track(judge, nameOf(one));
      window.tracker.pollSoon(...others.map(({ rid }) => trackedAt(judge, rid).key));
      await network.pass(20);
      assert.deepEqual(asked(), [`/record/${first.rid}`, list]);
    });

    it('gets requests one by one, as often as for the list, for records that the list omits', async () => {
      release = site.hold();
      const records = Array.from({ length: 6 }, () => submitted(site.alice, { input: ['1 2\n'] }));
      add(judge, site.alice);
      for (const one of records) await window.track(judge, nameOf(one));
      await network.pass(60_000);
      assert.ok(closest(whenListed()) >= 5000);
      const alone = network.asked.filter(({ path }) => path.startsWith('/record/'));
      assert.ok(closest(alone.map(({ at }) => at)) >= 5000);
      assert.equal(new Set(alone.map(({ path }) => path)).size, records.length);
    });

    it('gets requests of two accounts at one address in parallel, without mixing their records', async () => {
      const bob = site.users[2];
      assert.ok(bob);
      const other = hydroSite(site.url, {}, 'club');
      assert.notEqual(other.id, judge.id);
      const [mine, theirs] = [submitted(site.alice), submitted(bob)];
      await site.idle();
      add(judge, site.alice);
      add(other, bob);
      await window.track(judge, nameOf(mine));
      await window.track(other, nameOf(theirs));
      await network.pass(30_000, () => window.tracker.pending.length === 0);
      for (const { key, requestId } of [trackedAt(judge, mine.rid), trackedAt(other, theirs.rid)]) {
        assert.equal(window.store.envelope(key)?.requestId, requestId);
        // Each has the program that only its owner can see.
        assert.equal(await window.store.sourceText(key), program.code);
      }
      for (const { path, shown } of network.asked) {
        const whose = site.sessions.get(shown.replace(/^.*Bearer /, ''));
        assert.equal(whose, path.endsWith('alice') || path.endsWith(mine.rid) ? site.alice : bob, path);
      }
    });
  });

  it('requires a new sign-in if version 4 would return a guest’s view', async () => {
    site.oddities.version = 4;
    const record = submitted(site.alice);
    await site.idle();
    const client = clientOf(judge, site.alice);
    assert.equal((await client.result(request(record.rid))).kind, 'result');
    site.endSessions();
    const { failure } = await failureOf(client.result(request(record.rid)));
    assert.ok(failure.kind === 'status' && failure.status === 401, failure.kind);
  });

  it('doesn’t start the user’s own time in a contest before the user agrees', async () => {
    const tid = 'd'.repeat(24);
    const { contests, attended, opened, contestDurations } = site.oddities;
    contests.set(tid, 'ioi');
    attended.add(tid);
    contestDurations.set(tid, 2);
    const { contestAt, fetchProblems } = judge.contests ?? {};
    assert.ok(contestAt && fetchProblems);
    const place = contestAt(`${site.url}/contest/${tid}`) ?? assert.fail();
    now = Date.now();
    const client = clientOf(judge, site.alice);
    const listed = (mayStart: boolean) => client.ask((http) => fetchProblems(http, place, mayStart));
    const before = await listed(false);
    assert.deepEqual([before.problems, before.ownTime], [[], 7_200_000]);
    assert.ok(!opened.has(tid));
    assert.ok((await listed(true)).problems.length > 0);
    assert.ok(opened.has(tid));
    assert.equal((await listed(false)).ownTime, undefined);
  });

  it('recognizes a problem that takes an answer by its form', async () => {
    site.oddities.answerTypes.set('P1001', 'objective');
    try {
      const { fetchForm } = judge.submission ?? assert.fail();
      assert.ok(fetchForm);
      const client = clientOf(judge, site.alice);
      const form = await client.ask((http) => fetchForm(http, { problemId: 'P1001', place: null }));
      assert.deepEqual([form.takesAnswer, form.languages], [true, []]);
    } finally {
      site.oddities.answerTypes.clear();
    }
  });

  it('keeps a record in its own domain', async () => {
    site.oddities.domains.add('dom2');
    const record = submitted(site.alice, { domain: 'dom2' });
    await site.idle();
    const client = clientOf(judge, site.alice);
    const { failure } = await failureOf(client.result(request(record.rid)));
    assert.ok(failure.kind === 'status' && failure.status === 404);
    const answer = await client.result({ requestId: record.rid, hint: 'dom2' });
    assert.ok(answer.kind === 'result');
    assert.equal(answer.about?.hint, 'dom2');
    const pasted = judge.pages?.readAddress?.(`${site.url}/d/dom2/record/${record.rid}`);
    assert.deepEqual(pasted, { kind: 'requestId', id: record.rid, hint: 'dom2' });
  });

  it('lists only the user’s own submissions made on the site, newest first', async () => {
    const bob = site.users[2];
    const list = recentOf(judge, 'alice');
    assert.ok(bob && list);
    const before = submitted(site.alice);
    submitted(bob);
    const newest = submitted(site.alice, { code: 'process.exit(3)' });
    await site.idle();
    const listed = await clientOf(judge, site.alice).ask(list);
    const [first, second] = listed;
    assert.deepEqual([first?.requestId, second?.requestId], [newest.rid, before.rid]);
    assert.match(first?.problem ?? '', /^P1001 /);
    assert.ok(first?.at && Math.abs(first.at - Date.now()) < 60_000);
  });

  it('has a separate socket only for records that the judge’s socket doesn’t report', () => {
    const detail = (hint: string | null, of = judge) =>
      of.push?.detail?.({ requestId: 'f'.repeat(24), hint }) ?? null;
    assert.equal(detail(null), null);
    assert.equal(detail('system'), null);
    assert.equal(detail('dom2', hydroSite(site.url, { domain: 'dom2' })), null);
    const address = `${site.url.replace('http', 'ws')}/d/dom2/record-detail-conn`;
    assert.equal(detail('dom2'), `${address}?rid=${'f'.repeat(24)}&noTemplate=true`);
    assert.match(detail(`system#${'0'.repeat(24)}`) ?? '', /\/record-detail-conn\?/);
  });
});
