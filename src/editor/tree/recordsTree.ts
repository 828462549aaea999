import { EventEmitter, TreeItem, window, type Disposable, type Event, type TreeDataProvider } from 'vscode';
import type { CompilerDiagnostic } from '../../compiler';
import type { Compilation, Envelope, JudgingRules, StatusCode, Subtask } from '../../judge';
import { identities, subtasksOf } from '../../judge/summary';
import type { NodeChange, RecordKey, RecordStore, RecordsChange } from '../../records';
import { serviceIdentity } from '../../service/identity';
import type { RecordFilter } from './arrangement';
import {
  nodeOf,
  type CaseNode,
  type GroupNode,
  type MoreNode,
  type SubtaskNode,
  type TreeNode,
  pageSize,
} from './node';

/** Where a workspace's arrangement is kept; nothing there: the list is plain. */
export const arrangementKey = 'judgeResults.arrangement';

/** The list as it is arranged: in one piece, or the records of each source file together. */
export type ArrangedList =
  | { readonly kind: 'flat'; readonly keys: readonly RecordKey[] }
  | {
      readonly kind: 'grouped';
      readonly groups: readonly (Pick<GroupNode, 'by' | 'name'> & { readonly keys: readonly RecordKey[] })[];
    };

/** Arranges the list where it is not simply everything, newest first. */
export interface ListArranger {
  list(): Promise<ArrangedList>;
  /** Whether a case or subtask is one that the filter is about. */
  caseFits(status: StatusCode | null, rules: JudgingRules): boolean;
  readonly filter: RecordFilter;
}

/** The records as a tree. It keeps no results: rows are read from the store, children made when they are opened. */
export class RecordsTree implements TreeDataProvider<TreeNode>, Disposable {
  private readonly changed = new EventEmitter<TreeNode[] | undefined>();
  readonly onDidChangeTreeData: Event<TreeNode[] | undefined> = this.changed.event;

  /** VS Code knows a row by the object it was given: the same place has to be the same object. */
  private readonly nodes = new Map<string, TreeNode>();
  /** rows shown of a long subtask, by node id */
  private readonly shown = new Map<string, number>();
  private readonly subscriptions: readonly Disposable[];
  private arranger: Promise<ListArranger> | null = null;
  /** the list as it was shown last; null: plain */
  private arranged: ArrangedList | null = null;
  /** there are records of several services: then each row names its own */
  private hasSeveralServices: boolean;

  constructor(private readonly store: RecordStore) {
    this.hasSeveralServices = servicesIn(store) > 1;
    this.subscriptions = [
      store.onDidChange((change) => this.refresh(change)),
      // some icons are drawn for light themes only
      window.onDidChangeActiveColorTheme(() => this.changed.fire(undefined)),
    ];
  }

  /** Shows the list as this one arranges it; null: all of it, newest first. Called again when that has changed. */
  arrangeWith(arranger: Promise<ListArranger> | null): void {
    this.arranger = arranger;
    this.changed.fire(undefined);
  }

  async getTreeItem(node: TreeNode): Promise<TreeItem> {
    const rows = await import('./rows');
    if (node.kind === 'group') {
      const keys = this.recordsIn(node);
      const newest = keys.map((key) => this.store.get(key)).find((record) => record !== null) ?? null;
      return rows.groupRow(node, keys.length, newest);
    }
    const record = this.store.get(node.key);
    if (!record) return new TreeItem('');
    switch (node.kind) {
      case 'record':
        return rows.recordRow(node, record, this.hasSeveralServices);
      case 'message':
        return rows.messageRow(node, record, this.store.envelope(node.key));
      case 'compilation': {
        const compile = (await this.store.loadEnvelope(node.key))?.data?.compile;
        return compile ? rows.compilationRow(node, compile, await diagnosticsOf(compile)) : new TreeItem('');
      }
      case 'diagnostic': {
        const compile = (await this.store.loadEnvelope(node.key))?.data?.compile;
        const diagnostic = compile ? (await diagnosticsOf(compile))[node.index] : undefined;
        return diagnostic ? rows.diagnosticRow(node, diagnostic) : new TreeItem('');
      }
      case 'subtask': {
        const { subtask, only } = await this.subtask(node);
        return subtask ? rows.subtaskRow(node, subtask, record, only) : new TreeItem('');
      }
      case 'case': {
        const { subtask } = await this.subtask(node);
        const one = subtask?.cases[indexOf(subtask.cases, node.case)];
        return one ? rows.caseRow(node, one, record) : new TreeItem('');
      }
      case 'more': {
        const { subtask } = await this.subtask(node);
        const names = this.fitting(node.key, subtask?.cases ?? [], await this.arranger);
        return rows.moreRow(node, names.length - this.shownOf(node));
      }
    }
  }

