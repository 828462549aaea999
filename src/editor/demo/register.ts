import { Disposable } from 'vscode';
import type { Lazy } from '../../base/async';
import { isSample } from '../../records';
import type { ExtensionServices } from '../shared/extensionServices';
import { whenFirstNeeded } from '../shared/whenNeeded';
import type { SampleFiles } from './sampleFiles';

/** Registers the virtual source files of demo results, which are loaded with the first demo result. */
export function registerDemo(extension: ExtensionServices, sampleFiles: Lazy<SampleFiles>): Disposable {
  return Disposable.from(
    sampleFiles,
    // at startup, because VS Code may restore documents of the last window
    whenFirstNeeded(extension.store, sampleFiles, isSample, 'atStart'),
  );
}
