// npm run bench:polling: how often and how late the tracker asks, against two other clients, over simulated judgings.
// Ends with 1 over budget.
import { KINDS } from './polling/judgings';
import { judgings, simulatePeer, simulateTracker } from './polling/simulate';
import type { Outcome } from './polling/simulate';

const COUNT = 10_000;
const SEED = 20_261_121;

/** What the judge Hydro does: every 1.5 s, at most 120 times. */
const HYDRO = { first: 1500, gap: 1500, most: 120 };
/** Another public client: 10 s of silence, then every second. */
const SILENCE = { first: 10_000, gap: 1000, most: Infinity };

async function main(): Promise<void> {
  console.log(
    `${COUNT} judgings of each kind, seed ${SEED}; requests per judging, delay in s (mean, 95 %), never learnt`,
  );
  console.log('\n| judgings | client | requests | mean | 95 % | never | of Hydro’s |');
  console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: |');
  const misses: string[] = [];
  for (const kind of KINDS) {
    const all = judgings(kind, COUNT, SEED);
    const hydro = simulatePeer(all, HYDRO);
    const ours = await simulateTracker(all, SEED);
    row(kind.name, 'every 1.5 s, at most 120', hydro);
    row('', '10 s, then every second', simulatePeer(all, SILENCE), hydro);
    row('', 'this tracker', ours, hydro);
    if (ours.neverLearnt > 0) misses.push(`${kind.name}: ${ours.neverLearnt} never learnt`);
    if (kind !== KINDS[0]) continue;
    const ratio = ours.requestsPerJudging / hydro.requestsPerJudging;
    if (ratio > 0.6) misses.push(`${ratio.toFixed(2)} of the requests (budget: 0.60)`);
    if (ours.meanDelay > hydro.meanDelay) misses.push('a larger mean delay');
    const pushed = await simulateTracker(all, SEED, { lost: 0.02 });
    row('', 'this tracker, 2 % of pushes lost', pushed, hydro);
    if (pushed.requestsPerJudging > 2) misses.push('more than 2 requests a judging with push');
    if (pushed.neverLearnt > 0) misses.push(`${pushed.neverLearnt} never learnt with push`);
  }
  console.log(misses.length > 0 ? `\nNOT met: ${misses.join('; ')}` : '\nAll budgets met (first kind).');
  process.exitCode = misses.length > 0 ? 1 : 0;
}

function row(kind: string, client: string, outcome: Outcome, hydro: Outcome | null = null): void {
  const { requestsPerJudging, meanDelay, delay95, neverLearnt } = outcome;
  const ratio = hydro ? (requestsPerJudging / hydro.requestsPerJudging).toFixed(2) : '';
  const seconds = (ms: number): string => (ms / 1000).toFixed(2);
  const cells = [
    kind,
    client,
    requestsPerJudging.toFixed(2),
    seconds(meanDelay),
    seconds(delay95),
    neverLearnt,
    ratio,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

void main();
