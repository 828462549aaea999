import assert from 'node:assert/strict';
import { recordKey, type RecordKey } from '../../../src/records';
import type { Judge } from '../../../src/judges';
import { FakeClock, seededRandom } from '../support/fakeClock';
import { startSites, type Judging, type Site } from './sites';
import { Network, SitesWindow, type Asked } from './sitesWindow';
import { SECOND } from './world';

interface Tracked {
  readonly site: Site;
  readonly judging: Judging;
  readonly key: RecordKey;
  /** Running time, ms. It distinguishes this result from all others. */
  readonly ms: number;
  endedAt: number;
}

/** Number of pending requests at each site, in the order of the sites: 200 in all. */
const pendingAtEach = [40, 20, 20, 40, 40, 40];

describe('200 requests at five types of judges, with two accounts at one judge', function () {
  this.timeout(180_000);
  const clock = new FakeClock();
  const random = seededRandom(3);
  const network = new Network(clock, random);
  const window = new SitesWindow(clock, network, random);
  const { asked } = network;
  let sites: readonly Site[] = [];
  let all: readonly Tracked[] = [];
  let stop = (): Promise<unknown> => Promise.resolve();

  before('tracks all of them to their ends', async () => {
    ({ sites, stop } = await startSites(clock.now));
    sites.forEach((site) => window.add(site));
    await window.tracker.start();
    all = sites.flatMap((site, at) =>
      Array.from({ length: pendingAtEach[at] ?? 0 }, (_, index) => {
        const ms = at * 100 + index + 1;
        const judging = site.begin(ms);
        return { site, judging, key: recordKey(site.judge.id, judging.requestId), ms, endedAt: Infinity };
      }),
    );
    for (const one of all) {
      await window.track(one.site.judge, one.judging);
      const beginsAfter = random() * 90 * SECOND;
      clock.after(beginsAfter, one.judging.progress);
      clock.after(beginsAfter + random() * 10 * SECOND, () => {
        one.judging.end();
        one.endedAt = clock.now();
      });
    }
    await network.pass(900 * SECOND, () =>
      window.store.records().every(({ state }) => state.kind === 'finished'),
    );
    await window.tracker.dispose();
  });
  after(() => stop());

  const askedOf = ({ id }: Judge) => asked.filter(({ service }) => service === id);
  /** Shortest interval between two requests, ms. */
  const closest = (list: readonly Asked[]) =>
    Math.min(...list.slice(1).map(({ at }, index) => at - (list[index]?.at ?? 0)));
  const most = (list: readonly Asked[], within: number) =>
    Math.max(
      ...list.map(({ at }) => list.filter((other) => other.at >= at && other.at < at + within).length),
    );

  it('all finish with their own results', () => {
    assert.equal(all.length, 200);
    for (const { key, judging, ms } of all) {
      const record = window.store.get(key);
      // Hydro’s times aren’t integers.
      const learnt = [record?.state.kind, record?.summary?.status, Math.floor(record?.summary?.time ?? 0)];
      assert.deepEqual(learnt, ['finished', judging.accepted, ms]);
    }
  });

  it('are never polled twice at once', () => {
    assert.deepEqual(network.askedTwiceAtOnce, []);
  });

  it('are polled only with their own account’s credential', () => {
    for (const { judge, secret } of sites) {
      const [shown = '', ...others] = new Set(askedOf(judge).map((one) => one.shown));
      assert.deepEqual(others, [], judge.id);
      assert.equal(shown === '', secret === null, judge.id);
      assert.ok(shown.includes(secret ?? ''), judge.id);
    }
  });

  it('are polled no more often than each judge allows', () => {
    const [judge, alice, bob, judge0, dmoj, codeforces] = sites.map(({ judge }) => askedOf(judge));
    assert.ok(judge && alice && bob && judge0 && dmoj && codeforces);
    for (const path of new Set([...judge, ...judge0].map((one) => one.path)))
      assert.ok(closest(asked.filter((one) => one.path === path)) >= SECOND, path);
    for (const account of [alice, bob])
      assert.ok(closest(account.filter(({ path }) => path.includes('uidOrName'))) >= 5 * SECOND);
    // The site allows 100 requests in 5 s for both accounts together.
    assert.ok(most([...alice, ...bob], 5 * SECOND) <= 100);
    assert.ok(closest(dmoj.filter(({ path }) => path.includes('submissions?'))) >= 2 * SECOND);
    assert.ok(closest(codeforces) >= 2 * SECOND);
  });

  it('finish within four seconds at Codeforces, however busy the other judges are', () => {
    const ofCodeforces = all.filter(({ site }) => site.judge.type === 'codeforces');
    const late = ofCodeforces.map(({ key, endedAt }) => (window.learntAt.get(key) ?? Infinity) - endedAt);
    assert.ok(Math.max(...late) <= 4 * SECOND, `${Math.max(...late)} ms`);
  });
});
