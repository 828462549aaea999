import { l10n, type Memento, type TreeView } from 'vscode';
import { subtasksOf, type JudgeSemantics, type StatusCode } from '../../results/withoutDecoder';
import type { KnownRecord, RecordStore } from '../../records';
import { spacedAfterChinese, sanitizeForUi } from '../labels/sanitizeText';
import { setContext } from '../shared/contextKeys';
import { mementos } from '../shared/storage/storageKeys';
import { joined, recordName } from '../labels/recordLabels';
import {
  arrange,
  caseFits,
  isPlain,
  readArrangement,
  unarranged,
  type Arrangement,
  type ListArranger,
  type ListedRecord,
  type RecordFilter,
  type SortOrder,
} from './arrangement';
import { listEntries, type ListEntry } from './groups';

/** The list's filter, order and grouping. Stored per workspace, and displayed next to the view's title. */
export class StoredArrangement implements ListArranger {
  arrangement: Arrangement;
  /** case statuses by record; a changed record is a different object */
  private readonly caseStatuses = new WeakMap<KnownRecord, ReadonlySet<StatusCode>>();

  constructor(
    private readonly store: RecordStore,
    private readonly tree: { arrangeWith(arranger: Promise<ListArranger> | null): void },
    private readonly view: Pick<TreeView<unknown>, 'message' | 'description'>,
    private readonly workspaceState: Memento,
    private readonly onError: (what: string, error: unknown) => void,
  ) {
    this.arrangement = readArrangement(workspaceState.get(mementos.arrangement));
    this.show();
  }

  get filter(): RecordFilter {
    return this.arrangement.filter;
  }

  async change(change: Partial<Arrangement>): Promise<void> {
    this.arrangement = { ...this.arrangement, ...change };
    await this.workspaceState.update(
      mementos.arrangement,
      isPlain(this.arrangement) ? undefined : this.arrangement,
    );
    this.show();
  }

  async list(): Promise<readonly ListEntry[]> {
    const { filter, groupBy, sortBy } = this.arrangement;
    const all = await this.entries(filter.kind === 'cases');
    const records = arrange(all, this.arrangement);
    // an empty view has its own text, with a link to clear the filter
    this.view.message = records.length === 0 ? undefined : this.message(records.length, all.length);
    return listEntries(records, groupBy, sortBy === unarranged.sortBy);
  }

  caseFits(status: StatusCode | null, rules: JudgeSemantics): boolean {
    return caseFits(status, rules, this.arrangement.filter);
  }

  /** Returns all records, newest first. `withCases`: includes the statuses of their cases. */
  async entries(withCases: boolean): Promise<ListedRecord[]> {
    const entries: ListedRecord[] = [];
    for (const record of this.store.records()) {
      const caseStatuses = withCases ? await this.statusesOf(record) : null;
      entries.push({ record, name: recordName(record), caseStatuses });
    }
    return entries;
  }

  private async statusesOf(record: KnownRecord): Promise<ReadonlySet<StatusCode> | null> {
    if (!record.summary || record.summary.cases === 0) return null;
    const known = this.caseStatuses.get(record);
    if (known) return known;
    try {
      const statuses = new Set<StatusCode>();
      for (const { cases } of subtasksOf(await this.store.findEnvelope(record.key))) {
        for (const { status } of cases) if (status !== null) statuses.add(status);
      }
      this.caseStatuses.set(record, statuses);
      return statuses;
    } catch (error) {
      this.onError('a result could not be searched', error);
      return null;
    }
  }

  /** Describes the filter and order above the list, unless they have their defaults. */
  private message(shown: number, all: number): string | undefined {
    const { filter, sortBy } = this.arrangement;
    const filtered =
      filter.kind === 'none' ? '' : l10n.t('Showing {0} of {1}: {2}', shown, all, filterWords(filter));
    return joined(' · ', filtered, orderWords(sortBy)) || undefined;
  }

  private show(): void {
    const { view, tree } = this;
    const isFiltered = this.arrangement.filter.kind !== 'none';
    if (isPlain(this.arrangement)) view.message = undefined;
    view.description = arrangementWords(this.arrangement);
    tree.arrangeWith(isPlain(this.arrangement) ? null : Promise.resolve(this));
    void setContext('filtered', isFiltered);
  }
}

function filterWords(filter: RecordFilter): string {
  switch (filter.kind) {
    case 'none':
      return '';
    case 'failed':
      return l10n.t('failed only');
    case 'text':
      return l10n.t('only “{0}”', sanitizeForUi(filter.text, 60));
    case 'cases':
      return l10n.t('with {0} cases', spacedAfterChinese(sanitizeForUi(filter.verdict, 60)));
  }
}

function orderWords(sortBy: SortOrder): string {
  return {
    newest: '',
    name: l10n.t('by name'),
    verdict: l10n.t('worst first'),
    score: l10n.t('highest score first'),
  }[sortBy];
}

/** Describes order and grouping next to the title. VS Code only shows this if the container has several views. */
function arrangementWords({ sortBy, groupBy }: Arrangement): string {
  const grouping = {
    several: '',
    none: l10n.t('not grouped'),
    source: l10n.t('by file'),
    service: l10n.t('by judge'),
    problem: l10n.t('by problem'),
  }[groupBy];
  return joined(' · ', grouping, orderWords(sortBy));
}
