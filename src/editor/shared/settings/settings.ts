import {
  ConfigurationTarget,
  workspace,
  type ConfigurationChangeEvent,
  type Disposable,
  type Uri,
  type WorkspaceConfiguration,
} from 'vscode';
import { KeyedMutex } from '../../../base/async';
import { errorMessage } from '../../../base/log';
import type { AssistantSettings } from '../../../records';
import type { JudgeDescriptions } from '../../../judges';
import { choiceSettings, numberSettings, switchSettings, type ChoiceSettings } from './settingValues';

const section = 'judgeResults';

function configuration(file?: Uri): WorkspaceConfiguration {
  return workspace.getConfiguration(section, file);
}

/**
 * Returns a plain copy of the user's judges by name, unchecked. The setting has application scope, so workspaces can't
 * add judges. Doesn't use `get`, because its proxies resolve paths split at dots, and would lose a judge named
 * `oj.a.edu` on writing.
 */
export function judgeDescriptions(): JudgeDescriptions {
  const setting = configuration().inspect<unknown>('services');
  const described = setting?.globalValue ?? setting?.defaultValue;
  const isTable = typeof described === 'object' && described !== null && !Array.isArray(described);
  return isTable ? (described as JudgeDescriptions) : {};
}

/** Returns the unchecked entry of a judge in the settings; null: no object with that name. */
export function judgeDescription(name: string): Readonly<Record<string, unknown>> | null {
  const described = judgeDescriptions()[name];
  const isObject = typeof described === 'object' && described !== null && !Array.isArray(described);
  return isObject ? (described as Readonly<Record<string, unknown>>) : null;
}

const writing = new KeyedMutex();

/**
 * Changes some judges by name and keeps all others. A value replaces or adds a judge. Undefined removes it. This is the
 * only function that writes this setting. It runs changes in sequence, so none is lost. Rejects with
 * `SettingsNotWritten`.
 */
export function changeJudges(changes: JudgeDescriptions): Promise<void> {
  return writing.run('services', async () => {
    const changed = Object.entries({ ...judgeDescriptions(), ...changes });
    const left = changed.filter(([, description]) => description !== undefined);
    await write('services', Object.fromEntries(left), ConfigurationTarget.Global);
  });
}

/**
 * Returns the names of the chosen judges; null: none. `present` is the judge in effect. The workspace can set it, but
 * can only choose among the user's judges. `own` is the user's choice, which applies if the workspace's choice doesn't
 * exist.
 */
export function chosenJudgeNames(): { readonly present: string | null; readonly own: string | null } {
  const named = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  return {
    present: named(configuration().get<unknown>('service')),
    own: named(configuration().inspect<unknown>('service')?.globalValue),
  };
}

/** Returns whether the workspace chose the judge, not the user. */
export function isChosenByWorkspace(): boolean {
  const setting = configuration().inspect<unknown>('service');
  return (setting?.workspaceValue ?? setting?.workspaceFolderValue ?? null) !== null;
}

/** Chooses a judge: in the workspace if it already contains the setting, or else for the user. */
export async function writeChosenJudge(name: string | undefined): Promise<void> {
  const isOfWorkspace = configuration().inspect('service')?.workspaceValue !== undefined;
  const target = isOfWorkspace ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await write('service', name, target);
}

/** Returns whether the user's submissions at the judge with that name are followed. */
export function isFollowed(name: string): boolean {
  return judgeDescription(name)?.['follow'] === true;
}

export function followsAny(): boolean {
  return Object.keys(judgeDescriptions()).some(isFollowed);
}

export async function writeFollowed(name: string, isWanted: boolean): Promise<void> {
  const described = judgeDescription(name);
  if (!described) return;
  const others = Object.entries(described).filter(([field]) => field !== 'follow');
  const fields = isWanted ? [...others, ['follow', true] as const] : others;
  await changeJudges({ [name]: Object.fromEntries(fields) });
}

