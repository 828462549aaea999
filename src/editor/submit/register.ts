import { Disposable } from 'vscode';
import type { Lazy } from '../../base/async';
import { isInBrowser } from '../../records';
import type { ExtensionServices } from '../shared/extensionServices';
import { registerCommands } from '../shared/registerCommands';
import type { Commands } from '../shared/commandTargets';
import { whenFirstNeeded } from '../shared/whenNeeded';
import type { BrowserSubmissions } from './inBrowser/browserSubmissions';

const names = [
  'openProblem',
  'runInputHere',
  'runSamples',
  'runSamplesOn',
  'runWithInput',
  'showStatement',
  'submit',
  'submitAgain',
  'submitInBrowser',
  'submitWith',
  'tryRealJudge',
] as const;

export type SubmitCommands = Commands<(typeof names)[number]>;

/**
 * Registers the commands for submitting, samples, self-tests, and problems, and resumes waiting for submissions in the
 * browser.
 */
export function registerSubmit(
  extension: ExtensionServices,
  browserSubmissions: Lazy<BrowserSubmissions>,
  load: () => Promise<SubmitCommands>,
): Disposable {
  return Disposable.from(
    browserSubmissions,
    whenFirstNeeded(extension.store, browserSubmissions, isInBrowser, 'whenIdle'),
    registerCommands(extension, names, load),
  );
}
