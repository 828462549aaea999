import { commands, l10n, window, type Disposable } from 'vscode';
import type { Leases } from '../../base/ports';
import { errorMessage, type Log } from '../../base/log';
import type { JudgeHealth } from '../../tracking';
import { choiceSetting } from '../shared/settings/settings';
import { isFirstToAnnounce } from './verdictNotices';
import { nameOfJudgeId } from '../labels/judgeLabels';
import type { Tracking } from './tracking';
import { healthWords } from './pendingLabels';

interface PauseJudges {
  readonly tracking: Pick<Tracking, 'pending' | 'health' | 'onDidChange'>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Notifies the user if polling of a judge is paused until they act. Each pause is announced once, in one window. A
 * pause caused by an unverified certificate has its own dialog.
 */
export function showPauses(extension: PauseJudges, leases: Pick<Leases, 'tryAcquire'>): Disposable {
  const { tracking } = extension;
  /** reason of the current pause, by judge */
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
  { log }: PauseJudges,
  leases: Pick<Leases, 'tryAcquire'>,
  service: string,
  health: JudgeHealth,
): Promise<void> {
  try {
    if (choiceSetting('notifications') === 'never') return;
    if (!(await isFirstToAnnounce(leases, `paused ${service}`, log))) return;
    const { title, command } = remedyFor(health, service);
    const words = healthWords(health, nameOfJudgeId(service));
    if ((await window.showWarningMessage(words, title)) !== title) return;
    const [name, ...args] = command;
    await commands.executeCommand(name, ...args);
  } catch (error) {
    log.warn(`notices: ${errorMessage(error)}`);
  }
}

/** Returns the notification's button and the command that it runs. */
function remedyFor(
  health: JudgeHealth,
  service: string,
): { readonly title: string; readonly command: readonly [string, ...string[]] } {
  const failure = health.kind === 'paused' ? health.failure : null;
  if (failure?.kind === 'notSetUp')
    return { title: l10n.t('Choose Online Judge'), command: ['judgeResults.chooseService'] };
  if (failure?.kind === 'status' && failure.refusesAnybody)
    return { title: l10n.t('Try Again'), command: ['judgeResults.refreshAll'] };
  return { title: l10n.t('Sign In'), command: ['judgeResults.setCredentials', service] };
}

function isForAPerson(health: JudgeHealth): boolean {
  if (health.kind !== 'paused') return false;
  return !(health.failure.kind === 'insecure' && health.failure.why === 'unchecked');
}