/** Replaces a user setting of this extension. To change judges, use `changeServices`. */
export async function writeUserSetting(name: string, value: unknown): Promise<void> {
  await write(name, value, ConfigurationTarget.Global);
}

/**
 * VS Code can’t write its settings because they have unsaved changes or aren’t valid JSON. Contains VS Code's message.
 */
export class SettingsNotWritten extends Error {}

async function write(name: string, value: unknown, target: ConfigurationTarget): Promise<void> {
  try {
    await configuration().update(name, value, target);
  } catch (error) {
    throw new SettingsNotWritten(errorMessage(error), { cause: error });
  }
}

/** Returns the unchecked settings of HTTP callbacks. Without a port, callbacks are off. */
export function callbackAddress(): { readonly port: unknown; readonly publicUrl: unknown } {
  const port = configuration().get<unknown>('push.callback.port') ?? null;
  return { port, publicUrl: configuration().get<unknown>('push.callback.publicUrl') };
}

/**
 * Returns the user's commands for programs on this computer, by language, unchecked. The setting has application scope,
 * so workspaces can't set commands.
 */
export function localLanguageSettings(): unknown {
  return configuration().inspect<unknown>('local.languages')?.globalValue;
}

/** Replaces the user's commands of a language, and keeps those of all others. `language`: VS Code language ID */
export async function writeLocalLanguage(language: string, commands: object): Promise<void> {
  await writing.run('local.languages', async () => {
    const before = localLanguageSettings();
    const others = typeof before === 'object' && before !== null && !Array.isArray(before) ? before : {};
    await write('local.languages', { ...others, [language]: commands }, ConfigurationTarget.Global);
  });
}

/** Returns additional arguments of compilers and interpreters, by language, unchecked. Workspaces can't set them either. */
export function localFlags(): unknown {
  return configuration().inspect<unknown>('local.flags')?.globalValue;
}

/**
 * Returns the user's own settings of other extensions that name compilers and interpreters, by their IDs, unchecked. Those
 * of a workspace don't apply, because they could name a program in it.
 */
export function toolSettingsOfOthers(): Readonly<Record<string, unknown>> {
  const ids = ['C_Cpp.default.compilerPath', 'java.jdt.ls.java.home', 'python.defaultInterpreterPath'];
  return Object.fromEntries(
    ids.map((id) => [id, workspace.getConfiguration().inspect<unknown>(id)?.globalValue]),
  );
}

/** Results that assistants may read according to the user and the workspace. */
export interface AssistantPermissions extends AssistantSettings {
  /** Settings of the workspace or of one of its folders forbid the tools. */
  readonly isForbiddenByWorkspace: boolean;
}

/**
 * Returns the settings for assistants. A workspace can only forbid the tools: `true` in its settings has no effect. The
 * judges that are allowed during contests are only read from the user's own settings.
 */
export function assistantPermissions(): AssistantPermissions {
  const enabled = [undefined, ...(workspace.workspaceFolders ?? []).map(({ uri }) => uri)].map((folder) =>
    workspace.getConfiguration(section, folder).inspect<unknown>('assistants.enabled'),
  );
  const allowed = configuration().inspect<unknown>('assistants.allowDuringContests')?.globalValue;
  return {
    isEnabled: enabled.every((setting) => setting?.globalValue !== false),
    isForbiddenByWorkspace: enabled.some(
      (setting) => setting?.workspaceValue === false || setting?.workspaceFolderValue === false,
    ),
    allowedDuringContests: Array.isArray(allowed)
      ? allowed.filter((service) => typeof service === 'string')
      : [],
  };
}

/** Returns the time limit of programs on this computer whose problem has no known limit, ms. */
export function localTimeLimit(): number {
  return numberSetting('local.timeLimit') * 1000;
}

