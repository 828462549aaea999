import type { KnownRecord } from '../../records';
import { recordName, verdictWithScore, verdictWord } from '../labels/recordLabels';

/**
 * Returns the title of the editor tab of a result: its name and its verdict. `before`: the result that it is compared with;
 * null: none
 */
export function tabTitle(record: KnownRecord, before: KnownRecord | null): string {
  const name = recordName(record);
  if (!before) return `${name} ${verdictWord(record)}`.trim();
  if (recordName(before) !== name) return `${recordName(before)} ↔ ${name}`;
  return `${name}: ${verdictWithScore(before)} ↔ ${verdictWithScore(record)}`;
}
