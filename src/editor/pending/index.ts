import type { Disposable } from 'vscode';
import type { LeaseSight } from '../../service';
import type { Leases } from '../../tracking';
import type { ExtensionServices } from '../extensionServices';
import { CompletionNotices } from './notices';
import { PauseNotices } from './pauseNotices';
import type { PushSockets } from './pushSockets';
import { PendingStatus } from './statusBar';
import { StoreNews } from './storeNews';

/** What people see of pending requests: loaded with the tracker, so not before something is pending. */
export class PendingViews implements Disposable {
  private readonly disposables: Disposable[];

  /** `Sockets`: opens those of services that push; null where none can be opened. */
  constructor(parts: ExtensionServices, leases: Leases & LeaseSight, Sockets: typeof PushSockets | null) {
    const status = new PendingStatus(parts);
    const push = Sockets && new Sockets(parts, leases, () => status.update());
    if (push) parts.tracking.notPushed = () => push.words();
    this.disposables = [
      new StoreNews(parts),
      status,
      new CompletionNotices(parts, leases),
      new PauseNotices(parts, leases),
    ];
    if (push) this.disposables.push(push);
  }

  dispose(): void {
    this.disposables.forEach((one) => void one.dispose());
  }
}
