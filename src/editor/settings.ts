import { workspace, type ConfigurationChangeEvent, type WorkspaceConfiguration } from 'vscode';
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

/** `fallback` for what is no number. */
export function numberSetting(name: string, fallback: number): number {
  const value = configuration().get<unknown>(name);
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}
