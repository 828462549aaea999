import { commands, l10n, window, type Disposable } from 'vscode';
import { errorMessage } from '../../base/errors';
import type { ServiceProfile } from '../../service';
import type { Leases, PendingView, ServiceHealth } from '../../tracking';
import { notificationSetting } from '../settings';
import { isFirstToTell } from './notices';
import { healthWords, hostOf } from './words';

export interface PauseParts {
  readonly tracking: {
    pending(everywhere: boolean): readonly PendingView[];
    health(origin: string): ServiceHealth;
    onDidChange(listener: () => void): Disposable;
  };
  readonly services: { chosen(): Promise<Pick<ServiceProfile, 'origin'> | null> };
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
    for (const origin of new Set(tracking.pending(true).map(({ request }) => request.origin))) {
      const health = tracking.health(origin);
      const why = health.kind === 'paused' ? health.why : null;
      if (why === (this.noticed.get(origin) ?? null)) continue;
      if (why === null) this.noticed.delete(origin);
      else this.noticed.set(origin, why);
      if (isForAPerson(health)) void this.tell(origin, health);
    }
  }

  private async tell(origin: string, health: ServiceHealth): Promise<void> {
    try {
      if (notificationSetting() === 'never') return;
      if (!(await isFirstToTell(this.leases, `paused ${origin}`, this.parts.log))) return;
      const setCredentials = l10n.t('Set Credentials');
      // the command is about the chosen service
      const isChosen = (await this.parts.services.chosen())?.origin === origin;
      const words = healthWords(health, hostOf(origin));
      const chosen = await window.showWarningMessage(words, ...(isChosen ? [setCredentials] : []));
      if (chosen !== undefined) await commands.executeCommand('judgeResults.setCredentials');
    } catch (error) {
      this.parts.log.warn(`notices: ${errorMessage(error)}`);
    }
  }
}

function isForAPerson(health: ServiceHealth): boolean {
  if (health.kind !== 'paused') return false;
  return !(health.failure.kind === 'insecure' && health.failure.why === 'unchecked');
}
