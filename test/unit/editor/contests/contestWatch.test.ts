import assert from 'node:assert/strict';
import { ContestWatch } from '../../../../src/editor/contests/contestWatch';
import {
  CHECK_DELAY_MS,
  CHECK_LEASE_MS,
  CHECKED_BEFORE_END_MS,
  FAILURE_PAUSE_MS,
  FIRST_CHECK_INTERVAL_MS,
} from '../../../../src/editor/contests/limits';
import { SpacedRequests } from '../../../../src/editor/shared/backgroundRequests/spacedRequests';
import type { Contest } from '../../../../src/results';
import {
  defaultAssistantRules,
  MemoryAssistantRules,
  recordKey,
  type AssistantRules,
  type KnownRecord,
} from '../../../../src/records';
import { StoreChangeEvent, type NodeChange } from '../../../../src/records/nodeChanges';
import { CONTEST_GRACE_MS } from '../../../../src/records/limits';
import { addRecord } from '../../../../src/records/recordUpdates';
import { RequestFailed, type Judge } from '../../../../src/judges';
import type { JudgeHttp } from '../../../../src/judges/http/judgeHttp';
import { newRecord } from '../../records/fixtures';
import { FakeClock, settle } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

const school = 'hydro https://oj.example.edu school';
const HOUR = 3_600_000;

