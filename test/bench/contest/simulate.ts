import { clics } from '../../../src/judges/adapters/clics';
import { described } from '../../support/profiles';
import { FakeClock, seededRandom } from '../../unit/support/fakeClock';
import { quantile } from '../row';
import { DomjudgeModel, SITE } from './domjudge';
import { ContestWindow } from './window';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A contest to simulate. */
export interface Scenario {
  readonly windows: number;
  readonly hours: number;
  /** submissions of each team */
  readonly submissions: number;
  readonly isFocused: boolean;
  readonly opensAndFollows: boolean;
  /** round trip of a request, ms */
  readonly roundTrip: number;
  readonly hosts: number;
}

export interface ContestOutcome {
  readonly perSubmission: number;
  /** from the verdict until the row shows it, ms */
  readonly delay50: number;
  readonly delay99: number;
  /** most requests in one second, and in one second of any minute on average */
  readonly peak: number;
  readonly minutePeak: number;
  readonly submitted: number;
  readonly lost: number;
}

/** Runs a contest from ten minutes before its start until ten minutes after its end. The same seed gives the same run. */
export async function simulateContest(scenario: Scenario, seed: number): Promise<ContestOutcome> {
  const clock = new FakeClock();
  const random = seededRandom(seed);
  const startsAt = clock.now() + 10 * MINUTE;
  const endsAt = startsAt + scenario.hours * HOUR;
  const server = new DomjudgeModel(clock, {
    startsAt,
    endsAt,
    roundTrip: scenario.roundTrip,
    hosts: scenario.hosts,
    judgingTime: () => 6 * SECOND * Math.exp(0.6 * normal(random)),
    random,
  });
  const judge = described(clics, 'wf', { url: `${SITE}/api`, contest: 'wf' });
  let submitted = 0;
  const windows = Array.from({ length: scenario.windows }, (_, index) => {
    const window = new ContestWindow(judge, clock, server.fetch, random, {
      ...scenario,
      user: `t${index}`,
      watches: false,
    });
    void window.lookAtContest();
    clock.after(startsAt - clock.now(), () => window.showProblemsSoon());
    const times = Array.from({ length: scenario.submissions }, () =>
      submissionTime(startsAt, endsAt, random),
    );
    submitNext(times.toSorted((one, other) => one - other));
    return window;

    function submitNext([next, ...others]: readonly number[]): void {
      if (next === undefined) return;
      clock.after(Math.max(next - clock.now(), 0), () => {
        submitted += 1;
        void window.submit().then(() => submitNext(others));
      });
    }
  });
  const isDone = () =>
    clock.now() > endsAt + 10 * MINUTE &&
    windows.reduce((sum, { finished }) => sum + finished.size, 0) === submitted;
  clock.after(endsAt + 10 * MINUTE + SECOND - clock.now(), () => undefined);
  await clock.until(isDone, (scenario.hours + 2) * HOUR);
  const delays = windows.flatMap(({ shownAt }) =>
    [...shownAt].map(([id, at]) => at - (server.verdictTimes.get(id) ?? at)),
  );
  const finished = windows.reduce((sum, window) => sum + window.finished.size, 0);
  for (const window of windows) await window.close();
  return {
    perSubmission: server.requests.length / submitted,
    delay50: quantile(delays, 0.5),
    delay99: quantile(delays, 0.99),
    peak: most(server.requests, SECOND),
    minutePeak: most(server.requests, MINUTE) / 60,
    submitted,
    lost: submitted - finished,
  };
}

export interface IdleOutcome {
  /** requests of a window in a minute: on average, and the most in any minute */
  readonly perMinute: number;
  readonly most: number;
  /** the most in the first two minutes of the contest, in which users also look at the problems */
  readonly mostAtStart: number;
  /** the most around the end of the contest, which isn't requested later because of other requests */
  readonly mostAtEnd: number;
  /** most requests of all windows in one second */
  readonly peak: number;
}

/**
 * Runs a contest in which no team submits anything. All windows follow the submissions and read the clarifications, from
 * ten minutes before its start until twenty minutes after its end.
 */
