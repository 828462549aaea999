import assert from 'node:assert/strict';
import { Following } from '../../../../src/editor/following/following';
import type { MadeSubmission } from '../../../../src/editor/following/busyTime';
import type { FollowMemory } from '../../../../src/editor/following/newSubmissions';
import { SpacedRequests } from '../../../../src/editor/shared/backgroundRequests/spacedRequests';
import type { Contest } from '../../../../src/results';
import type { ListedBefore, RecentSubmission, Judge } from '../../../../src/judges';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { recentOf } from '../../../../src/judges/adapters/shared/listedSubmissions';
import { described, hydroSite } from '../../../support/profiles';
import { settle } from '../../support/fakeClock';
import { World } from '../../tracking/world';

const site = described(codeforces, 'cf', { handle: 'me' });
const minute = 60_000;

/** A machine with windows that follow a service. */
class Machine {
  readonly world = new World();
  readonly clock = this.world.clock;
  /** Submissions that the service lists, newest first. */
  submissions: RecentSubmission[] = [];
  /** When and by which window they were listed. */
  readonly asked: { readonly at: number; readonly window: string }[] = [];
  /** what was known before the last list */
  before: ListedBefore | null = null;
  readonly records = new Set<string>();
  readonly pending = new Set<string>();
  made: readonly MadeSubmission[] = [];
  readonly verdicts = new Map<string, unknown>();
  /** Known results that were fetched again. */
  readonly readAgain: string[] = [];
  /** Whether added records stay pending until the test ends that. */
  staysPending = false;
  followed: readonly Judge[] = [site];
  /** The contest that the judge reports. */
  contest: Contest | null = null;
  contestRequests = 0;
  /** requests of all windows */
  readonly spaced = new SpacedRequests(this.clock);
  /** The contest if another part of the window has just fetched it. */
  recentContest: Contest | null = null;
  private memory: FollowMemory | null = null;

  submit(requestId: string, at: number | null = this.clock.now()): void {
    this.submissions = [recentOf({ requestId, at, status: 'OK' }), ...this.submissions];
  }

  open(window: string): Following {
    return new Following({
      clock: this.clock,
      leases: { openLeases: async () => this.world.leases.of(window) },
      source: {
        followed: async () => this.followed,
        list: async (_judge, before) => {
          this.asked.push({ at: this.clock.now(), window });
          this.before = before;
          return this.submissions;
        },
        contestOf: async () => {
          this.contestRequests += 1;
          return this.contest;
        },
        recentContestOf: () => this.recentContest,
      },
      spaced: this.spaced,
      random: () => 0,
      history: {
        isKnown: (_service, requestId) => this.records.has(requestId),
        knownAt: () => [...this.records],
        pendingAt: () => this.pending,
        madeAt: () => this.made,
        readAgainIfChanged: async (_judge, { requestId, status }) => {
          const isChanged = this.verdicts.has(requestId) && this.verdicts.get(requestId) !== status;
          if (isChanged) this.readAgain.push(requestId);
          this.verdicts.set(requestId, status);
          return isChanged;
        },
        complete: async () => undefined,
        add: async (_judge, { requestId }) => {
          this.records.add(requestId);
          if (this.staysPending) this.pending.add(requestId);
        },
      },
      memories: {
        of: () => this.memory,
        set: async (_service, memory) => void (this.memory = memory),
        remove: async () => void (this.memory = null),
      },
      onError: (what, error) => assert.fail(`${what}: ${String(error)}`),
    });
  }
}

