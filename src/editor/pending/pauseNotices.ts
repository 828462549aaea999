import { commands, l10n, window, type Disposable } from 'vscode';
import { errorMessage } from '../../base/errors';
import type { Leases, PendingView, ServiceHealth } from '../../tracking';
import { notificationSetting } from '../settings';
import { isFirstToTell } from './notices';
import { nameOfService } from '../serviceWords';
import { healthWords } from './words';

export interface PauseParts {
  readonly tracking: {
    pending(everywhere: boolean): readonly PendingView[];
    health(service: string): ServiceHealth;
    onDidChange(listener: () => void): Disposable;
  };
  readonly log: { warn(text: string): void };
}

/**
 * Tells when a service is asked nothing more until a person does something: once a pause, in one window. A question
 * about certificates has its own dialog.
 */
export class PauseNotices implements Disposable {
  /** why each service is paused, as it was noticed last */
  private readonly noticed = new Map<string, string>();
  private readonly subscription: Disposable;

  constructor(
    private readonly parts: PauseParts,
    private readonly leases: Pick<Leases, 'tryAcquire'>,
  ) {
    this.subscription = parts.tracking.onDidChange(() => this.look());
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private look(): void {
    const { tracking } = this.parts;
    for (const service of new Set(tracking.pending(true).map(({ request }) => request.service))) {
      const health = tracking.health(service);
      const why = health.kind === 'paused' ? health.why : null;
      if (why === (this.noticed.get(service) ?? null)) continue;
      if (why === null) this.noticed.delete(service);
      else this.noticed.set(service, why);
      if (isForAPerson(health)) void this.tell(service, health);
    }
  }

  private async tell(service: string, health: ServiceHealth): Promise<void> {
    try {
      if (notificationSetting() === 'never') return;
      if (!(await isFirstToTell(this.leases, `paused ${service}`, this.parts.log))) return;
      const isGone = health.kind === 'paused' && health.failure.kind === 'notSetUp';
      const remedy = isGone ? l10n.t('Choose Service') : l10n.t('Set Credentials');
      const words = healthWords(health, nameOfService(service));
      if ((await window.showWarningMessage(words, remedy)) !== remedy) return;
      if (isGone) await commands.executeCommand('judgeResults.chooseService');
      else await commands.executeCommand('judgeResults.setCredentials', service);
    } catch (error) {
      this.parts.log.warn(`notices: ${errorMessage(error)}`);
    }
  }
}

function isForAPerson(health: ServiceHealth): boolean {
  if (health.kind !== 'paused') return false;
  return !(health.failure.kind === 'insecure' && health.failure.why === 'unchecked');
}
