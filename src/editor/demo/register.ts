import { Disposable } from 'vscode';
import type { Lazy } from '../../base/async';
import { isSample } from '../../records';
import { whenFirstNeeded } from '../shared/whenNeeded';
import type { SampleFiles } from './sampleFiles';
import type { Core } from '../shared/core';

/** Registers the virtual source files of demo results, which are loaded with the first demo result. */
export function registerDemo(extension: Core, sampleFiles: Lazy<SampleFiles>): Disposable {
  return Disposable.from(
    sampleFiles,
    // at startup, because VS Code may restore documents of the last window
    whenFirstNeeded(extension.store, sampleFiles, isSample, 'atStart'),
  );
}