export async function simulateIdle(windowCount: number, seed: number): Promise<IdleOutcome> {
  const clock = new FakeClock();
  const random = seededRandom(seed);
  const startsAt = clock.now() + 10 * MINUTE;
  const endsAt = startsAt + 5 * HOUR;
  const judgingTime = () => 6 * SECOND;
  const server = new DomjudgeModel(clock, {
    startsAt,
    endsAt,
    roundTrip: 60,
    hosts: 12,
    judgingTime,
    random,
  });
  const judge = described(clics, 'wf', { url: `${SITE}/api`, contest: 'wf' });
  const windows = Array.from({ length: windowCount }, (_, index) => {
    const options = { user: `t${index}`, isFocused: true, opensAndFollows: false, watches: true };
    const window = new ContestWindow(judge, clock, server.fetch, random, options);
    // people don't open their windows in the same second
    clock.after(random() * 5 * MINUTE, () => void window.lookAtContest());
    clock.after(startsAt - clock.now(), () => window.showProblemsSoon());
    return window;
  });
  await clock.advance(5 * HOUR + 30 * MINUTE);
  for (const window of windows) await window.close();
  const start = [startsAt, startsAt + 2 * MINUTE] as const;
  const end = [endsAt - MINUTE, endsAt + 2 * MINUTE] as const;
  const mostBetween = (from: number, to: number) =>
    Math.max(
      ...[...server.byUser.values()].map((times) =>
        most(
          times.filter((at) => at >= from && at < to),
          MINUTE,
        ),
      ),
    );
  return {
    perMinute: server.requests.length / windowCount / 330,
    most: Math.max(mostBetween(0, start[0]), mostBetween(start[1], end[0]), mostBetween(end[1], Infinity)),
    mostAtStart: mostBetween(...start),
    mostAtEnd: mostBetween(...end),
    peak: most(server.requests, SECOND),
  };
}

/** Requests and characters of a jury account's window that waits for two submissions among many others. */
export async function simulateJury(
  others: number,
  seed: number,
): Promise<{ readonly requests: number; readonly sent: number }> {
  const clock = new FakeClock();
  const random = seededRandom(seed);
  const startsAt = clock.now() - HOUR;
  const judgingTime = () => 60 * SECOND;
  const model = {
    startsAt,
    endsAt: startsAt + 5 * HOUR,
    roundTrip: 60,
    hosts: others + 2,
    judgingTime,
    random,
  };
  const server = new DomjudgeModel(clock, model);
  const judge = described(clics, 'wf', { url: `${SITE}/api`, contest: 'wf' });
  for (let count = 0; count < others; count += 1) server.submitFor('t1');
  await clock.advance(2 * MINUTE);
  const options = { user: 'jury', isFocused: true, opensAndFollows: false, watches: false };
  const window = new ContestWindow(judge, clock, server.fetch, random, options);
  const submissions = Promise.all([window.submit(), window.submit()]);
  await clock.advance(10 * SECOND);
  await submissions;
  const [requests, sent] = [server.requests.length, server.sent];
  await clock.advance(40 * SECOND);
  await window.close();
  const polls = server.requests.length - requests;
  return { requests: polls, sent: (server.sent - sent) / polls };
}

/** Few submissions in the first ten minutes, three times as many as usual in the last fifteen. */
function submissionTime(startsAt: number, endsAt: number, random: () => number): number {
  for (;;) {
    const at = startsAt + random() * (endsAt - startsAt - 10 * SECOND);
    const weight = at < startsAt + 10 * MINUTE ? 0.2 : at > endsAt - 15 * MINUTE ? 3 : 1;
    if (random() * 3 < weight) return at;
  }
}

/** Returns a normally distributed number. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Returns the largest number of requests within any `span` ms that begin at a multiple of one second. */
function most(times: readonly number[], span: number): number {
  const counts = new Map<number, number>();
  for (const time of times) {
    const last = Math.floor(time / SECOND);
    for (let second = last; second > last - span / SECOND; second -= 1)
      counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
