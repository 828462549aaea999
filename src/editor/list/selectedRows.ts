import type { Disposable, TreeView } from 'vscode';
import type { RecordStore } from '../../records';
import type { TreeNode } from './treeNodes';

/**
 * Tracks the selected rows of the list. `TreeView.selection` temporarily lacks rows while VS Code reloads them, and VS
 * Code doesn't report when they return. It does report each change of the selection. So all rows that were seen since
 * the last report are still selected.
 */
export class SelectedRows implements Disposable {
  /** Rows seen since the selection changed, by ID. */
  private readonly seen = new Map<string, TreeNode>();
  private readonly subscription: Disposable;

  constructor(
    private readonly view: Pick<TreeView<TreeNode>, 'selection' | 'onDidChangeSelection'>,
    private readonly store: Pick<RecordStore, 'get'>,
  ) {
    this.subscription = view.onDidChangeSelection(({ selection }) => {
      this.seen.clear();
      this.add(selection);
    });
  }

  /** The selected rows, except those of removed records. */
  get current(): readonly TreeNode[] {
    this.add(this.view.selection);
    return [...this.seen.values()].filter((node) => !('key' in node) || this.store.get(node.key) !== null);
  }

  /** Adds a row that the user clicked. VS Code runs a row's command for a click only if no other row is selected. */
  addClicked(node: TreeNode): void {
    if (this.current.length === 0) this.add([node]);
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private add(nodes: readonly TreeNode[]): void {
    for (const node of nodes) this.seen.set(node.id, node);
  }
}
