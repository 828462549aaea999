import type { StatusTable } from './status';

/** What a service counts in. `null` or an unknown word: the bare number is shown (followed by the word). */
export interface Units {
  /** `ms`, `s`, … */
  readonly time: string | null;
  /** `KiB`, `MiB`, `B`, … */
  readonly memory: string | null;
  /** `points`, … */
  readonly score: string | null;
}

/**
 * How to read the records of one service. It is stored with each record, which keeps the codes and units it was
 * judged under whatever the settings say later.
 */
export interface JudgingRules {
  /** names the profile: `luogu`, `judge` */
  readonly profile: string;
  readonly statuses: StatusTable;
  readonly units: Units;
  /** the service ends a judging whose compilation failed, whatever `judge` says */
  readonly compileFailureIsFinal: boolean;
  /** the pending statuses of the table are all there are: any other code is an end, also one without a meaning */
  readonly unknownStatusIsFinal?: boolean;
  /** the service judges again what has ended: then a pending result is newer than a final one */
  readonly canRejudge?: boolean;
}
