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

/** Registers the demo results, and their source files, which are loaded with the first of them. */
export function registerDemo(
  extension: ExtensionServices,
  sampleFiles: Lazy<SampleFiles>,
  load: () => Promise<DemoCommands>,
): Disposable {
  return Disposable.from(
    sampleFiles,
    // immediately: documents of the last window may be restored
    whenFirstNeeded(extension.store, sampleFiles, isSample, 'atStart'),
    registerCommands(extension, names, load),
  );
}
