// npm run bench -- load: load of one window. 1,000 pending requests with 50 pushed results a second for ten minutes, and a
// day with 20 pending requests. Time is simulated, files and work are real.
import { readPushed } from '../../src/judges/adapters/specification/responses';
import type { ResultAnswer } from '../../src/judges/adapters/shared/makeResult';
import { FakeClock, seededRandom } from '../unit/support/fakeClock';
import { simulateDay } from './load/day';
import { LoopTimes } from './load/delay';
import { LoadedWindow } from './load/window';
import { ms, runAlone, type Row } from './row';

const pending = 1000;
const pushesPerSecond = 50;
const seconds = 600;
const cases = 60;
/** Simulated time between two pushes, ms. */
const stretch = 1000 / pushesPerSecond;
/** Maximum number of simultaneous requests. */
const maxInFlight = 4;
/** One frame of a screen with 60 Hz, ms. */
const picture = 1000 / 60;
/** Interval of a simple client that polls every request, ms. */
const everyMoment = 1500;

export async function measure(): Promise<readonly Row[]> {
  return [...(await underLoad()), ...(await day())];
}

async function underLoad(): Promise<Row[]> {
  const clock = new FakeClock();
  const random = seededRandom(20_261_121);
  const done = new Map<string, number>();
  const counts = { inFlight: 0, most: 0, asks: 0 };
  const ask = async ({ requestId }: { requestId: string }): Promise<ResultAnswer> => {
    counts.asks += 1;
    counts.most = Math.max(counts.most, (counts.inFlight += 1));
    await new Promise<void>((resolve) => void clock.after(50 + 1950 * random(), resolve));
    counts.inFlight -= 1;
    const frame = readPushed(body(requestId, done.get(requestId) ?? 0));
    if (frame.kind !== 'result') throw new Error('the frame has no result');
    return frame.answer;
  };
  const window = await LoadedWindow.open(clock, ask);
  try {
    window.pushLive();
    const ids = Array.from({ length: pending }, (_, at) => `r${at}`);
    while (ids.length > 0) await Promise.all(ids.splice(0, 50).map((id) => window.track(id)));
    const times = new LoopTimes();
    for (let push = 0; push < pushesPerSecond * seconds; push += 1) {
      times.begin();
      const id = `r${Math.floor(random() * pending)}`;
      done.set(id, Math.min((done.get(id) ?? 0) + 1, cases - 1));
      const frame = readPushed(body(id, done.get(id) ?? 0));
      if (frame.kind === 'result') void window.pushed(id, frame.answer, clock.now());
      await clock.advance(stretch);
      await window.diskIdle();
      times.end();
    }
    const stillPending = window.tracker.pending.length;
    const what = `${pending} pending, ${pushesPerSecond} pushes/s, ${seconds / 60} min`;
    const requestsOfSimpleClient = (pending * seconds * 1000) / everyMoment;
    return [
      {
        measure: `${what}: event-loop delay p99`,
        headline: `${what}: event-loop delay p99 (longest)`,
        ours: `${ms(times.p99)} (longest ${ms(times.longest)})`,
        peer: `a frame at 60 Hz ${ms(picture)}`,
        ratio: times.p99 / picture,
        budget: '≤ 1',
        met: times.p99 <= picture,
      },
      {
        measure: `${what}: maximum requests in flight`,
        ours: String(counts.most),
        peer: `limit ${maxInFlight}`,
        ratio: counts.most / maxInFlight,
        budget: '≤ 1',
        met: counts.most <= maxInFlight && stillPending === pending,
      },
      {
        measure: `${what}: requests`,
        ours: String(counts.asks),
        peer: `each polled every 1.5 s ${requestsOfSimpleClient}`,
        ratio: counts.asks / requestsOfSimpleClient,
        budget: '≤ 0.6',
        met: counts.asks <= 0.6 * requestsOfSimpleClient,
      },
      {
        measure: `${what}: event loop busy`,
        ours: `${((times.mean / stretch) * 100).toFixed(0)} %`,
        peer: '',
        budget: '',
        met: undefined,
      },
    ];
  } finally {
    await clock.advance(3000);
    await window.close();
  }
}

async function day(): Promise<Row[]> {
  const all = 20;
  const seen = await simulateDay(all, 60_000, 7);
  const requestsOfSimpleClient = (all * 86_400_000) / everyMoment;
  const what = `a day, ${all} always pending, ${seen.judgings} submissions`;
  return [
    {
      measure: `${what}: requests for pending results`,
      ours: String(seen.asksOfPending),
      peer: `each polled every 1.5 s ${requestsOfSimpleClient}`,
      ratio: seen.asksOfPending / requestsOfSimpleClient,
      budget: '≤ 0.6',
      met: seen.asksOfPending <= 0.6 * requestsOfSimpleClient,
    },
    {
      measure: `${what}: requests per submission`,
      ours: (seen.asksOfJudgings / seen.judgings).toFixed(2),
      peer: '',
      budget: 'no result missed',
      met: seen.learnt === seen.judgings,
    },
    {
      measure: `${what}: maximum number of timers`,
      ours: `${seen.timers} (${seen.timersInTheEnd} with nothing pending)`,
      peer: '',
      budget: '≤ 1, then 0',
      met: seen.timers <= 1 && seen.timersInTheEnd === 0,
    },
    {
      measure: `${what}: memory growth after the first hour`,
      ours: `${(seen.grown / 1000).toFixed(0)} kB`,
      peer: '',
      budget: '≤ 1000 kB',
      met: seen.grown <= 1_000_000,
    },
  ];
}

/** Returns a result with this number of finished cases. */
function body(requestId: string, finished: number): string {
  const figures = { score: 1, time: 3, memory: 800, signal: 0, exitCode: 0, description: 'ok accepted' };
  const subtask = {
    id: 0,
    status: 1,
    score: finished,
    time: 3,
    memory: 800,
    cases: Array.from({ length: cases }, (_, id) => ({ id, status: id < finished ? 12 : 0, ...figures })),
  };
  const judge = { id: 1, status: 1, score: finished, time: 3, memory: 800, subtasks: [subtask] };
  const compile = { success: true, message: '', opt2: true };
  return JSON.stringify({ type: 'judge', requestId, trackId: null, data: { compile, judge } });
}

runAlone(import.meta.filename, measure);
