import { TreeItemCollapsibleState, type TreeItem } from 'vscode';
import {
  recordKey,
  type KnownRecord,
  type RecordKey,
  type RecordStore,
  type StoreChangeEvent,
} from '../../records';
import type { ServiceId } from '../../service';
import type { Group } from './groups';
import type { GroupNode, TreeNode } from './node';

/** So many rows inside of records the list shows of its own accord; with the other results of a file that it unfolds. */
const mostRows = 8;

/** So often VS Code looks for a row in a list that keeps changing. */
const mostLooks = 5;

/** Makes VS Code show a row. */
type Reveal = (row: TreeNode, unfold: boolean) => Thenable<void>;

/** What the list leaves folded of a record that it shows, so that there are at most `mostRows`. */
type LeftFolded = 'nothing' | 'cases' | 'record';

/** The record that the list has unfolded last of its own accord. */
interface OwnUnfolding {
  readonly key: RecordKey;
  /** ID of the row of its file where that was unfolded with it */
  readonly group: string | null;
  /** it stood by itself when it was shown: the file that it may get is unfolded with it */
  readonly isAlone: boolean;
  readonly leaves: LeftFolded;
  /** a person has folded, unfolded, or chosen something in it: it is theirs */
  readonly isTouched: boolean;
}

/** Rows that a record stands in and behind. */
interface Rows {
  record(key: RecordKey): TreeNode;
  groupOf(key: RecordKey): Group | null;
  groupRowOf(key: RecordKey): GroupNode | undefined;
}

/** Which rows are unfolded: by a person, or by the list, which unfolds only the record that it shows last. */
export class Unfolding {
  /** IDs of rows that are unfolded */
  private readonly unfolded = new Set<string>();
  /** those of them that VS Code doesn't know as the same rows any more */
  private readonly unfoldedAnew = new Set<string>();
  private own: OwnUnfolding | null = null;
  /** records whose only subtask isn't unfolded with them */
  private readonly short = new Set<RecordKey>();
  private isShowing = false;
  /** how often the list has turned a row, by ID: VS Code folds and unfolds only what it takes for another row */
  private readonly turns = new Map<string, number>();

  constructor(
    private readonly store: RecordStore,
    private readonly rows: Rows,
    private readonly onFold: () => void,
  ) {}

  /** Makes a row folded or unfolded. */
  apply(node: TreeNode, item: TreeItem): void {
    if (this.unfoldedAnew.has(node.id)) item.collapsibleState = TreeItemCollapsibleState.Expanded;
    if (node.kind === 'subtask' && this.short.has(node.key)) {
      item.collapsibleState = TreeItemCollapsibleState.Collapsed;
      item.id = `${node.id}\nshort`;
    }
    const times = this.turns.get(node.id);
    if (times !== undefined) item.id = `${node.id}\nturned ${times}`;
  }

  /** A row was unfolded, or folded again. */
  set(node: TreeNode, isUnfolded: boolean): void {
    const { id, kind } = node;
    const isOfList = this.isShowing && (kind === 'record' || kind === 'group');
    if (!isOfList) this.touch(node);
    if (isUnfolded) this.unfolded.add(id);
    else this.forget(id);
  }

