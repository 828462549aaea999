import { isValid, pointsLeft } from '../submission/questions';
import { l10n, window, type QuickPickItem } from 'vscode';
import { ServiceFailed, type Quota } from '../../service';
import { dayAndTime } from '../words/moments';
import { withCancel } from '../prompts/dialogs';
import { joined } from '../words/recordWords';
import { judgingPrice, pointsWords, serviceName } from '../words/serviceWords';
import { orFailure, showFailure } from '../prompts/showFailure';
import { readyService, type ChoosingServices } from './chooseService';

/** “Show Quota”: the judging points that are left, packet by packet. */
export async function showQuota(extension: ChoosingServices): Promise<void> {
  const profile = await readyService(extension);
  if (!profile) return;
  const name = serviceName(profile);
  const { quota } = profile;
  if (quota === null) {
    void window.showInformationMessage(l10n.t('{0} doesn’t report a quota.', name));
    return;
  }
  const quotas = await withCancel(l10n.t('Loading quota from {0}…', name), (signal) =>
    orFailure(extension.services.ask(profile, quota, signal)),
  );
  if (quotas instanceof ServiceFailed) {
    if (quotas.failure.kind === 'cancelled') return;
    await showFailure(extension, quotas, profile, () => showQuota(extension), 'quota');
    return;
  }
  const now = Date.now();
  await window.showQuickPick(
    quotas.map((quota) => quotaItem(quota, now)),
    {
      title: l10n.t('Quota of {0}: {1}', name, pointsWords(pointsLeft(quotas, now))),
      placeHolder: judgingPrice(profile),
    },
  );
}

function quotaItem(quota: Quota, now: number): QuickPickItem {
  const { available, most, used, validAfter, expiresAt } = quota;
  return {
    label: isValid(quota, now) ? pointsWords(available) : l10n.t('{0} points not currently valid', available),
    description: most === null || used === null ? '' : l10n.t('{0} of {1} used', used, most),
    detail: joined(
      ' ',
      validAfter === null ? '' : l10n.t('valid from {0}', dayAndTime(validAfter)),
      expiresAt === null ? '' : l10n.t('until {0}', dayAndTime(expiresAt)),
    ),
  };
}
