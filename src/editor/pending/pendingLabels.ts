import { l10n } from 'vscode';
import type { KnownRecord } from '../../records';
import type { PendingView, JudgeHealth } from '../../tracking';
import { shortMoment } from '../labels/dateFormats';
import { progressWords } from '../labels/recordLabels';
import { explain } from '../labels/requestErrors';
import { nameOfJudgeId } from '../labels/judgeLabels';
import type { Core } from '../shared/core';

/** Describes why a judge isn't polled normally; empty if it is. */
export function healthWords(health: JudgeHealth, name: string): string {
  switch (health.kind) {
    case 'ok':
      return '';
    case 'unreachable':
      return l10n.t('{0} unreachable since {1}; retrying automatically', name, shortMoment(health.since));
    case 'throttled':
      if (health.isUnavailable)
        return l10n.t('{0} is temporarily unavailable; paused until {1}', name, shortMoment(health.until));
      return l10n.t('Rate limit reached on {0}; paused until {1}', name, shortMoment(health.until));
    case 'paused': {
      const gone =
        health.oldestGoneAt === null
          ? ''
          : ` ${l10n.t('The oldest result may expire at {0}.', shortMoment(health.oldestGoneAt))}`;
      switch (health.why) {
        case 'signedOut':
          return l10n.t('Signed out of {0}. Sign in to continue.', name) + gone;
        case 'forbidden':
          return (
            (health.failure.kind === 'status' && health.failure.refusesAnybody
              ? l10n.t('{0} rejected several requests. Refresh to continue.', name)
              : l10n.t('{0} rejected several requests. Check your credentials.', name)) + gone
          );
        case 'insecure':
          return explain(health.failure, { name, address: name }).message + gone;
      }
    }
  }
}

/**
 * Describes everything that delays pending results, one sentence each: the health of their judges, and why results
 * aren't pushed.
 */
export function troubleWords(
  { tracking }: Pick<Core, 'tracking'>,
  pending: readonly PendingView[],
): string[] {
  const judges = [...new Set(pending.map(({ request }) => request.service))];
  const words = judges.map((service) => healthWords(tracking.health(service), nameOfJudgeId(service)));
  return [...words, tracking.pushTrouble].filter((text) => text !== '');
}

/** Describes the state of a request, for example “judging 34 of 50” or “waiting”. */
export function phaseWords({ request, isPolling }: PendingView, record: KnownRecord | null): string {
  const phase =
    request.phase === 'waiting'
      ? l10n.t('waiting')
      : l10n.t('judging {0}', record ? progressWords(record) : '').trim();
  return isPolling ? l10n.t('{0}, polling', phase) : phase;
}

/** Describes the last response and its time; empty without a response, for example if the result was pushed. */
export function lastAnswerWords({ request, lastAnswer, isForeign }: PendingView, name: string): string {
  if (isForeign) return l10n.t('tracked by another window');
  if (!lastAnswer) return request.phase === 'waiting' ? l10n.t('not checked yet') : '';
  const at = shortMoment(lastAnswer.at);
  switch (lastAnswer.kind) {
    case 'notReady':
      return l10n.t('{0}: no result yet', at);
    case 'result':
      return l10n.t('{0}: still judging', at);
    case 'failure':
      return l10n.t('{0}: {1}', at, explain(lastAnswer.failure, { name, address: name }).message);
  }
}
