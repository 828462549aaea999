import { Disposable, window, type Memento, type TreeView } from 'vscode';
import { errorStack } from '../../base/log';
import type { RecordStore } from '../../records';
import type { Judges } from '../shared/judges';
import { setContextWhere } from '../shared/contextKeys';
import { mementos } from '../shared/storage/storageKeys';
import type { TreeNode } from './treeNodes';
import { RecordsTree } from './recordsTree';
import type { ProblemPositions } from './rowProvider';
import type { TreeRows } from './rows';
import { SelectedRows } from './selectedRows';
import type { StoredArrangement } from './storedArrangement';
import type { Core } from '../shared/core';
import { ViewTitle } from './viewTitle';
import type { WithList } from './withList';

export type List = WithList;

/** Classes that are loaded with the first row, or with the first filter, order, or grouping. */
interface RowClasses {
  readonly TreeRows: typeof TreeRows;
  readonly StoredArrangement: typeof StoredArrangement;
}

/**
 * Creates the view. Calls `loadRows` for the first row or arrangement, because most windows start without a visible
 * list.
 */
export function createList(
  store: RecordStore,
  judges: Pick<Judges, 'judgeOf' | 'onDidChange'>,
  state: Memento,
  name: string,
  loadRows: () => Promise<RowClasses>,
  loadPositions: () => Promise<ProblemPositions>,
  onError: (what: string, error: unknown) => void,
): List {
  const tree = new RecordsTree(store, judges, async () => (await loadRows()).TreeRows, loadPositions);
  const view: TreeView<TreeNode> = window.createTreeView('judgeResults.records', {
    treeDataProvider: tree,
    canSelectMany: true,
    showCollapseAll: true,
  });
  const viewTitle = new ViewTitle(view, name);
  let arranging: Promise<StoredArrangement> | null = null;
  return {
    tree,
    view,
    viewTitle,
    selectedRows: new SelectedRows(view, store),
    arranging: () =>
      (arranging ??= loadRows().then(
        (it) => new it.StoredArrangement(store, tree, viewTitle, state, onError),
      )),
  };
}

export function registerList(extension: Core & WithList): Disposable {
  const { context, store, tree, view, selectedRows, judges } = extension;
  if (context.workspaceState.get(mementos.arrangement)) tree.arrangeWith(extension.arranging());
  showJudge(extension);
  return Disposable.from(
    selectedRows,
    tree,
    view,
    setContextWhere('hasRecords', store),
    judges.onDidChange(() => showJudge(extension)),
  );
}

function showJudge({ judges, viewTitle, log }: Core & WithList): void {
  judges.chosenWords().then(
    (words) => viewTitle.showJudge(words),
    (error: unknown) => log.error(errorStack(error)),
  );
}
