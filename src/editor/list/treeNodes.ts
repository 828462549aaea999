import type { RecordKey } from '../../records';
import type { Group } from './groups';

/**
 * A row of the tree. A node contains no result, only the location of its data in a record. Its row is read from the
 * store when VS Code requests it. `id` is stable, so a refresh keeps expansion and selection.
 */
export type TreeNode =
  | PinnedNode
  | GroupNode
  | RecordNode
  | MessageNode
  | CompilationNode
  | DiagnosticNode
  | SubtaskNode
  | CaseNode
  | MoreNode;

/** A row above the results that another feature adds. */
export interface PinnedNode {
  readonly kind: 'pinned';
  /** `PinnedRow.id` */
  readonly id: string;
}

export interface GroupNode {
  readonly kind: 'group';
  readonly by: Group['by'];
  readonly id: string;
  /** see `Group`; null: the group contains the records without one */
  readonly name: string | null;
}

/** A record, or a part of it. */
interface PlaceNode<Kind extends string> {
  readonly kind: Kind;
  readonly id: string;
  readonly key: RecordKey;
}

export type RecordNode = PlaceNode<'record'>;

/** A row that explains why a record has no results. */
export type MessageNode = PlaceNode<'message'>;

export type CompilationNode = PlaceNode<'compilation'>;

export interface DiagnosticNode extends PlaceNode<'diagnostic'> {
  /** 0-based index among the diagnostics of this compilation */
  readonly index: number;
}

export interface SubtaskNode extends PlaceNode<'subtask'> {
  /** identity, see `identities` */
  readonly subtask: string;
}

export interface CaseNode extends PlaceNode<'case'> {
  readonly subtask: string;
  /** identity, see `identities` */
  readonly case: string;
}

/** “Show more”: shows the next page of a long subtask. */
export interface MoreNode extends PlaceNode<'more'> {
  readonly subtask: string;
}

export const nodeOf = {
  pinned: (id: string): PinnedNode => ({ kind: 'pinned', id }),
  group: ({ by, name }: Pick<GroupNode, 'by' | 'name'>): GroupNode => ({
    kind: 'group',
    id: `group\n${by}\n${name ?? ''}`,
    by,
    name,
  }),
  record: (key: RecordKey): RecordNode => ({ kind: 'record', id: key, key }),
  message: (key: RecordKey): MessageNode => ({ kind: 'message', id: `${key}\nmessage`, key }),
  compilation: (key: RecordKey): CompilationNode => ({ kind: 'compilation', id: `${key}\ncompile`, key }),
  diagnostic: (key: RecordKey, index: number): DiagnosticNode => ({
    kind: 'diagnostic',
    id: `${key}\ncompile\n${index}`,
    key,
    index,
  }),
  subtask: (key: RecordKey, subtask: string): SubtaskNode => ({
    kind: 'subtask',
    id: `${key}\ns${subtask}`,
    key,
    subtask,
  }),
  case: (key: RecordKey, subtask: string, caseKey: string): CaseNode => ({
    kind: 'case',
    id: `${key}\ns${subtask}\nc${caseKey}`,
    key,
    subtask,
    case: caseKey,
  }),
  more: (key: RecordKey, subtask: string): MoreNode => ({
    kind: 'more',
    id: `${key}\ns${subtask}\nmore`,
    key,
    subtask,
  }),
};

/** Checks the argument of a command, which any extension can pass. */
export function isNode<Kind extends TreeNode['kind']>(
  kind: Kind,
  node: unknown,
): node is Extract<TreeNode, { kind: Kind }> {
  return typeof node === 'object' && node !== null && 'kind' in node && node.kind === kind;
}