/** Returns whether a change can affect the chosen judge or its requests. */
export function changesJudges(event: ConfigurationChangeEvent): boolean {
  const names = [`${section}.services`, `${section}.service`, 'http.proxyStrictSSL'];
  return names.some((name) => event.affectsConfiguration(name));
}

/**
 * Returns the launch configurations for a folder, unchecked. `ofUser`: those of the user's own settings. `ofWorkspace`:
 * those of `launch.json` and of the workspace's file. `folder`: undefined for a file outside of all folders
 */
export function launchConfigurations(folder: Uri | undefined): {
  readonly ofUser: readonly unknown[];
  readonly ofWorkspace: readonly unknown[];
} {
  const setting = workspace.getConfiguration('launch', folder).inspect<unknown>('configurations');
  const listIn = (value: unknown): readonly unknown[] =>
    Array.isArray(value) ? (value as readonly unknown[]) : [];
  return {
    ofUser: listIn(setting?.globalValue),
    ofWorkspace: [...listIn(setting?.workspaceFolderValue), ...listIn(setting?.workspaceValue)],
  };
}

/** Returns whether VS Code rejects servers with unverified certificates. */
export function checksCertificates(): boolean {
  return workspace.getConfiguration('http').get<unknown>('proxyStrictSSL') !== false;
}

/**
 * Returns whether requests over plain HTTP may use a proxy, according to VS Code's settings and the environment. The
 * system's own proxy settings aren't known.
 */
export function mayUseProxy(environment: Readonly<Record<string, string | undefined>>): boolean {
  const settings = workspace.getConfiguration('http');
  if (settings.get<unknown>('proxySupport') === 'off') return false;
  const proxies = [settings.get<unknown>('proxy'), environment['http_proxy'], environment['HTTP_PROXY']];
  return proxies.some((proxy) => typeof proxy === 'string' && proxy !== '');
}

/** Returns the maximum number of stored records. */
export function historyLimit(): number {
  return Math.floor(numberSetting('history.limit'));
}

/** Calls `changed` after any of these settings changed. */
export function onDidChangeSettings(
  settings:
    | 'assistants'
    | 'cases.reveal'
    | 'clarifications'
    | 'diagnostics'
    | 'history.limit'
    | 'polling'
    | 'push.callback',
  changed: () => void,
): Disposable {
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`${section}.${settings}`)) changed();
  });
}

/** Returns the folder in which Competitive Programming Helper stores problems; null: next to each program. */
export function cphFolder(): string | null {
  const folder = workspace.getConfiguration('cph').get<unknown>('general.saveLocation');
  return typeof folder === 'string' && folder.trim() !== '' ? folder.trim() : null;
}

/** Returns the minimum time between two polls of a result, ms. */
export function pollingInterval(): number {
  return numberSetting('polling.interval') * 1000;
}

/** Returns a number. Any other value counts as the default. If the number is out of range, returns the nearest limit. */
export function numberSetting(name: keyof typeof numberSettings): number {
  const { usual, minimum = -Infinity, maximum = Infinity }: NumberRange = numberSettings[name];
  const value = configuration().get<unknown>(name);
  const number = typeof value === 'number' && Number.isFinite(value) ? value : usual;
  return Math.min(Math.max(number, minimum), maximum);
}

interface NumberRange {
  readonly usual: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Returns whether a setting is on. `file`: for settings that can differ between folders */
export function switchSetting(name: keyof typeof switchSettings, file?: Uri): boolean {
  const value = configuration(file).get<unknown>(name);
  return typeof value === 'boolean' ? value : switchSettings[name];
}

/** Returns the chosen value. Any other value counts as the default. `file`: for settings that can differ between folders */
export function choiceSetting<Name extends keyof ChoiceSettings>(
  name: Name,
  file?: Uri,
): ChoiceSettings[Name] {
  const { usual, options } = choiceSettings[name];
  const value = configuration(file).get<unknown>(name);
  return options.find((option) => option === value) ?? usual;
}
