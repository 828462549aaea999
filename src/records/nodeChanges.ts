import { sameJson } from '../base/sameJson';
import { identities, sameCaseFacts } from '../results/withoutDecoder';
import type { Case, Envelope, Judgement, Subtask } from '../results';
import type { RecordKey } from './record';

export interface NodeChange {
  /** Everything below the record may have changed: its result must be loaded again. */
  readonly wholeRecord: boolean;
  /** Fields outside of the result changed: state, label, source, submission, folder, and so on. */
  readonly details: boolean;
  /** Values of the whole result changed: status, score, time, memory, progress, or track ID. */
  readonly summary: boolean;
  /** The compilation changed, or was added or removed. */
  readonly compile: boolean;
  /** Subtasks were added, removed, or moved. */
  readonly subtaskList: boolean;
  /** Changed and added subtasks, in the order of the new result. */
  readonly subtasks: readonly SubtaskChange[];
}

/** Changes of one subtask and its cases. Identities are computed by `identities` in `src/results/summary.ts`. */
export interface SubtaskChange {
  readonly identity: string;
  /** Values of the subtask itself changed. */
  readonly row: boolean;
  /** Cases were added, removed, or moved. */
  readonly caseList: boolean;
  /** Identities of existing cases that changed. */
  readonly cases: readonly string[];
}

export const detailsChange: NodeChange = {
  wholeRecord: false,
  details: true,
  summary: false,
  compile: false,
  subtaskList: false,
  subtasks: [],
};
export const wholeRecordChange: NodeChange = {
  ...detailsChange,
  wholeRecord: true,
  summary: true,
  compile: true,
};

export interface Reconciled {
  /** Equal to `after`, but every unchanged part is the same object as before. */
  readonly envelope: Envelope;
  /** Null if both results are equal. */
  readonly change: NodeChange | null;
}

/**
 * Compares two results of one request. Returns the second one, in which parts equal to those of the first are the same
 * objects. Linear in the number of cases.
 */
export function reconcile(before: Envelope, after: Envelope): Reconciled {
  if (before === after) return { envelope: before, change: null };
  const oldRecord = before.data;
  const newRecord = after.data;
  const oldJudge = oldRecord?.judge ?? null;
  const newJudge = newRecord?.judge ?? null;

  const compile = shareIfSame(oldRecord?.compile ?? null, newRecord?.compile ?? null, compilationFields);
  const subtasks = shareSubtasks(oldJudge?.subtasks ?? [], newJudge?.subtasks ?? []);
  const judge = shareIfSame(
    oldJudge,
    newJudge && { ...withSharedRemarks(newJudge, oldJudge), subtasks: subtasks.list },
    judgementFields,
  );
  const data = shareIfSame(oldRecord, newRecord && { ...newRecord, compile, judge }, recordFields);
  const compileChanged = compile !== (oldRecord?.compile ?? null);
  const sameHead = isSame(before, after, headFields);
  if (data === oldRecord && sameHead) return { envelope: before, change: null };
  return {
    envelope: { ...after, data },
    change: {
      wholeRecord: false,
      details: false,
      summary: judge !== oldJudge || !sameHead || !compileChanged,
      compile: compileChanged,
      subtaskList: subtasks.listChanged,
      subtasks: subtasks.changes,
    },
  };
}

/** Returns the judgement with the same list of remarks as before if they are equal. */
function withSharedRemarks(judge: Judgement, before: Judgement | null): Judgement {
  const remarks = before?.remarks;
  return remarks && sameJson(remarks, judge.remarks) ? { ...judge, remarks } : judge;
}

const headFields = ['type', 'requestId', 'trackId'] as const;
const measuredFields = ['id', 'status', 'score', 'time', 'memory'] as const;
const recordFields = ['compile', 'judge', 'hidden'] as const;
const judgementFields = [
  ...measuredFields,
  'subtasks',
  'passed',
  'maximum',
  'description',
  'total',
  'hidesCases',
  'isPreliminary',
  'isIgnored',
  'opensMore',
  'remarks',
] as const;
const subtaskFields = [...measuredFields, 'name', 'maximum'] as const;
const compilationFields = ['success', 'message', 'opt2'] as const;

