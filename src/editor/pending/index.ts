import { Disposable } from 'vscode';
import type { LeaseObserver, Leases } from '../../base/ports';
import type { ExtensionServices } from '../shared/extensionServices';
import { CompletionNotices } from './notices';
import { showPauses } from './pauseNotices';
import type { PushSockets } from './pushSockets';
import { PendingStatus } from './pendingStatusBar';

export { rememberStopped, resumeStopped } from './stoppedWithService';
export { type RecordDetails } from './tracking';

/**
 * Shows pending requests in the status bar, as a badge, and in notifications. Loaded with the tracker, so only when
 * something is pending. `Sockets` opens the push connections; null: not available on this platform.
 */
export function showPendingRequests(
  extension: ExtensionServices,
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
