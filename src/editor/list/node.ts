import type { RecordKey } from '../../records';
import type { Group } from './groups';

/**
 * What stands in the tree. A node holds no result: it names a place in a record, and its row is read from the store
 * when VS Code asks for it. `id` is stable, so that a refresh keeps expansion and selection.
 */
export type TreeNode =
  GroupNode | RecordNode | MessageNode | CompilationNode | DiagnosticNode | SubtaskNode | CaseNode | MoreNode;

/** Records with something in common, where the list is grouped. */
export interface GroupNode {
  readonly kind: 'group';
  readonly by: Group['by'];
  readonly id: string;
  /** a file's URI, a service's ID, or a day; null: records that have none */
  readonly name: string | null;
}

/** A record, or a place in it. */
interface PlaceNode<Kind extends string> {
  readonly kind: Kind;
  readonly id: string;
  readonly key: RecordKey;
}

export type RecordNode = PlaceNode<'record'>;

/** A line that explains a record without results: waiting, refused, given up. */
export type MessageNode = PlaceNode<'message'>;

export type CompilationNode = PlaceNode<'compilation'>;

/** One of the compiler's messages. */
export interface DiagnosticNode extends PlaceNode<'diagnostic'> {
  /** 0-based, among the messages of this compilation */
  readonly index: number;
}

export interface SubtaskNode extends PlaceNode<'subtask'> {
  /** subtask ID, and which one where it repeats */
  readonly subtask: string;
}

export interface CaseNode extends PlaceNode<'case'> {
  readonly subtask: string;
  /** case ID, and which one where it repeats */
  readonly case: string;
}

/** “Show more”: the next page of a long subtask. */
export interface MoreNode extends PlaceNode<'more'> {
  readonly subtask: string;
}

/** Rows of a subtask shown at once; “Show more” adds as many. */
export const pageSize = 1000;

export const nodeOf = {
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
  case: (key: RecordKey, subtask: string, one: string): CaseNode => ({
    kind: 'case',
    id: `${key}\ns${subtask}\nc${one}`,
    key,
    subtask,
    case: one,
  }),
  more: (key: RecordKey, subtask: string): MoreNode => ({
    kind: 'more',
    id: `${key}\ns${subtask}\nmore`,
    key,
    subtask,
  }),
};

/** Arguments of commands come from anywhere. */
export function isNode<Kind extends TreeNode['kind']>(
  kind: Kind,
  node: unknown,
): node is Extract<TreeNode, { kind: Kind }> {
  return typeof node === 'object' && node !== null && 'kind' in node && node.kind === kind;
}
