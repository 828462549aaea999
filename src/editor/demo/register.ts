import { Disposable } from 'vscode';
import type { Lazy } from '../../base/async';
import { isSample } from '../../records';
import type { ExtensionServices } from '../shared/extensionServices';
import { registerCommands } from '../shared/registerCommands';
import type { Commands } from '../shared/commandTargets';
import { whenFirstNeeded } from '../shared/whenNeeded';
import type { SampleFiles } from './sampleFiles';

const names = ['openSample', 'removeSamples'] as const;

export type DemoCommands = Commands<(typeof names)[number]>;

/**
 * Registers the commands for demo results, and the virtual source files, which are loaded with the first demo result.
 */
export function registerDemo(
  extension: ExtensionServices,
  sampleFiles: Lazy<SampleFiles>,
  load: () => Promise<DemoCommands>,
): Disposable {
  return Disposable.from(
    sampleFiles,
    // at startup, because VS Code may restore documents of the last window
    whenFirstNeeded(extension.store, sampleFiles, isSample, 'atStart'),
    registerCommands(extension, names, load),
  );
}