  /** What a row says when the mouse rests on it: most rows are never asked. */
  async resolveTreeItem(item: TreeItem, node: TreeNode): Promise<TreeItem> {
    const { recordTooltip, caseTooltip } = await import('./tooltips');
    const record = 'key' in node && this.store.get(node.key);
    if (!record) return item;
    if (node.kind === 'record') item.tooltip = recordTooltip(record);
    if (node.kind === 'case') {
      const { subtask } = await this.subtask(node);
      const one = subtask?.cases[indexOf(subtask.cases, node.case)];
      if (one) item.tooltip = caseTooltip(one, record.rules);
    }
    return item;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (!node) return this.roots();
    if (node.kind === 'group') return this.recordsIn(node).map((key) => this.record(key));
    const envelope = await this.store.findEnvelope(node.key);
    switch (node.kind) {
      case 'record':
        return this.partsOf(node.key, envelope, await this.arranger);
      case 'subtask':
        return this.casesOf(node, envelope, await this.arranger);
      case 'compilation': {
        const compile = envelope?.data?.compile;
        const found = compile ? await diagnosticsOf(compile) : [];
        return found.slice(0, pageSize).map((_, index) => this.intern(nodeOf.diagnostic(node.key, index)));
      }
      case 'message':
      case 'diagnostic':
      case 'case':
      case 'more':
        return [];
    }
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
  private recordsIn({ by, name }: Pick<GroupNode, 'by' | 'name'>): readonly RecordKey[] {
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

  showMore(node: MoreNode): void {
    const subtask = this.intern(nodeOf.subtask(node.key, node.subtask));
    this.shown.set(subtask.id, this.shownOf(node) + pageSize);
    this.changed.fire([subtask]);
  }

  dispose(): void {
    this.subscriptions.forEach((one) => void one.dispose());
    this.changed.dispose();
  }

  private async roots(): Promise<TreeNode[]> {
    const arranger = await this.arranger;
    this.arranged = arranger ? await arranger.list() : null;
    if (!this.arranged) return this.store.records().map((record) => this.record(record.key));
    return this.arranged.kind === 'flat'
      ? this.arranged.keys.map((key) => this.record(key))
      : this.arranged.groups.map((group) => this.intern(nodeOf.group(group)));
  }

  private partsOf(key: RecordKey, envelope: Envelope | null, arranger: ListArranger | null): TreeNode[] {
    const parts: TreeNode[] = [];
    if (envelope?.data?.compile) parts.push(this.intern(nodeOf.compilation(key)));
    const subtasks = subtasksOf(envelope);
    for (const name of this.fitting(key, subtasks, arranger)) {
      parts.push(this.intern(nodeOf.subtask(key, name)));
    }
    if (parts.length === 0) parts.push(this.intern(nodeOf.message(key)));
    return parts;
  }

  private casesOf(node: SubtaskNode, envelope: Envelope | null, arranger: ListArranger | null): TreeNode[] {
    const subtasks = subtasksOf(envelope);
    const cases = subtasks[indexOf(subtasks, node.subtask)]?.cases ?? [];
    const shown = this.shownOf(node);
    const names = this.fitting(node.key, cases, arranger);
    const rows: TreeNode[] = names
      .slice(0, shown)
      .map((name) => this.intern(nodeOf.case(node.key, node.subtask, name)));
    if (names.length > shown) rows.push(this.intern(nodeOf.more(node.key, node.subtask)));
    return rows;
  }

  /** Identities of the cases or subtasks that the filter is about; all where it is about none of them. */
  private fitting(key: RecordKey, items: Items, arranger: ListArranger | null): readonly string[] {
    const names = identities(items);
    const rules = this.store.get(key)?.rules;
    if (!arranger || !rules || arranger.filter.kind === 'none') return names;
    const fits = (item: Items[number]): boolean =>
      'cases' in item && item.cases.length > 0
        ? item.cases.some((one) => arranger.caseFits(one.status, rules))
        : arranger.caseFits(item.status, rules);
    const some = names.filter((_, index) => {
      const item = items[index];
      return item !== undefined && fits(item);
    });
    return some.length > 0 ? some : names;
  }

  private async subtask(
    node: SubtaskNode | CaseNode | MoreNode,
  ): Promise<{ subtask: Subtask | undefined; only: boolean }> {
    const subtasks = subtasksOf(await this.store.loadEnvelope(node.key));
    return { subtask: subtasks[indexOf(subtasks, node.subtask)], only: subtasks.length === 1 };
  }

  private shownOf(node: SubtaskNode | MoreNode): number {
    return this.shown.get(nodeOf.subtask(node.key, node.subtask).id) ?? pageSize;
  }

  /** Refreshes the rows that the change names, and no others. */
  private refresh(change: RecordsChange): void {
    for (const key of change.removed) this.forget(key);
    const isMoving = [...change.nodes.values()].some((one) => one.whole || one.details || one.summary);
    if (change.added.length > 0 || change.removed.length > 0) {
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

  private intern<Node extends TreeNode>(node: Node): Node {
    const known = this.nodes.get(node.id);
    if (known) return known as Node;
    this.nodes.set(node.id, node);
    return node;
  }

  private forget(key: RecordKey): void {
    for (const id of this.nodes.keys()) {
      if (id === key || id.startsWith(`${key}\n`)) this.nodes.delete(id);
    }
  }
}

async function diagnosticsOf(compile: Compilation): Promise<readonly CompilerDiagnostic[]> {
  return (await import('../compileMessage/parsed')).diagnosticsOf(compile);
}

type Items = Parameters<typeof identities>[0];

/** Results are immutable: where their items stand is found out once a list. */
const places = new WeakMap<Items, ReadonlyMap<string, number>>();

/** Where the item of that identity stands; -1 where it is gone. */
function indexOf(items: Items, identity: string): number {
  let known = places.get(items);
  if (!known) {
    known = new Map(identities(items).map((name, index) => [name, index]));
    places.set(items, known);
  }
  return known.get(identity) ?? -1;
}

/** Samples and imported results are of none. */
function servicesIn(store: RecordStore): number {
  const services = new Set(store.records().map(({ service }) => service));
  return [...services].filter((service) => serviceIdentity(service).name !== '').length;
}
