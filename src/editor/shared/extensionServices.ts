import type { ExtensionContext, TreeView } from 'vscode';
import type { RecordStore } from '../../records';
import type { ProblemsFeature } from '../problems/problemsFeature';
import type { Log } from '../../base/log';
import type { Following } from '../following/following';
import type { RecentSubmission, Judge } from '../../service';
import type { ServiceManager } from '../judges/serviceManager';
import type { Tracking } from '../pending/tracking';
import type { StoredArrangement } from '../list/storedArrangement';
import type { TreeNode } from '../list/node';
import type { RealPath } from './boundedReading';
import type { RecordsTree } from '../list/recordsTree';
import type { SelectedRows } from '../list/selectedRows';

/** What commands and views work with. Built once by `compose.ts`; commands get it as their first argument. */
export interface ExtensionServices {
  readonly context: ExtensionContext;
  readonly log: Log;
  /** the one store: every result enters here */
  readonly store: RecordStore;
  readonly services: ServiceManager;
  readonly tracking: Tracking;
  /** compile messages in the user's files; loaded when the first one is there */
  readonly diagnostics: () => Promise<ProblemsFeature>;
  /** filter, order and grouping of the list; loaded when one of them is not the usual one */
  readonly arranging: () => Promise<StoredArrangement>;
  /** the samples' source files, from the first use on */
  readonly sampleFiles: () => Promise<unknown>;
  /** takes HTTP callbacks; loaded when they are switched on */
  readonly callbacks: () => Promise<{ copyAddress(): Promise<void> }>;
  /** the services whose new submissions become records; loaded with the first of them */
  readonly following: () => Promise<FollowedServices>;
  readonly realPath: RealPath;
  readonly tree: RecordsTree;
  readonly view: TreeView<TreeNode>;
  readonly selectedRows: SelectedRows;
}

export interface FollowedServices {
  readonly following: Following;
  /** Null: the service doesn't list submissions for this account. Rejects with `ServiceFailed`. */
  listAll(profile: Judge): Promise<readonly RecentSubmission[] | null>;
  /** Adds a record for each, and tracks it. */
  addAll(profile: Judge, submissions: readonly RecentSubmission[]): Promise<void>;
}

/** The part of them that a door to the outside gets: `Uses<'store' | 'tracking'>`. */
export type Uses<Name extends keyof ExtensionServices> = Pick<ExtensionServices, Name>;