describe('Following', () => {
  let machine: Machine;
  let following: Following;
  const focus = async (): Promise<void> => {
    following.setFocused(false);
    following.setFocused(true);
    await settle();
  };

  beforeEach(async () => {
    machine = new Machine();
    machine.submit('old');
    following = machine.open('A');
    following.setFocused(true);
    await following.update();
    await settle();
  });
  afterEach(() => following.dispose());

  it('adds only submissions made since following began', async () => {
    assert.deepEqual([...machine.records], []);
    machine.submit('first');
    machine.submit('second');
    await machine.clock.advance(minute);
    await focus();
    assert.deepEqual([...machine.records], ['first', 'second']);
  });

  it('requests only submissions that are neither known, nor were removed', async () => {
    const before = () => machine.before;
    assert.equal(before(), null, 'the first list is complete');
    machine.submit('first');
    machine.staysPending = true;
    await machine.clock.advance(minute);
    await focus();
    assert.deepEqual([...(before()?.known ?? [])], ['old']);
    machine.records.delete('first');
    machine.records.add('fetched');
    await machine.clock.advance(minute);
    await focus();
    assert.deepEqual([...(before()?.known ?? [])].sort(), ['fetched', 'first', 'old']);
    assert.deepEqual(before()?.pending, ['first']);
  });

  it('requests the list at most once a minute on focus, and then adds all new submissions', async () => {
    machine.submit('new');
    for (let seconds = 0; seconds < 55; seconds += 5) {
      await focus();
      await machine.clock.advance(5_000);
    }
    assert.equal(machine.asked.length, 1);
    await machine.clock.advance(5_000);
    assert.equal(machine.asked.length, 2);
    assert.ok(machine.records.has('new'));
  });

  it('requests no list while the focus doesn’t change and nothing is pending', async () => {
    await machine.clock.advance(10 * minute);
    assert.equal(machine.asked.length, 1);
    following.setFocused(false);
    await machine.clock.advance(10 * minute);
    assert.equal(machine.asked.length, 1);
    assert.equal(machine.clock.timerCount, 0);
  });

  describe('at a judge with a small list', () => {
    const hour = 60 * minute;
    const small: Judge = { ...site, listing: site.listing && { ...site.listing, isSmall: true } };
    const contest = (startsIn: number, endsIn: number) => {
      const now = machine.clock.now();
      return { title: 'Finals', startsAt: now + startsIn, endsAt: now + endsIn };
    };

    beforeEach(async () => {
      machine.followed = [small];
      // submitted long ago
      machine.submissions = [recentOf({ requestId: 'old', at: 1, status: 'OK' })];
      await following.update();
      await machine.clock.advance(hour);
      machine.asked.length = 0;
      machine.contestRequests = 0;
    });

    it('requests it every minute while a contest runs and the window is focused', async () => {
      machine.made = [{ at: machine.clock.now() - 2 * hour, contest: contest(-hour, 2 * hour) }];
      following.reschedule();
      await machine.clock.advance(10 * minute);
      assert.equal(machine.asked.length, 11);
      machine.submissions = [recentOf({ requestId: 'teammate', at: machine.clock.now(), status: 'OK' })];
      await machine.clock.advance(minute);
      assert.ok(machine.records.has('teammate'));
      following.setFocused(false);
      machine.asked.length = 0;
      await machine.clock.advance(10 * minute);
      assert.deepEqual([machine.asked, machine.clock.timerCount], [[], 0]);
    });

    it('requests it every minute in a contest to which nothing was submitted yet', async () => {
      machine.contest = contest(-hour, 2 * hour);
      await focus();
      await machine.clock.advance(10 * minute);
      assert.equal(machine.asked.length, 11);
      assert.ok(machine.contestRequests <= 4, `${machine.contestRequests} requests for the contest`);
      machine.submissions = [recentOf({ requestId: 'teammate', at: machine.clock.now(), status: 'OK' })];
      await machine.clock.advance(minute);
      assert.ok(machine.records.has('teammate'));
    });

    it('requests it every minute after the command, although the window keeps the focus', async () => {
      machine.contest = contest(-hour, 2 * hour);
      await following.begin(small, machine.submissions);
      await machine.clock.advance(10 * minute);
      assert.ok(machine.asked.length >= 9, `${machine.asked.length} requests`);
    });

    it('begins at the start of the contest if the window keeps the focus', async () => {
      machine.contest = contest(7 * minute, 2 * hour);
      await focus();
      await machine.clock.advance(6 * minute);
      assert.deepEqual(machine.asked, [], 'nothing can be submitted yet');
      await machine.clock.advance(2 * minute);
      machine.submissions = [recentOf({ requestId: 'teammate', at: machine.clock.now(), status: 'OK' })];
      await machine.clock.advance(minute);
      assert.ok(machine.records.has('teammate'));
      await machine.clock.advance(10 * minute);
      assert.ok(machine.asked.length >= 12, `${machine.asked.length} requests`);
    });

    it('waits for a contest whose end is unknown until it begins', async () => {
      const { startsAt, endsAt } = contest(7 * minute, 2 * hour);
      machine.contest = { title: null, startsAt, endsAt: null };
      await focus();
      await machine.clock.advance(6 * minute);
      machine.contest = { title: 'Finals', startsAt, endsAt };
      await machine.clock.advance(10 * minute);
      assert.ok(machine.asked.length >= 8, `${machine.asked.length} requests`);
    });

    it('reads a contest that another part of the window has fetched at its start', async () => {
      machine.contest = contest(7 * minute, 2 * hour);
      await focus();
      machine.recentContest = machine.contest;
      machine.contestRequests = 0;
      await machine.clock.advance(9 * minute);
      assert.equal(machine.contestRequests, 0);
      assert.ok(machine.asked.length > 0);
    });

    it('waits for other requests of the window, but not when the user returns', async () => {
      machine.made = [{ at: machine.clock.now() - 2 * hour, contest: contest(-hour, 2 * hour) }];
      machine.contest = contest(-hour, 2 * hour);
      await focus();
      await machine.clock.advance(90_000);
      machine.asked.length = 0;
      machine.spaced.count(small.id, 2);
      await machine.clock.advance(50_000);
      assert.deepEqual(machine.asked, []);
      await focus();
      assert.equal(machine.asked.length, 1);
    });

    it('stops waiting for the start when the window loses the focus', async () => {
      machine.contest = contest(hour, 2 * hour);
      await focus();
      following.setFocused(false);
      await machine.clock.advance(2 * hour);
      assert.deepEqual([machine.asked, machine.clock.timerCount], [[], 0]);
    });

    it('stops at the end of the contest, without a timer', async () => {
      machine.made = [{ at: machine.clock.now() - 2 * hour, contest: contest(-hour, 5 * minute) }];
      following.reschedule();
      await machine.clock.advance(hour);
      assert.deepEqual([machine.asked.length, machine.clock.timerCount], [5, 0]);
    });

    it('requests it for an hour after a submission', async () => {
      following.refreshSoon(small.id);
      await machine.clock.advance(3 * hour);
      assert.equal(machine.asked.length, 60);
      assert.equal(machine.clock.timerCount, 0);
    });

    it('doesn’t request it during a contest that is long, hasn’t begun, or is homework', async () => {
      const at = machine.clock.now() - 2 * hour;
      machine.made = [
        { at, contest: contest(-hour, 12 * hour) },
        { at, contest: contest(hour, 2 * hour) },
        { at, contest: { ...contest(-hour, hour), isHomework: true } },
        { at, contest: { ...contest(-hour, hour), isOver: true } },
        { at, contest: null },
      ];
      following.reschedule();
      await machine.clock.advance(hour);
      assert.deepEqual([machine.asked.length, machine.clock.timerCount], [0, 0]);
    });

    it('requests it from one window of the computer', async () => {
      machine.made = [{ at: machine.clock.now() - 2 * hour, contest: contest(-hour, 2 * hour) }];
      const other = machine.open('B');
      other.setFocused(true);
      await other.update();
      await machine.clock.advance(20 * minute);
      assert.ok(machine.asked.length <= 21, `${machine.asked.length} requests`);
      other.dispose();
    });

    it('fetches known results again whose verdict has changed in the list', async () => {
      machine.made = [{ at: machine.clock.now() - 2 * hour, contest: contest(-hour, 2 * hour) }];
      machine.records.add('old');
      following.reschedule();
      await machine.clock.advance(2 * minute);
      assert.deepEqual(machine.readAgain, []);
      machine.submissions = [recentOf({ requestId: 'old', at: 1, status: 'WRONG_ANSWER' })];
      await machine.clock.advance(3 * minute);
      assert.deepEqual(machine.readAgain, ['old']);
    });
  });

  it('requests the list at the judge’s pace while something is pending, even without focus', async () => {
    following.setFocused(false);
    machine.pending.add('own');
    following.reschedule();
    await machine.clock.advance(minute);
    assert.equal(machine.asked.length, 7);
    machine.pending.clear();
    following.reschedule();
    await machine.clock.advance(10 * minute);
    assert.equal(machine.asked.length, 7);
    assert.equal(machine.clock.timerCount, 0);
  });

  it('requests the list no more often than the judge’s lists allow', async () => {
    const { listing } = site;
    assert.ok(listing);
    machine.followed = [{ ...site, listing: { ...listing, interval: 2 * minute } }];
    await following.update();
    machine.pending.add('own');
    following.refreshSoon(site.id);
    following.reschedule();
    for (let minutes = 0; minutes < 9; minutes += 1) {
      await focus();
      await machine.clock.advance(minute);
    }
    assert.deepEqual(
      machine.asked.map(({ at }) => (at - (machine.asked[0]?.at ?? 0)) / minute),
      [0, 2, 4, 6, 8],
    );
  });

  it('requests the list soon after the user’s own submission', async () => {
    await machine.clock.advance(20_000);
    machine.submit('next to it');
    following.refreshSoon(site.id);
    await settle();
    assert.equal(machine.asked.length, 2);
    assert.ok(machine.records.has('next to it'));
  });

  it('requests lists in only one window on a machine', async () => {
    const other = machine.open('B');
    other.setFocused(true);
    await other.update();
    await machine.clock.advance(30_000);
    assert.deepEqual(
      machine.asked.map(({ window }) => window),
      ['A'],
    );
    machine.submit('for both');
    await machine.clock.advance(minute);
    assert.deepEqual(
      machine.asked.map(({ window }) => window),
      ['A', 'B'],
    );
    assert.deepEqual([...machine.records], ['for both']);
    other.dispose();
  });

  it('doesn’t restore submissions that were removed from the list', async () => {
    machine.submit('removed');
    await machine.clock.advance(minute);
    await focus();
    machine.records.clear();
    await machine.clock.advance(minute);
    await focus();
    assert.equal(machine.asked.length, 3);
    assert.deepEqual([...machine.records], []);
  });

  it('doesn’t restore removed submissions that were missing from one response meanwhile', async () => {
    machine.submit('in a contest');
    await machine.clock.advance(minute);
    await focus();
    machine.records.clear();
    const all = machine.submissions;
    machine.submissions = all.filter(({ requestId }) => requestId !== 'in a contest');
    await machine.clock.advance(minute);
    await focus();
    machine.submissions = all;
    await machine.clock.advance(minute);
    await focus();
    assert.equal(machine.asked.length, 4);
    assert.deepEqual([...machine.records], []);
  });

  it('adds no older submissions if the judge lists more submissions than before', async () => {
    const [newest] = machine.submissions;
    assert.ok(newest);
    const older = { ...newest, requestId: 'older', at: machine.clock.now() - 10 * minute };
    machine.submissions = [...machine.submissions, older];
    await machine.clock.advance(minute);
    await focus();
    assert.deepEqual([...machine.records], []);
  });

  it('requests no list after it is turned off', async () => {
    machine.followed = [];
    await following.update();
    machine.pending.add('own');
    await focus();
    following.refreshSoon(site.id);
    await machine.clock.advance(10 * minute);
    assert.equal(machine.asked.length, 1);
    assert.equal(machine.clock.timerCount, 0);
  });

  it('adds twenty new submissions at a time, oldest first, and the rest soon after', async () => {
    for (let at = 0; at < 50; at += 1) machine.submit(`many${at}`);
    await machine.clock.advance(minute);
    await focus();
    assert.deepEqual([...machine.records].at(-1), 'many19');
    await machine.clock.advance(10_000);
    assert.equal(machine.records.size, 40);
    await machine.clock.advance(10_000);
    assert.deepEqual(
      [...machine.records],
      Array.from({ length: 50 }, (_, at) => `many${at}`),
    );
    const { length } = machine.asked;
    await machine.clock.advance(10 * minute);
    assert.equal(machine.asked.length, length);
  });

  it('requests no list and adds nothing while 200 results are pending', async () => {
    machine.staysPending = true;
    for (let at = 0; at < 190; at += 1) machine.pending.add(`pending${at}`);
    for (let at = 0; at < 50; at += 1) machine.submit(`many${at}`);
    following.reschedule();
    await machine.clock.advance(minute);
    assert.equal(machine.records.size, 10);
    const { length } = machine.asked;
    following.listed(
      site.id,
      machine.submissions.map(({ requestId }) => requestId),
    );
    await machine.clock.advance(10 * minute);
    assert.equal(machine.asked.length, length);
    machine.pending.clear();
    following.reschedule();
    await machine.clock.advance(minute);
    assert.equal(machine.records.size, 50, 'none of them is lost');
  });

  it('continues after the clock was set back, without creating thousands of timers', async () => {
    following.setFocused(false);
    machine.clock.jump(-400 * 24 * 60 * minute);
    const from = machine.clock.now();
    machine.submit('after', from + 1);
    await focus();
    await machine.clock.advance(1);
    assert.equal(machine.asked.length, 1, 'the minute between two looks isn’t over');
    assert.ok(machine.clock.longestTimer <= minute, `${machine.clock.longestTimer} ms`);
    await machine.clock.advance(minute);
    assert.equal(machine.asked.length, 2);
    assert.ok(machine.records.has('after'));
  });

  it('returns older submissions when it is turned on, without a second request', async () => {
    machine.records.add('known');
    machine.submit('known');
    const older = await following.begin(site, machine.submissions);
    assert.deepEqual(
      older.map(({ requestId }) => requestId),
      ['old'],
    );
    await settle();
    assert.equal(machine.asked.length, 1);
  });

  it('requests no list if batch requests already list all submissions', async () => {
    machine.pending.add('own');
    machine.records.add('own');
    machine.submit('own');
    await machine.clock.advance(minute);
    const before = machine.asked.length;
    for (let looks = 0; looks < 30; looks += 1) {
      following.listed(
        site.id,
        machine.submissions.map(({ requestId }) => requestId),
      );
      await machine.clock.advance(2_000);
    }
    assert.equal(machine.asked.length, before);
    machine.submit('more');
    following.listed(
      site.id,
      machine.submissions.map(({ requestId }) => requestId),
    );
    await settle();
    assert.ok(machine.records.has('more'));
  });

  it('requests the list about once a minute if batch requests omit contests', async () => {
    const school = hydroSite('https://oj.school.edu');
    machine.followed = [school];
    await following.update();
    await settle();
    machine.pending.add('own');
    machine.records.add('own');
    machine.submit('own');
    const before = machine.asked.length;
    for (let seconds = 0; seconds < 180; seconds += 5) {
      following.listed(school.id, ['own', 'old']);
      await machine.clock.advance(5_000);
    }
    const lists = machine.asked.length - before;
    assert.ok(lists === 2 || lists === 3, String(lists));
  });
});
