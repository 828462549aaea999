import type { LocalComputer } from '../../local';

export interface WithLocalRuns {
  /** compiles and runs programs; loaded with the first program; null in a browser */
  readonly localComputer: (() => Promise<LocalComputer>) | null;
}
