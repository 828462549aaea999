import { commands, type Disposable, type Uri } from 'vscode';
import type { ExtensionServices } from '../extensionServices';

type Run = (parts: ExtensionServices, args: readonly unknown[]) => Promise<unknown>;

const service = () => import('./service');

/** Every command, each loaded when it is first used; `row.…` are run by rows only and so in no menu. */
const table: Readonly<Record<string, Run>> = {
  fetch: async (parts, args) => (await service()).fetchJudgeResult(parts, args[0]),
  refresh: async (parts, args) => (await import('./refresh')).refresh(parts, args),
  refreshAll: async (parts) => (await import('./refresh')).refreshAll(parts),
  openRecord: async (parts, args) => (await import('./panels')).openRecord(parts, args),
  compareRecords: async (parts, args) => (await import('./panels')).compare(parts, args),
  setSourceFile: async (parts, args) => (await import('./sources')).setSourceFile(parts, args),
  openSource: async (parts, args) => (await import('./sources')).openSource(parts, args),
  openCompileMessage: async (parts, args) => (await import('./sources')).openCompileMessage(parts, args),
  compareWithJudged: async (parts, args) => (await import('./sources')).compareWithJudged(parts, args),
  copyRequestId: async (parts, args) => (await import('./list')).copyRequestId(parts, args),
  remove: async (parts, args) => (await import('./list')).remove(parts, args),
  clearFinished: async (parts) => (await import('./list')).clearFinished(parts),
  filter: async (parts) => (await import('../onDemand')).filter(parts),
  clearFilter: async (parts) => (await import('../onDemand')).clearFilter(parts),
  sortBy: async (parts) => (await import('../onDemand')).sortBy(parts),
  groupBy: async (parts) => (await import('../onDemand')).groupBy(parts),
  copyAsMarkdown: async (parts, args) => (await import('../onDemand')).copyAsMarkdown(parts, args),
  exportJson: async (parts, args) => (await import('../onDemand')).exportJson(parts, args),
  importJson: async (parts) => (await import('../onDemand')).importJson(parts),
  openSample: async (parts) => (await import('../onDemand')).openSample(parts),
  removeSamples: async (parts) => (await import('../onDemand')).removeSamples(parts),
  chooseService: async (parts) => (await service()).chooseService(parts),
  setCredentials: async (parts) => (await service()).setCredentials(parts),
  removeCredentials: async (parts) => (await service()).removeCredentials(parts),
  submit: async (parts, args) => (await service()).submit(parts, args[0]),
  submitAgain: async (parts) => (await service()).submitAgain(parts),
  showQuota: async (parts) => (await service()).showQuota(parts),
  openProblem: async (parts, args) => (await service()).openProblem(parts, args),
  showLog: async (parts) => parts.log.show(),
  'row.openDiagnostic': async (parts, args) => (await import('./sources')).openDiagnostic(parts, args[0]),
  askAgain: async (parts, args) => (await import('./pending')).askAgain(parts, args),
  stopTracking: async (parts, args) => (await import('./pending')).stopTracking(parts, args),
  stopAll: async (parts) => (await import('./pending')).stopAll(parts),
  showPending: async (parts) => (await import('../pending/showPending')).showPending(parts),
  copyCallbackAddress: async (parts) => (await parts.callbacks()).copyAddress(),
  'row.showMoreCases': async (parts, args) => (await import('./list')).showMoreCases(parts, args[0]),
};

export function registerCommands(parts: ExtensionServices): Disposable[] {
  return Object.entries(table).map(([name, run]) =>
    commands.registerCommand(`judgeResults.${name}`, (...args: unknown[]) =>
      showingUnexpectedErrors(parts, name, () => run(parts, args)),
    ),
  );
}

/** A link to this extension was opened somewhere on this computer. */
export async function openLink(parts: ExtensionServices, uri: Uri): Promise<void> {
  await showingUnexpectedErrors(parts, 'link', async () => (await service()).handleUri(parts, uri));
}

async function showingUnexpectedErrors(
  parts: ExtensionServices,
  name: string,
  run: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    (await import('./unexpected')).showUnexpectedError(parts, name, error);
    return undefined;
  }
}
