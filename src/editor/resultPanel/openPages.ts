import { type WebviewPanel, ViewColumn, window, l10n } from 'vscode';
import { firstFailedIn } from '../../results';
import { type CaseIdentity, type PanelKeys, panelType } from '../../resultPage/messages';
import { type RecordKey, isNewer } from '../../records';
import { offerReload } from '../shared/storage/storageProblems';
import { inOrder, earlierOf } from './versions';
import { keysFromState } from './messageFromPage';
import { RecordPanel, type RecordPanelHooks } from './recordPanel';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';
import type { WithList } from '../list';

export interface OpenOptions {
  /** whether the page opens next to the active editor instead of in its column */
  readonly beside?: boolean;
  /** whether the focus doesn't move */
  readonly preserveFocus?: boolean;
  /** case whose details are shown; absent: none */
  readonly place?: CaseIdentity;
  /** like `place`, but ignored if the record is already open, to keep the user's position */
  readonly start?: CaseIdentity;
}

/**
 * Shows a record in the panel that already shows it, in a panel that may be reused, or in a new one. No-op if the
 * record was removed.
 */
export function openRecordPanel(
  extension: Core & WithDiagnostics & WithList,
  key: RecordKey,
  options: OpenOptions = {},
): void {
  if (extension.store.get(key)) open(extension, { record: key, before: null }, options);
}

/** Opens the page of a record at the first failed case, unless the options contain another one. */
export async function openAtFirstFailed(
  extension: Core & WithDiagnostics & WithList,
  key: RecordKey,
  options: OpenOptions = {},
): Promise<void> {
  const record = extension.store.get(key);
  if (!record) return;
  if (isNewer(record)) {
    offerReload(record);
    return;
  }
  const envelope = await extension.store.findEnvelope(key);
  const start = firstFailedIn(envelope, record.rules)?.place;
  openRecordPanel(extension, key, start ? { ...options, start } : options);
}

/** Compares two records, the older one first. No-op if one was removed. */
export function compareRecords(
  extension: Core & WithDiagnostics & WithList,
  one: RecordKey,
  other: RecordKey,
): void {
  const [a, b] = [extension.store.get(one), extension.store.get(other)];
  if (!a || !b) return;
  const [before, now] = inOrder(a, b);
  open(extension, { record: now.key, before: before.key });
}

/** Restores a panel after a reload of the window. Closes it if its records are unknown or were removed. */
export async function restoreRecordPanel(
  extension: Core & WithDiagnostics & WithList,
  panel: WebviewPanel,
  state: unknown,
): Promise<void> {
  const keys = keysFromState(state);
  const { store } = extension;
  const wanted = keys === null ? [] : [keys.record, keys.before].filter((key) => key !== null);
  // the panel may be restored before the history was read
  await store.reread(wanted);
  if (keys && wanted.every((key) => store.get(key) !== null)) attach(extension, panel, keys);
  else panel.dispose();
}

const panels = new Map<string, RecordPanel>();

function open(
  extension: Core & WithDiagnostics & WithList,
  keys: PanelKeys,
  { beside = false, preserveFocus = false, place, start }: OpenOptions = {},
): void {
  const viewColumn = beside ? ViewColumn.Beside : ViewColumn.Active;
  const show = (opened: RecordPanel, at: CaseIdentity | undefined): void => {
    if (at) opened.choose(at, !preserveFocus);
    else if (!preserveFocus) opened.focus();
  };
  const known = panels.get(nameOf(keys));
  if (known) {
    known.panel.reveal(undefined, preserveFocus);
    show(known, place);
    return;
  }
  const other = takeOver(keys, preserveFocus);
  const panel =
    other?.panel ??
    window.createWebviewPanel(panelType, l10n.t('Judge Result'), { viewColumn, preserveFocus });
  const opened = attach(extension, panel, keys, other?.hasPage);
  opened.setKept(false);
  show(opened, place ?? start);
}

/**
 * Returns a panel that may be reused for another record, like an editor in preview mode, which VS Code doesn't provide
 * for webviews; null: none. A comparison only reuses another comparison, because comparisons are often opened from a
 * record's page.
 */
function takeOver({ before }: PanelKeys, preserveFocus: boolean): RecordPanel | null {
  const isAlike = ({ keys, isKept }: RecordPanel): boolean =>
    !isKept && (keys.before === null) === (before === null);
  const other = [...panels.values()].find(isAlike);
  if (!other) return null;
  other.release();
  other.panel.reveal(undefined, preserveFocus);
  return other;
}

function attach(
  extension: Core & WithDiagnostics & WithList,
  panel: WebviewPanel,
  keys: PanelKeys,
  hasPage = false,
): RecordPanel {
  const name = nameOf(keys);
  panels.get(name)?.dispose();
  const hooks: RecordPanelHooks = {
    disposed: () => {
      if (panels.get(name) === opened) panels.delete(name);
    },
    openVersion: (key) => {
      // keep the focus on the chart if the page is reused
      const isSamePage = !opened.isKept && !panels.has(nameOf({ record: key, before: null }));
      openRecordPanel(extension, key, { preserveFocus: isSamePage });
    },
    compareWithPrevious: () => compareWithPrevious(extension, keys.record),
  };
  const opened: RecordPanel = new RecordPanel(extension, panel, keys, hooks, hasPage);
  panels.set(name, opened);
  return opened;
}

function compareWithPrevious(extension: Core & WithDiagnostics & WithList, key: RecordKey): void {
  const record = extension.store.get(key);
  const before = record && earlierOf(record, extension.store.records());
  if (before) compareRecords(extension, before.key, key);
}

function nameOf({ record, before }: PanelKeys): string {
  return JSON.stringify([record, before]);
}
