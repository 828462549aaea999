import { Disposable } from 'vscode';
import type { Lazy } from '../../base/async';
import { whenFirstNeeded } from '../shared/whenNeeded';
import type { ProblemsFeature } from './problemsFeature';
import type { Core } from '../shared/core';

/**
 * Registers compiler errors and warnings in the user's files. Loaded with the first such result, or with the first
 * source file.
 */
export function registerProblems(extension: Core, diagnostics: Lazy<ProblemsFeature>): Disposable {
  return Disposable.from(
    diagnostics,
    whenFirstNeeded(
      extension.store,
      diagnostics,
      ({ source, summary }) => !!summary?.hasCompilation || source !== null,
      'whenIdle',
    ),
  );
}
