import v8 from 'node:v8';

/** Number of objects of each kind after garbage collection. */
type Kept = Readonly<Record<string, number>>;

/** Counts objects that an action may leave behind in this process. */
function kept(): Kept {
  const resources = process.getActiveResourcesInfo();
  const open = (...names: readonly string[]): number =>
    resources.filter((name) => names.includes(name)).length;
  return {
    // Anything registered at VS Code, listening, or waiting for a promise or timer holds a function; counting collects first.
    // Memory isn't counted: a service started by the tests keeps its log in this process.
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
 * Runs `together(times)` in three parts and describes the counts that grow in the last two; empty if none does. `together`
 * performs the action that many times and resolves when all are done. The first part includes what is loaded once. Growth
 * in only one of the other parts isn't a leak: it is other work, or a cache that filled up.
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
