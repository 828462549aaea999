import { Disposable } from 'vscode';
import { Lazy } from '../../base/async';
import { systemClock } from '../../base/ports';
import { awaitsFurtherTests, isHidden, type KnownRecord } from '../../records';
import { mementos } from '../shared/storage/storageKeys';
import { whenFirstNeeded } from '../shared/whenNeeded';
import type { ContestEnds } from './contestEnds';
import type { resumeStopped } from './stoppedWithJudge';
import type { Core } from '../shared/core';

/** Code that is loaded with the first pending request. */
interface PendingParts {
  readonly ContestEnds: typeof ContestEnds;
  readonly resumeStopped: typeof resumeStopped;
}

/** Resumes requests of judges that were added again, and polls hidden results when contests end. */
export function registerPending(
  extension: Core,
  loadParts: () => Promise<PendingParts>,
  onError: (what: string, error: unknown) => void,
): Disposable {
  const { judges, store, tracking } = extension;
  const contestEnds = new Lazy(async () => {
    const parts = await loadParts();
    return new parts.ContestEnds(store, tracking, systemClock, onError, Math.random);
  });
  if (store.tracked().length > 0) void tracking.resume();
  return Disposable.from(
    judges.onDidChange(() => {
      void tracking.followRules();
      resumeStoppedIfAny(extension, loadParts).catch((error: unknown) =>
        onError('stopped results could not be tracked', error),
      );
    }),
    contestEnds,
    whenFirstNeeded(store, contestEnds, awaitsContestEnd, 'whenIdle'),
  );
}

function awaitsContestEnd(record: KnownRecord): boolean {
  return isHidden(record) || awaitsFurtherTests(record);
}

/** Resumes requests that were stopped because their judge was removed, if the judge was added again. */
export async function resumeStoppedIfAny(
  extension: Core,
  loadParts: () => Promise<Pick<PendingParts, 'resumeStopped'>>,
): Promise<void> {
  if (!extension.context.globalState.get(mementos.stoppedWithService)) return;
  await (await loadParts()).resumeStopped(extension);
}
