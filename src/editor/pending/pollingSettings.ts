import type { Disposable } from 'vscode';
import type { PaceLimits } from '../../judges';
import type { PollingSettings } from '../../records';
import { numberSetting, onDidChangeSettings, pollingInterval } from '../shared/settings/settings';

/**
 * The polling intervals, from the user's settings and the judge's limits. Caches the settings until they change,
 * because the tracker reads them very often, and reading a setting from VS Code is slow.
 */
export class KeptPollingSettings implements Disposable {
  private own: OwnPolling | null = null;
  private readonly watch = onDidChangeSettings('polling', () => (this.own = null));

  readonly of = (pace: PaceLimits | null): PollingSettings => {
    const own = (this.own ??= ownPolling());
    const interval = Math.max(own.interval, pace?.interval ?? 0);
    const maximum = Math.min(own.maximumInterval, pace?.maximum ?? Infinity);
    return {
      interval,
      maximumInterval: Math.max(interval, maximum),
      giveUpAfter: own.giveUpAfter,
      besidePush: pace?.besidePush ?? pace?.interval ?? 0,
      early: pace?.early,
    };
  };

  dispose(): void {
    this.watch.dispose();
  }
}

/** The part of `PollingSettings` from the user's settings, ms. */
type OwnPolling = Omit<PollingSettings, 'besidePush' | 'early'>;

/** Reads the settings. Replaces values that are out of range by the nearest limit. */
function ownPolling(): OwnPolling {
  return {
    interval: pollingInterval(),
    maximumInterval: numberSetting('polling.maximumInterval') * 1000,
    giveUpAfter: numberSetting('polling.giveUpAfter') * 60_000,
  };
}
