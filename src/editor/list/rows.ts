import { TreeItem, type Location } from 'vscode';
import type { CompilerDiagnostic } from '../../compiler';
import type { Compilation, Envelope, Subtask } from '../../results';
import {
  type KnownRecord,
  isAwaited,
  isInBrowser,
  isPreliminary,
  showsVerdict,
  submissionTime,
  verdictOf,
  type RecordKey,
  type RecordStore,
} from '../../records';
import { isJudged, isSampleRun, shownRules } from '../labels/customInputRuns';
import { areOfSameProblem, verdictBefore } from '../labels/problemState';
import { isHiddenCase } from '../shared/hiddenCases';
import { explainNothing, isOutputOnPage, judgeMessage, recordName } from '../labels/recordLabels';
import { fileRow, groupRow, problemRow } from './groupRow';
import { type Awaited, recordRow, type SaidByGroup } from './recordRow';
import {
  type CaseNode,
  type GroupNode,
  type MoreNode,
  type RecordNode,
  type SubtaskNode,
  nodeOf,
  type TreeNode,
} from './treeNodes';
import { caseName, haveRepeatedCaseIds, identities, subtasksOf } from '../../results/withoutDecoder';
import type { ListArranger } from './arrangement';
import type { Group } from './groups';
import { compilationRow, diagnosticRow } from './compilationRows';
import { caseRow, moreRow, subtaskRow } from './caseRows';
import { messageRow } from './messageRow';
import { caseTooltip, recordTooltip } from './tooltips';
import type { RowProvider, TreeContext } from './rowProvider';
import { MAX_ROWS_PER_PAGE } from './limits';

/** Creates all rows, including those inside a record. Reads results from the store when VS Code requests a row. */
export class TreeRows implements RowProvider {
  /** Number of visible cases of a long subtask, by node ID. */
  private readonly shown = new Map<string, number>();
  /** Records without rows that were expanded because their results weren't in memory */
  private readonly empty = new Set<RecordKey>();
  /** Whether all records of a group have the same name. The tree replaces the groups when a record changes. */
  private readonly named = new WeakMap<Group, boolean>();

  /** Positions of the compiler messages whose rows were listed last. Results are immutable. */
  private readonly positions = new WeakMap<Compilation, Promise<ReadonlyMap<number, Location>>>();

  constructor(
    private readonly store: RecordStore,
    private readonly tree: TreeContext,
  ) {}

  async item(node: TreeNode): Promise<TreeItem> {
    // the tree has its item
    if (node.kind === 'pinned') return new TreeItem('');
    if (node.kind === 'group') {
      return this.groupItem(node);
    }
    const record = this.store.get(node.key);
    if (!record) return new TreeItem('');
    switch (node.kind) {
      case 'record':
        return recordRow(node, {
          record,
          said: this.saidByGroup(record),
          namesJudge: this.tree.hasSeveralJudges,
          judge: await this.tree.judgeOf(record.service),
          hasRows: await this.hasRows(node.key),
          awaited: this.awaitedBy(record),
        });
      case 'message':
        return messageRow(node, record, this.store.envelope(node.key));
      case 'compilation': {
        const compile = (await this.store.loadEnvelope(node.key))?.data?.compile;
        return compile ? compilationRow(node, compile, await diagnosticsOf(compile)) : new TreeItem('');
      }
      case 'diagnostic': {
        const compile = (await this.store.loadEnvelope(node.key))?.data?.compile;
        const diagnostic = compile ? (await diagnosticsOf(compile))[node.index] : undefined;
        if (!compile || !diagnostic) return new TreeItem('');
        const position = (await this.positionsOf(record, compile)).get(diagnostic.messageLine);
        return diagnosticRow(node, diagnostic, position?.range.start ?? null);
      }
      case 'subtask': {
        const { subtask, only } = await this.subtask(node);
        return subtask ? subtaskRow(node, subtask, record, only) : new TreeItem('');
      }
      case 'case': {
        const found = await this.case(node);
        return found ? caseRow(node, found.name, found.testCase, record) : new TreeItem('');
      }
      case 'more': {
        const { subtask } = await this.subtask(node);
        const names = this.fitting(node.key, subtask?.cases ?? [], await this.tree.arranger);
        return moreRow(node, names.length - this.shownOf(node));
      }
    }
  }

