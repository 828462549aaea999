import { l10n, env } from 'vscode';
import { formatMemory, formatTime, type Envelope, type Units } from '../../judge';
import type { Action, Fact, RecordHead, Version, Words } from '../../panel/messages';
import { isSample, isPending, type KnownRecord } from '../../records';
import { sanitizeForUi } from '../words/text';
import {
  explainNothing,
  explainState,
  judgementWords,
  problemName,
  progressWords,
  recordName,
  verdictName,
  verdictSign,
  joined,
} from '../words/recordWords';
import { outcomeOf } from '../words/caseWords';
import { recordFacts, type RecordFact } from '../words/recordFacts';
import type { DrawnCompilation, Described } from './model';
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
    name: record.label ? recordName(record) : problemName(record) || recordName(record),
    verdict: verdictName(record) || l10n.t('no verdict'),
    sign: verdictSign(record) || l10n.t('no verdict'),
    ...outcomeIn(record, envelope, compilation),
    limits: record.limits,
    versions: versions.map((one) => versionIn(one, record.rules.units)),
    progress: progressOf(record),
    ownNote: record.note === null ? null : l10n.t('Note: {0}', sanitizeForUi(record.note, 1000)),
    note: noteOf(record, envelope),
    origin: originOf(record),
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
    sign: verdictSign(record),
    look: isUnfinished ? 'pending' : (verdictOf(record)?.look ?? null),
    score: figure('score'),
    time: figure('time'),
    memory: figure('memory'),
    at: addedAt,
  };
}

/** How it came out, and where to look first. */
function outcomeIn(
  record: KnownRecord,
  envelope: Envelope | null,
  compilation: DrawnCompilation | null,
): Pick<RecordHead, 'counted' | 'first'> {
  if (compilation?.view.success === false) {
    const { firstError: error, counts } = compilation;
    const first = error && {
      kind: 'line' as const,
      name: l10n.t('line {0}', error.line),
      link: error.link,
      said: error.message,
    };
    return { counted: joined(' · ', ...counts), first };
  }
  const { counted, first, said } = outcomeOf(record, envelope);
  return { counted, first: first && { kind: 'case', name: first.name, place: first.place, said } };
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

/** Its file, language and service, and when it was sent. */
function originOf(record: KnownRecord): Fact[] {
  const { source, addedAt } = record;
  const said = recordFacts(record);
  const facts: (Fact | null)[] = [
    source && {
      ...{ kind: 'source', ...said.source, value: sanitizeForUi(said.source.value, 120) },
      hint: l10n.t('Open the source file'),
    },
    textFact(said.language),
    textFact(isSample(record) ? { ...said.service, value: l10n.t('Sample') } : said.service),
    { kind: 'moment', ...said.requested, at: addedAt },
  ];
  return facts.filter((fact) => fact !== null);
}

/** Nothing that says nothing, or repeats another. */
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
    textFact(said.contest),
    textFact(said.user),
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

/** Every sentence of the page. Where `{0}` stands in one, the page fills it in. */
export function pageWords(): Words {
  return {
    locale: env.language,
    subtask: l10n.t('Subtask {0}', '{0}'),
    subtaskWithoutId: l10n.t('Cases'),
    case: l10n.t('Case {0}', '{0}'),
    cases: l10n.t('Cases'),
    verdict: l10n.t('Verdict'),
    score: l10n.t('Score'),
    time: l10n.t('Time'),
    memory: l10n.t('Memory'),
    signal: l10n.t('Signal'),
    exitCode: l10n.t('Exit code'),
    description: l10n.t('Judge’s message'),
    of: l10n.t('{0} of {1}', '{0}', '{1}'),
    noVerdict: l10n.t('no verdict'),
    actions: l10n.t('Actions'),
    show: l10n.t('Filter cases'),
    showHint: l10n.t('Press F to toggle failed cases only'),
    all: l10n.t('All'),
    failed: l10n.t('Failed'),
    changed: l10n.t('Changed'),
    nothingFailed: l10n.t('No failed cases.'),
    nothingLikeThat: l10n.t('No matching cases.'),
    details: l10n.t('Case details'),
    close: l10n.t('Close'),
    compileMessage: l10n.t('Compile message'),
    openCompileMessage: l10n.t('Open in Editor'),
    openPosition: l10n.t('Go to {0}', '{0}'),
    compileMessageCut: l10n.t('Truncated.'),
    showWholeDescription: l10n.t('Show all'),
    compareOutput: l10n.t('Compare Whole Output'),
    expected: l10n.t('Expected'),
    found: l10n.t('Found'),
    emptyOutput: l10n.t('(empty)'),
    nextFailed: l10n.t('Next failed: {0}', '{0}'),
    first: l10n.t('first: {0}', '{0}'),
    failedOf: l10n.t('{0} of {1} failed', '{0}', '{1}'),
    passedOf: l10n.t('{0} of {1} passed', '{0}', '{1}'),
    was: l10n.t('{0} (was {1})', '{0}', '{1}'),
    more: l10n.t('More'),
    moreActions: l10n.t('More Actions'),
    judging: l10n.t('Judging'),
    versions: l10n.t('Versions'),
    version: l10n.t('Version {0} of {1}', '{0}', '{1}'),
    before: l10n.t('Before'),
    now: l10n.t('Now'),
    notThere: l10n.t('missing'),
    changes: {
      same: l10n.t('same'),
      better: l10n.t('better'),
      worse: l10n.t('worse'),
      different: l10n.t('different'),
      slower: l10n.t('slower'),
      faster: l10n.t('faster'),
      larger: l10n.t('more memory'),
      smaller: l10n.t('less memory'),
      added: l10n.t('new'),
      removed: l10n.t('gone'),
      unfinished: l10n.t('unfinished'),
    },
  };
}
