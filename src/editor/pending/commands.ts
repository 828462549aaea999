import { showPending } from './showPending';
import type { PendingCommands } from './register';

export const pendingCommands: PendingCommands = {
  showPending,
};
