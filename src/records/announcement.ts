import type { NodeChange } from './changes';
import type { RecordKey } from './record';

/** What changed in the store: exactly the nodes whose rows say something else now. */
export interface RecordsChange {
  readonly added: readonly RecordKey[];
  readonly removed: readonly RecordKey[];
  /** records that were there before and are still; `nodes` says which parts */
  readonly changed: readonly RecordKey[];
  readonly nodes: ReadonlyMap<RecordKey, NodeChange>;
}

/** Gathers changes until they are announced as one. */
export class Announcement {
  private readonly added = new Set<RecordKey>();
  private readonly removed = new Set<RecordKey>();
  private readonly nodes = new Map<RecordKey, NodeChange>();

  add(key: RecordKey): void {
    this.added.add(key);
  }

  remove(key: RecordKey): void {
    this.removed.add(key);
  }

  change(key: RecordKey, change: NodeChange): void {
    this.nodes.set(key, change);
  }

  /** Null: nothing to announce. */
  finish(): RecordsChange | null {
    if (this.added.size + this.removed.size + this.nodes.size === 0) return null;
    return {
      added: [...this.added],
      removed: [...this.removed],
      changed: [...this.nodes.keys()],
      nodes: this.nodes,
    };
  }
}
