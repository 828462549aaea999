import { P1001 } from './P1001';
import { P1115 } from './P1115';
import { P1177 } from './P1177';
import { P1216 } from './P1216';
import type { Problem } from './problem';

/** The problems for submissions. Each problem has its own file. */
export const problems: ReadonlyMap<string, Problem> = new Map(
  [P1001, P1115, P1177, P1216].map((problem) => [problem.id, problem]),
);
