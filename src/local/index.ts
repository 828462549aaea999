/** Compiles and runs the user's programs on this computer. Needs Node. */
export type {
  DebugConfiguration,
  DebuggerChoice,
  DebuggerExtension,
  LaunchConfiguration,
} from './debugConfiguration';
export type { FolderRefusal } from './folders/folderAccess';
export type { LocalRun, RunComparison } from './localRun';
export type { CaseToRun } from './runCases';
export type { LanguageSettings } from './languages/languageSettings';
export type { HelperProgram } from './runCases';
export type { ProblemFiles } from './folders/workingFolder';
export { LocalComputer, openLocalComputer, type NotBuilt } from './localComputer';
