import assert from 'node:assert/strict';
import { BrowserSubmissions } from '../../../../src/editor/submit/inBrowser/browserSubmissions';
import {
  hasSubmission,
  idWithoutSubmission,
  isInBrowser,
  recordKey,
  type RecordKey,
  type RecordStore,
} from '../../../../src/records';
import type { RecentSubmission } from '../../../../src/judges';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { recentOf } from '../../../../src/judges/adapters/shared/listedSubmissions';
import { described } from '../../../support/profiles';
import { makeStore, newRecord } from '../../records/fixtures';
import { settle } from '../../support/fakeClock';
import { World } from '../../tracking/world';

const judge = described(codeforces, 'cf', { handle: 'me' });
const second = 1000;
const minute = 60 * second;

/** A computer whose windows share records, and a judge that lists submissions. */
class Computer {
  readonly world = new World();
  readonly clock = this.world.clock;
  readonly store: RecordStore = makeStore().store;
  /** what the judge lists, the newest first */
  listed: RecentSubmission[] = [];
  /** when the list was requested, in seconds after the start, and by which window */
  readonly requests: { readonly at: number; readonly window: string }[] = [];
  /** the request IDs that became records, by the record that waited */
  readonly found = new Map<RecordKey, string>();
  /** how often a record was replaced */
  timesFound = 0;
  /** the errors that were logged */
  readonly errors: string[] = [];
  /** records whose submission can't be stored */
  readonly unwritable = new Set<RecordKey>();
  /** storing takes longer than the next list */
  isStoreSlow = false;
  /** number of times that ending a record fails */
  failedEnds = 0;
  /** number of times that the leases can't be opened */
  failedLeases = 0;
  /** how long the list takes, ms */
  latency = 0;
  /** the list contains what was submitted while it was on its way */
  isListedAtEnd = false;
  isUnreachable = false;
  /** difference between the judge's clock and this one, ms */
  judgeIsAhead = 0;
  /** when a submit page was opened last, ms since 1970 */
  openedAt = -Infinity;
  private readonly start = this.clock.now();
  private ids = 0;

  /** The user submits in the browser. Returns the request ID. */
  submit(problemId: string): string {
    const requestId = String((this.ids += 1));
    const at = this.clock.now() + this.judgeIsAhead;
    this.listed = [recentOf({ requestId, problemId, at }), ...this.listed];
    return requestId;
  }

  open(window: string): BrowserSubmissions {
    const { store, clock } = this;
    return new BrowserSubmissions({
      clock,
      leases: {
        openLeases: async () => {
          if ((this.failedLeases -= 1) >= 0) throw new Error('no leases');
          return this.world.leases.of(window);
        },
      },
      records: {
        all: () => store.records().filter(isInBrowser),
        get: (key) => {
          const record = store.get(key);
          return record && isInBrowser(record) ? record : null;
        },
        setState: async (key, state) => {
          const record = store.get(key);
          if (record && isInBrowser(record)) await store.setState(key, state);
        },
        found: async ({ key }, _judge, { requestId }) => {
          if (this.unwritable.has(key)) throw new Error('disk full');
          this.timesFound += 1;
          this.found.set(key, requestId);
          if (this.isStoreSlow) await settle();
          await store.remove([key]);
        },
        giveUp: async (key) => {
          if ((this.failedEnds -= 1) >= 0) throw new Error('disk full');
          await store.setState(key, { kind: 'notSubmitted' });
        },
      },
      lists: {
        judgeOf: async () => judge,
        notBefore: () => -Infinity,
        isUnreachable: () => this.isUnreachable,
        list: async () => {
          this.requests.push({ at: (clock.now() - this.start) / second, window });
          if (this.isUnreachable) return null;
          const { listed } = this;
          if (this.latency > 0)
            await new Promise<void>((resolve) => clock.after(this.latency, () => resolve()));
          return this.isListedAtEnd ? this.listed : listed;
        },
      },
      onError: (what, error) => this.errors.push(`${what}: ${String(error)}`),
    });
  }

  /** The user runs the command for a problem. */
  async begin(submissions: BrowserSubmissions, problemId: string): Promise<RecordKey> {
    const beginning = this.beginAndOpen(submissions, problemId);
    await this.clock.advance(0);
    if (this.latency > 0) await this.clock.advance(this.latency);
    const key = await beginning;
    await settle();
    return key;
  }

