import type { Disposable } from 'vscode';
import { systemClock } from '../../base/ports';
import { Tracker, type TrackerParts } from '../../tracking';
import { KeptPollingSettings } from './pollingSettings';

/** Parts of the tracker that the rest of the extension uses. */
type SharedParts = Pick<TrackerParts, 'store' | 'judges' | 'leases' | 'events'>;

export function makeTracker(parts: SharedParts, subscriptions: Disposable[]): Tracker {
  const settings = new KeptPollingSettings();
  subscriptions.push(settings);
  return new Tracker({ ...parts, settings, clock: systemClock, random: Math.random });
}
