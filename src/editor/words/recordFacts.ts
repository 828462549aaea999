import { l10n } from 'vscode';
import { formatMemory, formatScore, formatTime } from '../../judge/known';
import type { KnownRecord } from '../../records';
import { isSample } from '../sampleRecords/isSample';
import { dayAndTime } from './moments';
import { failedWords, overallName, problemName, verdictName } from './recordWords';
import { idName, nameOfService } from './serviceWords';

/** One thing that is known of a record, in words; the value is empty where it isn’t known, and not fit to be shown yet. */
export interface RecordFact {
  readonly name: string;
  readonly value: string;
}

/** What is known of a record besides its cases: its tooltip and its page say it, each in an order of its own. */
export function recordFacts(record: KnownRecord) {
  const { summary, rules, submission } = record;
  const fact = (name: string, value: string | null | undefined): RecordFact => ({ name, value: value ?? '' });
  return {
    id: fact(idName(rules.profile), record.requestId),
    verdict: fact(l10n.t('Verdict'), verdictName(record)),
    ownStatus: fact(l10n.t('Judge’s own status'), overallName(record)),
    cases: fact(l10n.t('Cases'), failedWords(summary?.failed ?? 0, summary?.cases ?? 0)),
    score: fact(l10n.t('Score'), formatScore(summary?.score ?? null, rules.units)),
    time: fact(l10n.t('Time'), formatTime(summary?.time ?? null, rules.units)),
    memory: fact(l10n.t('Memory'), formatMemory(summary?.memory ?? null, rules.units)),
    problem: fact(l10n.t('Problem'), problemName(record)),
    language: fact(l10n.t('Language'), submission?.language),
    trackId: fact(l10n.t('Track ID'), summary?.trackId),
    service: fact(
      l10n.t('Service'),
      isSample(record) ? l10n.t('none (sample)') : nameOfService(record.service),
    ),
    requested: fact(l10n.t('Requested'), dayAndTime(record.addedAt)),
    updated: fact(l10n.t('Last updated'), record.changedAt === null ? '' : dayAndTime(record.changedAt)),
  };
}
