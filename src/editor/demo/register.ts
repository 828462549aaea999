import { Disposable } from 'vscode';
import type { Lazy } from '../../base/async';
import { isSample } from '../../records';
import type { ExtensionServices } from '../shared/extensionServices';
import { registerCommands } from '../shared/registerCommands';
import type { Commands } from '../shared/targets';
import type { SampleFiles } from './sampleFiles';

const names = ['openSample', 'removeSamples'] as const;

export type DemoCommands = Commands<(typeof names)[number]>;

/** Registers the demo results, and their source files, which are loaded with the first of them. */
export function registerDemo(
  extension: ExtensionServices,
  sampleFiles: Lazy<SampleFiles>,
  load: () => Promise<DemoCommands>,
): Disposable {
  const { store } = extension;
  if (store.records().some(isSample)) void sampleFiles.get();
  return Disposable.from(
    sampleFiles,
    // another window may have added them
    store.onDidChange(({ added, nodes }) => {
      const records = [...added, ...nodes.keys()].map((key) => store.get(key));
      if (records.some((record) => record && isSample(record))) void sampleFiles.get();
    }),
    registerCommands(extension, names, load),
  );
}
