import { l10n } from 'vscode';
import {
  formatMemory,
  formatScore,
  formatTime,
  signalName,
  type Case,
  type JudgingRules,
} from '../../judge/known';
import { canResumeTracking, isNewer, type KnownRecord } from '../../records/record';
import { caseDescription } from '../words/caseWords';
import { sanitizeForUi } from '../words/text';
import { dayAndTime } from '../words/moments';
import {
  explainState,
  failedWords,
  joined,
  overallName,
  problemName,
  verdictName,
} from '../words/recordWords';
import { isSample } from '../sampleRecords/isSample';
import { idName, nameOfService } from '../words/serviceWords';
import { statusName, statusWord } from './partRows';

/** Made when the mouse rests on the row. */
export function recordTooltip(record: KnownRecord): string {
  const { summary, rules } = record;
  const lines: [string, string][] = [
    [idName(rules.profile), record.requestId],
    [l10n.t('Verdict'), verdictName(record)],
    [l10n.t('Judge’s own status'), overallName(record)],
    [l10n.t('Cases'), failedWords(summary?.failed ?? 0, summary?.cases ?? 0)],
    [l10n.t('Score'), formatScore(summary?.score ?? null, rules.units)],
    [l10n.t('Time'), formatTime(summary?.time ?? null, rules.units)],
    [l10n.t('Memory'), formatMemory(summary?.memory ?? null, rules.units)],
    [l10n.t('Problem'), problemName(record)],
    [l10n.t('Language'), record.submission?.language ?? ''],
    [l10n.t('Track ID'), summary?.trackId ?? ''],
    [l10n.t('Service'), isSample(record) ? l10n.t('none (sample)') : nameOfService(record.service)],
    [l10n.t('Requested'), dayAndTime(record.addedAt)],
    [l10n.t('Last updated'), record.changedAt === null ? '' : dayAndTime(record.changedAt)],
  ];
  return joined('\n', table(lines), canResumeTracking(record) || isNewer(record) ? explainState(record) : '');
}

/** Everything the specification has about a case, verbatim; made when the mouse rests on the row. */
export function caseTooltip(name: string, one: Case, rules: JudgingRules): string {
  return table([
    [l10n.t('Case'), name],
    [
      l10n.t('Verdict'),
      [...new Set([statusWord(one.status, rules), statusName(one.status, rules)])].join(' · '),
    ],
    [l10n.t('Score'), formatScore(one.score, rules.units)],
    [l10n.t('Time'), formatTime(one.time, rules.units)],
    [l10n.t('Memory'), formatMemory(one.memory, rules.units)],
    [
      l10n.t('Signal'),
      one.signal === null ? '' : joined(' ', String(one.signal), signalName(one.signal) ?? ''),
    ],
    [l10n.t('Exit code'), one.exitCode === null ? '' : String(one.exitCode)],
    [l10n.t('Description'), caseDescription(one) ?? ''],
  ]);
}

/** No Markdown, which makes links of addresses that a service sends, however they are escaped. */
function table(lines: readonly (readonly [string, string])[]): string {
  return lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => l10n.t('{0}: {1}', name, sanitizeForUi(value, 2000)))
    .join('\n');
}
