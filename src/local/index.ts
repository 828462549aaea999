/** Compiles and runs the user's programs on this computer. Needs Node. */
export type {
  DebugConfiguration,
  DebuggerChoice,
  DebuggerExtension,
  LaunchConfiguration,
} from './debugConfiguration';
export { LocalComputer, type NotBuilt } from './localComputer';
