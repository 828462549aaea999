import { useEffect, useState } from 'preact/hooks';

const REFRESH_MS = 20_000;

/** Updates of the components that show an age. */
const updates = new Set<() => void>();
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Returns the current time, ms since 1970. It is the same in all components, so that they show the same age. Updates them
 * every 20 s while the page is visible.
 */
export function useNow(): number {
  const [, refresh] = useState(0);
  useEffect(() => {
    const update = (): void => refresh((count) => count + 1);
    updates.add(update);
    timer ??= setInterval(tick, REFRESH_MS);
    return () => {
      updates.delete(update);
      if (updates.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
  if (updates.size === 0) now = Date.now();
  return now;
}

function tick(): void {
  if (document.visibilityState !== 'visible') return;
  now = Date.now();
  for (const update of updates) update();
}
