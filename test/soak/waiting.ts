import type { AddressInfo } from 'node:net';
import type { ServiceId } from '../../src/service';
import { readHistory, type HistoryOnDisk } from './history';
import { nameOf, type Judging } from './judgings';
import type { Lab } from './lab';
import { connectionsTo } from './processes';
import type { ServiceWatch } from './serviceWatch';
import type { FaultWindow } from './window';

/** So long without any change, and what has not come is lost, ms. */
const patience = 180_000;
const look = 250;

/** The history once every judging stands there as it ended, or once nothing has changed for long. */
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
    // what is handed over again after a kill is asked for again
    const isAsked = windows.some((window) => window.isAsked);
    if (missing === 0 && history.pending === 0 && !isAsked) return history;
    const now = `${missing} not at their end, ${history.pending} pending`;
    if (now !== before) {
      changedAt = Date.now();
      say(now);
    }
    before = now;
    if (Date.now() - changedAt > patience) return history;
    await after(look);
  }
}

/** Resolves when its product has answered for all that was handed to it. */
export async function untilTaken(window: FaultWindow): Promise<void> {
  while (window.isAsked) {
    await window.taken();
    await after(20);
  }
}

/** Questions and upgrades in `quietMs`, from the moment on at which connections and sockets are closed, in words. */
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

/** The history once nothing that killed windows have left behind lies there any more. */
export async function untilTidy(folder: string): Promise<HistoryOnDisk> {
  const until = Date.now() + 60_000;
  for (;;) {
    const history = await readHistory(folder);
    if (history.problems.length + history.leftovers.length === 0 || Date.now() > until) return history;
    await after(look);
  }
}

/** Those that the history doesn't know, or knows otherwise than they ended. */
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

/** Records of a service that it has not begun, and ends that have the figures of another judging. */
export function mixedOf(judgings: readonly Judging[], { records }: HistoryOnDisk, of: ServiceId): string[] {
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
