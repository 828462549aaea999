import { compile } from './compile';
import { run } from './run';

/** The functions that compile and run programs. */
export interface Programs {
  readonly compile: typeof compile;
  readonly run: typeof run;
}

/** Compiles programs with the compilers of this computer, and runs them as processes. */
export const realPrograms: Programs = { compile, run };
