import { l10n, ViewColumn, window, type WebviewPanel } from 'vscode';
import type { PanelKeys, CaseIdentity } from '../../panel/messages';
import type { RecordKey } from '../../records';
import { panelType } from './panelType';
import { keysFromState } from './fromPage';
import { earlierOf, inOrder } from './pairing';
import { RecordPanel, type PanelServices } from './recordPanel';

export type { CompileTarget } from './compileView';
export type { PanelServices } from './recordPanel';

export interface OpenOptions {
  /** beside the editor that is there, instead of over it */
  readonly beside?: boolean;
  /** the focus stays where it is */
  readonly preserveFocus?: boolean;
  /** a case whose details are shown */
  readonly place?: CaseIdentity;
}

/** Shows a record in a panel: the one that shows it already, else a new one. */
export function openRecordPanel(parts: PanelServices, key: RecordKey, options: OpenOptions = {}): void {
  open(parts, { record: key, before: null }, options);
}

/** Shows two records beside each other, the one that was asked for earlier first. Does nothing where one is gone. */
export function compareRecords(
  parts: PanelServices,
  one: RecordKey,
  other: RecordKey,
  options: OpenOptions = {},
): void {
  const [a, b] = [parts.store.get(one), parts.store.get(other)];
  if (!a || !b) return;
  const [before, now] = inOrder(a, b);
  open(parts, { record: now.key, before: before.key }, options);
}

/**
 * Takes over a panel that VS Code has kept through a reload. One whose records can't be told, or are not in the list
 * any more, is closed.
 */
export async function restoreRecordPanel(
  parts: PanelServices,
  panel: WebviewPanel,
  state: unknown,
): Promise<void> {
  const keys = keysFromState(state);
  const { store } = parts;
  const wanted = keys === null ? [] : [keys.record, keys.before].filter((key) => key !== null);
  // the panel may be there before the history has been read
  await store.reread(wanted);
  if (keys && wanted.every((key) => store.get(key) !== null)) attach(parts, panel, keys);
  else panel.dispose();
}

/** Those that are open. They outlive the extension: VS Code keeps them through a reload of the window. */
const panels = new Map<string, RecordPanel>();

function open(
  parts: PanelServices,
  keys: PanelKeys,
  { beside = false, preserveFocus = false, place }: OpenOptions,
): void {
  const viewColumn = beside ? ViewColumn.Beside : ViewColumn.Active;
  const known = panels.get(nameOf(keys));
  if (known) {
    known.panel.reveal(undefined, preserveFocus);
    if (place) known.choose(place);
    return;
  }
  const panel = window.createWebviewPanel(panelType, l10n.t('Judge Record'), { viewColumn, preserveFocus });
  const opened = attach(parts, panel, keys);
  if (place) opened.choose(place);
}

function attach(parts: PanelServices, panel: WebviewPanel, keys: PanelKeys): RecordPanel {
  const name = nameOf(keys);
  panels.get(name)?.dispose();
  const opened: RecordPanel = new RecordPanel(parts, panel, keys, {
    disposed: () => {
      if (panels.get(name) === opened) panels.delete(name);
    },
    compareWithPrevious: () => compareWithPrevious(parts, keys.record),
  });
  panels.set(name, opened);
  return opened;
}

function compareWithPrevious(parts: PanelServices, key: RecordKey): void {
  const record = parts.store.get(key);
  const before = record && earlierOf(record, parts.store.records());
  if (before) compareRecords(parts, before.key, key);
}

function nameOf({ record, before }: PanelKeys): string {
  return JSON.stringify([record, before]);
}
