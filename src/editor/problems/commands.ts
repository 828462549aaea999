import type { ExtensionServices } from '../shared/extensionServices';
import { targetRecords, type RowArguments } from '../shared/targets';
import { openCompileDocument } from './judgedFile';
import type { ProblemsCommands } from './register';

export const problemsCommands: ProblemsCommands = {
  openCompileMessage,
};

async function openCompileMessage(extension: ExtensionServices, args: RowArguments): Promise<void> {
  const [record] = targetRecords(extension, args);
  if (!record) return;
  await openCompileDocument(extension, record, typeof args[2] === 'number' ? args[2] : 0);
}