  /** Resolves when the submit page is open. The caller advances the clock. */
  async beginAndOpen(submissions: BrowserSubmissions, problemId: string): Promise<RecordKey> {
    const key = recordKey(judge.id, idWithoutSubmission(`${problemId} ${this.clock.now()}`));
    const begun = await submissions.begin(judge, problemId);
    await this.store.add({
      ...newRecord(key.split('\n')[1]),
      service: judge.id,
      submission: { problemId, place: null, title: null, language: null, optimise: false },
      state: begun.state,
    });
    this.openedAt = this.clock.now();
    void submissions.waitForSubmission(key, judge, begun);
    return key;
  }

  /** When the list was requested, seconds after the start. */
  get times(): readonly number[] {
    return this.requests.map(({ at }) => at);
  }
}

describe('A submission made in the browser', () => {
  let computer: Computer;
  let window: BrowserSubmissions;
  const kind = (key: RecordKey) => computer.store.get(key)?.state.kind;

  beforeEach(() => {
    computer = new Computer();
    window = computer.open('A');
  });
  afterEach(() => {
    window.dispose();
    assert.deepEqual(computer.errors, []);
  });

  it('is found within 2, 5, or 10 seconds, and later within 10 seconds', async () => {
    const key = await computer.begin(window, '1520A');
    await computer.clock.advance(33 * second);
    assert.deepEqual(computer.times, [0, 2, 5, 10, 20, 30]);
    const id = computer.submit('1520A');
    await computer.clock.advance(7 * second);
    assert.equal(computer.found.get(key), id);
    await computer.clock.advance(10 * minute);
    assert.deepEqual(computer.times, [0, 2, 5, 10, 20, 30, 40]);
    assert.equal(computer.clock.timerCount, 0);
  });

  it('is searched for at most 5 minutes', async () => {
    const key = await computer.begin(window, '1520A');
    await computer.clock.advance(5 * minute - 1);
    assert.equal(kind(key), 'inBrowser');
    assert.equal(computer.requests.length, 32);
    await computer.clock.advance(1);
    assert.equal(kind(key), 'notSubmitted');
    await computer.clock.advance(60 * minute);
    assert.equal(computer.requests.length, 32);
    assert.equal(computer.clock.timerCount, 0);
  });

  describe('at a judge that can’t be reached', () => {
    it('is searched until the judge has been reachable for 5 minutes, also after a reload', async () => {
      const key = await computer.begin(window, '1520A');
      await computer.clock.advance(2 * minute);
      computer.isUnreachable = true;
      await computer.clock.advance(20 * minute);
      assert.equal(kind(key), 'inBrowser');
      window.dispose();
      window = computer.open('A');
      window.reschedule();
      await computer.clock.advance(20 * minute);
      assert.equal(kind(key), 'inBrowser');
      computer.isUnreachable = false;
      await computer.clock.advance(2.9 * minute);
      assert.equal(kind(key), 'inBrowser');
      await computer.clock.advance(0.5 * minute);
      assert.equal(kind(key), 'notSubmitted');
      assert.equal(computer.clock.timerCount, 0);
    });

    it('is found when the judge can be reached again', async () => {
      computer.isUnreachable = true;
      const key = await computer.begin(window, '1520A');
      await computer.clock.advance(30 * minute);
      const id = computer.submit('1520A');
      computer.isUnreachable = false;
      await computer.clock.advance(20 * second);
      assert.equal(computer.found.get(key), id);
    });

    it('isn’t given up by another window', async () => {
      computer.isUnreachable = true;
      const key = await computer.begin(window, '1520A');
      const other = computer.open('B');
      other.reschedule();
      await computer.clock.advance(30 * minute);
      assert.equal(kind(key), 'inBrowser');
      other.dispose();
    });
  });

  it('is never one for another problem, or one that the judge listed before', async () => {
    computer.submit('1520A');
    const key = await computer.begin(window, '1520A');
    computer.submit('1520B');
    await computer.clock.advance(minute);
    assert.equal(kind(key), 'inBrowser');
    const id = computer.submit('1520A');
    await computer.clock.advance(10 * second);
    assert.equal(computer.found.get(key), id);
  });

  for (const ahead of [-3, 3]) {
    it(`is recognized as new by its ID if the judge’s clock is ${ahead} hours ahead`, async () => {
      computer.judgeIsAhead = ahead * 60 * minute;
      computer.submit('1520A');
      const key = await computer.begin(window, '1520A');
      await computer.clock.advance(10 * second);
      assert.equal(kind(key), 'inBrowser');
      const id = computer.submit('1520A');
      await computer.clock.advance(10 * second);
      assert.equal(computer.found.get(key), id);
    });
  }

  it('is recognized as new by its time if the judge couldn’t be reached before', async () => {
    computer.submit('1520A');
    await computer.clock.advance(2 * minute);
    computer.isUnreachable = true;
    const key = await computer.begin(window, '1520A');
    await computer.clock.advance(4 * second);
    computer.isUnreachable = false;
    await computer.clock.advance(second);
    assert.equal(kind(key), 'inBrowser');
    const id = computer.submit('1520A');
    await computer.clock.advance(10 * second);
    assert.equal(computer.found.get(key), id);
  });

  it('is compared with the earlier list even if the page opened first, after 1.5 seconds', async () => {
    computer.submit('1520A');
    computer.latency = 4 * second;
    const startedAt = computer.clock.now();
    const beginning = computer.beginAndOpen(window, '1520A');
    await computer.clock.advance(3 * second);
    assert.equal(computer.openedAt - startedAt, 1500);
    const key = await beginning;
    const { state } = computer.store.get(key) ?? assert.fail();
    assert.equal(state.kind === 'inBrowser' && state.before, null);
    const id = computer.submit('1520A');
    await computer.clock.advance(10 * second);
    assert.equal(computer.found.get(key), id);
    assert.deepEqual(computer.times.slice(0, 2), [0, 4]);
  });

  it('is assigned to its problem if two problems are submitted at the same time', async () => {
    const first = await computer.begin(window, '1520A');
    await computer.clock.advance(second);
    const other = await computer.begin(window, '1520B');
    const b = computer.submit('1520B');
    const a = computer.submit('1520A');
    await computer.clock.advance(3 * second);
    assert.deepEqual(
      [computer.found.get(first), computer.found.get(other)],
      [a, b],
      JSON.stringify(computer.times),
    );
  });

  it('is assigned to the earlier program if it precedes another submission to the problem', async () => {
    const first = await computer.begin(window, '1520A');
    await computer.clock.advance(12 * second);
    const a = computer.submit('1520A');
    const again = await computer.begin(window, '1520A');
    assert.equal(computer.found.get(first), a);
    const b = computer.submit('1520A');
    await computer.clock.advance(3 * second);
    assert.equal(computer.found.get(again), b);
  });

  it('is searched by one window, and by another one if the first is closed', async () => {
    const other = computer.open('B');
    const key = await computer.begin(window, '1520A');
    other.reschedule();
    await computer.clock.advance(minute);
    assert.deepEqual([...new Set(computer.requests.map((one) => one.window))], ['A']);
    assert.ok(computer.requests.length <= 10, String(computer.requests.length));
    window.dispose();
    const id = computer.submit('1520A');
    await computer.clock.advance(40 * second);
    assert.equal(computer.found.get(key), id);
    assert.equal(computer.requests.at(-1)?.window, 'B');
    other.dispose();
  });

  it('is found after a reload, and isn’t searched after 5 minutes', async () => {
    const [key, late] = [await computer.begin(window, '1520A'), await computer.begin(window, '1520B')];
    window.dispose();
    const id = computer.submit('1520A');
    await computer.clock.advance(minute);
    window = computer.open('A');
    window.reschedule();
    await computer.clock.advance(second);
    assert.equal(computer.found.get(key), id);
    window.dispose();
    await computer.clock.advance(10 * minute);
    const requests = computer.requests.length;
    window = computer.open('A');
    window.reschedule();
    await computer.clock.advance(10 * minute);
    assert.equal(kind(late), 'notSubmitted');
    assert.equal(computer.requests.length, requests);
  });

  it('is searched when the user comes back, at most once in two seconds', async () => {
    const key = await computer.begin(window, '1520A');
    await computer.clock.advance(12 * second);
    const id = computer.submit('1520A');
    window.pollSoon();
    await settle();
    assert.equal(computer.found.get(key), id);
    assert.deepEqual(computer.times, [0, 2, 5, 10, 12]);
    await computer.begin(window, '1520B');
    window.pollSoon();
    window.pollSoon();
    await computer.clock.advance(1.9 * second);
    assert.deepEqual(computer.times, [0, 2, 5, 10, 12, 12]);
  });

  it('isn’t searched if its record was removed', async () => {
    const key = await computer.begin(window, '1520A');
    await computer.store.remove([key]);
    await computer.clock.advance(10 * minute);
    assert.deepEqual(computer.times, [0]);
    assert.ok(!hasSubmission({ requestId: idWithoutSubmission('x') }));
  });

  it('is searched by one request at a time, even if another program is submitted', async () => {
    await computer.begin(window, '1520A');
    await computer.clock.advance(second);
    computer.latency = 3 * second;
    await computer.clock.advance(3 * second);
    assert.deepEqual(computer.times, [0, 2]);
    computer.latency = 10 * second;
    await computer.begin(window, '1520B');
    assert.deepEqual(computer.times, [0, 2, 4, 14]);
  });

  it('replaces its record only once if two lists arrive together', async () => {
    const key = await computer.begin(window, '1520A');
    const id = computer.submit('1520A');
    computer.isStoreSlow = true;
    computer.latency = second;
    await computer.clock.advance(2.5 * second);
    computer.latency = second / 2;
    await computer.begin(window, '1520B');
    assert.deepEqual(computer.times, [0, 2, 2.5]);
    assert.deepEqual([computer.found.get(key), computer.timesFound], [id, 1]);
  });

  it('is recognized as new even if the late earlier list contains it', async () => {
    computer.submit('1520A');
    await computer.clock.advance(20 * second);
    [computer.latency, computer.isListedAtEnd] = [4 * second, true];
    const beginning = computer.beginAndOpen(window, '1520A');
    await computer.clock.advance(3 * second);
    computer.submit('1520A');
    const key = await beginning;
    await computer.clock.advance(10 * second);
    assert.equal(computer.found.get(key), '2');
  });

  it('is recognized as new in the late earlier list even if the judge rounds its time down to seconds', async () => {
    [computer.latency, computer.isListedAtEnd] = [4 * second, true];
    const beginning = computer.beginAndOpen(window, '1520A');
    await computer.clock.advance(1.6 * second);
    computer.judgeIsAhead = -0.9 * second;
    const id = computer.submit('1520A');
    const key = await beginning;
    await computer.clock.advance(10 * second);
    assert.equal(computer.found.get(key), id);
  });

  it('is found even if an earlier record’s submission can’t be stored', async () => {
    const earlier = await computer.begin(window, '1520A');
    computer.unwritable.add(earlier);
    computer.submit('1520A');
    await computer.clock.advance(second);
    const key = await computer.begin(window, '1520B');
    assert.equal(kind(key), 'inBrowser');
    const id = computer.submit('1520B');
    await computer.clock.advance(2 * second);
    assert.equal(computer.found.get(key), id);
    assert.match(
      computer.errors.splice(0).join('\n'),
      /^a submission at .* could not be stored: Error: disk full$/m,
    );
  });

  it('is found soon after the user came back, even if leases couldn’t be opened at first', async () => {
    const key = await computer.begin(window, '1520A');
    await computer.clock.advance(12 * second);
    const id = computer.submit('1520A');
    computer.failedLeases = 1;
    window.pollSoon();
    await computer.clock.advance(2 * second);
    assert.equal(computer.found.get(key), id);
    assert.equal(computer.errors.splice(0).length, 1);
  });

  it('is given up after 5 minutes, even if this can’t be stored at first', async () => {
    computer.failedEnds = 1;
    const key = await computer.begin(window, '1520A');
    await computer.clock.advance(5 * minute);
    assert.equal(kind(key), 'inBrowser');
    await computer.clock.advance(minute);
    assert.equal(kind(key), 'notSubmitted');
    assert.equal(computer.errors.splice(0).length, 1);
    assert.equal(computer.clock.timerCount, 0);
  });
});
