import { Disposable } from 'vscode';
import type { Lazy } from '../../base/async';
import { isInBrowser } from '../../records';
import type { ExtensionServices } from '../shared/extensionServices';
import { whenFirstNeeded } from '../shared/whenNeeded';
import type { BrowserSubmissions } from './inBrowser/browserSubmissions';

/** Resumes waiting for submissions in the browser. */
export function registerSubmit(
  extension: ExtensionServices,
  browserSubmissions: Lazy<BrowserSubmissions>,
): Disposable {
  return Disposable.from(
    browserSubmissions,
    whenFirstNeeded(extension.store, browserSubmissions, isInBrowser, 'whenIdle'),
  );
}
