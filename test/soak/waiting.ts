import type { AddressInfo } from 'node:net';
import type { JudgeId } from '../../src/judges';
import { readHistory, type HistoryOnDisk } from './history';
import { nameOf, type Judging } from './judgings';
import type { Lab } from './lab';
import { connectionsTo } from './processes';
import type { ServiceWatch } from './serviceWatch';
import type { FaultWindow } from './window';

/** Time without any change after which missing results are lost, ms. */
const patience = 180_000;
const look = 250;

/** Waits until the history contains the final result of every submission, or nothing changes any more. Returns the history. */
export async function untilEnded(
  lab: Lab,
  windows: readonly FaultWindow[],
  judgings: readonly Judging[],
  say: (line: string) => void,
): Promise<HistoryOnDisk> {
  let changedAt = Date.now();
  let before = '';
  for (;;) {
    for (const window of windows) await window.taken();
    const history = await readHistory(lab.history);
    const missing = lostOf(judgings, history).length;
    // requests that are tracked again after a kill are polled again
    const isAsked = windows.some((window) => window.isAsked);
    if (missing === 0 && history.pending === 0 && !isAsked) return history;
    const now = `${missing} unfinished, ${history.pending} pending`;
    if (now !== before) {
      changedAt = Date.now();
      say(now);
    }
    before = now;
    if (Date.now() - changedAt > patience) return history;
    await after(look);
  }
}

/** Resolves when all calls of `track` in a window have returned. */
export async function untilTaken(window: FaultWindow): Promise<void> {
  while (window.isAsked) {
    await window.taken();
    await after(20);
  }
}

/** Waits until connections and sockets are closed, and then `quietMs`. Returns requests and upgrades in this time as text. */
export async function questionsInQuiet(
  watch: ServiceWatch,
  { services }: Lab,
  windows: readonly FaultWindow[],
  quietMs: number,
): Promise<string[]> {
  const ports = services.map(({ standIn }) => (standIn.httpServer.address() as AddressInfo).port);
  const connections = () =>
    windows.flatMap(({ pid }) =>
      ports.flatMap((port, at) => {
        const open = connectionsTo(port, pid);
        return open > 0 ? [`${open} connections of ${pid} to ${services[at]?.name}`] : [];
      }),
    );
  const until = Date.now() + 30_000;
  while (watch.socketCount + connections().length > 0 && Date.now() < until) await after(look);
  const since = Date.now();
  await after(quietMs);
  return [...watch.since(since), ...connections()];
}

/** Waits until all files of killed windows are removed, at most a minute. Returns the history. */
export async function untilTidy(folder: string): Promise<HistoryOnDisk> {
  const until = Date.now() + 60_000;
  for (;;) {
    const history = await readHistory(folder);
    if (history.problems.length + history.leftovers.length === 0 || Date.now() > until) return history;
    await after(look);
  }
}

/** Returns submissions that are missing in the history, or have another result there. */
export function lostOf(judgings: readonly Judging[], { records }: HistoryOnDisk): string[] {
  return judgings.flatMap((judging) => {
    const { key, final } = judging;
    const { state, summary } = records.get(key) ?? { state: null, summary: null };
    const { status, score, time } = summary ?? {};
    const isRight =
      state?.kind === 'finished' && status === final.status && score === final.score && time === final.time;
    const told = JSON.stringify({ state, status, score, time, final });
    return isRight ? [] : [`${nameOf(judging)}: ${told}`];
  });
}

/** Returns records of a judge without a submission, and records with the figures of another submission. */
export function mixedOf(judgings: readonly Judging[], { records }: HistoryOnDisk, of: JudgeId): string[] {
  const known = new Map(judgings.map((judging) => [judging.key, judging]));
  return [...records].flatMap(([key, { service, state, summary }]) => {
    if (service !== of) return [];
    const judging = known.get(key);
    const isOwn = judging && (state.kind !== 'finished' || summary?.time === judging.final.time);
    return isOwn ? [] : [`${JSON.stringify(key)}: ${summary?.time} for ${judging?.final.time}`];
  });
}

export function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
