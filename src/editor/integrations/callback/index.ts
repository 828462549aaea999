import { env, l10n, window, type Disposable, commands } from 'vscode';
import { errorMessage } from '../../../base/log';
import { TaskQueue } from '../../../base/async';
import { recordKey } from '../../../records';
import {
  callbackPath,
  callbackSettings,
  type CallbackSettings,
  type Callback,
  type JudgeId,
  isLoopback,
  parseUrl,
  type Judge,
} from '../../../judges';
import { CallbackListener, type CallbackState } from '../../../judges/push/callbackListener';
import { systemClock, type Leases } from '../../../base/ports';
import { callbackAddress, onDidChangeSettings } from '../../shared/settings/settings';
import { nameOfJudge } from '../../labels/judgeLabels';
import { settingProblemWords, showSettingsProblems } from '../../shared/settings/settingsProblems';
import { CallbackSecret } from './callbackSecret';
import { offer } from '../../shared/dialogs/dialogs';
import { QUESTION_LEASE_MS } from '../limits';
import type { Core } from '../../shared/core';

type On = Extract<CallbackSettings, { kind: 'on' }>;

/**
 * Receives results that a judge posts to this computer. Only one window listens. The port stays open as long as it is
 * set, even if nothing is pending: results may arrive after polling was given up, and some judges test the URL when the
 * user enters it.
 */
export class CallbackPush implements Disposable {
  private readonly secret: CallbackSecret;
  private open: { readonly made: string; readonly listener: CallbackListener } | null = null;
  /** the last reported problem, so that each is reported only once */
  private reportedProblem = '';
  private hasAsked = false;
  private readonly work = new TaskQueue((error) => this.logError('HTTP callbacks', error));
  private readonly disposables: Disposable[];

  constructor(
    private readonly extension: Pick<Core, 'context' | 'log' | 'judges' | 'store' | 'tracking'>,
    private readonly leases: Leases,
  ) {
    this.secret = new CallbackSecret(extension.context.secrets, (what, error) => this.logError(what, error));
    this.disposables = [
      this.secret,
      this.secret.onDidChange(() => this.updateLater()),
      extension.judges.onDidChange(() => this.updateLater()),
      onDidChangeSettings('push.callback', () => {
        this.reportedProblem = '';
        this.hasAsked = false;
        this.updateLater();
      }),
    ];
    this.updateLater();
  }

  /** Copies the callback URL, or explains why there is none. */
  async copyAddress(): Promise<void> {
    const judge = await this.extension.judges.chosen();
    if (judge && !judge.callback) {
      void window.showInformationMessage(l10n.t('{0} doesn’t support callbacks.', nameOfJudge(judge)));
      return;
    }
    const settings = settingsNow();
    if (settings.kind === 'wrong') return showSettingsProblems(settings.problems);
    if (settings.kind === 'off') {
      return openCallbackSettings(
        l10n.t(
          'HTTP callbacks are off because no port is set. Remote services also need the public URL of your tunnel to that port.',
        ),
      );
    }
    if ((await this.secret.get()) === null && !(await agreesToListen(settings.port))) return;
    const secret = await this.secret.make();
    const address = settings.publicUrl
      ? settings.publicUrl + callbackPath(secret)
      : await this.localAddress(settings, secret);
    if (address === null) {
      return openCallbackSettings(
        l10n.t(
          'Remote services can’t reach 127.0.0.1. Set “{1}” to the public URL of your tunnel to port {0}.',
          settings.port,
          'judgeResults.push.callback.publicUrl',
        ),
      );
    }
    await env.clipboard.writeText(address);
    void window.showInformationMessage(
      l10n.t(
        'Callback URL copied. Anyone who knows it can send requests to this computer. Enter it only on the judge’s site.',
      ),
    );
  }

  dispose(): void {
    this.disposables.forEach((disposable) => void disposable.dispose());
    this.work.add(() => this.close());
  }

  /** Returns the URL without a tunnel; null unless the judge runs on this computer. */
  private async localAddress({ port }: On, secret: string): Promise<string | null> {
    const judge = await this.extension.judges.chosen();
    const isLocal = judge !== null && isOnThisComputer(judge);
    return isLocal ? `http://127.0.0.1:${port}${callbackPath(secret)}` : null;
  }

  private async update(): Promise<void> {
    const settings = settingsNow();
    const judge = settings.kind === 'on' ? await this.extension.judges.chosen() : null;
    if (settings.kind === 'wrong') this.showWrongSettings(settings);
    if (settings.kind !== 'on' || !judge?.callback) return this.close();
    const secret = await this.secret.get();
    if (secret === null) {
      void this.ask(settings).catch((error: unknown) => this.logError('HTTP callbacks', error));
      return this.close();
    }
    const { id, callback } = judge;
    const made = JSON.stringify([settings, secret, id, callback]);
    if (this.open?.made === made) return;
    await this.close();
    this.open = { made, listener: this.listenerFor(id, callback, settings, secret) };
    this.open.listener.start();
  }

