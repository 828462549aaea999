import { compile } from './compile';
import { run } from './run';

/** How programs are compiled and run. */
export interface Programs {
  readonly compile: typeof compile;
  readonly run: typeof run;
}

/** As processes of this machine, with its compilers. */
export const realPrograms: Programs = { compile, run };
