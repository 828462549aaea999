// npm run bench -- polling: number of requests and delay of the tracker, compared with two other clients, for simulated
// submissions.
import { KINDS } from './polling/judgings';
import { judgings, simulatePeer, simulateTracker } from './polling/simulate';
import type { Outcome } from './polling/simulate';
import { runAlone, type Row } from './row';

const COUNT = 10_000;
const SEED = 20_261_121;

/** The polling of Hydro’s own page: every 1.5 s, at most 120 times. */
const HYDRO = { first: 1500, gap: 1500, most: 120 };
/** Another public client: after 10 s, then every second. */
const SILENCE = { first: 10_000, gap: 1000, most: Infinity };

/** Budgets of the first kind of submissions. The other kinds have none. */
const MAX_SHARE_OF_HYDRO = 0.6;
const MAX_WITH_PUSH = 2;

/** Simulates 10,000 submissions of each kind: requests per submission, mean delay, and missed results. */
export async function measure(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of KINDS) {
    const all = judgings(kind, COUNT, SEED);
    const hydro = simulatePeer(all, HYDRO);
    const ours = await simulateTracker(all, SEED);
    const isFirst = kind === KINDS[0];
    rows.push(...compared(kind.name, ours, hydro, isFirst));
    if (!isFirst) continue;
    rows.push(
      comparedWithSilence(`polling, ${kind.name}: compared with “10 s, then every second”`, ours, all),
    );
    rows.push(...pushed(kind.name, await simulateTracker(all, SEED, { lost: 0.02 })));
  }
  return rows;
}

function compared(kind: string, ours: Outcome, hydro: Outcome, isBudgeted: boolean): Row[] {
  const requests = ours.requestsPerJudging / hydro.requestsPerJudging;
  const delay = ours.meanDelay / hydro.meanDelay;
  return [
    {
      measure: `polling, ${kind}: requests per submission`,
      ...(isBudgeted ? { headline: 'polling: requests per submission (simulated, median 6 s)' } : {}),
      ours: ours.requestsPerJudging.toFixed(2),
      peer: `every 1.5 s, at most 120: ${hydro.requestsPerJudging.toFixed(2)}`,
      ratio: requests,
      budget: isBudgeted ? `≤ ${MAX_SHARE_OF_HYDRO}` : '',
      met: isBudgeted ? requests <= MAX_SHARE_OF_HYDRO : undefined,
    },
    {
      measure: `polling, ${kind}: mean delay (95 %)`,
      ours: delays(ours),
      peer: `every 1.5 s, at most 120: ${delays(hydro)}`,
      ratio: delay,
      budget: isBudgeted ? '≤ 1' : '',
      met: isBudgeted ? delay <= 1 : undefined,
    },
    {
      measure: `polling, ${kind}: results missed`,
      ours: String(ours.neverLearnt),
      peer: `every 1.5 s, at most 120: ${hydro.neverLearnt}`,
      budget: '0',
      met: ours.neverLearnt === 0,
    },
  ];
}

function comparedWithSilence(name: string, ours: Outcome, all: ReturnType<typeof judgings>): Row {
  const silence = simulatePeer(all, SILENCE);
  return {
    measure: name,
    ours: `${ours.requestsPerJudging.toFixed(2)}, ${delays(ours)}`,
    peer: `${silence.requestsPerJudging.toFixed(2)}, ${delays(silence)}`,
    ratio: ours.requestsPerJudging / silence.requestsPerJudging,
    budget: '',
    met: undefined,
  };
}

function pushed(kind: string, { requestsPerJudging, neverLearnt }: Outcome): Row[] {
  const name = `polling, ${kind}, 2 % of pushes lost`;
  return [
    {
      measure: `${name}: requests per submission`,
      ours: requestsPerJudging.toFixed(2),
      peer: '',
      budget: `≤ ${MAX_WITH_PUSH}`,
      met: requestsPerJudging <= MAX_WITH_PUSH,
    },
    {
      measure: `${name}: results missed`,
      ours: String(neverLearnt),
      peer: '',
      budget: '0',
      met: neverLearnt === 0,
    },
  ];
}

function delays({ meanDelay, delay95 }: Outcome): string {
  return `${(meanDelay / 1000).toFixed(2)} s (${(delay95 / 1000).toFixed(2)} s)`;
}

runAlone(__filename, measure);
