import { commands, l10n, window, type Disposable } from 'vscode';
import type { Leases } from '../../base/ports';
import { errorMessage } from '../../base/errors';
import type { ServiceHealth } from '../../tracking';
import type { Log } from '../log';
import { notificationSetting } from '../settings';
import { isFirstToTell } from './notices';
import { nameOfService } from '../words/serviceWords';
import type { Tracking } from './tracking';
import { healthWords } from './words';

interface PauseServices {
  readonly tracking: Pick<Tracking, 'pending' | 'health' | 'onDidChange'>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Tells when a service is asked nothing more until a person does something: once a pause, in one window. A question
 * about certificates has its own dialog.
 */
export function showPauses(extension: PauseServices, leases: Pick<Leases, 'tryAcquire'>): Disposable {
  const { tracking } = extension;
  /** why each service is paused, as it was noticed last */
  const noticed = new Map<string, string>();
  return tracking.onDidChange(() => {
    for (const service of new Set(tracking.pending(true).map(({ request }) => request.service))) {
      const health = tracking.health(service);
      const why = health.kind === 'paused' ? health.why : null;
      if (why === (noticed.get(service) ?? null)) continue;
      if (why === null) noticed.delete(service);
      else noticed.set(service, why);
      if (isForAPerson(health)) void show(extension, leases, service, health);
    }
  });
}

async function show(
  { log }: PauseServices,
  leases: Pick<Leases, 'tryAcquire'>,
  service: string,
  health: ServiceHealth,
): Promise<void> {
  try {
    if (notificationSetting() === 'never') return;
    if (!(await isFirstToTell(leases, `paused ${service}`, log))) return;
    const isGone = health.kind === 'paused' && health.failure.kind === 'notSetUp';
    const remedy = isGone ? l10n.t('Choose Service') : l10n.t('Set Credentials');
    const words = healthWords(health, nameOfService(service));
    if ((await window.showWarningMessage(words, remedy)) !== remedy) return;
    if (isGone) await commands.executeCommand('judgeResults.chooseService');
    else await commands.executeCommand('judgeResults.setCredentials', service);
  } catch (error) {
    log.warn(`notices: ${errorMessage(error)}`);
  }
}

function isForAPerson(health: ServiceHealth): boolean {
  if (health.kind !== 'paused') return false;
  return !(health.failure.kind === 'insecure' && health.failure.why === 'unchecked');
}