interface SharedSubtasks {
  readonly list: readonly Subtask[];
  readonly listChanged: boolean;
  readonly changes: readonly SubtaskChange[];
}

function shareSubtasks(before: readonly Subtask[], after: readonly Subtask[]): SharedSubtasks {
  const pairing = pair(before, after);
  const changes: SubtaskChange[] = [];
  let names: readonly string[] | null = null;
  const list = after.map((subtask, index) => {
    const old = pairing.partners[index];
    const cases = shareCases(old?.cases ?? [], subtask.cases);
    const row = !old || !sameFields(old, subtask, subtaskFields);
    if (old && !row && cases.list === old.cases && sameJson(old.extra, subtask.extra)) return old;
    names ??= identities(after);
    const identity = names[index] ?? '';
    changes.push({ identity, row, caseList: cases.listChanged, cases: cases.changed });
    return { ...subtask, cases: cases.list };
  });
  const same = !pairing.moved && changes.length === 0;
  return { list: same ? before : list, listChanged: pairing.moved, changes };
}

interface SharedCases {
  readonly list: readonly Case[];
  readonly listChanged: boolean;
  readonly changed: readonly string[];
}

function shareCases(before: readonly Case[], after: readonly Case[]): SharedCases {
  const { partners, moved } = pair(before, after);
  const changedAt: number[] = [];
  const list = after.map((newCase, index) => {
    const old = partners[index];
    if (!old) return newCase;
    if (sameCase(old, newCase)) return old;
    changedAt.push(index);
    return newCase;
  });
  if (!moved && changedAt.length === 0) return { list: before, listChanged: false, changed: [] };
  const names = changedAt.length > 0 ? identities(after) : [];
  return { list, listChanged: moved, changed: changedAt.map((index) => names[index] ?? '') };
}

interface Pairing<Node> {
  /** For each new node, the old node with the same identity; undefined if there is none. */
  readonly partners: readonly (Node | undefined)[];
  /** Nodes were added, removed, or moved. */
  readonly moved: boolean;
}

/** Finds the old node of each new node. Identities are computed only if the IDs or their order differ. */
function pair<Node extends Subtask | Case>(before: readonly Node[], after: readonly Node[]): Pairing<Node> {
  const shared = Math.min(before.length, after.length);
  let same = 0;
  while (same < shared && before[same]?.id === after[same]?.id) same += 1;
  const moved = before.length !== after.length || same < shared;
  if (same === shared) return { partners: before, moved };

  const oldNames = identities(before);
  const byName = new Map(before.map((node, index) => [oldNames[index], node]));
  const partners = identities(after).map((name) => byName.get(name));
  return { partners, moved };
}

/** Keeps the old object if its fields are unchanged, so that comparisons by identity succeed. */
function shareIfSame<Part extends { readonly extra?: unknown }>(
  before: Part | null,
  after: Part | null,
  fields: readonly (keyof Part)[],
): Part | null {
  return before && after && isSame(before, after, fields) ? before : after;
}

function isSame<Part extends { readonly extra?: unknown }>(
  a: Part,
  b: Part,
  fields: readonly (keyof Part)[],
): boolean {
  return sameFields(a, b, fields) && sameJson(a.extra, b.extra);
}

function sameFields<Part>(a: Part, b: Part, fields: readonly (keyof Part)[]): boolean {
  for (const field of fields) {
    if (a[field] !== b[field]) return false;
  }
  return true;
}

function sameCase(a: Case, b: Case): boolean {
  return (
    a.status === b.status &&
    sameCaseFacts(a, b) &&
    a.description === b.description &&
    (a.extra === b.extra || sameJson(a.extra, b.extra))
  );
}

/** All records and nodes that changed together. */
export class StoreChangeEvent {
  readonly added = new Set<RecordKey>();
  readonly removed = new Set<RecordKey>();
  /** Changes of records that existed before and still exist. */
  readonly nodes = new Map<RecordKey, NodeChange>();
  /** Records whose plans changed. Views don't show plans. */
  readonly plans = new Set<RecordKey>();
  /** The set of tracked records changed. */
  tracking = false;

  get isEmpty(): boolean {
    return this.added.size + this.removed.size + this.nodes.size === 0;
  }
}
