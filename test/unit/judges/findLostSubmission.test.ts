import assert from 'node:assert/strict';
import {
  findLostSubmission,
  type LostSubmission,
  PostTimer,
  sentSubmissionsOf,
} from '../../../src/judges/findLostSubmission';
import type { ListedSubmission, Submission } from '../../../src/judges';
import { RequestFailed } from '../../../src/judges';
import { hydroSite } from '../../support/profiles';
import { on, run } from '../../support/operations';
import { answer } from './adapters/answers';
import { FakeClock } from '../support/fakeClock';

/** Time between the two clocks, ms. */
const LEAD = 30_000;
const judge = hydroSite('https://oj.example.org');
const program: Submission = {
  problemId: 'P1',
  place: null,
  language: 'cc',
  optimise: false,
  code: 'int main() {}',
  trackId: 't',
  inputs: null,
};

describe('The search for a submission whose response was lost', () => {
  let clock: FakeClock;
  /** Submissions that the judge lists, with the time by our clock at which they appear in the list. */
  let sent: { readonly id: string; readonly at: number | null; readonly listedAt: number }[];
  let fetches: number[];
  let isDown: () => boolean;
  let control: AbortController;
  let outcome: LostSubmission | null;
  let start: number;

  beforeEach(() => {
    clock = new FakeClock();
    start = clock.now();
    sent = [];
    fetches = [];
    isDown = () => false;
    control = new AbortController();
    outcome = null;
  });

  /** The response is lost 3 s after the request. */
  const search = async (known: readonly string[] = []): Promise<void> => {
    clock.jump(3_000);
    const list = {
      fetchSent: async ({ from, to }: { readonly from: number; readonly to: number }) => {
        assert.deepEqual([from, to], [start + LEAD - 1_500, Infinity]);
        fetches.push(clock.now() - start - 3_000);
        if (isDown()) throw new RequestFailed({ kind: 'reset' });
        return sent.filter(({ listedAt }) => listedAt <= clock.now()).map(listed);
      },
      isKnown: ({ requestId }: ListedSubmission) => known.includes(requestId),
    };
    const times = { start, end: start + 3_000 };
    void findLostSubmission(list, times, LEAD, clock, control.signal).then((found) => (outcome = found));
    await clock.advance(0);
  };
  /** Adds a submission that the judge received `after` ms after the request, by its own clock. */
  const receive = (id: string, after: number, listedAfter = after): void => {
    sent.push({ id, at: start + LEAD + after, listedAt: start + listedAfter });
  };
  const ids = (): readonly string[] => {
    assert.ok(outcome);
    if (outcome.kind === 'found') return ['found', outcome.submission.requestId];
    if (outcome.kind === 'unclear')
      return ['unclear', ...outcome.submissions.map(({ requestId }) => requestId)];
    return [outcome.kind];
  };

  it('finds the only new submission immediately', async () => {
    receive('old', 0);
    receive('7', 1_000);
    await search(['old']);
    assert.deepEqual([ids(), fetches], [['found', '7'], [0]]);
  });

  it('ignores earlier submissions, and accepts a time that was rounded down', async () => {
    receive('before', -1_501);
    receive('7', -1_500);
    await search();
    assert.deepEqual(ids(), ['found', '7']);
  });

  it('searches again after 5, 20, and 60 s, because the request may be delivered late', async () => {
    await search();
    await clock.advance(59_999);
    assert.deepEqual([outcome, fetches], [null, [0, 5_000, 20_000]]);
    await clock.advance(1);
    assert.deepEqual([ids(), fetches], [['notListed'], [0, 5_000, 20_000, 60_000]]);
  });

  it('finds a submission that the list contains later', async () => {
    receive('7', 2_000, 10_000);
    await search();
    await clock.advance(20_000);
    assert.deepEqual(
      [ids(), fetches],
      [
        ['found', '7'],
        [0, 5_000, 20_000],
      ],
    );
  });

  it('doesn’t decide between several submissions', async () => {
    receive('7', 1_000);
    receive('8', 2_000);
    await search();
    assert.deepEqual(ids(), ['unclear', '7', '8']);
  });

  it('doesn’t take a submission that came later than 2 s after the response was lost', async () => {
    receive('7', 5_000, 5_000);
    await search();
    await clock.advance(5_000);
    assert.deepEqual(ids(), ['found', '7']);
    sent = [];
    receive('8', 5_001, 5_001);
    await search();
    await clock.advance(5_000);
    assert.deepEqual(ids(), ['unclear', '8']);
  });

  it('lets the user choose among unknown submissions without a time', async () => {
    sent = ['old', '7'].map((id) => ({ id, at: null, listedAt: start }));
    await search(['old']);
    assert.deepEqual(ids(), ['unclear', '7']);
    await search(['old', '7']);
    await clock.advance(60_000);
    assert.deepEqual(ids(), ['notListed']);
  });

  it('searches again if the list can’t be fetched, and reports if it never could', async () => {
    isDown = () => clock.now() < start + 20_000;
    receive('7', 1_000);
    await search();
    await clock.advance(60_000);
    assert.deepEqual(
      [ids(), fetches],
      [
        ['found', '7'],
        [0, 5_000, 20_000],
      ],
    );
  });

  it('reports that the list is unknown if it never could be fetched', async () => {
    isDown = () => true;
    await search();
    await clock.advance(60_000);
    assert.deepEqual(ids(), ['unknown']);
  });

  it('is a single request if the response was lost long ago', async () => {
    clock.jump(100_000);
    await search();
    assert.deepEqual(fetches, [100_000]);
    assert.deepEqual(ids(), ['notListed']);
  });

  it('ends when the user cancels it', async () => {
    await search();
    control.abort();
    await clock.advance(0);
    assert.deepEqual([ids(), clock.timerCount], [['notListed'], 0]);
  });
});

