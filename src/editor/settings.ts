import {
  workspace,
  type ConfigurationChangeEvent,
  type Disposable,
  type WorkspaceConfiguration,
} from 'vscode';
import type { SettingValues } from '../service';

const section = 'judgeResults';

export function configuration(): WorkspaceConfiguration {
  return workspace.getConfiguration(section);
}

/** The settings that describe a service. All have application scope, so a workspace can't set any of them. */
const serviceSettingNames = [
  'service',
  'baseUrl',
  'authentication.scheme',
  'authentication.headerName',
  'statusCodes',
  'units',
  'push.webSocketUrl',
  'push.webSocketFraming',
  'push.authentication',
] as const;

/** What was set for the service, unchecked: `profileFromSettings` says what is wrong with it. */
export function serviceSettings(): SettingValues {
  const values = configuration();
  return Object.fromEntries(serviceSettingNames.map((name) => [name, values.get<unknown>(name)]));
}

/** Whether HTTP callbacks are wanted at all: cheap, for the time before anything is loaded. */
export function wantsCallbacks(): boolean {
  return (configuration().get<unknown>('push.callback.port') ?? null) !== null;
}

/** Whether a change concerns which service is asked, and how. */
export function changesService(event: ConfigurationChangeEvent): boolean {
  const names = [...serviceSettingNames.map((name) => `${section}.${name}`), 'http.proxyStrictSSL'];
  return names.some((name) => event.affectsConfiguration(name));
}

/** VS Code refuses servers whose certificate it can't verify. */
export function checksCertificates(): boolean {
  return workspace.getConfiguration('http').get<unknown>('proxyStrictSSL') !== false;
}

/** How many records are kept. */
export function historyLimit(): number {
  return Math.max(10, Math.floor(numberSetting('history.limit', 500)));
}

/** Hands on the number of records that are kept, each time it is changed. */
export function followHistoryLimit(store: { setLimit(limit: number): Promise<void> }): Disposable {
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`${section}.history.limit`)) void store.setLimit(historyLimit());
  });
}

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

type NotificationSetting = 'always' | 'failures' | 'never';

export function notificationSetting(): NotificationSetting {
  const value = configuration().get<unknown>('notifications');
  return value === 'failures' || value === 'never' ? value : 'always';
}

/** `fallback` for what is no number. */
function numberSetting(name: string, fallback: number): number {
  const value = configuration().get<unknown>(name);
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}
