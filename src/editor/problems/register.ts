import { Disposable } from 'vscode';
import type { Lazy } from '../../base/async';
import type { ExtensionServices } from '../shared/extensionServices';
import { registerCommands } from '../shared/registerCommands';
import type { Commands } from '../shared/commandTargets';
import { whenFirstNeeded } from '../shared/whenNeeded';
import type { ProblemsFeature } from './problemsFeature';

const names = ['openCompileMessage'] as const;

export type ProblemsCommands = Commands<(typeof names)[number]>;

/**
 * Registers compiler errors and warnings in the user's files. Loaded with the first such result, or with the first
 * source file.
 */
export function registerProblems(
  extension: ExtensionServices,
  diagnostics: Lazy<ProblemsFeature>,
  load: () => Promise<ProblemsCommands>,
): Disposable {
  return Disposable.from(
    diagnostics,
    whenFirstNeeded(
      extension.store,
      diagnostics,
      ({ source, summary }) => !!summary?.hasCompilation || source !== null,
      'whenIdle',
    ),
    registerCommands(extension, names, load),
  );
}
