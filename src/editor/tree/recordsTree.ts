import {
  EventEmitter,
  TreeItemCollapsibleState,
  type Disposable,
  type Event,
  type TreeDataProvider,
  type TreeItem,
} from 'vscode';
import { recordKey } from '../../records/record';
import type { NodeChange, RecordKey, RecordStore, RecordsChange } from '../../records';
import type { ServiceId, ServiceProfile } from '../../service';
import { serviceIdentity } from '../../service/address';
import type { ServiceManager } from '../services/serviceManager';
import type { ArrangedList, ListArranger } from './arrangement';
import { nodeOf, type GroupNode, type MoreNode, type TreeNode } from './node';
import type { TreeContext, TreeRows } from './rows';

/** The records as a tree. It keeps no results: rows are read from the store, children made when they are opened. */
export class RecordsTree implements TreeDataProvider<TreeNode>, TreeContext, Disposable {
  private readonly changed = new EventEmitter<TreeNode[] | undefined>();
  readonly onDidChangeTreeData: Event<TreeNode[] | undefined> = this.changed.event;

  /** VS Code knows a row by the object it was given: the same place has to be the same object. */
  private readonly nodes = new Map<string, TreeNode>();
  private loading: Promise<TreeRows> | null = null;
  private readonly subscriptions: readonly Disposable[];
  arranger: Promise<ListArranger> | null = null;
  /** the list as it was shown last; null: plain */
  private arranged: ArrangedList | null = null;
  /** there are records of several services: then each row names its own */
  hasSeveralServices: boolean;

  /** IDs of rows inside of and of records that a person has unfolded */
  private readonly unfolded = new Set<string>();
  /** those of them that VS Code doesn't know as the same rows any more */
  private readonly unfoldedAnew = new Set<string>();

  /** of the services that records are of */
  private readonly profiles = new Map<string, Promise<ServiceProfile | null>>();

  constructor(
    private readonly store: RecordStore,
    private readonly services: Pick<ServiceManager, 'profileOf' | 'onDidChange'>,
    /** called once, with the first row */
    private readonly loadRows: () => Promise<typeof TreeRows>,
  ) {
    this.hasSeveralServices = servicesIn(store) > 1;
    this.subscriptions = [
      store.onDidChange((change) => this.refresh(change)),
      services.onDidChange(() => {
        this.profiles.clear();
        this.changed.fire(undefined);
      }),
    ];
  }

  /** Shows the list as this one arranges it; null: all of it, newest first. Called again when that has changed. */
  arrangeWith(arranger: Promise<ListArranger> | null): void {
    this.arranger = arranger;
    this.changed.fire(undefined);
  }

  async getTreeItem(node: TreeNode): Promise<TreeItem> {
    const item = await (await this.rows()).item(node);
    if (this.unfoldedAnew.has(node.id)) item.collapsibleState = TreeItemCollapsibleState.Expanded;
    return item;
  }

  /** A row was unfolded, or folded again. */
  setUnfolded({ id }: TreeNode, isUnfolded: boolean): void {
    if (isUnfolded) {
      this.unfolded.add(id);
      return;
    }
    this.unfolded.delete(id);
    this.unfoldedAnew.delete(id);
  }

  /** The records of a service are about to get another one: their rows stay unfolded. */
  renameService(from: ServiceId, to: ServiceId): void {
    const start = recordKey(from, '');
    for (const id of [...this.unfolded]) {
      if (!id.startsWith(start)) continue;
      const renamed = recordKey(to, id.slice(start.length));
      this.unfolded.delete(id);
      this.unfolded.add(renamed);
      this.unfoldedAnew.add(renamed);
    }
  }

  /** What a row says when the mouse rests on it: most rows are never asked. */
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
      case 'group':
        return undefined;
      case 'record': {
        if (this.arranged?.kind !== 'grouped') return undefined;
        const group = this.arranged.groups.find(({ keys }) => keys.includes(node.key));
        return group && this.intern(nodeOf.group(group));
      }
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

  /** The row of a record, to reveal it. */
  record(key: RecordKey): TreeNode {
    return this.intern(nodeOf.record(key));
  }

  /** The records of the group with this ID, in order; none where there is no such group. */
  recordsInGroup(id: string): readonly RecordKey[] {
    const node = this.nodes.get(id);
    return node?.kind === 'group' ? this.recordsIn(node) : [];
  }

