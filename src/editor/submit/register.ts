import { Disposable } from 'vscode';
import type { Lazy } from '../../base/async';
import { isInBrowser } from '../../records';
import { whenFirstNeeded } from '../shared/whenNeeded';
import type { BrowserSubmissions } from './inBrowser/browserSubmissions';
import type { Core } from '../shared/core';

/** Resumes waiting for submissions in the browser. */
export function registerSubmit(extension: Core, browserSubmissions: Lazy<BrowserSubmissions>): Disposable {
  return Disposable.from(
    browserSubmissions,
    whenFirstNeeded(extension.store, browserSubmissions, isInBrowser, 'whenIdle'),
  );
}
