import { Disposable } from 'vscode';
import { Lazy } from '../../base/async';
import { systemClock } from '../../base/ports';
import { isHidden } from '../../records';
import type { ExtensionServices } from '../shared/extensionServices';
import { mementos } from '../shared/keys';
import { registerCommands } from '../shared/registerCommands';
import type { Commands } from '../shared/targets';
import { whenFirstNeeded } from '../shared/whenNeeded';
import type { ContestEnds } from './contestEnds';
import type { resumeStopped } from './stoppedWithService';

const names = ['showPending'] as const;

export type PendingCommands = Commands<(typeof names)[number]>;

/** What is loaded with the first pending request. */
interface PendingParts {
  readonly ContestEnds: typeof ContestEnds;
  readonly resumeStopped: typeof resumeStopped;
}

/** Pending requests: those of the last window, of services that are set up again, and of contests that end. */
export function registerPending(
  extension: ExtensionServices,
  loadParts: () => Promise<PendingParts>,
  load: () => Promise<PendingCommands>,
  onError: (what: string, error: unknown) => void,
): Disposable {
  const { services, store, tracking } = extension;
  const contestEnds = new Lazy(async () => {
    const parts = await loadParts();
    return new parts.ContestEnds(store, tracking, systemClock, onError);
  });
  if (store.tracked().length > 0) void tracking.resume();
  return Disposable.from(
    tracking,
    services.onDidChange(() => {
      void tracking.followRules();
      resumeStoppedIfAny(extension, loadParts).catch((error: unknown) =>
        onError('stopped results could not be tracked', error),
      );
    }),
    contestEnds,
    whenFirstNeeded(store, contestEnds, isHidden),
    registerCommands(extension, names, load),
  );
}

/** Tracks requests again that were stopped with their service, if there are any and it is set up again. */
export async function resumeStoppedIfAny(
  extension: ExtensionServices,
  loadParts: () => Promise<Pick<PendingParts, 'resumeStopped'>>,
): Promise<void> {
  if (!extension.context.globalState.get(mementos.stoppedWithService)) return;
  await (await loadParts()).resumeStopped(extension);
}
