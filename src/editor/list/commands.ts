import { copyRequestId } from './copyRequestId';
import { rename, editNote } from './renameAndNote';
import { remove, clearFinished } from './removeResults';
import { arrangementCommands } from './askArrangement';
import type { ListCommands } from './register';
import { openDiagnostic } from './openDiagnostic';
import { showMoreCases } from './showMoreCases';

export const listCommands: ListCommands = {
  ...arrangementCommands,
  copyRequestId,
  rename,
  editNote,
  remove,
  clearFinished,
  'row.openDiagnostic': (extension, [node]) => openDiagnostic(extension, node),
  'row.showMoreCases': showMoreCases,
};
