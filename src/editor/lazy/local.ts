/** Compiles and runs programs on this computer. Loaded with the first program. */
export { LocalComputer } from '../../local';
