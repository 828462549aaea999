import type { Event, Location, TreeItem } from 'vscode';
import type { KnownRecord, RecordKey } from '../../records';
import type { Judge } from '../../judges';
import type { ListArranger } from './arrangement';
import type { Group } from './groups';
import type { GroupNode, MoreNode, TreeNode } from './treeNodes';

export interface TreeContext {
  /** returns the same object for equal nodes */
  readonly intern: <Node extends TreeNode>(node: Node) => Node;
  readonly recordsIn: (group: GroupNode) => readonly RecordKey[];
  readonly groupOf: (key: RecordKey) => Group | null;
  /** if true, each row shows its judge */
  readonly hasSeveralJudges: boolean;
  /** if true, the row of each problem shows its contest */
  readonly hasSeveralContests: boolean;
  /** null: the judge was removed */
  readonly judgeOf: (service: string) => Promise<Judge | null>;
  readonly arranger: Promise<ListArranger> | null;
  /**
   * returns the positions of the record’s compiler messages in the user’s files, by their 0-based line in the compiler
   * output; omits unknown positions
   */
  readonly positionsOf: (record: KnownRecord) => Promise<ReadonlyMap<number, Location>>;
  /** returns why the verdict of a record is late; empty: no reason is known */
  readonly troubleOf: (record: KnownRecord) => string;
  /** refreshes a row that has no rows below it anymore */
  readonly rowChanged: (node: TreeNode) => void;
}

export interface ProblemPositions {
  readonly positionsOf: TreeContext['positionsOf'];
  /** Fires after the positions of a record’s Problems may have changed. */
  readonly onDidMove: Event<RecordKey>;
}

export interface LateVerdicts {
  /** returns “can’t be reached · next try in 30 s”; empty: no reason is known */
  readonly troubleOf: (record: KnownRecord) => string;
  /** Fires after the reasons of these records changed. */
  readonly onDidChange: Event<readonly RecordKey[]>;
}

/** A row above the results that another feature adds. */
export interface PinnedRow {
  /** stays the same while its item changes */
  readonly id: string;
  readonly item: TreeItem;
}

export interface RowProvider {
  item(node: TreeNode): Promise<TreeItem>;
  /** Returns undefined if the row has no tooltip. */
  tooltip(node: TreeNode): Promise<string | undefined>;
  children(node: Exclude<TreeNode, GroupNode>): Promise<TreeNode[]>;
  /** Shows more cases of a subtask. Returns the row to refresh. */
  showMore(node: MoreNode): TreeNode;
}
