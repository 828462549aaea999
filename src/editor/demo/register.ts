import { Disposable } from 'vscode';
import type { Lazy } from '../../base/async';
import { isSample } from '../../records';
import { whenFirstNeeded } from '../shared/whenNeeded';
import type { DemoFiles } from './demoFiles';
import type { Core } from '../shared/core';

/** Registers the virtual source files of demo results, which are loaded with the first demo result. */
export function registerDemo(extension: Core, demoFiles: Lazy<DemoFiles>): Disposable {
  return Disposable.from(
    demoFiles,
    // at startup, because VS Code may restore documents of the last window
    whenFirstNeeded(extension.store, demoFiles, isSample, 'atStart'),
  );
}
