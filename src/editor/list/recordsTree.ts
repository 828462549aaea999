import { sameJson } from '../../base/sameJson';
import {
  EventEmitter,
  type Disposable,
  type Event,
  type Location,
  TreeItem,
  type TreeDataProvider,
} from 'vscode';
import type { KnownRecord, NodeChange, RecordKey, RecordStore, StoreChangeEvent } from '../../records';
import type { Judge } from '../../judges';
import { judgeIdentity } from '../../judges/address';
import type { Judges } from '../shared/judges';
import { onDidChangeSettings } from '../shared/settings/settings';
import type { ListArranger } from './arrangement';
import { contestOfGroup, isGroup, keysIn, listEntries, type Group, type ListEntry } from './groups';
import { nodeOf, type GroupNode, type MoreNode, type TreeNode } from './treeNodes';
import type { LateVerdicts, PinnedRow, ProblemPositions, RowProvider, TreeContext } from './rowProvider';

/** The records as a tree. Stores no results: creates rows when VS Code requests them. */
export class RecordsTree implements TreeDataProvider<TreeNode>, TreeContext, Disposable {
  private readonly changed = new EventEmitter<TreeNode[] | undefined>();
  readonly onDidChangeTreeData: Event<TreeNode[] | undefined> = this.changed.event;

  /** Nodes by ID. VS Code identifies a row by its object, so each row must always have the same one. */
  private readonly nodes = new Map<string, TreeNode>();
  private loading: Promise<RowProvider> | null = null;
  private positions: Promise<ProblemPositions> | null = null;
  private readonly subscriptions: Disposable[];
  private readonly late: LateVerdicts[] = [];
  arranger: Promise<ListArranger> | null = null;
  /** The list as last displayed. */
  private entries: readonly ListEntry[] | null = null;
  private readonly pinned = new Set<() => readonly PinnedRow[]>();
  private groups = new Map<RecordKey, Group>();
  /** The groups as last displayed, by the ID of their row. */
  private groupsByRow = new Map<string, Group>();
  /** Whether records belong to several judges, so that each row shows its judge. */
  hasSeveralJudges: boolean;
  /** Whether the groups of problems belong to several contests, so that each row shows its contest. */
  hasSeveralContests = false;

  /** Judges of the listed records, by judge ID. */
  private readonly knownJudges = new Map<string, Promise<Judge | null>>();

  constructor(
    private readonly store: RecordStore,
    private readonly judges: Pick<Judges, 'judgeOf' | 'onDidChange'>,
    /** Called once, for the first row. */
    private readonly loadRows: () => Promise<new (store: RecordStore, tree: TreeContext) => RowProvider>,
    /** Called once, for the first row of a compiler message. */
    private readonly loadPositions: () => Promise<ProblemPositions>,
  ) {
    this.hasSeveralJudges = judgesIn(store) > 1;
    this.subscriptions = [
      store.onDidChange((change) => this.refresh(change)),
      judges.onDidChange(() => {
        this.knownJudges.clear();
        this.changed.fire(undefined);
      }),
      onDidChangeSettings('cases.reveal', () => this.changed.fire(undefined)),
    ];
  }

  /**
   * Sets the arranger, which filters, sorts and groups the list; null: no filter, default order and grouping. Must be
   * called again whenever the arrangement changes.
   */
  arrangeWith(arranger: Promise<ListArranger> | null): void {
    this.arranger = arranger;
    this.changed.fire(undefined);
  }

  /** Shows rows above the results. Reads them again after each `onDidChange`. */
  pin(rows: () => readonly PinnedRow[], onDidChange: Event<void>): Disposable {
    this.pinned.add(rows);
    const subscription = onDidChange(() => this.changed.fire(undefined));
    return {
      dispose: () => {
        subscription.dispose();
        this.pinned.delete(rows);
      },
    };
  }

  private pinnedRows(): readonly PinnedRow[] {
    return [...this.pinned].flatMap((rows) => rows());
  }

  async getTreeItem(node: TreeNode): Promise<TreeItem> {
    if (node.kind === 'pinned')
      return this.pinnedRows().find(({ id }) => id === node.id)?.item ?? new TreeItem('');
    return (await this.rows()).item(node);
  }

