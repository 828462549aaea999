import { readHistory, type HistoryOnDisk } from './history';
import type { Judging } from './judgings';
import type { Lab } from './lab';
import { connectionsTo } from './processes';
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
    if (missing === 0 && history.pending === 0) return history;
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

/** Questions and upgrades in `quietMs`, from the moment on at which connections and socket are closed. */
export async function questionsInQuiet(
  lab: Lab,
  windows: readonly FaultWindow[],
  quietMs: number,
): Promise<number> {
  const port = Number(new URL(lab.service.origin).port);
  const until = Date.now() + 30_000;
  const connections = () => windows.reduce((sum, { pid }) => sum + connectionsTo(port, pid), 0);
  while (lab.service.socketCount + connections() > 0 && Date.now() < until) await after(look);
  const since = Date.now();
  await after(quietMs);
  const asked = lab.service.log.entries.filter(({ kind, at }) => kind !== 'frame' && at >= since);
  return asked.length + connections();
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
  return judgings.flatMap(({ id, final }) => {
    const record = records.get(id);
    const summary = record?.summary ?? null;
    const isRight =
      record?.state.kind === 'finished' && summary?.status === final.status && summary.score === final.score;
    return isRight ? [] : [`${id}: ${JSON.stringify(record?.state ?? null)} ${JSON.stringify(summary)}`];
  });
}

export function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
