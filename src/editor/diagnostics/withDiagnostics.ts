import type { ProblemsFeature } from './problemsFeature';

export interface WithDiagnostics {
  /** diagnostics in the user's files; loaded when needed */
  readonly diagnostics: () => Promise<ProblemsFeature>;
}
