import type { ExtensionContext, TreeView } from 'vscode';
import type { AssistantAccess, RecordStore } from '../../records';
import type { ProblemsFeature } from '../problems/problemsFeature';
import type { Log } from '../../base/log';
import type { LocalComputer } from '../../local';
import type { Following } from '../following/following';
import type { Contest } from '../../judge';
import type { RecentSubmission, Judge, ServiceId } from '../../service';
import type { PausedJudge } from '../contests/contestWatch';
import type { ServiceManager } from '../judges/serviceManager';
import type { Tracking } from '../pending/tracking';
import type { BrowserSubmissions } from '../submit/inBrowser/browserSubmissions';
import type { StoredArrangement } from '../list/storedArrangement';
import type { TreeNode } from '../list/treeNodes';
import type { RealPath } from './boundedReading';
import type { RemainingSubmissions } from './remainingSubmissions';
import type { RecordsTree } from '../list/recordsTree';
import type { SelectedRows } from '../list/selectedRows';

/** The objects that commands and views use. Created once by `compose.ts`. Commands get it as their first argument. */
export interface ExtensionServices {
  readonly context: ExtensionContext;
  readonly log: Log;
  /** the only store of results */
  readonly store: RecordStore;
  readonly services: ServiceManager;
  readonly tracking: Tracking;
  /** remaining time and submissions of problems */
  readonly remaining: RemainingSubmissions;
  /** diagnostics in the user's files; loaded when needed */
  readonly diagnostics: () => Promise<ProblemsFeature>;
  /** filter, order and grouping of the list; loaded when they differ from the defaults */
  readonly arranging: () => Promise<StoredArrangement>;
  /** source files of the demo results; loaded on first use */
  readonly sampleFiles: () => Promise<unknown>;
  /** HTTP callbacks; loaded when they are enabled */
  readonly callbacks: () => Promise<{ copyAddress(): Promise<void> }>;
  /** copies the configuration of the MCP server for other programs */
  readonly copyMcpConfiguration: () => Promise<void>;
  /** judges whose submissions are followed; loaded with the first of them */
  readonly following: () => Promise<FollowedServices>;
  /** finds the submissions that the user makes in the browser; loaded with the first of them */
  readonly browserSubmissions: () => Promise<BrowserSubmissions>;
  readonly realPath: RealPath;
  /** decides which results assistants may read */
  readonly assistantAccess: AssistantAccess;
  /** contests that judges reported */
  readonly contests: ReportedContests;
  /** compiles and runs programs; loaded with the first program; null in a browser */
  readonly localComputer: (() => Promise<LocalComputer>) | null;
  readonly tree: RecordsTree;
  readonly view: TreeView<TreeNode>;
  readonly selectedRows: SelectedRows;
}

export interface ReportedContests {
  /** Notes a contest that a list of submissions contained, before the results of its submissions are known. */
  report(service: ServiceId, contest: Contest): void;
  /** Returns the judges whose results assistants can't read now because of a contest. */
  paused(): Promise<readonly PausedJudge[]>;
}

export interface FollowedServices {
  readonly following: Following;
  /** Resolves to null if the judge doesn't list submissions for this account. Rejects with `ServiceFailed`. */
  listAll(judge: Judge): Promise<readonly RecentSubmission[] | null>;
  /** Adds a record for each submission, and tracks it. */
  addAll(judge: Judge, submissions: readonly RecentSubmission[]): Promise<void>;
}

/** The objects that a function uses: `Uses<'store' | 'tracking'>`. */
export type Uses<Name extends keyof ExtensionServices> = Pick<ExtensionServices, Name>;
