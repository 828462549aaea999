import v8 from 'node:v8';

/** How much of each kind is there, once what nobody holds is collected. */
type Kept = Readonly<Record<string, number>>;

/** Counts what an action may leave behind in this process. */
function kept(): Kept {
  const resources = process.getActiveResourcesInfo();
  const open = (...names: readonly string[]): number =>
    resources.filter((name) => names.includes(name)).length;
  return {
    // what is registered at VS Code, listens, or waits for a promise or a timer holds a function; counting collects first.
    // Memory isn't counted: a judging service that the tests have started keeps its log in this process.
    functions: functions(),
    timers: open('Timeout', 'Immediate'),
    sockets: open('TCPSocketWrap', 'TCPServerWrap', 'TLSWrap'),
    watches: open('FSEventWrap', 'StatWatcher'),
  };
}

function functions(): number {
  const { queryObjects } = v8 as unknown as {
    readonly queryObjects: (kind: unknown, options: { readonly format: 'count' }) => number;
  };
  return queryObjects(Function, { format: 'count' });
}

/**
 * What grows with the times that something is done, in words; empty where everything comes back to where it was. `together`
 * does it that many times, and is over when all of them are. What is loaded and remembered once is there after the first
 * of three parts; what grows in one of the other two only is no leak: somebody else's work, or a cache that has filled up.
 */
export async function leaksOf(together: (times: number) => Promise<void>, times: number): Promise<string[]> {
  const half = Math.floor(times / 2);
  const after = async (more: number): Promise<Kept> => {
    await together(more);
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
    return least >= half / 2 ? [`${kind}: ${(least / half).toFixed(1)} more each time`] : [];
  });
}
