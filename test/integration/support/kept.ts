import v8 from 'node:v8';

/** How much of each kind is there, once what nobody holds is collected. */
type Kept = Readonly<Record<string, number>>;

/** Counts what an action may leave behind in this process. */
function kept(): Kept {
  const resources = process.getActiveResourcesInfo();
  const open = (...names: readonly string[]): number =>
    resources.filter((name) => names.includes(name)).length;
  return {
    // what is registered at VS Code, listens, or waits for a promise or a timer holds a function; counting collects first
    functions: instances(Function),
    'kB of memory': process.memoryUsage().heapUsed / 1024,
    timers: open('Timeout', 'Immediate'),
    sockets: open('TCPSocketWrap', 'TCPServerWrap', 'TLSWrap'),
    watches: open('FSEventWrap', 'StatWatcher'),
  };
}

/** What a leak leaves behind each time at least: half of one, as a rule; of memory what a small object tree takes. */
const leastLeak: Kept = { 'kB of memory': 8 };

function instances(kind: abstract new (...given: never[]) => unknown): number {
  const { queryObjects } = v8 as unknown as {
    readonly queryObjects: (kind: unknown, options: { readonly format: 'count' }) => number;
  };
  return queryObjects(kind, { format: 'count' });
}

/**
 * What grows with the times that something is done, in words; empty where everything comes back to where it was. It is done a
 * few times before, until what is loaded and remembered once is there. What grows in one half of the times only is no leak:
 * somebody else's work, or a cache that has filled up. `atOnce`: how many are under way together.
 */
export async function leaksOf(
  times: number,
  action: (time: number) => Promise<void>,
  { atOnce = 1 } = {},
): Promise<string[]> {
  const half = Math.floor(times / 2);
  let done = 0;
  const after = async (more: number): Promise<Kept> => {
    for (const last = done + more; done < last;) {
      const together = Math.min(atOnce, last - done);
      await Promise.all(Array.from({ length: together }, () => action(done++)));
    }
    return kept();
  };
  let before = await after(10);
  const growths: Kept[] = [];
  for (const more of [half, half]) {
    const now = await after(more);
    growths.push(
      Object.fromEntries(Object.entries(now).map(([kind, count]) => [kind, count - (before[kind] ?? 0)])),
    );
    before = now;
  }
  return Object.keys(before).flatMap((kind) => {
    const least = Math.min(...growths.map((growth) => growth[kind] ?? 0));
    return least >= half * (leastLeak[kind] ?? 0.5)
      ? [`${kind}: ${(least / half).toFixed(1)} more each time`]
      : [];
  });
}