  private groupItem(node: GroupNode): TreeItem {
    const keys = this.tree.recordsIn(node);
    const { by, name } = node;
    if (name === null || by === 'service') return groupRow(node, keys.length);
    const records = keys.map((key) => this.store.get(key)).filter((record) => record !== null);
    if (by === 'problem') return problemRow({ ...node, name }, records, this.tree);
    const shown = this.shownInGroup(records);
    return fileRow({ ...node, name }, keys.length, shown, shown ? verdictBefore(shown, records) : '');
  }

  /** Returns the texts that the row of a record shows until its verdict arrives. Null: the record doesn't await one. */
  private awaitedBy(record: KnownRecord): Awaited | null {
    if (!isAwaited(record) && !isInBrowser(record)) return null;
    return { before: verdictBefore(record, this.store.records()), trouble: this.tree.troubleOf(record) };
  }

  async tooltip(node: TreeNode): Promise<string | undefined> {
    const record = 'key' in node && this.store.get(node.key);
    if (!record) return undefined;
    if (node.kind === 'record') return recordTooltip(record, await this.store.findEnvelope(node.key));
    const found = node.kind === 'case' ? await this.case(node) : undefined;
    return (
      found &&
      caseTooltip(found.name, found.testCase, shownRules(record), isHiddenCase(found.testCase, record))
    );
  }

  async children(node: Exclude<TreeNode, GroupNode>): Promise<TreeNode[]> {
    if (node.kind === 'pinned') return [];
    const envelope = await this.store.findEnvelope(node.key);
    switch (node.kind) {
      case 'record': {
        const parts = this.partsOf(node.key, envelope, await this.tree.arranger);
        this.noteEmpty(node, parts.length === 0);
        return parts;
      }
      case 'subtask':
        return this.casesOf(node, envelope, await this.tree.arranger);
      case 'compilation': {
        const compile = envelope?.data?.compile;
        const found = compile ? await diagnosticsOf(compile) : [];
        // the user may have edited the file since the rows were last listed
        if (compile) this.positions.delete(compile);
        return found
          .slice(0, MAX_ROWS_PER_PAGE)
          .map((_, index) => this.tree.intern(nodeOf.diagnostic(node.key, index)));
      }
      case 'message':
      case 'diagnostic':
      case 'case':
      case 'more':
        return [];
    }
  }

  /** Finds the positions of all compiler messages of a result, and caches them. */
  private positionsOf(record: KnownRecord, compile: Compilation): Promise<ReadonlyMap<number, Location>> {
    const known = this.positions.get(compile) ?? this.tree.positionsOf(record);
    this.positions.set(compile, known);
    return known;
  }

  /**
   * Returns the facts that the group’s row already shows: the problem, or the file, and the name if all records of a file
   * have the same.
   */
  private saidByGroup({ key, label }: KnownRecord): SaidByGroup {
    const group = this.tree.groupOf(key);
    if (group?.name == null || group.by === 'service') return { file: false, name: false, problem: false };
    if (group.by === 'problem') return { file: false, name: false, problem: true };
    let isNamed = this.named.get(group);
    if (isNamed === undefined) {
      const names = group.keys
        .map((member) => this.store.get(member))
        .map((record) => record && recordName(record));
      this.named.set(group, (isNamed = new Set(names).size === 1));
    }
    return { file: true, name: isNamed && !label, problem: false };
  }

  /**
   * Returns the record whose verdict a group's row shows, regardless of the sort order: the most recent submission, or the
   * most recent accepted one if its problem is solved. Submissions that the jury ignores only count if there are no others.
   * Without submissions, the most recent run of samples. Null: none.
   */
  private shownInGroup(records: readonly KnownRecord[]): KnownRecord | null {
    const newestFirst = records.toSorted((a, b) => submissionTime(b) - submissionTime(a));
    const all = newestFirst.filter(isJudged);
    const counted = all.filter(({ summary }) => !summary?.isIgnored);
    const submissions = counted.length > 0 ? counted : all;
    const [newest] = submissions;
    if (!newest) return newestFirst.find(isSampleRun) ?? null;
    if (isAwaited(newest)) return newest;
    const accepted = submissions.find(
      (record) =>
        areOfSameProblem(record, newest) && showsVerdict(record) && verdictOf(record)?.kind === 'accepted',
    );
    return accepted ?? newest;
  }

  /** Shows the next page of a long subtask. Returns the row to refresh. */
  showMore(node: MoreNode): SubtaskNode {
    const subtask = this.tree.intern(nodeOf.subtask(node.key, node.subtask));
    this.shown.set(subtask.id, this.shownOf(node) + MAX_ROWS_PER_PAGE);
    return subtask;
  }

