import assert from 'node:assert/strict';
import {
  ClarificationWatch,
  type ClarificationNews,
} from '../../../../src/editor/clarifications/clarificationWatch';
import type { SeenClarifications } from '../../../../src/editor/clarifications/seenClarifications';
import { SpacedRequests } from '../../../../src/editor/shared/backgroundRequests/spacedRequests';
import { RequestFailed, type Clarification, type Judge, type RequestFailure } from '../../../../src/judges';
import { clics } from '../../../../src/judges/adapters/clics';
import type { Contest } from '../../../../src/results';
import { described } from '../../../support/profiles';
import { settle } from '../../support/fakeClock';
import { World } from '../../tracking/world';

const site = described(clics, 'finals', { url: 'https://dj.example.org/api', contest: 'nwerc' });
const minute = 60_000;

/** A computer whose windows watch the clarifications of a contest. */
class Machine {
  readonly world = new World();
  readonly clock = this.world.clock;
  judge: Judge | null = site;
  contest: Contest = {
    title: 'NWERC',
    id: 'nwerc',
    startsAt: this.clock.now() - minute,
    endsAt: this.clock.now() + 300 * minute,
  };
  /** requests of all windows */
  readonly spaced = new SpacedRequests(this.clock);
  /** The contest if another part of the window has just fetched it. */
  recentContest: Contest | null = null;
  /** IDs of the contests in which the user may take part */
  contests: readonly string[] = ['nwerc'];
  messages: readonly Clarification[] = [];
  failure: RequestFailure | null = null;
  /** Resolves when the judge responds. */
  response: Promise<void> = Promise.resolve();
  /** Resolves when the leases are open. */
  leases: Promise<void> = Promise.resolve();
  isFollowed = false;
  mayRequest = true;
  /** time and kind of each request */
  readonly requests: {
    readonly at: number;
    readonly what: 'contest' | 'messages';
    readonly window: string;
  }[] = [];
  readonly announced: string[] = [];
  readonly failures: string[] = [];
  private readonly stored = new Map<string, SeenClarifications>();

  open(window: string): ClarificationWatch {
    const respond = async <Value>(what: 'contest' | 'messages', value: Value): Promise<Value> => {
      this.requests.push({ at: this.clock.now(), what, window });
      const { failure } = this;
      await this.response;
      if (failure) throw new RequestFailed(failure);
      return value;
    };
    const watch = new ClarificationWatch({
      clock: this.clock,
      random: () => 0.5,
      leases: {
        openLeases: async () => {
          await this.leases;
          return this.world.leases.of(window);
        },
      },
      source: {
        watchedJudge: async () => this.judge,
        contestsAt: () => this.contests,
        isFollowed: () => this.isFollowed,
        mayRequest: () => this.mayRequest,
        recentContest: () => this.recentContest,
        fetchContest: () => respond('contest', this.contest),
        fetchAll: () => respond('messages', this.messages),
        timeAt: () => this.clock.now(),
      },
      spaced: this.spaced,
      seen: {
        of: (_service, contest) => this.stored.get(contest) ?? null,
        set: async (_service, contest, seen) => void this.stored.set(contest, structuredClone(seen)),
      },
      onError: (what) => this.failures.push(what),
    });
    watch.onDidFindNew(({ clarifications }: ClarificationNews) => {
      this.announced.push(`${window}: ${clarifications.map(({ id }) => id).join(' ')}`);
    });
    return watch;
  }

  /** Returns the number of requests since the last call. */
  count(): number {
    return this.requests.splice(0).length;
  }
}

/** Returns a promise that resolves when `release` is called. */
function heldPromise(): { readonly promise: Promise<void>; readonly release: () => void } {
  let release = (): void => undefined;
  const promise = new Promise<void>((resolve) => (release = resolve));
  return { promise, release: () => release() };
}

const message = (id: string, more: Partial<Clarification> = {}): Clarification => ({
  id,
  kind: 'announcement',
  problem: null,
  text: `text of ${id}`,
  at: 1,
  ...more,
});

