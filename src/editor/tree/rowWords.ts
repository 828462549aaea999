import { l10n } from 'vscode';
import {
  formatMemory,
  formatScore,
  formatTime,
  meaningOf,
  signalName,
  statusText,
  type Case,
  type JudgingRules,
  type Measured,
  type StatusCode,
} from '../../judge/known';
import { isOnlySign, nameOf } from '../recordWords';

/** In full: `Wrong Answer`, or `Status 99`. */
export function statusName(status: StatusCode | null, rules: JudgingRules): string {
  const meaning = meaningOf(rules.statuses, status);
  return meaning ? nameOf(meaning) : statusText(status, rules);
}

/** The short code, or the name where the code is only a sign, as `…`. */
export function statusWord(status: StatusCode | null, rules: JudgingRules): string {
  const meaning = meaningOf(rules.statuses, status);
  return meaning && isOnlySign(meaning.short) ? nameOf(meaning) : statusText(status, rules);
}

/** `0 · 3 ms · 800 KiB` */
export function measures(one: Measured, { units }: JudgingRules): string {
  return joined(
    ' · ',
    formatScore(one.score, units),
    formatTime(one.time, units),
    formatMemory(one.memory, units),
  );
}

export function signalWords({ signal }: Case): string {
  if (!signal) return '';
  const name = signalName(signal);
  return name ? l10n.t('signal {0} ({1})', signal, name) : l10n.t('signal {0}', signal);
}

export function exitCodeWords({ exitCode }: Case): string {
  return exitCode ? l10n.t('exit code {0}', exitCode) : '';
}

/** What there is of the parts, with the separator between. */
export function joined(separator: string, ...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(separator);
}
