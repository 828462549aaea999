import { Disposable } from 'vscode';
import type { LeaseSight, Leases } from '../../base/ports';
import type { ExtensionServices } from '../extensionServices';
import { CompletionNotices } from './notices';
import { tellPauses } from './pauseNotices';
import type { PushSockets } from './pushSockets';
import { PendingStatus } from './statusBar';
import { passStoreNews } from './storeNews';

/**
 * What people see of pending requests: loaded with the tracker, so not before something is pending. `Sockets`: opens
 * those of services that push; null where none can be opened.
 */
export function showPendingRequests(
  parts: ExtensionServices,
  leases: Leases & LeaseSight,
  Sockets: typeof PushSockets | null,
): Disposable {
  const status = new PendingStatus(parts);
  const push = Sockets && new Sockets(parts, leases, () => status.update());
  if (push) parts.tracking.notPushed = () => push.words();
  return Disposable.from(
    passStoreNews(parts),
    status,
    new CompletionNotices(parts, leases),
    tellPauses(parts, leases),
    ...(push ? [push] : []),
  );
}
