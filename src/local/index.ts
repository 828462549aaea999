/** Compiles and runs the user's programs on this computer. Needs Node. */
export { LocalComputer, type NotBuilt } from './localComputer';
