import {
  ConfigurationTarget,
  workspace,
  type Disposable,
  type Uri,
  type WorkspaceConfiguration,
} from 'vscode';
import { errorMessage } from '../../../base/log';
import { choiceSettings, numberSettings, switchSettings, type ChoiceSettings } from './settingValues';

/** Beginning of the names of this extension's settings. */
export const section = 'judgeResults';

/** The settings of this extension. `file`: for settings that can differ between folders */
export function configuration(file?: Uri): WorkspaceConfiguration {
  return workspace.getConfiguration(section, file);
}

/** Replaces a user setting of this extension. To change judges, use `changeJudges`. */
export async function writeUserSetting(name: string, value: unknown): Promise<void> {
  await writeSetting(name, value, ConfigurationTarget.Global);
}

/**
 * VS Code can’t write its settings because they have unsaved changes or aren’t valid JSON. Contains VS Code's message.
 */
export class SettingsNotWritten extends Error {}

/** Writes a setting of this extension. Rejects with `SettingsNotWritten`. */
export async function writeSetting(name: string, value: unknown, target: ConfigurationTarget): Promise<void> {
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
