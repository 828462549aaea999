import type { Disposable } from 'vscode';
import type { Pace } from '../../service';
import type { PollingSettings } from '../../tracking';
import { numberSetting, onDidChangeSettings, pollingInterval } from '../settings';

/**
 * How often the tracker asks, by the user's settings and what a service allows. What the user set is kept until it changes:
 * the tracker looks at it for each pending request at each turn, and VS Code takes so long to tell a setting that
 * hundreds would hold up all extensions.
 */
export class KeptPollingSettings implements Disposable {
  private own: OwnPolling | null = null;
  private readonly watch = onDidChangeSettings('polling', () => (this.own = null));

  readonly of = (pace: Pace | null): PollingSettings => {
    const own = (this.own ??= ownPolling());
    const interval = Math.max(own.interval, pace?.interval ?? 0);
    const maximum = Math.min(own.maximumInterval, pace?.maximum ?? Infinity);
    return {
      interval,
      maximumInterval: Math.max(interval, maximum),
      giveUpAfter: own.giveUpAfter,
      besidePush: pace?.besidePush ?? 0,
    };
  };

  dispose(): void {
    this.watch.dispose();
  }
}

/** The user's part of `PollingSettings`, ms. */
type OwnPolling = Omit<PollingSettings, 'besidePush'>;

/** What a person mistyped falls back to the limits. */
function ownPolling(): OwnPolling {
  return {
    interval: pollingInterval(),
    maximumInterval: numberSetting('polling.maximumInterval', 30) * 1000,
    giveUpAfter: Math.max(1, numberSetting('polling.giveUpAfter', 60)) * 60_000,
  };
}
