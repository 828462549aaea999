import { type QuickPickItem, window, l10n } from 'vscode';
import { submissionTime, type KnownRecord } from '../../records';
import { shortMoment } from '../labels/dateFormats';
import { recordName, joined, verdictWithScore } from '../labels/recordLabels';
import type { Core } from '../shared/core';

interface RecordItem extends QuickPickItem {
  readonly record: KnownRecord;
}

/**
 * Prompts for records until `count` are chosen, including `first`. Returns fewer if the user cancels. By default, offers
 * only records with a result.
 */
export async function pickRecords(
  { store }: Core,
  title: string,
  count: 1 | 2,
  first?: KnownRecord,
  isOffered = (record: KnownRecord): boolean => record.summary !== null,
): Promise<KnownRecord[]> {
  const chosen = first ? [first] : [];
  while (chosen.length < count) {
    const [before] = chosen;
    const items = store
      .records()
      .filter((record) => isOffered(record) && !chosen.includes(record))
      // records of the same source come first
      .sort((a, b) => Number(sameSource(b, before)) - Number(sameSource(a, before)))
      .map(itemOf);
    if (items.length === 0) {
      void window.showInformationMessage(l10n.t('No results to compare.'));
      break;
    }
    const placeHolder = before
      ? l10n.t('Select a result to compare with {0}', recordName(before))
      : l10n.t('A result');
    const item = await window.showQuickPick(items, { title, placeHolder, matchOnDescription: true });
    if (!item) break;
    chosen.push(item.record);
  }
  return chosen;
}

function sameSource(record: KnownRecord, other: KnownRecord | undefined): boolean {
  return record.source !== null && record.source.uri === other?.source?.uri;
}

function itemOf(record: KnownRecord): RecordItem {
  return {
    label: joined(' ', recordName(record), verdictWithScore(record)),
    description: `${shortMoment(submissionTime(record))} · ${record.requestId}`,
    record,
  };
}
