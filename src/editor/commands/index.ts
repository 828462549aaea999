import { commands, type Disposable } from 'vscode';
import type { ExtensionServices } from '../shared/extensionServices';
import { showingUnexpectedErrors } from '../shared/unexpectedErrors';

/** What rows and keys run; the others are those of `package.json`, which people find. */
export const rowCommands: readonly string[] = [
  'row.openCase',
  'row.clickRecord',
  'row.enter',
  'row.openDiagnostic',
  'row.showMoreCases',
  'row.showVerdictActions',
];

/** What they do is loaded with the first one that is used. */
export function registerCommands(extension: ExtensionServices): Disposable[] {
  const { contributes } = extension.context.extension.packageJSON as Manifest;
  const offered = contributes.commands.map(({ command }) => command.replace(/^judgeResults\./, ''));
  return [...offered, ...rowCommands].map((name) =>
    commands.registerCommand(`judgeResults.${name}`, (...args: unknown[]) =>
      showingUnexpectedErrors(extension, name, async () =>
        (await import('./table')).table[name]?.(extension, args),
      ),
    ),
  );
}

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}
