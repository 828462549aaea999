import type { Entry } from './entry';
import type { PendingView } from './pendingView';
import { safeEnd } from './transition';

/** The requests that a tracker carries, by their keys, in the order in which they were begun. */
export class Entries extends Map<string, Entry> {
  /** Those of one service. */
  of(origin: string): Entry[] {
    return [...this.values()].filter(({ request }) => request.origin === origin);
  }

  /** Is it still carried, and not another one with its key? */
  isCurrent(entry: Entry): boolean {
    return this.get(entry.request.key) === entry;
  }

  /** When the first result of a service may be gone, ms since 1970; null: it keeps them. */
  oldestGoneAt(origin: string): number | null {
    const ends = this.of(origin)
      .map(({ request }) => safeEnd(request))
      .filter((end) => end !== null);
    return ends.length > 0 ? Math.min(...ends) : null;
  }

  /** As others see them. */
  views(underWay: ReadonlyMap<string, unknown>): PendingView[] {
    return [...this.values()]
      .filter((entry) => entry.ready)
      .map(({ request, elsewhereUntil, lastAnswer }) => {
        const elsewhere = elsewhereUntil > -Infinity;
        return { request, asking: underWay.has(request.key) && !elsewhere, elsewhere, lastAnswer };
      });
  }
}
