import type { Disposable } from 'vscode';
import type { ExtensionServices } from '../shared/extensionServices';
import { registerCommands } from '../shared/registerCommands';
import type { Commands } from '../shared/commandTargets';

const names = [
  'fetch',
  'refresh',
  'refreshAll',
  'resumeTracking',
  'showProblemSubmissions',
  'stopAll',
  'stopTracking',
] as const;

export type FetchCommands = Commands<(typeof names)[number]>;

/** Registers the commands that fetch results, stop or resume tracking, and list submissions to a problem. */
export function registerFetch(extension: ExtensionServices, load: () => Promise<FetchCommands>): Disposable {
  return registerCommands(extension, names, load);
}
