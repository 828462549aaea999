import assert from 'node:assert/strict';
import { ClarificationWatch } from '../../../../src/editor/clarifications/clarificationWatch';
import type { SeenClarifications } from '../../../../src/editor/clarifications/seenClarifications';
import { ContestWatch } from '../../../../src/editor/contests/contestWatch';
import { CHECK_DELAY_MS, CHECK_LEASE_MS } from '../../../../src/editor/contests/limits';
import { SpacedRequests } from '../../../../src/editor/shared/spacedRequests';
import { contestKey } from '../../../../src/records';
import { AssistantRulesFile } from '../../../../src/records/disk/assistantRulesFile';
import { thisProcess } from '../../../../src/records/disk/fileLocks';
import { nodeFiles } from '../../../../src/records/disk/files';
import { HistoryFolder } from '../../../../src/records/disk/folder';
import { FileLeases } from '../../../../src/records/disk/fileLeases';
import { clics } from '../../../../src/judges/adapters/clics';
import type { Contest } from '../../../../src/results';
import { described } from '../../../support/profiles';
import { temporaryFolder } from '../../records/folders';
import { FakeClock, until } from '../../support/fakeClock';

const site = described(clics, 'finals', { url: 'https://dj.example.org/api', contest: 'nwerc' });
const HOUR = 3_600_000;

/** Two windows with the files that real windows share: the leases, and the reported contests. */
describe('Two windows of a computer in a contest', () => {
  const folder = temporaryFolder();
  let clock: FakeClock;
  let contest: Contest & { readonly id: string };
  /** requests and announcements, with the name of the window */
  let requested: string[];
  let announced: string[];
  let seen: SeenClarifications | null;
  let opened: { dispose(): void }[];

  beforeEach(() => {
    clock = new FakeClock();
    contest = { title: 'NWERC', id: 'nwerc', startsAt: clock.now() - HOUR, endsAt: clock.now() + HOUR };
    [requested, announced, opened, seen] = [[], [], [], null];
  });
  afterEach(() => opened.forEach((one) => one.dispose()));

  function filesOf(nonce: string) {
    const history = new HistoryFolder({
      folder: folder(),
      lockOwner: { ...thisProcess(), nonce },
      files: nodeFiles,
      clock,
      onProblem: ({ kind }) => assert.fail(kind),
    });
    return { leases: new FileLeases(history), rules: new AssistantRulesFile(history) };
  }

  function openContests(name: string) {
    const files = filesOf(name);
    const watch = new ContestWatch({
      store: {
        records: () => [],
        get: () => null,
        onDidChange: () => ({ dispose: () => undefined }),
        loadAll: async () => undefined,
        setContest: async () => null,
      },
      rules: files.rules,
      judges: {
        judgeOf: async () => site,
        isReady: async () => true,
        fetchContest: async () => {
          requested.push(name);
          return contest;
        },
        timeAt: () => clock.now(),
      },
      spaced: new SpacedRequests(clock),
      leases: { openLeases: async () => files.leases },
      clock,
      random: () => 0,
      permissions: () => ({ isEnabled: true, isForbiddenByWorkspace: false, allowedDuringContests: [] }),
      onError: (what, error) => assert.fail(`${what}: ${String(error)}`),
    });
    watch.onDidEnd(() => announced.push(name));
    opened.push(watch);
    return { ...files, watch };
  }

  /** Opens two windows that know the contest, and continues until its end is checked. */
  async function playToEnd() {
    const first = openContests('A');
    first.watch.report(site.id, contest);
    await until(async () => (await first.rules.read())?.contests.length === 1);
    const second = openContests('B');
    await second.watch.of(site.id);
    await clock.advance(HOUR + CHECK_DELAY_MS - 1);
    requested = [];
    await clock.advance(1);
    await until(() => announced.length > 0);
    return { first, second };
  }

  it('announce its end in one of them if both ask at the same time', async () => {
    const { second } = await playToEnd();
    await clock.advance(CHECK_LEASE_MS);
    await until(async () => (await second.watch.find(site.id, contest.id))?.isOver === true);
    await clock.advance(HOUR);
    assert.equal((await second.watch.of(site.id)).kind, 'allowed');
    assert.deepEqual([requested.length, announced.length], [1, 1]);
  });

  it('announce its end in one of them if the other asks after the lease', async () => {
    const { first, second } = await playToEnd();
    await until(async () => (await first.rules.read())?.contests[0]?.contest.isOver === true);
    const name = `contest ${contestKey({ service: site.id, contest })}`;
    for (const { leases } of [first, second]) await leases.release(name);
    opened.forEach((one) => one.dispose());
    const third = openContests('C');
    third.watch.report(site.id, contest);
    await clock.advance(CHECK_DELAY_MS);
    await until(() => requested.length > 1);
    await until(async () => (await third.watch.find(site.id, contest.id))?.isOver === true);
    assert.deepEqual([requested.length, announced.length], [2, 1]);
  });

  it('request and announce each clarification in one of them', async () => {
    const messages = [{ id: '1', kind: 'announcement', problem: null, text: 'x', at: 1 } as const];
    const watches = ['A', 'B'].map((name) => {
      const files = filesOf(name);
      const watch = new ClarificationWatch({
        clock,
        random: () => 0.5,
        leases: { openLeases: async () => files.leases },
        spaced: new SpacedRequests(clock),
        source: {
          watchedJudge: async () => site,
          contestsAt: () => [contest.id],
          isFollowed: () => false,
          mayRequest: () => true,
          recentContest: () => contest,
          fetchContest: async () => contest,
          fetchAll: async () => {
            requested.push(name);
            return messages;
          },
          timeAt: () => clock.now(),
        },
        seen: { of: () => seen, set: async (_service, _contest, next) => void (seen = next) },
        onError: (what, error) => assert.fail(`${what}: ${String(error)}`),
      });
      watch.onDidFindNew(() => announced.push(name));
      opened.push(watch);
      return watch;
    });
    await Promise.all(watches.map((watch) => watch.update()));
    await until(() => announced.length > 0);
    // the other window tries again, and finds the lease taken
    await clock.advance(30_000);
    await until(() => watches.every((watch) => watch.shown()[0]?.seen.count === 1));
    assert.deepEqual([requested.length, announced.length], [1, 1]);
  });
});