  /** The records of a group, in order. */
  recordsIn({ by, name }: Pick<GroupNode, 'by' | 'name'>): readonly RecordKey[] {
    if (this.arranged?.kind !== 'grouped') return [];
    return this.arranged.groups.find((group) => group.by === by && group.name === name)?.keys ?? [];
  }

  /** The row that takes the place of these when they go: the one behind them, else the one before. */
  neighborOf(keys: readonly RecordKey[]): RecordKey | null {
    const listed = this.listed();
    const gone = new Set(keys);
    const last = listed.findLastIndex((key) => gone.has(key));
    const left = (key: RecordKey): boolean => !gone.has(key);
    return listed.slice(last + 1).find(left) ?? listed.slice(0, Math.max(last, 0)).findLast(left) ?? null;
  }

  /** Whether the filter lets the record through. */
  async isListed(key: RecordKey): Promise<boolean> {
    await this.roots();
    return this.listed().includes(key);
  }

  /** All rows of records, in the order in which they are shown. */
  private listed(): readonly RecordKey[] {
    const { arranged } = this;
    if (!arranged) return this.store.records().map(({ key }) => key);
    return arranged.kind === 'flat' ? arranged.keys : arranged.groups.flatMap(({ keys }) => keys);
  }

  async showMore(node: MoreNode): Promise<void> {
    this.changed.fire([(await this.rows()).showMore(node)]);
  }

  dispose(): void {
    this.subscriptions.forEach((one) => void one.dispose());
    this.changed.dispose();
  }

  profileOf(service: string): Promise<ServiceProfile | null> {
    const known = this.profiles.get(service) ?? this.services.profileOf(service);
    this.profiles.set(service, known);
    return known;
  }

  private rows(): Promise<TreeRows> {
    this.loading ??= this.loadRows().then((Rows) => new Rows(this.store, this));
    return this.loading;
  }

  private async roots(): Promise<TreeNode[]> {
    const arranger = await this.arranger;
    this.arranged = arranger ? await arranger.list() : null;
    if (!this.arranged) return this.store.records().map((record) => this.record(record.key));
    return this.arranged.kind === 'flat'
      ? this.arranged.keys.map((key) => this.record(key))
      : this.arranged.groups.map((group) => this.intern(nodeOf.group(group)));
  }

  /** Refreshes the rows that the change names, and no others. */
  private refresh(change: RecordsChange): void {
    if (change.removed.size > 0) this.forget(change.removed);
    const isMoving = [...change.nodes.values()].some((one) => one.whole || one.details || one.summary);
    if (change.added.size + change.removed.size > 0) {
      this.hasSeveralServices = servicesIn(this.store) > 1;
      this.changed.fire(undefined);
    } else if (this.arranger && isMoving) void this.refreshArranged(this.arranger, change);
    else this.refreshRows(change);
  }

  /** What a record says of itself decides where it stands: the whole list only where that has changed. */
  private async refreshArranged(asked: Promise<ListArranger>, change: RecordsChange): Promise<void> {
    const before = JSON.stringify(this.arranged);
    const now = await (await asked).list();
    if (asked !== this.arranger) return;
    if (JSON.stringify(now) === before) this.refreshRows(change);
    else this.changed.fire(undefined);
  }

  private refreshRows(change: RecordsChange): void {
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
    // VS Code asks for what is open below a row together with the row
    const isAny = change.whole || change.details || change.summary || change.compile || change.subtaskList;
    if (isAny || this.arranger) {
      return known(nodeOf.record(key));
    }
    const rows: TreeNode[] = [];
    for (const { identity, row, caseList, cases } of change.subtasks) {
      if (row || caseList) rows.push(...known(nodeOf.subtask(key, identity)));
      else for (const one of cases) rows.push(...known(nodeOf.case(key, identity, one)));
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
      if (node.kind === 'group' || !keys.has(node.key)) continue;
      this.nodes.delete(id);
      this.setUnfolded(node, false);
    }
  }
}

/** Samples and imported results are of none. */
function servicesIn(store: RecordStore): number {
  const services = new Set(store.records().map(({ service }) => service));
  return [...services].filter((service) => serviceIdentity(service).name !== '').length;
}
