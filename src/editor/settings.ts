import {
  ConfigurationTarget,
  workspace,
  type ConfigurationChangeEvent,
  type Disposable,
  type Uri,
  type WorkspaceConfiguration,
} from 'vscode';
import { errorMessage } from '../base/log';
import type { ServiceDescriptions } from '../service';

const section = 'judgeResults';

export function configuration(): WorkspaceConfiguration {
  return workspace.getConfiguration(section);
}

/** What the user says of each service, by its name; unchecked. Application scope: a workspace brings none. */
export function serviceDescriptions(): ServiceDescriptions {
  const described = configuration().get<unknown>('services');
  const isTable = typeof described === 'object' && described !== null && !Array.isArray(described);
  return isTable ? (described as ServiceDescriptions) : {};
}

/**
 * What the setting `service` names; null: nothing. `present` counts, and may come from the workspace, which may choose
 * among the user's own services; `own` is the user's own choice, which counts where the workspace names another.
 */
export function chosenServiceNames(): { readonly present: string | null; readonly own: string | null } {
  const named = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  return {
    present: named(configuration().get<unknown>('service')),
    own: named(configuration().inspect<unknown>('service')?.globalValue),
  };
}

/** The service in use was chosen by the workspace, not by the person. */
export function isChosenByWorkspace(): boolean {
  const setting = configuration().inspect<unknown>('service');
  return (setting?.workspaceValue ?? setting?.workspaceFolderValue ?? null) !== null;
}

/** Chooses a service, where the choice is set already: in this workspace, else for the user. */
export async function writeChosenService(name: string | undefined): Promise<void> {
  const isOfWorkspace = configuration().inspect('service')?.workspaceValue !== undefined;
  const target = isOfWorkspace ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await write('service', name, target);
}

/** The user's submissions at the service of that name are followed. */
export function isFollowed(name: string): boolean {
  const described = serviceDescriptions()[name];
  return (
    typeof described === 'object' && described !== null && 'follow' in described && described.follow === true
  );
}

export function followsAny(): boolean {
  return Object.keys(serviceDescriptions()).some(isFollowed);
}

export async function writeFollowed(name: string, isWanted: boolean): Promise<void> {
  const all = serviceDescriptions();
  const described = all[name];
  if (typeof described !== 'object' || described === null) return;
  const rest = Object.entries(described).filter(([field]) => field !== 'follow');
  const now = isWanted ? [...rest, ['follow', true] as const] : rest;
  await writeServiceDescriptions({ ...all, [name]: Object.fromEntries(now) });
}

export async function writeServiceDescriptions(described: ServiceDescriptions): Promise<void> {
  await write('services', described, ConfigurationTarget.Global);
}

/** VS Code won’t write into its settings: they aren’t saved, or aren’t JSON. Its words say so. */
export class SettingsNotWritten extends Error {}

async function write(name: string, value: unknown, target: ConfigurationTarget): Promise<void> {
  try {
    await configuration().update(name, value, target);
  } catch (error) {
    throw new SettingsNotWritten(errorMessage(error), { cause: error });
  }
}

/** Where HTTP callbacks are taken, unchecked; no port: they are not wanted. */
export function callbackAddress(): { readonly port: unknown; readonly publicUrl: unknown } {
  const port = configuration().get<unknown>('push.callback.port') ?? null;
  return { port, publicUrl: configuration().get<unknown>('push.callback.publicUrl') };
}

/** Whether a change concerns which service is asked, and how. */
export function changesService(event: ConfigurationChangeEvent): boolean {
  const names = [`${section}.services`, `${section}.service`, 'http.proxyStrictSSL'];
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

/** Calls `changed` whenever one of these settings is changed. */
export function onDidChangeSettings(
  settings: 'diagnostics' | 'history.limit' | 'polling' | 'push.callback',
  changed: () => void,
): Disposable {
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`${section}.${settings}`)) changed();
  });
}

/** Which compile messages are shown in a file; no severity: all. */
export function diagnosticsSettings(file: Uri): {
  readonly isEnabled: boolean;
  readonly minimumSeverity: string | undefined;
} {
  const settings = workspace.getConfiguration(`${section}.diagnostics`, file);
  return {
    isEnabled: settings.get('enabled', true),
    minimumSeverity: settings.get<string>('minimumSeverity'),
  };
}

/** The folder in which Competitive Programming Helper is told to keep problems; null: beside each program. */
export function cphFolder(): string | null {
  const folder = workspace.getConfiguration('cph').get<unknown>('general.saveLocation');
  return typeof folder === 'string' && folder.trim() !== '' ? folder.trim() : null;
}

/** The shortest time between two questions for a result, ms. */
export function pollingInterval(): number {
  return Math.max(1000, numberSetting('polling.interval', 1) * 1000);
}

export function notificationSetting(): 'always' | 'failures' | 'never' {
  const value = configuration().get<unknown>('notifications');
  return value === 'failures' || value === 'never' ? value : 'always';
}

/** `fallback` for what is no number. */
export function numberSetting(name: string, fallback: number): number {
  const value = configuration().get<unknown>(name);
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}
