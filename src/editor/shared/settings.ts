import {
  ConfigurationTarget,
  workspace,
  type ConfigurationChangeEvent,
  type Disposable,
  type Uri,
  type WorkspaceConfiguration,
} from 'vscode';
import { KeyedMutex } from '../../base/async';
import { errorMessage } from '../../base/log';
import type { ServiceDescriptions } from '../../service';

const section = 'judgeResults';

function configuration(): WorkspaceConfiguration {
  return workspace.getConfiguration(section);
}

/**
 * Returns a plain copy of the user's services by name, unchecked. Their scope is application: a workspace adds none.
 * Doesn't use `get`: it returns proxies that VS Code resolves by a path split at dots, so a service named `oj.a.edu` is
 * lost as soon as one of them is written.
 */
export function serviceDescriptions(): ServiceDescriptions {
  const setting = configuration().inspect<unknown>('services');
  const described = setting?.globalValue ?? setting?.defaultValue;
  const isTable = typeof described === 'object' && described !== null && !Array.isArray(described);
  return isTable ? (described as ServiceDescriptions) : {};
}

/** Returns the fields of a service of the user, unchecked; null if the settings don't have an object of that name. */
export function serviceDescription(name: string): Readonly<Record<string, unknown>> | null {
  const described = serviceDescriptions()[name];
  const isObject = typeof described === 'object' && described !== null && !Array.isArray(described);
  return isObject ? (described as Readonly<Record<string, unknown>>) : null;
}

const writing = new KeyedMutex();

/**
 * Changes some of the user's services by their names and keeps all others: a description replaces the stored one or is
 * added, undefined removes it. No other function writes this setting: this one reads and writes one change after the
 * other, so none is lost. Rejects with `SettingsNotWritten`.
 */
export function changeServices(changes: ServiceDescriptions): Promise<void> {
  return writing.run('services', async () => {
    const changed = Object.entries({ ...serviceDescriptions(), ...changes });
    const left = changed.filter(([, description]) => description !== undefined);
    await write('services', Object.fromEntries(left), ConfigurationTarget.Global);
  });
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
  return serviceDescription(name)?.['follow'] === true;
}

export function followsAny(): boolean {
  return Object.keys(serviceDescriptions()).some(isFollowed);
}

export async function writeFollowed(name: string, isWanted: boolean): Promise<void> {
  const described = serviceDescription(name);
  if (!described) return;
  const others = Object.entries(described).filter(([field]) => field !== 'follow');
  const fields = isWanted ? [...others, ['follow', true] as const] : others;
  await changeServices({ [name]: Object.fromEntries(fields) });
}

/** Replaces a user setting of this extension as a whole. `changeServices` changes some services and keeps the others. */
export async function writeUserSetting(name: string, value: unknown): Promise<void> {
  await write(name, value, ConfigurationTarget.Global);
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
