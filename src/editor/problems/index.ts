export { ProblemsFeature } from './problemsFeature';
export {
  type CompileTarget,
  compileErrors,
  diagnosticsOf,
  firstErrorAtLine,
  printedPositions,
} from './compileMessage';
export { compareSources, fileOf, openPosition, restoreVersion, showGone } from './judgedFile';
export { judgedUri, outputUri } from './comparedTexts';
export { recordsOf } from './linkedSources';