describe('The clarifications of the chosen judge', () => {
  let machine: Machine;
  let opened: ClarificationWatch[];
  const open = async (window: string): Promise<ClarificationWatch> => {
    const watch = machine.open(window);
    opened.push(watch);
    await watch.update();
    await settle();
    return watch;
  };

  beforeEach(() => {
    machine = new Machine();
    opened = [];
  });
  afterEach(() => opened.forEach((watch) => watch.dispose()));

  it('are announced once, also after a reload, and in one of two windows', async () => {
    const first = await open('A');
    await open('B');
    machine.messages = [message('2'), message('1', { kind: 'sent' })];
    await machine.clock.advance(minute);
    assert.deepEqual(machine.announced, ['A: 2']);
    first.dispose();
    machine.world.leases.of('A');
    await open('A2');
    await machine.clock.advance(10 * minute);
    machine.messages = [message('3', { kind: 'answer' }), ...machine.messages];
    await machine.clock.advance(2 * minute);
    assert.equal(machine.announced.length, 2);
    assert.match(machine.announced[1] ?? '', /: 3$/);
  });

  it('are counted in every window until they are read in one', async () => {
    machine.messages = [message('2'), message('1', { kind: 'sent' })];
    const [first, second] = [await open('A'), await open('B')];
    await machine.clock.advance(minute);
    const numbers = (watch: ClarificationWatch) =>
      watch.shown().map(({ contest, seen }) => [contest.title, seen.unread.length, seen.count]);
    assert.deepEqual([numbers(first), numbers(second)], [[['NWERC', 1, 2]], [['NWERC', 1, 2]]]);
    await second.markRead(site, 'nwerc', machine.messages);
    assert.deepEqual([numbers(first), numbers(second)], [[['NWERC', 0, 2]], [['NWERC', 0, 2]]]);
  });

  for (const [name, isFollowed, most] of [
    ['every 40 to 60 seconds', false, 60 / 50 + 0.1],
    ['every 80 to 100 seconds if following also sends requests', true, 60 / 90 + 0.1],
  ] as const) {
    it(`are requested by one of two windows, ${name}`, async () => {
      machine.isFollowed = isFollowed;
      await open('A');
      await open('B');
      await machine.clock.advance(60 * minute);
      const perMinute = machine.requests.length / 60;
      assert.ok(perMinute > 0.5 && perMinute <= most, String(perMinute));
      const times = machine.requests.filter(({ what }) => what === 'messages').map(({ at }) => at);
      const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
      assert.ok(Math.min(...gaps) >= (isFollowed ? 80_000 : 40_000), String(Math.min(...gaps)));
    });
  }

  it('aren’t requested earlier by a window that is reloaded', async () => {
    for (let reload = 0; reload < 5; reload += 1) {
      const watch = await open(`A${reload}`);
      await machine.clock.advance(5_000);
      watch.dispose();
    }
    assert.equal(machine.requests.filter(({ what }) => what === 'messages').length, 1);
  });

  it('aren’t requested before the start, and the contest only once', async () => {
    machine.contest = { ...machine.contest, startsAt: machine.clock.now() + 60 * minute };
    machine.messages = [message('1')];
    await open('A');
    await machine.clock.advance(59 * minute);
    assert.deepEqual([machine.count(), machine.announced], [1, []]);
    await machine.clock.advance(2 * minute);
    assert.deepEqual(machine.announced, ['A: 1']);
  });

  it('aren’t requested after the end, which is checked once, unless it was extended', async () => {
    machine.contest = { ...machine.contest, endsAt: machine.clock.now() + 10 * minute };
    await open('A');
    await machine.clock.advance(10 * minute);
    machine.count();
    machine.contest = { ...machine.contest, endsAt: machine.clock.now() + 10 * minute };
    machine.messages = [message('1')];
    await machine.clock.advance(9 * minute);
    assert.deepEqual(machine.announced, ['A: 1']);
    await machine.clock.advance(2 * minute);
    machine.count();
    await machine.clock.advance(600 * minute);
    assert.equal(machine.count(), 0);
    assert.equal(machine.clock.timerCount, 0);
    // neither is the ended contest after a reload
    const again = await open('A2');
    await machine.clock.advance(minute);
    assert.deepEqual([machine.count(), again.shown()], [0, []]);
  });

  it('are requested less and less often while the server is down, and again when it is back', async () => {
    await open('A');
    machine.count();
    machine.failure = { kind: 'network', reason: 'refused' } as RequestFailure;
    await machine.clock.advance(60 * minute);
    const failed = machine.count();
    assert.ok(failed >= 6 && failed <= 14, String(failed));
    machine.failure = null;
    machine.messages = [message('1')];
    await machine.clock.advance(11 * minute);
    assert.deepEqual(machine.announced, ['A: 1']);
  });

  it('aren’t requested after the judge rejected the account, until it changes', async () => {
    machine.failure = { kind: 'status', status: 403, error: null, retryAfter: null };
    const watch = await open('A');
    await machine.clock.advance(60 * minute);
    assert.deepEqual([machine.count(), machine.failures.length], [1, 1]);
    machine.failure = null;
    watch.forgetFailures();
    await machine.clock.advance(2 * minute);
    assert.ok(machine.count() > 0);
  });

  for (const [name, failure] of [
    ['doesn’t show the contest yet', { kind: 'status', status: 404, error: null, retryAfter: null }],
    [
      'rejects everybody',
      { kind: 'status', status: 403, error: null, retryAfter: null, refusesAnybody: true },
    ],
  ] as const) {
    it(`are requested every ten minutes while the judge ${name}`, async () => {
      machine.failure = failure;
      await open('A');
      await machine.clock.advance(60 * minute);
      const failed = machine.count();
      assert.ok(failed >= 6 && failed <= 8, String(failed));
      machine.failure = null;
      machine.messages = [message('1')];
      await machine.clock.advance(11 * minute);
      assert.deepEqual(machine.announced, ['A: 1']);
    });
  }

  it('are requested with new credentials although the judge rejects the old ones afterwards', async () => {
    const held = heldPromise();
    machine.response = held.promise;
    machine.failure = { kind: 'status', status: 401, error: null, retryAfter: null };
    const watch = await open('A');
    machine.failure = null;
    machine.messages = [message('1')];
    watch.forgetFailures();
    held.release();
    await machine.clock.advance(3 * minute);
    assert.deepEqual(machine.announced, ['A: 1']);
  });

  it('aren’t requested if they were switched off meanwhile', async () => {
    const leases = heldPromise();
    machine.leases = leases.promise;
    const watch = await open('A');
    machine.judge = null;
    await watch.update();
    leases.release();
    await settle();
    assert.equal(machine.count(), 0);

    machine.judge = site;
    const response = heldPromise();
    machine.response = response.promise;
    await watch.update();
    await machine.clock.advance(2 * minute);
    assert.deepEqual(
      machine.requests.map(({ what }) => what),
      ['contest'],
    );
    machine.judge = null;
    await watch.update();
    response.release();
    await settle();
    assert.equal(machine.count(), 1);
  });

  it('are requested by each window at a random time after the start, also if the settings change then', async () => {
    machine.contest = { ...machine.contest, startsAt: machine.clock.now() + 60 * minute };
    const watch = await open('A');
    machine.count();
    await machine.clock.advance(60 * minute + 1_000);
    await watch.update();
    await machine.clock.advance(13_000);
    assert.equal(machine.count(), 0);
    await machine.clock.advance(1_000);
    assert.ok(machine.count() > 0);
  });

  it('are requested after other requests of the window, which don’t wait for a contest that is fetched anyway', async () => {
    machine.contest = { ...machine.contest, startsAt: machine.clock.now() + minute };
    await open('A');
    machine.count();
    machine.recentContest = machine.contest;
    machine.spaced.count(site.id);
    await machine.clock.advance(2 * minute);
    assert.deepEqual(
      machine.requests.map(({ what }) => what),
      ['messages'],
    );
    machine.count();
    machine.spaced.count(site.id, 2);
    await machine.clock.advance(minute - 1);
    assert.equal(machine.count(), 0);
    await machine.clock.advance(1);
    assert.equal(machine.count(), 1);
  });

  it('are read immediately after the sign-in, although another request was sent', async () => {
    machine.spaced.count(site.id);
    machine.messages = [message('1')];
    await open('A');
    await machine.clock.advance(minute / 60);
    assert.deepEqual(
      machine.requests.map(({ what }) => what),
      ['contest', 'messages'],
    );
    assert.equal(machine.announced.length, 1);
  });

  it('stay unread if they arrived while others were shown', async () => {
    const watch = await open('A');
    machine.messages = [message('1')];
    await machine.clock.advance(minute);
    const shown = machine.messages;
    machine.messages = [message('2'), ...shown];
    await machine.clock.advance(minute);
    await watch.markRead(site, 'nwerc', shown);
    const numbers = watch.shown().map(({ seen }) => [seen.unread, seen.count]);
    assert.deepEqual(numbers, [[['2'], 2]]);
  });

  it('have a row until an hour after the end, whatever is running then', async () => {
    machine.contest = { ...machine.contest, endsAt: machine.clock.now() + 10 * minute };
    const watch = await open('A');
    await machine.clock.advance(20 * minute);
    machine.contests = [];
    await watch.update();
    assert.equal(watch.shown().length, 1);
    let shownAtChange = 1;
    watch.onDidChange(() => (shownAtChange = watch.shown().length));
    await machine.clock.advance(49 * minute);
    assert.equal(shownAtChange, 1);
    await machine.clock.advance(2 * minute);
    assert.equal(shownAtChange, 0);
    assert.equal(machine.clock.timerCount, 0);
    assert.deepEqual(
      watch.watchedContests().map(({ id }) => id),
      ['nwerc'],
    );
    await watch.update();
    assert.deepEqual(watch.watchedContests(), []);
  });

  it('aren’t requested without a judge, when signed out, or while the judge must not be polled', async () => {
    machine.judge = null;
    const watch = await open('A');
    await machine.clock.advance(60 * minute);
    assert.deepEqual([machine.count(), machine.clock.timerCount], [0, 0]);
    machine.judge = site;
    machine.mayRequest = false;
    await watch.update();
    await machine.clock.advance(5 * minute);
    assert.equal(machine.count(), 0);
    machine.mayRequest = true;
    await machine.clock.advance(minute);
    assert.ok(machine.count() > 0);
    machine.judge = null;
    await watch.update();
    machine.count();
    await machine.clock.advance(5 * minute);
    assert.deepEqual([machine.count(), watch.shown()], [0, []]);
  });

  it('are told together if there are 500 of them, and their IDs stay bounded', async () => {
    machine.messages = Array.from({ length: 500 }, (_, at) => message(`a${at}`));
    const watch = await open('A');
    assert.equal(machine.announced.length, 1);
    for (let round = 0; round < 4; round += 1) {
      machine.messages = Array.from({ length: 500 }, (_, at) => message(`${round}-${at}`));
      await machine.clock.advance(minute);
    }
    const [shown] = watch.shown();
    assert.deepEqual([shown?.seen.announced.length, shown?.seen.unread.length], [1_000, 500]);
  });
});
