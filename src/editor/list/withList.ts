import type { TreeView } from 'vscode';
import type { RecordsTree } from './recordsTree';
import type { SelectedRows } from './selectedRows';
import type { StoredArrangement } from './storedArrangement';
import type { TreeNode } from './treeNodes';
import type { ViewTitle } from './viewTitle';

export interface WithList {
  readonly tree: RecordsTree;
  readonly view: TreeView<TreeNode>;
  readonly viewTitle: ViewTitle;
  readonly selectedRows: SelectedRows;
  /** filter, order and grouping of the list; loaded when they differ from the defaults */
  readonly arranging: () => Promise<StoredArrangement>;
}