  /** Adds the tooltip to a row when the mouse hovers over it, because most tooltips are never shown. */
  async resolveTreeItem(item: TreeItem, node: TreeNode): Promise<TreeItem> {
    const tooltip = await (await this.rows()).tooltip(node);
    if (tooltip !== undefined) item.tooltip = tooltip;
    return item;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (!node) return this.roots();
    if (node.kind === 'group') return this.recordsIn(node).map((key) => this.record(key));
    return (await this.rows()).children(node);
  }

  getParent(node: TreeNode): TreeNode | undefined {
    switch (node.kind) {
      case 'pinned':
      case 'group':
        return undefined;
      case 'record':
        return this.groupRowOf(node.key);
      case 'message':
      case 'compilation':
      case 'subtask':
        return this.record(node.key);
      case 'diagnostic':
        return this.intern(nodeOf.compilation(node.key));
      case 'case':
      case 'more':
        return this.intern(nodeOf.subtask(node.key, node.subtask));
    }
  }

  record(key: RecordKey): TreeNode {
    return this.intern(nodeOf.record(key));
  }

  /** Returns the records of the group with this ID, in order; none if the group doesn't exist. */
  recordsInGroup(id: string): readonly RecordKey[] {
    const node = this.nodes.get(id);
    return node?.kind === 'group' ? this.recordsIn(node) : [];
  }

  recordsIn({ id }: Pick<GroupNode, 'id'>): readonly RecordKey[] {
    return this.groupsByRow.get(id)?.keys ?? [];
  }

  groupOf(key: RecordKey): Group | null {
    return this.groups.get(key) ?? null;
  }

  private groupRowOf(key: RecordKey): GroupNode | undefined {
    const group = this.groupOf(key);
    return group ? this.intern(nodeOf.group(group)) : undefined;
  }

  /** Returns the row to select after these records are removed: the next one, or else the previous one. */
  neighborOf(keys: readonly RecordKey[]): RecordKey | null {
    const listed = keysIn(this.displayedEntries());
    const gone = new Set(keys);
    const last = listed.findLastIndex((key) => gone.has(key));
    const left = (key: RecordKey): boolean => !gone.has(key);
    return listed.slice(last + 1).find(left) ?? listed.slice(0, Math.max(last, 0)).findLast(left) ?? null;
  }

  /** Returns whether the filter shows the record. */
  async isListed(key: RecordKey): Promise<boolean> {
    await this.roots();
    return keysIn(this.displayedEntries()).includes(key);
  }

  async showMore(node: MoreNode): Promise<void> {
    this.changed.fire([(await this.rows()).showMore(node)]);
  }

  dispose(): void {
    this.subscriptions.forEach((disposable) => void disposable.dispose());
    this.changed.dispose();
  }

  judgeOf(service: string): Promise<Judge | null> {
    const known = this.knownJudges.get(service) ?? this.judges.judgeOf(service);
    this.knownJudges.set(service, known);
    return known;
  }

  async positionsOf(record: KnownRecord): Promise<ReadonlyMap<number, Location>> {
    this.positions ??= this.loadPositions().then((positions) => {
      this.subscriptions.push(positions.onDidMove((key) => this.fireKnown(nodeOf.compilation(key))));
      return positions;
    });
    return (await this.positions).positionsOf(record);
  }

  /** Shows why verdicts are late. */
  explainWith(late: LateVerdicts): void {
    this.late.push(late);
    this.subscriptions.push(
      late.onDidChange((keys) => keys.forEach((key) => this.fireKnown(nodeOf.record(key)))),
    );
  }

  troubleOf(record: KnownRecord): string {
    return this.late.map((late) => late.troubleOf(record)).find((words) => words !== '') ?? '';
  }

  rowChanged(node: TreeNode): void {
    this.fireKnown(node);
  }

  private fireKnown({ id }: TreeNode): void {
    const row = this.nodes.get(id);
    if (row) this.changed.fire([row]);
  }

  private rows(): Promise<RowProvider> {
    this.loading ??= this.loadRows().then((Rows) => new Rows(this.store, this));
    return this.loading;
  }

  private async roots(): Promise<TreeNode[]> {
    const { arranger } = this;
    const entries = arranger ? await (await arranger).list() : this.unarranged();
    this.setEntries(entries);
    const pinned = this.pinnedRows().map(({ id }) => this.intern(nodeOf.pinned(id)));
    const results = entries.map((entry) =>
      isGroup(entry) ? this.intern(nodeOf.group(entry)) : this.record(entry),
    );
    return [...pinned, ...results];
  }

