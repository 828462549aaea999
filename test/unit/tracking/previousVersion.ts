import { createRequire } from 'node:module';
import path from 'node:path';
import type { Tracker, TrackerParts } from '../../../src/tracking/tracker';

/**
 * The tracker of the previous version: windows of both versions share a computer until each is reloaded. The file was
 * built by esbuild from that version's `src/tracking/tracker.ts` and stays as it is.
 */
const file = path.join(__dirname, '../../fixtures/tracking/previousVersion.cjs');
const previous = createRequire(file)(file) as { readonly Tracker: new (parts: TrackerParts) => Tracker };

export function previousTracker(parts: TrackerParts): Tracker {
  return new previous.Tracker(parts);
}
