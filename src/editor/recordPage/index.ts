import { l10n, ViewColumn, window, type WebviewPanel } from 'vscode';
import { type PanelKeys, type CaseIdentity, panelType } from '../../panel/messages';
import { firstFailedIn } from '../../judge';
import { isNewer, type RecordKey } from '../../records';
import { keysFromState } from './page';
import { earlierOf, inOrder } from './comparison';
import type { ExtensionServices } from '../shared/extensionServices';
import { offerReload } from '../shared/storageProblems';
import { RecordPanel, type RecordPanelHooks } from './recordPanel';

export interface OpenOptions {
  /** beside the editor that is there, instead of over it */
  readonly beside?: boolean;
  /** the focus stays where it is */
  readonly preserveFocus?: boolean;
  /** a case whose details are shown */
  readonly place?: CaseIdentity;
  /** the same, only where the record isn't open already: there the person has a place of their own */
  readonly start?: CaseIdentity;
}

/** Shows a record in a panel: the one that shows it already, one that nobody keeps, else a new one. Not one that is gone. */
export function openRecordPanel(
  extension: ExtensionServices,
  key: RecordKey,
  options: OpenOptions = {},
): void {
  if (extension.store.get(key)) open(extension, { record: key, before: null }, options);
}

/** The page of a record, at the first case that failed unless another is named. */
export async function openAtFirstFailed(
  extension: ExtensionServices,
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

/** Shows two records beside each other, the one that was asked for earlier first. Does nothing where one is gone. */
export function compareRecords(extension: ExtensionServices, one: RecordKey, other: RecordKey): void {
  const [a, b] = [extension.store.get(one), extension.store.get(other)];
  if (!a || !b) return;
  const [before, now] = inOrder(a, b);
  open(extension, { record: now.key, before: before.key });
}

/**
 * Takes over a panel that VS Code has kept through a reload. One whose records can't be told, or are not in the list
 * any more, is closed.
 */
export async function restoreRecordPanel(
  extension: ExtensionServices,
  panel: WebviewPanel,
  state: unknown,
): Promise<void> {
  const keys = keysFromState(state);
  const { store } = extension;
  const wanted = keys === null ? [] : [keys.record, keys.before].filter((key) => key !== null);
  // the panel may be there before the history has been read
  await store.reread(wanted);
  if (keys && wanted.every((key) => store.get(key) !== null)) attach(extension, panel, keys);
  else panel.dispose();
}

/** Those that are open. They outlive the extension: VS Code keeps them through a reload of the window. */
const panels = new Map<string, RecordPanel>();

function open(
  extension: ExtensionServices,
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
 * The page of another record that nobody has asked to keep, as an editor in preview. VS Code has no previews of pages.
 * A comparison takes the page of a comparison: it is often asked for on the page of a record.
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
  extension: ExtensionServices,
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
      // on the same page the focus stays on the drawing
      const isSamePage = !opened.isKept && !panels.has(nameOf({ record: key, before: null }));
      openRecordPanel(extension, key, { preserveFocus: isSamePage });
    },
    compareWithPrevious: () => compareWithPrevious(extension, keys.record),
  };
  const opened: RecordPanel = new RecordPanel(extension, panel, keys, hooks, hasPage);
  panels.set(name, opened);
  return opened;
}

function compareWithPrevious(extension: ExtensionServices, key: RecordKey): void {
  const record = extension.store.get(key);
  const before = record && earlierOf(record, extension.store.records());
  if (before) compareRecords(extension, before.key, key);
}

function nameOf({ record, before }: PanelKeys): string {
  return JSON.stringify([record, before]);
}
