import { Disposable, window, workspace } from 'vscode';
import type { Lazy } from '../../base/async';
import type { ExtensionServices } from '../shared/extensionServices';
import { callbackAddress } from '../shared/settings';
import { showingUnexpectedErrors } from '../shared/unexpectedErrors';
import { whenIdle } from '../shared/whenNeeded';
import type { handleUri } from './uriHandler';

/** Registers links to this extension, and HTTP callbacks, which are off by default. */
export function registerOnDesktop(
  extension: ExtensionServices,
  callbacks: Lazy<Disposable>,
  load: () => Promise<{ readonly handleUri: typeof handleUri }>,
): Disposable {
  const startIfOn = async (): Promise<void> => {
    if (callbackAddress().port !== null) await callbacks.get();
  };
  return Disposable.from(
    callbacks,
    whenIdle(startIfOn),
    workspace.onDidChangeConfiguration(startIfOn),
    window.registerUriHandler({
      handleUri: async (uri) => {
        const it = await load();
        await showingUnexpectedErrors(extension, 'link', () => it.handleUri(extension, uri));
      },
    }),
  );
}
