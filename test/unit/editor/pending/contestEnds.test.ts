import assert from 'node:assert/strict';
import { ContestEnds, nextPollAt } from '../../../../src/editor/pending/contestEnds';
import type { KnownRecord, RecordSummary } from '../../../../src/records';
import { FakeClock } from '../../support/fakeClock';
import { standIn } from '../../support/standIn';

describe('A result hidden by a contest', () => {
  let clock: FakeClock;
  let records: KnownRecord[];
  let tell: () => void;
  let asked: string[];
  let ends: ContestEnds;
  let random = 0;

  const record = (key: string, endsAt: number | null, completion: RecordSummary['completion'] = 'hidden') =>
    standIn<KnownRecord>({
      key,
      service: 'judge',
      hint: null,
      state: { kind: 'settled' },
      summary: { completion, status: null },
      rules: { statuses: {} },
      addedAt: clock.now(),
      submission: { problemId: 'P1', contest: { title: 'Weekly', endsAt } },
    });

  const follow = (...given: KnownRecord[]): void => {
    records = given;
    const store = {
      records: () => records,
      onDidChange: (listener: () => void) => {
        tell = listener;
        return { dispose: () => undefined };
      },
    };
    const tracking = {
      resumeTracking: async ({ key }: KnownRecord): Promise<boolean> => {
        asked.push(key);
        return true;
      },
      fetchAgain: async ({ key }: KnownRecord): Promise<boolean> => {
        asked.push(`${key} again`);
        return true;
      },
    };
    ends = new ContestEnds(
      store,
      tracking,
      clock,
      (what) => assert.fail(what),
      () => random,
    );
  };

  beforeEach(() => {
    clock = new FakeClock();
    asked = [];
  });
  afterEach(() => {
    ends.dispose();
    random = 0;
  });

  it('is requested at a random time within 30 s after the end, so that not all windows request it together', async () => {
    random = 0.5;
    follow(record('a', clock.now() + 60_000));
    await clock.advance(60_000 + 2_000 + 14_999);
    assert.deepEqual(asked, []);
    await clock.advance(1);
    assert.deepEqual(asked, ['a']);
  });

  it('is requested after its contest has ended, and not before', async () => {
    follow(record('a', clock.now() + 60_000), record('b', clock.now() + 3_600_000));
    await clock.advance(61_000);
    assert.deepEqual(asked, []);
    await clock.advance(1_000);
    assert.deepEqual(asked, ['a']);
    records = [record('a', 0, 'finished'), ...records.slice(1)];
    tell();
    await clock.advance(3_550_000);
    assert.deepEqual(asked, ['a', 'b']);
  });

  it('is requested again on time if the clock was set back', async () => {
    follow(record('a', clock.now() - 365 * 24 * 3_600_000));
    await clock.advance(1);
    assert.deepEqual(asked, ['a']);
    clock.jump(-30 * 24 * 3_600_000);
    await clock.advance(62_000);
    assert.deepEqual(asked, ['a', 'a']);
  });

  it('is requested as soon as another record shows that the contest has ended', async () => {
    const end = clock.now() + 3_600_000;
    const of = (hint: string, one: KnownRecord) => ({ ...one, hint });
    const others = [of('one', record('b', end)), of('two', record('c', end))];
    follow(of('one', record('a', end)), ...others);
    await clock.advance(60_000);
    records = [of('one', record('a', clock.now() - 5_000, 'finished')), ...others];
    tell();
    await clock.advance(1);
    assert.deepEqual(asked, ['b']);
  });

  it('is requested again if the end was postponed', async () => {
    const end = clock.now() + 60_000;
    follow(record('a', end));
    await clock.advance(62_000);
    records = [record('a', end + 600_000)];
    tell();
    await clock.advance(599_000);
    assert.deepEqual(asked, ['a']);
    await clock.advance(1_000);
    assert.deepEqual(asked, ['a', 'a']);
  });

  it('is requested less and less often if it stays hidden after the end', async () => {
    follow(record('a', clock.now()));
    await clock.advance(24 * 3_600_000);
    assert.ok(asked.length > 5 && asked.length < 35, String(asked.length));
  });

  describe('with further tests after the contest', () => {
    const tested = (key: string, endsAt: number | null, name = 'Accepted for Testing') => ({
      ...record(key, endsAt, 'finished'),
      ...standIn<Pick<KnownRecord, 'state' | 'summary' | 'rules'>>({
        state: { kind: 'finished' },
        summary: { completion: 'finished', status: 8 },
        rules: { statuses: { '8': { kind: 'error', name } } },
      }),
    });

    /** The organizers stopped the contest. */
    const stopped = (one: KnownRecord, addedAt: number): KnownRecord =>
      standIn<KnownRecord>({
        ...one,
        addedAt,
        submission: { ...one.submission, contest: { ...one.submission?.contest, isOver: true } },
      });

    it('is fetched again after the end, and only if its verdict isn’t the last one', async () => {
      const end = clock.now() + 60_000;
      follow(tested('a', end), tested('b', end, 'Wrong Answer'), tested('c', null));
      await clock.advance(61_000);
      assert.deepEqual(asked, []);
      await clock.advance(1_000);
      assert.deepEqual(asked, ['a again']);
      records = [tested('a', end, 'Wrong Answer')];
      tell();
      await clock.advance(86_400_000);
      assert.deepEqual(asked, ['a again']);
    });

    it('is fetched again when a contest without a planned end, or before its planned end, was stopped', async () => {
      const later = clock.now() + 3_600_000;
      follow(tested('a', null), tested('b', later));
      await clock.advance(60_000);
      assert.deepEqual(asked, []);
      records = records.map((one) => stopped(one, clock.now()));
      tell();
      await clock.advance(2_000);
      assert.deepEqual(asked, ['a again', 'b again']);
      await clock.advance(30_000);
      assert.deepEqual(asked.slice(2), ['a again', 'b again']);
    });

    it('isn’t fetched again in each window after a month, if the time of the stop is unknown', async () => {
      follow(stopped(tested('a', null), clock.now() - 31 * 86_400_000));
      await clock.advance(3_600_000);
      assert.deepEqual(asked, []);
    });

    it('isn’t fetched for ever, because the judge may not run the tests', async () => {
      follow(tested('a', clock.now()), tested('b', clock.now() - 4 * 86_400_000));
      await clock.advance(7 * 86_400_000);
      assert.equal(asked.length, 12);
      assert.ok(asked.every((key) => key === 'a again'));
    });
  });

  it('is found among very many records', async () => {
    const others = Array.from({ length: 200_000 }, (_, at) => record(`r${at}`, null, 'finished'));
    follow(...others.slice(0, 10));
    records = [...others, record('a', clock.now())];
    tell();
    await clock.advance(2_000);
    assert.deepEqual(asked, ['a']);
  });

  it('needs no timer if it isn’t hidden or the end is unknown', () => {
    follow(record('a', null), record('b', 0, 'finished'));
    assert.equal(clock.timerCount, 0);
    assert.equal(nextPollAt(Infinity, null), Infinity);
  });

  it('is requested after a contest that ends in a month, and immediately after a past end', async () => {
    follow(record('a', clock.now() + 30 * 86_400_000), record('b', clock.now() - 86_400_000));
    await clock.advance(0);
    assert.deepEqual(asked, ['b']);
    records = records.slice(0, 1);
    tell();
    await clock.advance(30 * 86_400_000);
    assert.deepEqual(asked, ['b']);
    await clock.advance(2_000);
    assert.deepEqual(asked, ['b', 'a']);
  });
});
