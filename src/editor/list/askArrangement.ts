import { sameJson } from '../../base/sameJson';
import { l10n, window, type QuickPickItem } from 'vscode';
import { accepted, chosenIn, emptySlot } from '../shared/dialogs/quickPick';
import { judgeIdentity } from '../../judges/address';
import { spacedAfterChinese } from '../labels/sanitizeText';
import { meaningName } from '../labels/recordLabels';
import { nameOfJudgeId } from '../labels/judgeLabels';
import { verdictsAmong, type Arrangement, type ListedRecord, type RecordFilter } from './arrangement';
import type { StoredArrangement } from './storedArrangement';
import type { Core } from '../shared/core';
import type { WithList } from './withList';

interface FilterItem extends QuickPickItem {
  /** null: the typed text */
  readonly filter: RecordFilter | null;
}

/** “Filter”: offers failed records, verdicts of records and cases, and free text. */
export async function filter(extension: Core & WithList): Promise<void> {
  const arranging = await extension.arranging();
  const chosen = await askFilter(arranging);
  if (chosen) await arranging.change({ filter: chosen });
}

export async function clearFilter(extension: Core & WithList): Promise<void> {
  await (await extension.arranging()).change({ filter: { kind: 'none' } });
}

export async function sortBy(extension: Core & WithList): Promise<void> {
  await choose(extension, 'sortBy', l10n.t('Sort Results'), {
    newest: l10n.t('Newest first'),
    name: l10n.t('By name'),
    verdict: l10n.t('By verdict, worst first'),
    score: l10n.t('By score, highest first'),
  });
}

export async function groupBy(extension: Core & WithList): Promise<void> {
  await choose(extension, 'groupBy', l10n.t('Group Results'), {
    several: l10n.t('By file with several results, in contests by problem'),
    none: l10n.t('No grouping'),
    source: l10n.t('By source file'),
    service: l10n.t('By judge'),
    problem: l10n.t('By problem'),
  });
}

async function choose<Part extends 'sortBy' | 'groupBy'>(
  extension: Core & WithList,
  part: Part,
  title: string,
  words: Readonly<Record<Arrangement[Part], string>>,
): Promise<void> {
  const arranging = await extension.arranging();
  const present = arranging.arrangement[part];
  const items = (Object.entries(words) as [Arrangement[Part], string][]).map(([value, label]) => ({
    label,
    description: value === present ? l10n.t('current') : '',
    value,
  }));
  const item = await window.showQuickPick(items, { title });
  if (item) await arranging.change({ [part]: item.value });
}

function askFilter(arranging: StoredArrangement): Promise<RecordFilter | undefined> {
  const pick = window.createQuickPick<FilterItem>();
  pick.title = l10n.t('Filter Results');
  pick.placeholder = l10n.t('Filter by verdict (WA, Wrong Answer), name, note, problem, or file');
  let verdicts: readonly FilterItem[] = [];
  const show = (): void => {
    pick.items = itemsFor(pick.value, arranging.filter, verdicts);
  };
  show();
  pick.busy = true;
  void arranging.entries(true).then((entries) => {
    verdicts = verdictItems(entries);
    pick.busy = false;
    show();
  });
  return chosenIn(pick, () => accepted(pick)?.filter ?? typedFilter(pick.value), [
    pick.onDidChangeValue(show),
  ]);
}

function verdictItems(entries: readonly ListedRecord[]): FilterItem[] {
  const { ofRecords, ofCases } = verdictsAmong(entries);
  return [
    ...ofRecords.map((meaning): FilterItem => ({
      label: meaningName(meaning),
      filter: { kind: 'text', text: meaning.short },
    })),
    ...judgesAmong(entries),
    ...ofCases.map((meaning): FilterItem => ({
      label: l10n.t('Has {0} cases', spacedAfterChinese(meaningName(meaning))),
      filter: { kind: 'cases', verdict: meaning.short },
    })),
  ];
}

/** Returns an item for each judge, if there are several. */
function judgesAmong(entries: readonly ListedRecord[]): FilterItem[] {
  const judges = [...new Set(entries.map(({ record }) => record.service))];
  const named = judges.filter((service) => judgeIdentity(service).name !== '');
  if (judges.length < 2) return [];
  return named.map((service) => ({
    label: nameOfJudgeId(service),
    description: l10n.t('judge'),
    filter: { kind: 'text', text: judgeIdentity(service).name },
  }));
}

function typedFilter(typed: string): RecordFilter | undefined {
  const text = typed.trim();
  return text === '' ? undefined : { kind: 'text', text };
}

function itemsFor(typed: string, present: RecordFilter, verdicts: readonly FilterItem[]): FilterItem[] {
  const text = typed.trim();
  const choices: FilterItem[] = [{ label: l10n.t('Failed only'), filter: { kind: 'failed' } }, ...verdicts];
  if (text !== '') {
    return [{ label: l10n.t('Filter by “{0}”', text), filter: null, alwaysShow: true }, ...choices];
  }
  const first: FilterItem =
    present.kind === 'none'
      ? { ...emptySlot, filter: null }
      : { label: l10n.t('Clear Filter'), filter: { kind: 'none' } };
  const marked = choices.map((item) =>
    sameJson(item.filter, present) ? { ...item, description: l10n.t('current') } : item,
  );
  return [first, ...marked];
}
