import assert from 'node:assert/strict';
import { FetchedContests } from '../../../../../src/editor/shared/backgroundRequests/fetchedContests';
import { MAX_FETCHED_CONTESTS, SHARED_CONTEST_MS } from '../../../../../src/editor/shared/limits';
import type { Judge } from '../../../../../src/judges';
import type { JudgeHttp } from '../../../../../src/judges/http/judgeHttp';
import type { Contest } from '../../../../../src/results';
import { FakeClock } from '../../../support/fakeClock';
import { standIn } from '../../../support/standIn';

const minute = 60_000;

describe('A contest that was fetched in the background', () => {
  let clock: FakeClock;
  let contest: Contest;
  /** ms that the judge's clock is ahead */
  let lead: number;
  let asked: string[];
  let contests: FetchedContests;

  const judge = standIn<Judge>({
    id: 'finals',
    contests: {
      fetch: async (_http, id) => {
        asked.push(id);
        return contest;
      },
    },
  });

  beforeEach(() => {
    clock = new FakeClock();
    lead = 0;
    asked = [];
    contest = {
      title: 'Finals',
      id: 'nwerc',
      startsAt: clock.now() - minute,
      endsAt: clock.now() + 300 * minute,
    };
    contests = new FetchedContests(
      {
        ask: (_judge, operation, _signal, by) => {
          assert.equal(by, 'background');
          return operation(standIn<JudgeHttp>({}));
        },
        timeAt: () => clock.now() + lead,
      },
      clock,
    );
  });

  it('is used again for two minutes', async () => {
    assert.equal(contests.recent('finals', 'nwerc'), null);
    assert.equal(await contests.fetch(judge, 'nwerc'), contest);
    await clock.advance(SHARED_CONTEST_MS - 1);
    assert.equal(contests.recent('finals', 'nwerc'), contest);
    assert.deepEqual([contests.recent('finals', 'other'), contests.recent('school', 'nwerc')], [null, null]);
    await clock.advance(1);
    assert.equal(contests.recent('finals', 'nwerc'), null);
    assert.equal(asked.length, 1);
  });

  it('isn’t used after its start or its end by the judge’s clock', async () => {
    lead = 10 * minute;
    for (const change of ['startsAt', 'endsAt'] as const) {
      contest = { title: null, endsAt: null, [change]: clock.now() + lead + 10_000 };
      await contests.fetch(judge, 'nwerc');
      await clock.advance(9_999);
      assert.equal(contests.recent('finals', 'nwerc'), contest);
      await clock.advance(1);
      assert.equal(contests.recent('finals', 'nwerc'), null);
    }
    // fetched after its end
    await contests.fetch(judge, 'nwerc');
    assert.equal(contests.recent('finals', 'nwerc'), contest);
  });

  it('isn’t used after the clock was set back', async () => {
    await contests.fetch(judge, 'nwerc');
    clock.jump(-3_600_000);
    assert.equal(contests.recent('finals', 'nwerc'), null);
  });

  it('replaces the oldest one if there are many', async () => {
    for (let number = 0; number <= MAX_FETCHED_CONTESTS; number += 1)
      await contests.fetch(judge, `contest${number}`);
    assert.equal(contests.recent('finals', 'contest0'), null);
    assert.equal(contests.recent('finals', 'contest1'), contest);
  });
});
