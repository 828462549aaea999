import { l10n, ThemeIcon, TreeItem } from 'vscode';
import type { Envelope } from '../../results/withoutDecoder';
import { canResumeTracking, type KnownRecord } from '../../records';
import { explainNothing, explainState, hadMore, judgeMessage } from '../labels/recordLabels';
import type { MessageNode } from './treeNodes';

/** Creates the row that explains why a record has no other rows. */
export function messageRow(node: MessageNode, record: KnownRecord, envelope: Envelope | null): TreeItem {
  const isUnreadable = envelope === null && hadMore(record);
  const words = judgeMessage(envelope) || (isUnreadable ? explainNothing(record) : explainState(record));
  const item = new TreeItem(words);
  item.id = node.id;
  item.iconPath = new ThemeIcon('info');
  item.contextValue = 'message';
  item.tooltip = words;
  // a click performs the action that the text suggests
  if (isUnreadable) {
    item.command = { command: 'judgeResults.refresh', title: l10n.t('Refresh'), arguments: [node] };
  } else if (record.state.kind === 'notSubmitted') {
    item.command = {
      command: 'judgeResults.submitInBrowser',
      title: l10n.t('Submit in Browser'),
      arguments: [node],
    };
  } else if (canResumeTracking(record)) {
    item.command = {
      command: 'judgeResults.resumeTracking',
      title: l10n.t('Resume Tracking'),
      arguments: [node],
    };
  }
  return item;
}
