import { Disposable, env, window, type ExtensionContext } from 'vscode';
import type { Lazy } from '../../base/async';
import { mementos } from '../shared/storage/storageKeys';
import { whenIdle } from '../shared/whenNeeded';

/** Returns whether the user receives problems from the browser on this computer, or on the remote one of this window. */
export function receivesProblems({ globalState }: Pick<ExtensionContext, 'globalState'>): boolean {
  return globalState.get<unknown>(mementos.receivesProblems(env.remoteName ?? '')) === true;
}

/** Starts receiving problems if the user has turned that on, also in another window. Loads nothing while it is off. */
export function registerReceiving(context: ExtensionContext, receiving: Lazy<Disposable>): Disposable {
  const startIfOn = async (): Promise<void> => {
    if (receivesProblems(context)) await receiving.get();
  };
  return Disposable.from(
    receiving,
    whenIdle(startIfOn),
    window.onDidChangeWindowState(({ focused }) => {
      if (focused) void startIfOn();
    }),
  );
}
