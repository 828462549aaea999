import { commands, env, l10n, window, type QuickInputButton, type QuickPickItem } from 'vscode';
import type { RecordKey } from '../../records';
import type { PendingView, JudgeHealth } from '../../tracking';
import { ageWords } from '../labels/dateFormats';
import { button, chosenIn } from '../shared/dialogs/quickPick';
import { recordName } from '../labels/recordLabels';
import { nameOfJudgeId } from '../labels/judgeLabels';
import { reveal } from '../list';
import { lastAnswerWords, phaseWords, troubleWords } from './pendingLabels';
import type { Core } from '../shared/core';
import type { WithList } from '../list';

interface PendingPick extends QuickPickItem {
  readonly key?: RecordKey;
  /** identifies the item even if its text changes; absent: the item does nothing */
  readonly id?: string;
  readonly act?: () => unknown;
}

/**
 * Lists the pending requests. Each can be opened, polled, or stopped, and its ID can be copied. The list can also
 * include other workspaces.
 */
export async function showPending(extension: Core & WithList): Promise<void> {
  const pick = window.createQuickPick<PendingPick>();
  let everywhere = false;
  const buttons = {
    ask: button('refresh', l10n.t('Refresh')),
    copy: button('copy', l10n.t('Copy ID')),
    stop: button('debug-stop', l10n.t('Stop Tracking')),
  };
  const show = (): void => {
    const pending = extension.tracking.pending(everywhere);
    const chosen = pick.activeItems[0]?.id;
    pick.items = [
      ...pending.map((view) => itemOf(extension, view, Object.values(buttons))),
      ...commonItems(extension, pending, everywhere, () => {
        everywhere = true;
        show();
      }),
    ];
    // keeps the selection, because VS Code selects the first item after each change
    const still = chosen === undefined ? undefined : pick.items.find(({ id }) => id === chosen);
    if (still) pick.activeItems = [still];
  };
  pick.title = l10n.t('Pending results');
  pick.placeholder = l10n.t('Select a result to open');
  pick.keepScrollPosition = true;
  show();
  const read = (): RecordKey | undefined => {
    const [item] = pick.activeItems;
    item?.act?.();
    return item?.act ? undefined : item?.key;
  };
  const key = await chosenIn(pick, read, [
    extension.tracking.onDidChange(show),
    pick.onDidTriggerItemButton(({ button: pressed, item }) => {
      if (item.key === undefined) return;
      if (pressed === buttons.ask) extension.tracking.pollNow([item.key]);
      else if (pressed === buttons.stop) void extension.tracking.stop([item.key]);
      else void env.clipboard.writeText(extension.store.get(item.key)?.requestId ?? '');
    }),
  ]);
  if (key !== undefined) await reveal(extension, key);
}

function itemOf(extension: Core, view: PendingView, buttons: readonly QuickInputButton[]): PendingPick {
  const { key, requestId, plan, service } = view.request;
  const record = extension.store.get(key);
  return {
    key,
    id: key,
    label: record ? recordName(record) : requestId,
    description: `${phaseWords(view, record)} · ${ageWords(Date.now() - plan.startedAt)}`,
    detail: lastAnswerWords(view, nameOfJudgeId(service)),
    buttons,
  };
}

/** Returns the items below the requests: causes of delays, and common actions. */
export function commonItems(
  extension: Pick<Core, 'tracking'>,
  pending: readonly PendingView[],
  everywhere: boolean,
  showEverything: () => void,
): PendingPick[] {
  const items: PendingPick[] = [];
  const others = extension.tracking.pending(true).length - extension.tracking.pending().length;
  for (const words of troubleWords(extension, pending)) items.push({ label: `$(info) ${words}` });
  for (const service of new Set(pending.map(({ request }) => request.service))) {
    if (!isSignedOut(extension.tracking.health(service))) continue;
    items.push({
      id: `credentials ${service}`,
      label: `$(key) ${l10n.t('Sign In to {0}', nameOfJudgeId(service))}`,
      act: () => commands.executeCommand('judgeResults.setCredentials', service),
    });
  }
  if (pending.length === 0) items.push({ label: l10n.t('No pending results') });
  if (pending.length > 1) {
    items.push({
      id: 'stopAll',
      label: `$(debug-stop) ${l10n.t('Stop Tracking All ({0})', pending.length)}`,
      act: () => extension.tracking.stop(pending.map(({ request }) => request.key)),
    });
  }
  if (!everywhere && others > 0) {
    items.push({
      id: 'others',
      label: `$(multiple-windows) ${l10n.t('Show {0} more from other workspaces', others)}`,
      act: showEverything,
    });
  }
  return items;
}

function isSignedOut(health: JudgeHealth): boolean {
  return health.kind === 'paused' && health.why !== 'insecure';
}