describe('Contests', () => {
  let clock: FakeClock;
  let rules: MemoryAssistantRules;
  let records: Map<string, KnownRecord>;
  let announce: (event: StoreChangeEvent) => void;
  let fetched: string[];
  /** Response of the judge to a request for the contest; null: the request fails. */
  let answer: Contest | null;
  let failure: Error;
  let permissions: { isEnabled: boolean; isForbiddenByWorkspace: boolean; allowedDuringContests: string[] };
  let errors: string[];
  let watch: ContestWatch;
  let hasLease: boolean;
  /** The store rejects changes of contests. */
  let isStoreFull: boolean;
  /** Whether the judge is in the settings. */
  let hasJudge: boolean;
  let isSignedOut: boolean;
  /** ms that the judge's clock is ahead */
  let lead: number;
  /** determines the delay of requests after the end of a contest */
  let random: number;

  const weekly = (endsAt: number | null, more: Partial<Contest> = {}): Contest => ({
    title: 'Weekly',
    endsAt,
    id: 'class1#a',
    ...more,
  });

  function recordIn(contest: Contest | null, requestId = 'r1', service = school): KnownRecord {
    const submission = {
      problemId: 'P1',
      title: null,
      place: null,
      language: null,
      optimise: false,
      ...(contest ? { contest } : {}),
    };
    const added = { ...newRecord(requestId), service, submission, addedAt: clock.now() };
    const draft = addRecord(added, clock.now())(null);
    assert.ok(draft);
    return draft.record;
  }

  /** Stores a record and announces it. */
  function put(record: KnownRecord): void {
    const isNew = !records.has(record.key);
    records.set(record.key, record);
    const event = new StoreChangeEvent();
    if (isNew) event.added.add(record.key);
    else event.nodes.set(record.key, standIn<NodeChange>({}));
    announce(event);
  }

  function remove(requestId = 'r1'): void {
    const key = recordKey(school, requestId);
    records.delete(key);
    const event = new StoreChangeEvent();
    event.removed.add(key);
    announce(event);
  }

  function open(): ContestWatch {
    watch = new ContestWatch({
      random: () => random,
      store: standIn({
        records: () => [...records.values()],
        get: (key: string) => records.get(key) ?? null,
        onDidChange: (listener: (event: StoreChangeEvent) => void) => {
          announce = listener;
          return { dispose: () => undefined };
        },
        loadAll: async () => undefined,
        setContest: async (key: string, contest: Contest) => {
          if (isStoreFull) throw new Error('full');
          const record = records.get(key);
          if (!record?.submission) return null;
          const changed = { ...record, submission: { ...record.submission, contest } };
          put(changed);
          return changed;
        },
      }),
      rules,
      judges: {
        isReady: async () => hasJudge && !isSignedOut,
        judgeOf: async (service) =>
          hasJudge
            ? standIn<Judge>({
                id: service,
                contests: {
                  fetch: async (_http, id) => {
                    fetched.push(id);
                    return answer ?? Promise.reject(failure);
                  },
                },
              })
            : null,
        fetchContest: async ({ contests }, id) => {
          assert.ok(contests?.fetch);
          return contests.fetch(standIn<JudgeHttp>({}), id);
        },
        timeAt: () => clock.now() + lead,
      },
      spaced: new SpacedRequests(clock),
      leases: {
        openLeases: async () => ({ tryAcquire: async () => hasLease, release: async () => undefined }),
      },
      clock,
      permissions: () => permissions,
      onError: (what) => errors.push(what),
    });
    return watch;
  }

  const decision = (service = school) => watch.of(service);
  const refusedUntil = (endsAt: number | null) => ({ kind: 'refused', reason: 'contest', endsAt });
  const allowed = { kind: 'allowed' };

  beforeEach(() => {
    clock = new FakeClock();
    rules = new MemoryAssistantRules();
    records = new Map();
    announce = () => undefined;
    fetched = [];
    answer = null;
    failure = new Error('unreachable');
    permissions = { isEnabled: true, isForbiddenByWorkspace: false, allowedDuringContests: [] };
    errors = [];
    hasLease = true;
    isStoreFull = false;
    hasJudge = true;
    isSignedOut = false;
    lead = 0;
    random = 0;
  });
  afterEach(() => watch.dispose());

  it('pause assistants for the judge from the first result until the end', async () => {
    open();
    assert.deepEqual(await decision(), allowed);
    const endsAt = clock.now() + HOUR;
    answer = weekly(endsAt);
    put(recordIn(answer));
    assert.deepEqual(await decision(), refusedUntil(endsAt));
    await clock.advance(HOUR - CHECKED_BEFORE_END_MS - 1);
    assert.deepEqual(fetched, []);
    await clock.advance(CHECKED_BEFORE_END_MS);
    assert.deepEqual(await decision(), refusedUntil(endsAt));
    assert.deepEqual(fetched, ['class1#a']);
    await clock.advance(CONTEST_GRACE_MS + 1);
    assert.deepEqual(fetched, ['class1#a', 'class1#a']);
    assert.deepEqual(await decision(), allowed);
    assert.deepEqual(errors, []);
  });

  it('end by the judge’s clock', async () => {
    const endsAt = clock.now() + HOUR;
    records.set('a', recordIn(weekly(endsAt)));
    open();
    lead = -5 * 60_000;
    await clock.advance(HOUR + 60_000);
    assert.deepEqual(await decision(), refusedUntil(endsAt));
    lead = 5 * 60_000;
    assert.deepEqual(await decision(), allowed);
  });

  it('are requested after their end, and pause assistants further if the end was moved', async () => {
    const first = clock.now() + HOUR;
    const moved = first + HOUR;
    open();
    answer = weekly(moved);
    put(recordIn(weekly(first)));
    put(recordIn(weekly(first), 'r2'));
    await clock.advance(HOUR + CHECK_DELAY_MS);
    assert.deepEqual(fetched, ['class1#a']);
    assert.deepEqual(await decision(), refusedUntil(moved));
    assert.deepEqual(
      [...records.values()].map(({ submission }) => submission?.contest?.endsAt),
      [moved, moved],
    );
    await clock.advance(HOUR + CONTEST_GRACE_MS);
    assert.deepEqual(await decision(), allowed);
  });

  it('are requested by each window at a random time within 30 s after the end, but immediately if it matters', async () => {
    random = 0.5;
    const end = clock.now() + HOUR;
    answer = weekly(end);
    open();
    put(recordIn(weekly(end)));
    await clock.advance(HOUR);
    fetched.length = 0;
    answer = weekly(end + HOUR);
    await clock.advance(CHECK_DELAY_MS + 14_999);
    assert.deepEqual(fetched, []);
    await clock.advance(1);
    assert.deepEqual(fetched, ['class1#a']);
    await clock.advance(HOUR - 15_000);
    assert.equal(fetched.length, 2);
    answer = weekly(end + 2 * HOUR);
    await clock.advance(5_000);
    assert.equal(fetched.length, 2);
    await decision();
    assert.equal(fetched.length, 3);
  });

  it('are requested once in their last minutes, because they may have been extended', async () => {
    random = 0.5;
    const end = clock.now() + HOUR;
    open();
    put(recordIn(weekly(end)));
    answer = weekly(end + HOUR);
    await clock.advance(HOUR - CHECKED_BEFORE_END_MS + 14_999);
    assert.deepEqual(fetched, []);
    await clock.advance(1);
    assert.deepEqual(fetched, ['class1#a']);
    assert.deepEqual(await decision(), refusedUntil(end + HOUR));
    await clock.advance(HOUR - 1_000);
    assert.deepEqual(fetched, ['class1#a']);
  });

  it('are requested when the user looks at them, also if another window has just done that', async () => {
    const end = clock.now() + HOUR;
    open();
    await watch.refresh(school, 'class1#a');
    assert.deepEqual(fetched, []);
    put(recordIn(weekly(end)));
    hasLease = false;
    answer = weekly(end - HOUR / 2);
    await watch.refresh(school, 'class1#a');
    assert.deepEqual(fetched, ['class1#a']);
    assert.deepEqual(await watch.find(school, 'class1#a'), answer);
    answer = null;
    await watch.refresh(school, 'class1#a');
    assert.deepEqual(await watch.find(school, 'class1#a'), weekly(end - HOUR / 2));
    assert.equal(errors.length, 1);
  });

  it('aren’t requested in their last minutes if they were reported then', async () => {
    const end = clock.now() + HOUR;
    open();
    put(recordIn(weekly(end)));
    await clock.advance(HOUR - CHECKED_BEFORE_END_MS - 1_000);
    watch.report(school, weekly(end));
    await clock.advance(2_000);
    assert.deepEqual(fetched, ['class1#a']);
    fetched.length = 0;
    await clock.advance(CHECKED_BEFORE_END_MS - 2_000);
    assert.deepEqual(fetched, []);
  });

  it('are announced once when the judge has confirmed their end', async () => {
    const end = clock.now() + HOUR;
    const ended: (string | null)[] = [];
    open().onDidEnd(({ contest }) => ended.push(contest.title));
    put(recordIn(weekly(end)));
    answer = weekly(end + HOUR);
    await clock.advance(HOUR + CHECK_DELAY_MS);
    assert.deepEqual(ended, []);
    await clock.advance(HOUR - CHECK_DELAY_MS);
    assert.deepEqual(ended, []);
    await clock.advance(CHECK_DELAY_MS);
    assert.deepEqual(ended, ['Weekly']);
    await clock.advance(24 * HOUR);
    assert.equal(ended.length, 1);
  });

  it('aren’t announced again if a result doesn’t contain that they are over', async () => {
    const end = clock.now() + HOUR;
    const ended: (string | null)[] = [];
    open().onDidEnd(({ contest }) => ended.push(contest.title));
    answer = weekly(end);
    put(recordIn(answer));
    await clock.advance(HOUR + CHECK_DELAY_MS);
    put(recordIn(answer, 'r2'));
    await clock.advance(60_000);
    watch.report(school, answer);
    await clock.advance(60_000);
    assert.deepEqual(ended, ['Weekly']);
    // the contest is extended after all
    answer = weekly(end + HOUR);
    put(recordIn(answer, 'r3'));
    await clock.advance(HOUR);
    assert.deepEqual(ended, ['Weekly', 'Weekly']);
  });

  it('aren’t announced by a second window that requests them later', async () => {
    random = 0.9;
    const end = clock.now() + HOUR;
    const ended: unknown[] = [];
    open().onDidEnd((contest) => ended.push(contest));
    answer = weekly(end);
    watch.report(school, answer);
    await clock.advance(HOUR + CHECK_DELAY_MS);
    fetched = [];
    await rules.update((stored) => ({
      ...(stored ?? defaultAssistantRules),
      contests: [{ service: school, contest: weekly(end, { isOver: true }) }],
    }));
    await clock.advance(60_000);
    assert.deepEqual([fetched.length, ended], [1, []]);
  });

  it('are announced although their end can’t be stored with the results', async () => {
    const end = clock.now() + HOUR;
    const ended: (string | null)[] = [];
    open().onDidEnd(({ contest }) => ended.push(contest.title));
    answer = weekly(end);
    put(recordIn(answer));
    await clock.advance(HOUR - 1);
    errors = [];
    isStoreFull = true;
    await clock.advance(CHECK_DELAY_MS + 1);
    assert.deepEqual(ended, ['Weekly']);
    assert.deepEqual(errors, ['the end of a contest could not be stored with its results']);
  });

  it('aren’t announced if they ended long ago, or in another window', async () => {
    const ended: unknown[] = [];
    answer = weekly(clock.now() - 2 * HOUR);
    records.set('a', recordIn(answer));
    await rules.update(() => ({
      ...defaultAssistantRules,
      contests: [{ service: school, contest: weekly(clock.now() - 2 * HOUR) }],
    }));
    open().onDidEnd((contest) => ended.push(contest));
    await clock.advance(HOUR);
    hasLease = false;
    put(recordIn(weekly(clock.now() + HOUR, { id: 'class1#b' }), 'r2'));
    await clock.advance(2 * HOUR);
    assert.deepEqual(ended, []);
  });

  describe('of a judge’s entry', () => {
    const look = async (isHurried = true): Promise<void> => {
      await watch.lookAt(school, 'class1#a', isHurried);
      await clock.advance(0);
    };
    const states = () => watch.known().map(({ contest }) => [contest.title, contest.endsAt]);

    it('are requested once, spread unless the user waits', async () => {
      random = 0.5;
      answer = weekly(clock.now() + 2 * HOUR, { startsAt: clock.now() + HOUR });
      open();
      await look(false);
      await clock.advance(14_999);
      assert.deepEqual(fetched, []);
      await clock.advance(1);
      assert.deepEqual(fetched, ['class1#a']);
      await look();
      assert.deepEqual(fetched, ['class1#a']);
      assert.deepEqual(states(), [['Weekly', answer.endsAt]]);
    });

    it('are requested once if the window gets the focus several times before', async () => {
      random = 0.5;
      open();
      for (let focused = 0; focused < 4; focused += 1) {
        await look(false);
        await clock.advance(2_000);
      }
      await clock.advance(30_000);
      assert.equal(fetched.length, 1);
      await clock.advance(FAILURE_PAUSE_MS);
      await look(false);
      await clock.advance(30_000);
      assert.equal(fetched.length, 2);
      errors = [];
    });

    it('pause nothing before they begin, and are requested again at their start', async () => {
      const startsAt = clock.now() + HOUR;
      answer = weekly(startsAt + HOUR, { startsAt });
      open();
      await look();
      assert.deepEqual(await decision(), allowed);
      const later = startsAt + HOUR / 2;
      answer = weekly(later + HOUR, { startsAt: later });
      await clock.advance(HOUR + CHECK_DELAY_MS);
      assert.deepEqual(fetched, ['class1#a', 'class1#a']);
      assert.deepEqual(await decision(), allowed);
      await clock.advance(HOUR / 2);
      assert.deepEqual(await decision(), refusedUntil(later + HOUR));
    });

    it('are requested every two minutes while their start isn’t planned', async () => {
      answer = weekly(null, { hasBegun: false });
      open();
      await look();
      assert.deepEqual(await decision(), allowed);
      await clock.advance(10 * 60_000);
      assert.equal(fetched.length, 6);
    });

    it('are hidden while the judge doesn’t have them', async () => {
      answer = weekly(clock.now() + HOUR);
      open();
      await look();
      failure = new RequestFailed(
        { kind: 'status', status: 404, error: null, retryAfter: null },
        { sent: 'no' },
      );
      answer = null;
      await clock.advance(HOUR - 1_000);
      assert.deepEqual(states(), []);
      assert.equal(errors.length, 1);
      const count = fetched.length;
      await look(false);
      assert.equal(fetched.length, count);
      // assistants stay paused, because the contest may only be hidden
      assert.equal((await decision()).kind, 'refused');
      watch.report(school, weekly(clock.now() + HOUR));
      assert.equal(states().length, 1);
      errors = [];
    });

    it('are requested again after a pause if that failed', async () => {
      open();
      await look();
      await look(false);
      assert.equal(fetched.length, 1);
      await clock.advance(FAILURE_PAUSE_MS);
      answer = weekly(clock.now() + HOUR);
      await look(false);
      assert.equal(fetched.length, 2);
      assert.equal(states().length, 1);
      errors = [];
    });

    it('are read from the other window of this computer that requested them', async () => {
      hasLease = false;
      const endsAt = clock.now() + HOUR;
      open();
      await look();
      assert.deepEqual([fetched, states()], [[], []]);
      await rules.update(() => ({
        ...defaultAssistantRules,
        contests: [{ service: school, contest: weekly(endsAt) }],
      }));
      await clock.advance(CHECK_LEASE_MS);
      await settle();
      assert.deepEqual(states(), [['Weekly', endsAt]]);
    });
  });

  it('end at the known end if the judge can’t be reached then', async () => {
    open();
    put(recordIn(weekly(clock.now() + HOUR)));
    await clock.advance(HOUR);
    fetched.length = 0;
    await clock.advance(CONTEST_GRACE_MS);
    assert.deepEqual(await decision(), allowed);
    assert.equal(fetched.length, 1);
    await clock.advance(24 * HOUR);
    assert.equal(fetched.length, 4);
    assert.ok(errors.every((what) => what.includes('could not be requested')));
    errors = [];
  });

  it('pause assistants without a known end until the judge reports that they are over', async () => {
    open();
    answer = weekly(null);
    put(recordIn(answer));
    assert.deepEqual(await decision(), refusedUntil(null));
    await clock.advance(4 * 24 * HOUR);
    assert.deepEqual(await decision(), refusedUntil(null));
    answer = weekly(null, { isOver: true });
    await clock.advance(HOUR);
    assert.deepEqual(await decision(), allowed);
  });

  it('are requested immediately if their end is unknown, and rarely if that fails', async () => {
    open();
    put(recordIn(weekly(null)));
    await clock.advance(0);
    assert.equal(fetched.length, 1);
    await clock.advance(FIRST_CHECK_INTERVAL_MS);
    assert.equal(fetched.length, 2);
    await clock.advance(24 * HOUR);
    assert.ok(fetched.length < 60, String(fetched.length));
    const endsAt = clock.now() + HOUR;
    answer = weekly(endsAt);
    assert.deepEqual(await decision(), refusedUntil(null));
    await clock.advance(HOUR / 2);
    assert.deepEqual(await decision(), refusedUntil(endsAt));
    assert.equal(records.values().next().value?.submission?.contest?.endsAt, endsAt);
    errors = [];
  });

  it('are requested again immediately if a new result contradicts that they are over', async () => {
    open();
    answer = weekly(null);
    put(recordIn(answer));
    await clock.advance(5 * HOUR);
    answer = weekly(null, { isOver: true });
    await clock.advance(HOUR / 2);
    assert.deepEqual(await decision(), allowed);
    const count = fetched.length;
    put(recordIn(weekly(null), 'r2'));
    assert.deepEqual(await decision(), allowed);
    assert.equal(fetched.length, count + 1);
    answer = null;
    put(recordIn(weekly(null), 'r3'));
    assert.deepEqual(await decision(), refusedUntil(null));
    errors = [];
  });

  it('are requested when an assistant reads a result, if their end is unknown', async () => {
    const ended = clock.now() - HOUR;
    records.set('a', recordIn(weekly(null)));
    answer = weekly(ended);
    open();
    assert.deepEqual(await decision(), allowed);
    assert.deepEqual(fetched, ['class1#a']);
  });

  it('are requested while the user’s settings disable assistants, because they are in the status bar', async () => {
    permissions.isEnabled = false;
    open();
    const endsAt = clock.now() + HOUR;
    answer = weekly(endsAt);
    put(recordIn(weekly(null)));
    await clock.advance(0);
    assert.deepEqual(fetched, ['class1#a']);
    assert.equal([...records.values()][0]?.submission?.contest?.endsAt, endsAt);
    assert.deepEqual(await decision(), { kind: 'refused', reason: 'settings', endsAt: null });
  });

  it('aren’t requested by two windows', async () => {
    hasLease = false;
    open();
    put(recordIn(weekly(null)));
    await clock.advance(HOUR);
    assert.deepEqual(fetched, []);
    assert.deepEqual(await decision(), refusedUntil(null));
  });

  it('pause assistants although their results are removed, also in the next window', async () => {
    const endsAt = clock.now() + HOUR;
    open();
    put(recordIn(weekly(endsAt)));
    remove();
    assert.deepEqual(await decision(), refusedUntil(endsAt));
    watch.dispose();
    open();
    assert.deepEqual(await decision(), refusedUntil(endsAt));
  });

  it('of another window count', async () => {
    open();
    assert.deepEqual(await decision(), allowed);
    const contest = weekly(clock.now() + HOUR);
    await rules.update(() => ({ ...defaultAssistantRules, contests: [{ service: school, contest }] }));
    assert.deepEqual(await decision(), refusedUntil(contest.endsAt));
  });

  it('are taken from lists of submissions, before a result is known', async () => {
    open();
    watch.report(school, weekly(clock.now() + HOUR));
    assert.equal((await decision()).kind, 'refused');
    watch.report(school, weekly(clock.now() + HOUR, { id: 'h', isHomework: true }));
    await settle();
    assert.equal((await rules.read())?.contests.length, 1);
  });

  it('end earlier if a new result contains an earlier end', async () => {
    open();
    const endsAt = clock.now() + 3 * HOUR;
    put(recordIn(weekly(endsAt)));
    await clock.advance(HOUR);
    assert.deepEqual(await decision(), refusedUntil(endsAt));
    put(recordIn(weekly(clock.now() - 60_000, { isOver: true }), 'r2'));
    assert.deepEqual(await decision(), allowed);
  });

  it('stay ended if the judge confirmed that and the clock is set back, and are running again if it didn’t', async () => {
    const endsAt = clock.now() + HOUR;
    open();
    answer = weekly(endsAt);
    put(recordIn(answer));
    await clock.advance(HOUR + CONTEST_GRACE_MS);
    assert.deepEqual(await decision(), allowed);
    clock.jump(-HOUR);
    assert.deepEqual(await decision(), allowed);
    watch.dispose();

    records.clear();
    rules = new MemoryAssistantRules();
    answer = null;
    const next = clock.now() + HOUR;
    open();
    put(recordIn(weekly(next)));
    await clock.advance(HOUR + CONTEST_GRACE_MS);
    assert.deepEqual(await decision(), allowed);
    clock.jump(-HOUR);
    assert.deepEqual(await decision(), refusedUntil(next));
    errors = [];
  });

  it('don’t pause assistants for judges that the user allowed, whatever the workspace allows', async () => {
    open();
    put(recordIn(weekly(clock.now() + HOUR)));
    permissions.allowedDuringContests = [school];
    assert.deepEqual(await decision(), allowed);
    assert.deepEqual(watch.paused(), []);
    permissions.allowedDuringContests = ['school'];
    assert.equal((await decision()).kind, 'refused');
    permissions = { isEnabled: false, isForbiddenByWorkspace: false, allowedDuringContests: [school] };
    assert.deepEqual(await decision(), { kind: 'refused', reason: 'settings', endsAt: null });
    permissions.isForbiddenByWorkspace = true;
    assert.deepEqual(await decision(), { kind: 'refused', reason: 'workspace', endsAt: null });
  });

  it('are listed with their judges while they pause assistants, and announced when they end', async () => {
    open();
    await decision();
    let announced = 0;
    watch.onDidChange(() => (announced += 1));
    const contest = weekly(clock.now() + HOUR);
    answer = contest;
    put(recordIn(contest));
    assert.ok(announced > 0);
    assert.deepEqual(watch.paused(), [{ service: school, contest }]);
    await clock.advance(HOUR);
    announced = 0;
    await clock.advance(CONTEST_GRACE_MS);
    assert.ok(announced > 0);
    assert.deepEqual(watch.paused(), []);
  });

  it('use no timer if no contest is running', async () => {
    records.set('a', recordIn(weekly(clock.now() - 48 * HOUR)));
    records.set('b', recordIn(null, 'r2'));
    open();
    await decision();
    assert.equal(clock.timerCount, 0);
    put(recordIn(weekly(clock.now() + HOUR, { id: 'b' }), 'r3'));
    assert.equal(clock.timerCount, 1);
    assert.ok(clock.longestTimer <= 60_000);
  });

  it('use no timer after their judge was removed, and pause assistants until it is back and reports the end', async () => {
    hasJudge = false;
    open();
    put(recordIn(weekly(null)));
    await settle();
    await clock.advance(HOUR);
    assert.equal(clock.timerCount, 0);
    assert.equal((await decision()).kind, 'refused');
    hasJudge = true;
    await clock.advance(HOUR);
    answer = weekly(clock.now() - 1);
    assert.equal((await decision()).kind, 'allowed');
  });

  it('aren’t shown while the user is signed out, also in the next window, until the user signs in again', async () => {
    open();
    put(recordIn(weekly(clock.now() + 5 * HOUR)));
    await settle();
    isSignedOut = true;
    await watch.updateJudges();
    assert.deepEqual([watch.known().length, watch.paused().length, clock.timerCount], [0, 0, 0]);
    assert.equal((await decision()).kind, 'refused');
    watch.dispose();
    open();
    await settle();
    assert.deepEqual([watch.known().length, watch.paused().length, clock.timerCount], [0, 0, 0]);
    isSignedOut = false;
    await watch.updateJudges();
    assert.deepEqual([watch.known().length, watch.paused().length, clock.timerCount], [1, 1, 1]);
  });

  it('aren’t shown and use no timer while their judge is removed, but still pause its results', async () => {
    open();
    put(recordIn(weekly(clock.now() + 5 * HOUR)));
    await settle();
    assert.deepEqual([watch.known().length, watch.paused().length, clock.timerCount], [1, 1, 1]);
    hasJudge = false;
    await watch.updateJudges();
    assert.deepEqual([watch.known().length, watch.paused().length, clock.timerCount], [0, 0, 0]);
    assert.equal((await decision()).kind, 'refused');
    hasJudge = true;
    await watch.updateJudges();
    assert.deepEqual([watch.known().length, clock.timerCount], [1, 1]);
  });

  it('keep unsaved reports if the disk fails, and save them with the next one', async () => {
    open();
    const update = rules.update.bind(rules);
    rules.update = () => Promise.reject(new Error('full'));
    put(recordIn(weekly(clock.now() + HOUR)));
    assert.equal((await decision()).kind, 'refused');
    assert.deepEqual(errors, ['a contest could not be stored']);
    rules.update = update;
    put(recordIn(weekly(clock.now() + HOUR, { id: 'b' }), 'r2'));
    await decision();
    assert.equal((await rules.read())?.contests.length, 2);
  });

  it('keep pausing assistants if the file is damaged, and write it again with the settings', async () => {
    permissions = { isEnabled: false, isForbiddenByWorkspace: false, allowedDuringContests: [school] };
    const contest = weekly(clock.now() + HOUR);
    open();
    put(recordIn(contest));
    remove();
    await decision();
    const stored = await rules.read();
    assert.deepEqual(stored, {
      isEnabled: false,
      allowedDuringContests: [school],
      contests: [{ service: school, contest }],
    });
    let isDamaged = true;
    rules.read = async () => (isDamaged ? null : stored);
    const updates: (AssistantRules | null)[] = [];
    rules.update = async (change) => {
      updates.push(change(null));
      isDamaged = false;
    };
    permissions.isEnabled = true;
    permissions.allowedDuringContests = [];
    assert.deepEqual(await decision(), refusedUntil(contest.endsAt));
    await settle();
    assert.deepEqual(updates, [{ ...stored, isEnabled: true, allowedDuringContests: [] }]);
    assert.deepEqual(await decision(), refusedUntil(contest.endsAt));
  });

  it('exclude everything while the stored rules can’t be read', async () => {
    rules.read = () => Promise.reject(new Error('unreadable'));
    open();
    assert.deepEqual(await decision(), { kind: 'refused', reason: 'unreadable', endsAt: null });
    assert.ok(errors.length > 0);
  });

  it('are read again after the first read of the stored rules failed', async () => {
    const read = rules.read.bind(rules);
    rules.read = () => Promise.reject(new Error('unreadable'));
    const endsAt = clock.now() + HOUR;
    const old = recordIn(weekly(endsAt));
    records.set(old.key, old);
    open();
    assert.deepEqual(await watch.find(school, 'class1#a'), weekly(endsAt));
    assert.deepEqual(errors, ['contests could not be read']);
    rules.read = read;
    assert.deepEqual(await decision(), refusedUntil(endsAt));
    answer = weekly(endsAt, { id: 'class1#b' });
    await watch.lookAt(school, 'class1#b', true);
    await clock.advance(0);
    assert.deepEqual(fetched, ['class1#b']);
  });
});
