import type { Disposable } from 'vscode';
import type { ExtensionServices } from '../shared/extensionServices';
import { registerCommands } from '../shared/registerCommands';
import type { Commands } from '../shared/targets';

const names = [
  'openProblem',
  'runSamples',
  'runWithInput',
  'showStatement',
  'submit',
  'submitAgain',
  'submitWith',
] as const;

export type SubmitCommands = Commands<(typeof names)[number]>;

/** Registers submitting, samples, self-tests, and opening problems. */
export function registerSubmit(
  extension: ExtensionServices,
  load: () => Promise<SubmitCommands>,
): Disposable {
  return registerCommands(extension, names, load);
}
