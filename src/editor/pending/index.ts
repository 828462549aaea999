import { Disposable } from 'vscode';
import type { LeaseObserver, Leases } from '../../base/ports';
import { CompletionNotices } from './notices';
import { showPauses } from './pauseNotices';
import type { PushSockets } from './pushSockets';
import { PendingStatus } from './pendingStatusBar';
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
    ...(Sockets ? [new Sockets(extension, leases)] : []),
  );
}
