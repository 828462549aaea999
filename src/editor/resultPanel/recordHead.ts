import { l10n } from 'vscode';
import { formatMemory, formatTime, type Envelope, type Units } from '../../results';
import { thisComputer } from '../../judges';
import type { Action, Fact, RecordHead, Version } from '../../resultPage/messages';
import {
  isSample,
  progressOf,
  type KnownRecord,
  isWithoutVerdict,
  submissionTime,
  verdictOf,
} from '../../records';
import { hasRun, isCustomInputRun } from '../labels/customInputRuns';
import { sanitizeForUi } from '../labels/sanitizeText';
import {
  explainNothing,
  explainState,
  judgeMessage,
  missingDataWords,
  problemName,
  progressWords,
  recordName,
  verdictName,
  verdictSign,
  joined,
} from '../labels/recordLabels';
import { shownOutcome } from '../shared/hiddenCases';
import { recordFacts, type RecordFact } from '../labels/recordFacts';
import type { CompilationOnPage } from './compileView';
import type { RecordHeadTexts } from './recordView';

export function recordHeadTexts(
  record: KnownRecord,
  envelope: Envelope | null,
  compilation: CompilationOnPage | null,
  actions: readonly Action[],
  /** versions of its source file */
  versions: readonly KnownRecord[],
  /** domain of the record, from `placeWords` */
  place: string,
): RecordHeadTexts {
  return {
    name: pageName(record),
    ...verdictIn(record),
    isOwnRun: isCustomInputRun(record),
    descriptionTitle: descriptionTitle(record),
    ...outcomeIn(record, envelope, compilation),
    limits: record.limits,
    versions: versions.map((other) => versionIn(other, record.rules.units)),
    progress: drawnProgress(record),
    ownNote: record.note === null ? null : l10n.t('Note: {0}', sanitizeForUi(record.note, 1000)),
    note: noteOf(record, envelope),
    origin: originOf(record, place),
    facts: factsOf(record),
    actions,
    compile: compilation?.view ?? null,
  };
}

/** Returns the name that the user gave the record and its problem, or else the one that is known. */
function pageName(record: KnownRecord): string {
  const problem = problemName(record);
  if (!record.label) return problem || recordName(record);
  return joined(' · ', recordName(record), problem === recordName(record) ? '' : problem);
}

/**
 * Returns the heading of the descriptions of a record's cases: they come from the judge, from this computer, or are only
 * outputs.
 */
function descriptionTitle(record: KnownRecord): string {
  if (isCustomInputRun(record)) return l10n.t('Output');
  return record.service === thisComputer.id ? l10n.t('Verdict on this computer') : l10n.t('Judge’s message');
}

function verdictIn(record: KnownRecord): Pick<RecordHead, 'verdict' | 'sign'> {
  if (hasRun(record)) {
    const ran = l10n.t('Ran with custom input');
    return { verdict: ran, sign: ran };
  }
  const none = l10n.t('no verdict');
  return { verdict: verdictName(record) || none, sign: verdictSign(record) || none };
}

function versionIn(record: KnownRecord, units: Units): Version {
  const { key, summary, rules } = record;
  const isUnfinished = isWithoutVerdict(record);
  const figure = (name: 'score' | 'time' | 'memory'): number | null =>
    summary && !isUnfinished && rules.units[name] === units[name] ? summary[name] : null;
  return {
    key,
    verdict: verdictName(record),
    sign: verdictSign(record),
    style: isUnfinished ? 'pending' : (verdictOf(record)?.style ?? null),
    score: figure('score'),
    maximum: summary?.maximum ?? null,
    time: figure('time'),
    memory: figure('memory'),
    at: submissionTime(record),
  };
}

/** Returns the outcome, and the first failed case. */
function outcomeIn(
  record: KnownRecord,
  envelope: Envelope | null,
  compilation: CompilationOnPage | null,
): Pick<RecordHead, 'counted' | 'first'> {
  if (compilation?.view.success === false) {
    const { firstError: error, counts } = compilation;
    const first = error && {
      kind: 'line' as const,
      name: l10n.t('line {0}', record.summary?.errors?.line ?? error.line),
      link: error.link,
      said: error.message,
    };
    return { counted: joined(' · ', ...counts), first };
  }
  const { counted, first, said } = shownOutcome(record, envelope);
  return { counted, first: first && { kind: 'case', name: first.name, place: first.place, said } };
}

function drawnProgress(record: KnownRecord): RecordHead['progress'] {
  if (!isWithoutVerdict(record)) return null;
  const { done, total } = progressOf(record);
  return { words: progressWords(record), done, total };
}

/**
 * Returns the judge's message about the whole record. Without one, explains why there is nothing to show, if the record has
 * neither cases nor compiler output. Null: there is nothing to explain, for example if a submission was too late.
 */
function noteOf(record: KnownRecord, envelope: Envelope | null): string | null {
  if (!envelope) return explainNothing(record) || null;
  const cases = record.summary?.cases ?? 0;
  const message = judgeMessage(envelope);
  if (message !== '') return message;
  return cases > 0 || envelope.data?.compile?.message
    ? null
    : missingDataWords(envelope) || explainState(record) || null;
}

/** Returns the file, submitter, language, contest, domain, judge, and time of a record. */
function originOf(record: KnownRecord, place: string): Fact[] {
  const { source } = record;
  const said = recordFacts(record);
  const facts: (Fact | null)[] = [
    source && {
      kind: 'source',
      ...said.source,
      value: sanitizeForUi(said.source.value, 120),
      hint: l10n.t('Open the source file'),
    },
    textFact(said.user),
    textFact(said.language),
    textFact(said.contest),
    textFact({ name: l10n.t('Domain'), value: place }),
    textFact(isSample(record) ? { ...said.service, value: l10n.t('Demo') } : said.service),
    { kind: 'moment', ...said.requested, at: submissionTime(record) },
  ];
  return facts.filter((fact) => fact !== null);
}

/** Returns all other facts. Omits empty and duplicate ones. */
function factsOf(record: KnownRecord): Fact[] {
  const { submission, limits, rules } = record;
  const said = recordFacts(record);
  const limitWords = joined(
    ' · ',
    formatTime(limits?.time ?? null, rules.units),
    formatMemory(limits?.memory ?? null, rules.units),
  );
  const facts: (Fact | null)[] = [
    textFact(said.id),
    said.trackId.value === said.id.value ? null : textFact(said.trackId),
    textFact(said.otherFiles),
    textFact(said.ownStatus),
    textFact(said.requested),
    said.updated.value === said.requested.value ? null : textFact(said.updated),
    textFact({ name: l10n.t('Limits'), value: limitWords }),
    textFact({ name: l10n.t('Options'), value: submission?.optimise ? '-O2' : '' }),
  ];
  return facts.filter((fact) => fact !== null);
}

function textFact({ name, value }: RecordFact): Fact | null {
  return value === '' ? null : { kind: 'text', name, value: sanitizeForUi(value, 200) };
}