  private listenerFor(
    service: JudgeId,
    { signatureHeader }: Callback,
    { port, publicUrl }: On,
    secret: string,
  ): CallbackListener {
    const { judges, store, tracking, log } = this.extension;
    const keyOf = (requestId: string) => recordKey(service, requestId);
    return new CallbackListener({
      port,
      publicUrl,
      secret,
      signatureHeader,
      token: () => signingToken(judges, service),
      clock: systemClock,
      random: Math.random,
      leases: this.leases,
      isOurs: (requestId) => store.get(keyOf(requestId)) !== null,
      onResult: (requestId, envelope, raw) =>
        tracking.onPushed(keyOf(requestId), { kind: 'result', envelope, raw, notices: [] }),
      onNudge: (requestId) => tracking.pollSoon(keyOf(requestId)),
      onRefused: ({ status, message: why }) => log.warn(`HTTP callback rejected: ${status} ${why}`),
      onState: (state) => this.stateChanged(state, port),
      onError: (what, error) => this.logError(what, error),
    });
  }

  private stateChanged(state: CallbackState, port: number): void {
    this.extension.log.info(`HTTP callbacks on port ${port}: ${state.kind}`);
    if (state.kind === 'listening') this.reportedProblem = '';
    if (state.kind !== 'failed') return;
    const problem = `${port} ${state.code}`;
    if (this.reportedProblem === problem) return;
    this.reportedProblem = problem;
    this.extension.log.warn(`HTTP callbacks on port ${port}: ${state.code}`);
    void showPortProblem(port, state.code);
  }

  private showWrongSettings({ problems }: Extract<CallbackSettings, { kind: 'wrong' }>): void {
    const words = problems.map(settingProblemWords).join(' ');
    if (words === this.reportedProblem) return;
    this.reportedProblem = words;
    this.extension.log.warn(words);
    void showSettingsProblems(problems);
  }

  /** Requests consent after a port was set. Only one window does so, once per session. */
  private async ask({ port }: On): Promise<void> {
    if (this.hasAsked) return;
    this.hasAsked = true;
    if (!(await this.leases.tryAcquire('notice callback', QUESTION_LEASE_MS))) return;
    const agrees = await agreesToListen(port);
    await this.leases.release('notice callback');
    if (agrees) await this.secret.make();
  }

  private async close(): Promise<void> {
    const { open } = this;
    this.open = null;
    await open?.listener.stop();
  }

  private updateLater(): void {
    this.work.add(() => this.update());
  }

  private logError(what: string, error: unknown): void {
    this.extension.log.warn(`${what}: ${errorMessage(error)}`);
  }
}

/**
 * Returns the secret that signs callbacks: the judge's current credential, which can change while the listener is open.
 * Null: none.
 */
export async function signingToken(
  judges: Pick<Core['judges'], 'judgeOf' | 'credentials'>,
  service: JudgeId,
): Promise<string | null> {
  const judge = await judges.judgeOf(service);
  return (judge && (await judges.credentials.get(judge))?.secret) ?? null;
}

function settingsNow(): CallbackSettings {
  const { port, publicUrl } = callbackAddress();
  return callbackSettings(port, publicUrl);
}

/** Explains who can reach the port before the listener starts. Returns true if the user agrees. */
async function agreesToListen(port: number): Promise<boolean> {
  const enable = l10n.t('Enable');
  const chosen = await window.showWarningMessage(
    l10n.t(
      'Judge Results will listen on 127.0.0.1:{0} for HTTP callbacks. Every user of this computer can reach this port. Only signed results are accepted; anything else only triggers a poll.',
      port,
    ),
    enable,
    openSettingWords(),
  );
  if (chosen === openSettingWords()) await openSettings();
  return chosen === enable;
}

/** Shows a message with a button that opens the settings. */
function openCallbackSettings(message: string): Promise<void> {
  return offer(message, openSettingWords(), openSettings);
}

/** Shows why the listener couldn't use the port. `code`: error code of Node.js. */
function showPortProblem(port: number, code: string): Promise<void> {
  return offer(portWords(port, code), openSettingWords(), openSettings, window.showWarningMessage);
}

/** Returns whether the judge runs on this computer, so that it needs no tunnel. */
function isOnThisComputer({ baseUrl }: Judge): boolean {
  const url = parseUrl(baseUrl);
  return url !== null && isLoopback(url);
}

function portWords(port: number, code: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return l10n.t(
        'Port {0} is in use by another program. HTTP callbacks are off until the port is free. Polling instead.',
        port,
      );
    case 'EACCES':
      return l10n.t('No permission to listen on port {0}. HTTP callbacks are off. Polling instead.', port);
    default:
      return l10n.t('Can’t listen on port {0} ({1}). HTTP callbacks are off. Polling instead.', port, code);
  }
}

function openSettingWords(): string {
  return l10n.t('Open Setting');
}

async function openSettings(): Promise<void> {
  await commands.executeCommand('workbench.action.openSettings', 'judgeResults.push.callback');
}
