import type { Disposable } from 'vscode';
import type { ExtensionServices } from '../shared/extensionServices';
import { registerCommands } from '../shared/registerCommands';
import type { Commands } from '../shared/commandTargets';

const names = [
  'addJudgeFromFile',
  'chooseService',
  'copyJudgeLink',
  'defineStatusCodes',
  'follow',
  'getToken',
  'removeCredentials',
  'setCredentials',
  'showQuota',
  'stopFollowing',
  'testService',
] as const;

export type JudgeCommands = Commands<(typeof names)[number]>;

/** Registers the commands that choose, sign in to, and test judges. */
export function registerJudges(extension: ExtensionServices, load: () => Promise<JudgeCommands>): Disposable {
  void extension.services.updateContext();
  return registerCommands(extension, names, load);
}
