import type { ExtensionContext } from 'vscode';
import type { Log } from '../../base/log';
import type { RecordKey, RecordStore } from '../../records';
import type { RealPath } from './files/boundedReading';
import type { Judges } from './judges';
import type { RemainingSubmissions } from './remainingSubmissions';
import type { TrackedResults } from './trackedResults';

/**
 * The objects that most functions of the editor need. A function that needs more has a parameter such as
 * `Core & WithSelection`. All of them are created once by `compose.ts`.
 */
export interface Core {
  readonly context: ExtensionContext;
  readonly log: Log;
  /** the only store of results */
  readonly store: RecordStore;
  readonly judges: Judges;
  readonly tracking: TrackedResults;
  /** remaining time and submissions of problems */
  readonly remaining: RemainingSubmissions;
  readonly realPath: RealPath;
}

/** The rows of the list to which a command applies. */
export interface WithSelection {
  readonly tree: {
    /** Returns the records of the group with this ID, in order; none if the group doesn't exist. */
    recordsInGroup(id: string): readonly RecordKey[];
  };
  readonly selectedRows: {
    /** the selected rows, except those of removed records */
    readonly current: readonly unknown[];
  };
}