  /** Returns whether a record's row can be expanded. True if its result isn't in memory. */
  private async hasRows(key: RecordKey): Promise<boolean> {
    const envelope = this.store.envelope(key);
    if (envelope === null) return !this.empty.has(key);
    return this.partsOf(key, envelope, await this.tree.arranger).length > 0;
  }

  /** Notes whether an expanded record has rows. If it has none, although its result wasn't in memory, refreshes its row. */
  private noteEmpty(node: RecordNode, isEmpty: boolean): void {
    if (!isEmpty) this.empty.delete(node.key);
    else if (!this.empty.has(node.key)) {
      this.empty.add(node.key);
      this.tree.rowChanged(node);
    }
  }

  private partsOf(key: RecordKey, envelope: Envelope | null, arranger: ListArranger | null): TreeNode[] {
    const parts: TreeNode[] = [];
    const subtasks = subtasksOf(envelope);
    const compile = envelope?.data?.compile;
    // the verdict already shows that the compilation failed
    if (compile?.message?.trim() || isOutputOnPage(compile)) {
      parts.push(this.tree.intern(nodeOf.compilation(key)));
    }
    const record = this.store.get(key);
    const hasParts = parts.length > 0 || subtasks.length > 0;
    const isExplained = hasParts ? judgeMessage(envelope) !== '' : record && hasMessage(record, envelope);
    if (isExplained) parts.push(this.tree.intern(nodeOf.message(key)));
    for (const name of this.fitting(key, subtasks, arranger)) {
      parts.push(this.tree.intern(nodeOf.subtask(key, name)));
    }
    return parts;
  }

  private casesOf(node: SubtaskNode, envelope: Envelope | null, arranger: ListArranger | null): TreeNode[] {
    const subtasks = subtasksOf(envelope);
    const cases = subtasks[indexOf(subtasks, node.subtask)]?.cases ?? [];
    const shown = this.shownOf(node);
    const names = this.fitting(node.key, cases, arranger);
    const rows: TreeNode[] = names
      .slice(0, shown)
      .map((name) => this.tree.intern(nodeOf.case(node.key, node.subtask, name)));
    if (names.length > shown) rows.push(this.tree.intern(nodeOf.more(node.key, node.subtask)));
    return rows;
  }

  /** Returns the identities of the items that match the filter, or all if none does. */
  private fitting(key: RecordKey, items: Items, arranger: ListArranger | null): readonly string[] {
    const names = identities(items);
    const rules = this.store.get(key)?.rules;
    if (!arranger || !rules || arranger.filter.kind === 'none') return names;
    const fits = (item: Items[number]): boolean =>
      'cases' in item && item.cases.length > 0
        ? item.cases.some((testCase) => arranger.caseFits(testCase.status, rules))
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

  private async case(
    node: CaseNode,
  ): Promise<{ readonly name: string; readonly testCase: Subtask['cases'][number] } | undefined> {
    const subtasks = subtasksOf(await this.store.loadEnvelope(node.key));
    const subtask = subtasks[indexOf(subtasks, node.subtask)];
    const testCase = subtask?.cases[indexOf(subtask.cases, node.case)];
    if (!subtask || !testCase) return undefined;
    return { name: caseName(subtask.id, testCase.id, haveRepeatedCaseIds(subtasks)), testCase };
  }

  private shownOf(node: SubtaskNode | MoreNode): number {
    return this.shown.get(nodeOf.subtask(node.key, node.subtask).id) ?? MAX_ROWS_PER_PAGE;
  }
}

async function diagnosticsOf(compile: Compilation): Promise<readonly CompilerDiagnostic[]> {
  return (await import('../diagnostics')).diagnosticsOf(compile);
}

type Items = Parameters<typeof identities>[0];

/** Index of each item by identity. Results are immutable, so it is computed once per list. */
const places = new WeakMap<Items, ReadonlyMap<string, number>>();

/** Returns the index of the item; -1 if it no longer exists. */
function indexOf(items: Items, identity: string): number {
  let known = places.get(items);
  if (!known) {
    known = new Map(identities(items).map((name, index) => [name, index]));
    places.set(items, known);
  }
  return known.get(identity) ?? -1;
}

/** Returns whether a record without cases and compiler output has a message that its row doesn't show. */
function hasMessage(record: KnownRecord, envelope: Envelope | null): boolean {
  const { state, summary } = record;
  if (!envelope) return explainNothing(record) !== '';
  if (judgeMessage(envelope) !== '' || (summary?.progress.done ?? 0) > 0) return true;
  // the row shows the verdict, and the rest follows automatically
  if (isPreliminary(record)) return false;
  return state.kind !== 'finished' && state.kind !== 'settled';
}
