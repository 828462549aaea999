import { createRequire } from 'node:module';
import path from 'node:path';
import type { RecordState } from '../../../src/results';
import type { PendingRequest, TrackedRequest } from '../../../src/tracking';
import type { Tracker, TrackerParts } from '../../../src/tracking/tracker';

/**
 * Tracker of the previous version: windows of both versions share a computer until each is reloaded. esbuild built
 * the file from that version's `src/tracking/tracker.ts`. Don't change it.
 */
const file = path.join(__dirname, '../../fixtures/tracking/previousVersion.cjs');
const previous = createRequire(file)(file) as { readonly Tracker: new (parts: object) => Tracker };

/** A pending request. The previous version uses other names for three fields of its plan. */
type PreviousRequest = Omit<PendingRequest, 'lastChangeAt' | 'idlePollMs' | 'expeditedAt'> & {
  readonly newsAt: number;
  readonly fruitless: number;
  readonly hurriedAt: number;
};

/** Starts and disposes of the tracker, tracks requests, and reports pending ones. Its other methods have other names. */
export function previousTracker({ judges: services, storage, settings, ...parts }: TrackerParts): Tracker {
  return new previous.Tracker({
    ...parts,
    ask: (...request: Parameters<typeof services.poll>) => services.poll(...request),
    askBatch: (...request: Parameters<typeof services.pollBatch>) => services.pollBatch(...request),
    storage: {
      load: async () => (await storage.load()).map(toPrevious),
      read: async (key: string) => {
        const stored = await storage.read(key);
        return stored && toPrevious(stored);
      },
      begin: (request: PreviousRequest) => storage.begin(toCurrent(request)),
      save: (request: PreviousRequest) => storage.save(toCurrent(request)),
      want: (key: string, at: number) => storage.expedite(key, at),
      judging: async () => undefined,
      end: (key: string, state: RecordState) => storage.end(key, state),
      onDidChange: (listener: (key: string, stored: PreviousRequest | null) => void) =>
        storage.onDidChange((key, stored) => listener(key, stored && toPrevious(stored))),
    },
    settings: (pace: TrackedRequest['pace']) => settings.of(pace),
  });
}

function toPrevious({ lastChangeAt, idlePollMs, expeditedAt, ...same }: PendingRequest): PreviousRequest {
  return { ...same, newsAt: lastChangeAt, fruitless: idlePollMs, hurriedAt: expeditedAt };
}

function toCurrent({ newsAt, fruitless, hurriedAt, ...same }: PreviousRequest): PendingRequest {
  return { ...same, lastChangeAt: newsAt, idlePollMs: fruitless, expeditedAt: hurriedAt };
}
