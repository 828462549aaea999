import { ConfigurationTarget } from 'vscode';
import { KeyedMutex } from '../../../base/async';
import { configuration, numberSetting, writeSetting } from './settings';

const writing = new KeyedMutex();

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
    await writeSetting('local.languages', { ...others, [language]: commands }, ConfigurationTarget.Global);
  });
}

/** Returns additional arguments of compilers and interpreters, by language, unchecked. Workspaces can't set them either. */
export function localFlags(): unknown {
  return configuration().inspect<unknown>('local.flags')?.globalValue;
}

/** Returns the time limit of programs on this computer whose problem has no known limit, ms. */
export function localTimeLimit(): number {
  return numberSetting('local.timeLimit') * 1000;
}
