import type { TreeItem } from 'vscode';
import type { RecordKey } from '../../records';
import type { Judge } from '../../service';
import type { ListArranger } from './arrangement';
import type { Group } from './groups';
import type { GroupNode, MoreNode, TreeNode } from './node';

/** What the rows need to know of the tree that they stand in. */
export interface TreeContext {
  /** the same object for the same place */
  readonly intern: <Node extends TreeNode>(node: Node) => Node;
  readonly recordsIn: (group: GroupNode) => readonly RecordKey[];
  /** the one that the record stands in */
  readonly groupOf: (key: RecordKey) => Group | null;
  /** then each row names its own */
  readonly hasSeveralServices: boolean;
  /** null: it is not set up any more */
  readonly profileOf: (service: string) => Promise<Judge | null>;
  readonly arranger: Promise<ListArranger> | null;
}

/** Draws the rows of the tree. */
export interface RowProvider {
  item(node: TreeNode): Promise<TreeItem>;
  /** Undefined: the row has no tooltip of its own. */
  tooltip(node: TreeNode): Promise<string | undefined>;
  children(node: Exclude<TreeNode, GroupNode>): Promise<TreeNode[]>;
  /** Shows more cases of a subtask. Returns the row to refresh. */
  showMore(node: MoreNode): TreeNode;
}
