import { Disposable } from 'vscode';
import type { LeaseSight, Leases } from '../../base/ports';
import type { ExtensionServices } from '../extensionServices';
import { CompletionNotices } from './notices';
import { showPauses } from './pauseNotices';
import type { PushSockets } from './pushSockets';
import { PendingStatus } from './pendingStatusBar';

/**
 * Shows pending requests: status bar, badge, and notifications. Loaded with the tracker, so not before something is pending.
 * `Sockets` opens the connections to services that push; null: this platform can't open any.
 */
export function showPendingRequests(
  extension: ExtensionServices,
  leases: Leases & LeaseSight,
  Sockets: typeof PushSockets | null,
): Disposable {
  const status = new PendingStatus(extension);
  const push = Sockets && new Sockets(extension, leases, () => status.update());
  if (push) extension.tracking.notPushed = () => push.words();
  return Disposable.from(
    status,
    new CompletionNotices(extension, leases),
    showPauses(extension, leases),
    ...(push ? [push] : []),
  );
}
