/** Compiles and runs programs on this computer. Loaded with the first program. */
export { openLocalComputer } from '../../local';
