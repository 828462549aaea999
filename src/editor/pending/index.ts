import { Disposable } from 'vscode';
import { errorMessage } from '../../base/log';
import { systemClock, type LeaseObserver, type Leases } from '../../base/ports';
import { CompletionNotices } from './verdictNotices';
import { showPauses } from './pauseNotices';
import type { PushSockets } from './pushSockets';
import { PendingStatus } from './pendingStatusBar';
import { UnreachableRecords, type Unreachable } from '../shared/unreachableRecords';
import type { Core } from '../shared/core';
import type { WithList } from '../list';

export { rememberStopped, resumeStopped } from './stoppedWithJudge';
export type { RecordDetails } from '../shared/trackedResults';

/**
 * Shows pending requests in the status bar, as a badge, and in notifications. Loaded with the tracker, so only when
 * something is pending. `Sockets` opens the push connections; null: not available on this platform.
 */
export function showPendingRequests(
  extension: Core & WithList,
  leases: Leases & LeaseObserver,
  Sockets: typeof PushSockets | null,
): Disposable {
  return Disposable.from(
    new PendingStatus(extension),
    new CompletionNotices(extension, leases),
    showPauses(extension, leases),
    showUnreachable(extension),
    ...(Sockets ? [new Sockets(extension, leases)] : []),
  );
}

/** Shows in the rows of pending requests that their judges can't be reached. */
function showUnreachable({ tracking, tree, log }: Core & WithList): Disposable {
  const unreachable = (): readonly Unreachable[] =>
    tracking
      .pending(true)
      .filter(({ request }) => tracking.health(request.service).kind === 'unreachable')
      .map(({ request: { key, service } }) => ({ key, nextAt: tracking.nextPollAt(service) }));
  const rows = new UnreachableRecords(systemClock, { unreachable }, (error) =>
    log.error(errorMessage(error)),
  );
  tree.explainWith(rows);
  return Disposable.from(
    rows,
    tracking.onDidChange(() => rows.update()),
  );
}
