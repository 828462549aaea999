export { ProblemsFeature } from './problemsFeature';
export {
  type CompileTarget,
  compileErrors,
  diagnosticsOf,
  firstErrorAtLine,
  printedPositions,
} from './compilerOutput';
export { compareSources, fileOf, openPosition, restoreVersion, showGone } from './sourceActions';
export { codeUri, judgedUri, outputUri } from './comparedTexts';
export { recordsOf } from './linkedSources';
export type { WithDiagnostics } from './withDiagnostics';
