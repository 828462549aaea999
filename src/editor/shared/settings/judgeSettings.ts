import { ConfigurationTarget, type ConfigurationChangeEvent } from 'vscode';
import { KeyedMutex } from '../../../base/async';
import type { JudgeDescriptions } from '../../../judges';
import { configuration, section, writeSetting } from './settings';

const writing = new KeyedMutex();

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

/**
 * Changes some judges by name and keeps all others. A value replaces or adds a judge. Undefined removes it. This is the
 * only function that writes this setting. It runs changes in sequence, so none is lost. Rejects with
 * `SettingsNotWritten`.
 */
export function changeJudges(changes: JudgeDescriptions): Promise<void> {
  return writing.run('services', async () => {
    const changed = Object.entries({ ...judgeDescriptions(), ...changes });
    const left = changed.filter(([, description]) => description !== undefined);
    await writeSetting('services', Object.fromEntries(left), ConfigurationTarget.Global);
  });
}

/**
 * Returns the names of the chosen judges; null: none. `present` is the judge in effect. The workspace can set it, but can
 * only choose among the user's judges. `own` is the user's choice, which applies if the workspace's choice doesn't exist.
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
  await writeSetting('service', name, target);
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

/** Returns whether a change can affect the chosen judge or its requests. */
export function changesJudges(event: ConfigurationChangeEvent): boolean {
  const names = [`${section}.services`, `${section}.service`, 'http.proxyStrictSSL'];
  return names.some((name) => event.affectsConfiguration(name));
}
