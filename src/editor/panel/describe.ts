import { l10n } from 'vscode';
import { type Envelope, type Units } from '../../judge';
import type { Action, Fact, RecordHead, Version } from '../../panel/messages';
import { isPending, type KnownRecord } from '../../records';
import { sanitizeForUi } from '../words/sanitizeForUi';
import { dayAndTime } from '../words/moments';
import {
  explainNothing,
  explainState,
  judgementWords,
  fileName,
  overallName,
  problemName,
  progressWords,
  recordName,
  verdictName,
} from '../words/recordWords';
import { isSample } from '../sampleRecords/isSample';
import { idName, nameOfService } from '../words/serviceWords';
import type { DrawnCompilation } from './compileView';
import type { Described } from './model';
import { showsVerdict, verdictOf } from '../../records/verdict';

/** What the panel says about a record, in the editor's language. */
export function describe(
  record: KnownRecord,
  envelope: Envelope | null,
  compilation: DrawnCompilation | null,
  actions: readonly Action[],
  /** of its source */
  versions: readonly KnownRecord[],
): Described {
  return {
    name: recordName(record),
    verdict: verdictName(record) || l10n.t('no verdict'),
    limits: record.limits,
    versions: versions.map((one) => versionIn(one, record.rules.units)),
    progress: progressOf(record),
    note: noteOf(record, envelope),
    facts: factsOf(record),
    actions,
    compile: compilation?.view ?? null,
  };
}

function versionIn(record: KnownRecord, units: Units): Version {
  const { key, summary, rules, addedAt } = record;
  const isUnfinished = isPending(record) && !showsVerdict(record);
  const figure = (name: 'score' | 'time' | 'memory'): number | null =>
    summary && !isUnfinished && rules.units[name] === units[name] ? summary[name] : null;
  return {
    key,
    verdict: verdictName(record),
    look: isUnfinished ? 'pending' : (verdictOf(record)?.look ?? null),
    score: figure('score'),
    time: figure('time'),
    memory: figure('memory'),
    at: addedAt,
  };
}

function progressOf(record: KnownRecord): RecordHead['progress'] {
  const { summary } = record;
  if (!isPending(record) || showsVerdict(record)) return null;
  const done = summary?.progress.done ?? 0;
  return { words: progressWords(record), done, total: summary?.progress.total ?? null };
}

/** Only where there is neither a case nor a compile message to look at. */
function noteOf(record: KnownRecord, envelope: Envelope | null): string | null {
  if (!envelope) return explainNothing(record);
  const cases = record.summary?.cases ?? 0;
  return cases > 0 || envelope.data?.compile?.message
    ? null
    : judgementWords(envelope) || explainState(record);
}

function factsOf(record: KnownRecord): Fact[] {
  const { source, submission, summary, addedAt, changedAt } = record;
  const facts: (Fact | null)[] = [
    source && {
      kind: 'source',
      name: l10n.t('Source'),
      value: sanitizeForUi(fileName(source.uri), 120),
      hint: l10n.t('Open the source file'),
    },
    textFact(l10n.t('Judge’s own status'), overallName(record)),
    textFact(l10n.t('Problem'), problemName(record)),
    textFact(l10n.t('Language'), submission?.language),
    { kind: 'moment', name: l10n.t('Requested'), value: dayAndTime(addedAt), at: addedAt },
    changedAt === null
      ? null
      : { kind: 'moment', name: l10n.t('Last updated'), value: dayAndTime(changedAt), at: changedAt },
    textFact(idName(record.rules.profile), record.requestId),
    textFact(l10n.t('Track ID'), summary?.trackId),
    textFact(l10n.t('Service'), isSample(record) ? l10n.t('none (sample)') : nameOfService(record.service)),
  ];
  return facts.filter((fact) => fact !== null);
}

function textFact(name: string, value: string | null | undefined): Fact | null {
  return value ? { kind: 'text', name, value: sanitizeForUi(value, 200) } : null;
}