describe('The time at which a program is submitted', () => {
  it('is that of the first request that isn’t a GET request', async () => {
    const clock = new FakeClock();
    const timer = new PostTimer(clock);
    const start = clock.now();
    const reply = () => {
      clock.jump(1_000);
      return answer({});
    };
    const operation = timer.timed(async (http) => {
      await http.get('/languages');
      assert.equal(timer.start, null);
      await http.postForm('/submit', {});
      await http.send({ method: 'POST', path: '/submit' });
    });
    await run(on(judge, operation), reply);
    assert.equal(timer.start, start + 1_000);
  });
});

describe('A judge’s submissions in a language', () => {
  const listed7 = listed({ id: '7', at: 1, listedAt: 0 });

  it('are those of its list of the problem, if it contains the language', async () => {
    const entries = [
      { ...listed7, requestId: '9', language: 'CC' },
      { ...listed7, requestId: '8', language: 'py' },
      listed7,
    ];
    const fetch = sentSubmissionsOf(
      {
        submission: undefined,
        problemSubmissions: {
          needsAccount: true,
          code: 'notReturned',
          fetchPage: async () => ({ submissions: entries, next: null }),
        },
      },
      program,
      'alice',
    );
    assert.ok(fetch);
    const found = await run(on(judge, fetch({ from: 0, to: 1 })), () => answer({}));
    assert.deepEqual(
      found.map(({ requestId }) => requestId),
      ['7', '9'],
    );
  });

  it('are unknown without a list, or without the user’s name that the list requires', () => {
    const problemSubmissions = {
      needsAccount: true,
      code: 'notReturned' as const,
      fetchPage: async () => ({ submissions: [], next: null }),
    };
    assert.equal(sentSubmissionsOf({ submission: undefined, problemSubmissions }, program, null), null);
    assert.equal(
      sentSubmissionsOf({ submission: undefined, problemSubmissions: undefined }, program, 'a'),
      null,
    );
  });
});

function listed({
  id,
  at,
}: {
  readonly id: string;
  readonly at: number | null;
  readonly listedAt: number;
}): ListedSubmission {
  return {
    requestId: id,
    hint: null,
    problem: 'P1',
    problemId: 'P1',
    problemTitle: null,
    status: null,
    score: null,
    at,
    time: null,
    language: 'cc',
  };
}
