import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, workspace } from 'vscode';
import type { KnownRecord } from '../../records/record';
import { serviceIdentity } from '../../service/address';
import { dayName } from '../words/moments';
import { shownFileName, joined, verdictWord } from '../words/recordWords';
import { sanitizeForUi } from '../words/sanitizeForUi';
import { nameOfService } from '../words/serviceWords';
import type { GroupNode } from './node';

/** `newest`: the group's newest record, whose verdict stands for how far the work on it is. */
export function groupRow(node: GroupNode, records: number, newest: KnownRecord | null): TreeItem {
  const file = node.by === 'source' && node.name !== null ? Uri.parse(node.name) : null;
  const label = groupLabel(node, file);
  const item = new TreeItem(label, TreeItemCollapsibleState.Expanded);
  item.id = node.id;
  const count = records === 1 ? l10n.t('1 record') : l10n.t('{0} records', records);
  const folder = file ? workspace.asRelativePath(file).split('/').slice(0, -1).join('/') : '';
  const verdict = file && newest ? verdictWord(newest) : '';
  item.description = joined(' · ', verdict, sanitizeForUi(folder, 80), count);
  item.iconPath = file ? ThemeIcon.File : new ThemeIcon(groupIcons[node.by]);
  if (file) item.resourceUri = file;
  item.tooltip = file ? sanitizeForUi(file.scheme === 'file' ? file.fsPath : file.path, 500) : count;
  item.contextValue = joined(' ', 'group', file ? 'file' : '');
  item.accessibilityInformation = { label: joined(', ', label, item.description) };
  return item;
}

const groupIcons = { source: 'question', service: 'server', day: 'calendar' } as const;

function groupLabel({ by, name }: GroupNode, file: Uri | null): string {
  if (file) return shownFileName(file);
  if (name === null) return l10n.t('No source file');
  if (by === 'day') return dayName(name);
  return serviceIdentity(name).name === '' ? l10n.t('No service') : nameOfService(name);
}