  /** A person works with a row: what the list has unfolded around it is theirs from now on. */
  touch(node: TreeNode): void {
    const { own } = this;
    if (!own || own.isTouched) return;
    const isOwn = node.kind === 'group' ? node.id === own.group : node.key === own.key;
    if (isOwn) this.own = { ...own, isTouched: true };
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

  /**
   * Shows the row of a record by `reveal`, unfolded as far as that takes few rows. What was unfolded like that before is
   * folded again, unless a person has touched it.
   */
  async show(key: RecordKey, reveal: Reveal): Promise<void> {
    const record = this.store.get(key);
    if (!record) return;
    const before = this.own;
    const own = before?.key === key ? before : this.ownOf(record);
    this.own = own;
    if (own.leaves === 'cases') this.short.add(key);
    this.isShowing = true;
    try {
      await this.bringIntoSight(own, reveal);
    } finally {
      this.isShowing = false;
    }
    if (!before || before.key === key || before.isTouched) return;
    const group = before.group === null || this.isTakenOver(before.group) ? null : before.group;
    // a row that was left folded stays the same row, and stays selected
    const unfolded = before.leaves === 'record' ? null : before.key;
    this.fold([unfolded, group].filter((id) => id !== null));
  }

  /** VS Code refuses a row where the list changes while it looks for it: it looks again. */
  private async bringIntoSight(own: OwnUnfolding, reveal: Reveal): Promise<void> {
    const { key, leaves } = own;
    for (let looksLeft = mostLooks - 1; this.store.get(key); looksLeft -= 1) {
      const group = this.rows.groupRowOf(key);
      try {
        // the row of the file says as much as that of its newest result
        if (group && this.besides(own) > mostRows && this.isNewest(key)) return await reveal(group, false);
        return await reveal(this.rows.record(key), leaves !== 'record');
      } catch (error) {
        if (looksLeft === 0) throw error;
      }
    }
  }

  /** What the list has unfolded stays short when more of it is judged. */
  foldGrown({ nodes }: Pick<StoreChangeEvent, 'nodes'>): void {
    const { own } = this;
    const record = own && !own.isTouched && nodes.has(own.key) ? this.store.get(own.key) : null;
    if (!own || !record) return;
    const leaves = leftFolded(record, this.besides(own));
    if (leaves === own.leaves) return;
    this.own = { ...own, leaves };
    if (leaves === 'record') this.fold([own.key]);
    else if (leaves === 'cases') {
      this.short.add(own.key);
      this.onFold();
    }
  }

  /** The file of the record that is shown was found only then, and the record stands in that one's row now. */
  followToFile(): void {
    const { own } = this;
    const row = own?.isAlone && !own.isTouched ? this.rows.groupRowOf(own.key) : undefined;
    if (!own || row?.by !== 'several') return;
    const isFolded = !this.unfolded.has(row.id) && this.besides({ key: own.key, group: row.id }) <= mostRows;
    this.own = { ...own, isAlone: false, group: isFolded ? row.id : null };
    if (!isFolded) return;
    this.turn(row.id);
    this.unfolded.add(row.id);
    this.unfoldedAnew.add(row.id);
  }

  /** The record shown now stands in the row of the one before, perhaps only since it is shown: that stays unfolded for it. */
  private isTakenOver(group: string): boolean {
    const { own } = this;
    if (!own || this.rows.groupRowOf(own.key)?.id !== group) return false;
    this.own = { ...own, isAlone: false, group };
    return true;
  }

  private ownOf(record: KnownRecord): OwnUnfolding {
    const { key } = record;
    const row = this.rows.groupRowOf(key);
    // one that the list unfolded for the result before is still its own
    const isOurs = row && this.own?.group === row.id && !this.own.isTouched;
    const group = row?.by === 'several' && (isOurs || !this.unfolded.has(row.id)) ? row.id : null;
    const leaves = leftFolded(record, this.besides({ key, group }));
    return { key, group, isAlone: !row, leaves, isTouched: this.unfolded.has(key) };
  }

  /** How many other records are shown with this one. */
  private besides({ key, group }: Pick<OwnUnfolding, 'key' | 'group'>): number {
    return group === null ? 0 : (this.rows.groupOf(key)?.keys.length ?? 1) - 1;
  }

  private isNewest(key: RecordKey): boolean {
    const keys = new Set(this.rows.groupOf(key)?.keys);
    return this.store.records().find((record) => keys.has(record.key))?.key === key;
  }

  private fold(ids: readonly string[]): void {
    if (ids.length === 0) return;
    for (const id of ids) {
      this.turn(id);
      this.short.delete(id);
      this.forget(id);
    }
    this.onFold();
  }

  private turn(id: string): void {
    this.turns.set(id, (this.turns.get(id) ?? 0) + 1);
  }

  private forget(id: string): void {
    this.unfolded.delete(id);
    this.unfoldedAnew.delete(id);
  }
}

function leftFolded({ summary }: KnownRecord, besides: number): LeftFolded {
  const room = mostRows - besides;
  if (!summary) return room < 1 ? 'record' : 'nothing';
  const { subtasks, cases } = summary;
  const hasCompilation = summary.hasCompileMessage || summary.compiled === false || subtasks === 0;
  const parts = subtasks + Number(hasCompilation);
  if (parts > room) return 'record';
  // one subtask alone shows its cases at once
  return subtasks === 1 && parts + cases > room ? 'cases' : 'nothing';
}
