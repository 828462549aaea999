// npm run bench -- polling: how often and how late the tracker asks, against two other clients, over simulated judgings.
import { KINDS } from './polling/judgings';
import { judgings, simulatePeer, simulateTracker } from './polling/simulate';
import type { Outcome } from './polling/simulate';
import { runAlone, type Row } from './row';

const COUNT = 10_000;
const SEED = 20_261_121;

/** What the judge Hydro does: every 1.5 s, at most 120 times. */
const HYDRO = { first: 1500, gap: 1500, most: 120 };
/** Another public client: 10 s of silence, then every second. */
const SILENCE = { first: 10_000, gap: 1000, most: Infinity };

/** Of the first kind's requests, with nothing lost; what the others come to is told only. */
const MOST_OF_HYDRO = 0.6;
const MOST_WITH_PUSH = 2;

/** All kinds of judgings, 10,000 each: requests a judging, mean delay and results never learnt, in seconds and numbers. */
export async function measure(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of KINDS) {
    const all = judgings(kind, COUNT, SEED);
    const hydro = simulatePeer(all, HYDRO);
    const ours = await simulateTracker(all, SEED);
    const isFirst = kind === KINDS[0];
    rows.push(...compared(kind.name, ours, hydro, isFirst));
    if (!isFirst) continue;
    rows.push(told(`polling, ${kind.name}: requests beside “10 s, then every second”`, ours, all));
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
      ours: ours.requestsPerJudging.toFixed(2),
      peer: `every 1.5 s, at most 120: ${hydro.requestsPerJudging.toFixed(2)}`,
      ratio: requests,
      budget: isBudgeted ? `≤ ${MOST_OF_HYDRO}` : '',
      met: isBudgeted ? requests <= MOST_OF_HYDRO : undefined,
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

function told(name: string, ours: Outcome, all: ReturnType<typeof judgings>): Row {
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
      budget: `≤ ${MOST_WITH_PUSH}`,
      met: requestsPerJudging <= MOST_WITH_PUSH,
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
