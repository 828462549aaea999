import { configuration, numberSetting } from '../settings';

/** Durations in ms; what a person mistyped falls back to the limits. */
export function pollingSettings(): {
  readonly interval: number;
  readonly maximumInterval: number;
  readonly giveUpAfter: number;
} {
  const interval = Math.max(1, numberSetting('polling.interval', 1));
  return {
    interval: interval * 1000,
    maximumInterval: Math.max(interval, numberSetting('polling.maximumInterval', 30)) * 1000,
    giveUpAfter: Math.max(1, numberSetting('polling.giveUpAfter', 60)) * 60_000,
  };
}

export type NotificationSetting = 'always' | 'failures' | 'never';

export function notificationSetting(): NotificationSetting {
  const value = configuration().get<unknown>('notifications');
  return value === 'failures' || value === 'never' ? value : 'always';
}
