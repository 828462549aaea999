import type { TreeView } from 'vscode';
import type { RecordsTree } from './recordsTree';
import type { SelectedRows } from './selectedRows';
import type { StoredArrangement } from './storedArrangement';
import type { TreeNode } from './treeNodes';
import type { ViewDescription } from './viewDescription';

export interface WithList {
  readonly tree: RecordsTree;
  readonly view: TreeView<TreeNode>;
  readonly viewDescription: ViewDescription;
  readonly selectedRows: SelectedRows;
  /** filter, order and grouping of the list; loaded when they differ from the defaults */
  readonly arranging: () => Promise<StoredArrangement>;
}
