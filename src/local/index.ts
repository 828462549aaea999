/** Compiles and runs the user's programs on this computer. Needs Node. */
export type {
  DebugConfiguration,
  DebuggerChoice,
  DebuggerExtension,
  LaunchConfiguration,
} from './debugConfiguration';
export type { FolderRefusal } from './folderAccess';
export type { LocalRun } from './localRun';
export type { ProblemFiles } from './workingFolder';
export { LocalComputer, openLocalComputer, type NotBuilt } from './localComputer';