  private displayedEntries(): readonly ListEntry[] {
    return this.entries ?? this.unarranged();
  }

  private unarranged(): ListEntry[] {
    return listEntries(this.store.records(), 'several');
  }

  private setEntries(entries: readonly ListEntry[]): void {
    const groups = entries.filter(isGroup);
    this.entries = entries;
    this.groups = new Map(groups.flatMap((group) => group.keys.map((key) => [key, group] as const)));
    this.groupsByRow = new Map(groups.map((group) => [nodeOf.group(group).id, group]));
    this.hasSeveralContests = contestsAmong(groups) > 1;
  }

  /** Refreshes only the rows that the change affects. */
  private refresh(change: StoreChangeEvent): void {
    if (change.removed.size > 0) this.forget(change.removed);
    const changes = [...change.nodes.values()];
    const mayMoveRows = changes.some(({ wholeRecord, details }) => wholeRecord || details);
    if (change.added.size + change.removed.size > 0) {
      this.hasSeveralJudges = judgesIn(this.store) > 1;
      this.changed.fire(undefined);
    } else if (this.arranger && (mayMoveRows || changes.some(({ summary }) => summary))) {
      void this.refreshArranged(this.arranger, change);
    } else if (mayMoveRows) this.refreshMoved(this.unarranged(), change);
    else this.refreshRows(change);
  }

  /** Reloads the whole list only if its order or grouping changed. */
  private async refreshArranged(arranger: Promise<ListArranger>, change: StoreChangeEvent): Promise<void> {
    const now = await (await arranger).list();
    if (arranger === this.arranger) this.refreshMoved(now, change);
  }

  private refreshMoved(now: readonly ListEntry[], change: StoreChangeEvent): void {
    if (!sameJson(now, this.entries)) {
      this.changed.fire(undefined);
      return;
    }
    // stores the new groups, because a changed record can affect the rows of the other records in its group
    this.setEntries(now);
    this.refreshRows(change);
  }

  private refreshRows(change: StoreChangeEvent): void {
    const rows = new Set<TreeNode>();
    for (const [key, nodes] of change.nodes) {
      for (const row of this.rowsOf(key, nodes)) rows.add(row);
    }
    if (rows.size > 0) this.changed.fire([...rows]);
  }

  private rowsOf(key: RecordKey, change: NodeChange): TreeNode[] {
    const known = (node: TreeNode): TreeNode[] => {
      const row = this.nodes.get(node.id);
      return row ? [row] : [];
    };
    // Refreshing a row also refreshes its open children.
    const affectsWholeRecord =
      change.wholeRecord || change.details || change.summary || change.compile || change.subtaskList;
    if (affectsWholeRecord || this.arranger) {
      // The group’s row shows its newest record, or the result of its problem.
      return known(this.groupRowOf(key) ?? nodeOf.record(key));
    }
    const rows: TreeNode[] = [];
    for (const { identity, row, caseList, cases } of change.subtasks) {
      if (row || caseList) rows.push(...known(nodeOf.subtask(key, identity)));
      else for (const caseKey of cases) rows.push(...known(nodeOf.case(key, identity, caseKey)));
    }
    return rows;
  }

  intern<Node extends TreeNode>(node: Node): Node {
    const known = this.nodes.get(node.id);
    if (known) return known as Node;
    this.nodes.set(node.id, node);
    return node;
  }

  private forget(keys: ReadonlySet<RecordKey>): void {
    for (const [id, node] of this.nodes) {
      if ('key' in node && keys.has(node.key)) this.nodes.delete(id);
    }
  }
}

function contestsAmong(groups: readonly Group[]): number {
  const names = groups.flatMap(({ by, name }) =>
    by === 'problem' && name !== null ? contestOfGroup(name) : [],
  );
  return new Set(names).size;
}

/** Returns the number of judges. Demo and imported results have no judge. */
function judgesIn(store: RecordStore): number {
  const judges = new Set(store.records().map(({ service }) => service));
  return [...judges].filter((service) => judgeIdentity(service).name !== '').length;
}
