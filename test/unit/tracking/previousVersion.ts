import { createRequire } from 'node:module';
import path from 'node:path';
import type { TrackedRequest } from '../../../src/tracking';
import type { Tracker, TrackerParts } from '../../../src/tracking/tracker';

/**
 * The tracker of the previous version: windows of both versions share a computer until each is reloaded. The file was
 * built by esbuild from that version's `src/tracking/tracker.ts` and stays as it is.
 */
const file = path.join(__dirname, '../../fixtures/tracking/previousVersion.cjs');
const previous = createRequire(file)(file) as { readonly Tracker: new (parts: object) => Tracker };

/** It can be started and disposed of, tracks requests, and reports what is pending. Its other methods have other names. */
export function previousTracker({ services, storage, settings, ...parts }: TrackerParts): Tracker {
  return new previous.Tracker({
    ...parts,
    ask: (...request: Parameters<typeof services.poll>) => services.poll(...request),
    askBatch: (...request: Parameters<typeof services.pollBatch>) => services.pollBatch(...request),
    storage: {
      ...storage,
      want: (key: string, at: number) => storage.expedite(key, at),
      judging: async () => undefined,
    },
    settings: (pace: TrackedRequest['pace']) => settings.of(pace),
  });
}
