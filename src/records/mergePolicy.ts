import {
  failureIn,
  firstFailedIn,
  caseProgress,
  countCases,
  completionOf,
  isRepeated,
  subtasksOf,
  meaningOf,
} from '../results/withoutDecoder';
import type { Envelope, JudgeSemantics } from '../results';
import type { CompileErrors, RecordSummary } from './record';

/**
 * Source of a result. `ask`: a poll; `push`: a socket frame or a callback; `refresh`: a request by the user; `import`:
 * a file or another extension.
 */
export type ResultOrigin = 'ask' | 'push' | 'refresh' | 'import';

/**
 * `take`: the new result replaces the known one. `older`: the known result is more complete. `final`: the known result
 * is final. `rejudging`: the known result is final and stays until the judge has rejudged the submission.
 */
export type MergeDecision = 'take' | 'older' | 'final' | 'rejudging';

/** The parts of a result that decide whether it replaces another one. */
export interface ResultRank {
  readonly summary: RecordSummary;
  /** ms since 1970. Compared only if both results are equally complete. */
  readonly receivedAt: number;
}

/**
 * Decides whether a result replaces the known one, independent of the order of arrival. A final result stays until the
 * user refreshes and gets another final result, or until the judge rejudges. An unfinished result is replaced by a more
 * complete one: a preliminary verdict, more finished cases, then a known compilation, more listed cases, a later pending
 * status, and finally the later arrival. If the judge's codes don't show whether a result is final, a refresh by the user
 * always wins.
 */
export function decideMerge(
  known: ResultRank | null,
  incoming: ResultRank,
  via: ResultOrigin,
  rules: JudgeSemantics,
): MergeDecision {
  if (!known) return 'take';
  const isFinal = incoming.summary.completion === 'finished';
  if (known.summary.completion === 'finished') {
    if (isFinal && via === 'refresh') return 'take';
    // An import doesn't contain the time of the evaluation.
    const canBeNews = rules.canRejudge === true && via !== 'import';
    if (!canBeNews || incoming.receivedAt < known.receivedAt) return 'final';
    return isFinal ? 'take' : 'rejudging';
  }
  // A contest began or stopped hiding the result.
  if (known.summary.completion === 'hidden' || incoming.summary.completion === 'hidden') return 'take';
  if (isFinal || (via === 'refresh' && incoming.summary.completion === 'unknown')) return 'take';
  const before = measure(known.summary, rules);
  const after = measure(incoming.summary, rules);
  for (const [index, figure] of after.entries()) {
    const old = before[index] ?? 0;
    if (figure !== old) return figure > old ? 'take' : 'older';
  }
  return incoming.receivedAt >= known.receivedAt ? 'take' : 'older';
}

/**
 * Returns measures of completeness, most important first. They only grow during an evaluation. Scores and times may
 * shrink, so they aren't used. An unknown status code counts as a verdict, because it may be one.
 */
function measure(summary: RecordSummary, rules: JudgeSemantics): readonly number[] {
  return [
    summary.isPreliminary ? 1 : 0,
    summary.progress.done,
    summary.hasCompilation ? 1 : 0,
    summary.compiled === null ? 0 : 1,
    summary.cases,
    summary.subtasks,
    measureStatus(summary, rules),
  ];
}

/** Returns 0 for no status, 1 for a queued record, 2 for a running one, 3 for a verdict. */
function measureStatus({ status }: RecordSummary, rules: JudgeSemantics): number {
  if (status === null) return 0;
  const meaning = meaningOf(rules.statuses, status);
  if (meaning?.kind !== 'pending') return 3;
  return meaning.running ? 2 : 1;
}

/**
 * Summarizes a result for the record's row. `errors`: the errors in its compiler output. Linear in the number of cases.
 */
export function summarise(
  envelope: Envelope,
  rules: JudgeSemantics,
  errors: CompileErrors | null = null,
): RecordSummary {
  const compile = envelope.data?.compile ?? null;
  const judge = envelope.data?.judge ?? null;
  const subtasks = subtasksOf(envelope);
  const failure = failureIn(envelope, rules);
  const { notRun, cause } = failure;
  const { failed, partial } = judge?.passed === undefined ? failure : { failed: 0, partial: 0 };
  const progress = caseProgress(envelope, rules);
  const { passed, hidden, notCompared } = countCases(envelope, rules);
  const isOwnCount = judge?.passed !== undefined;
  const first = failure.first === null ? null : firstFailedIn(envelope, rules, failure);
  return {
    completion: completionOf(envelope, rules),
    status: judge?.status ?? null,
    cause,
    failed,
    score: judge?.score ?? null,
    time: judge?.time ?? null,
    memory: judge?.memory ?? null,
    compiled: compile?.success ?? null,
    hasCompilation: compile !== null,
    hasCompileMessage: !!compile?.message,
    progress,
    subtasks: subtasks.length,
    cases: subtasks.reduce(
      (sum, { cases }) => sum + cases.filter((testCase) => !isRepeated(testCase)).length,
      0,
    ),
    trackId: envelope.trackId,
    ...(judge?.maximum === undefined ? {} : { maximum: judge.maximum }),
    ...(passed !== progress.done || (isOwnCount && hidden > 0) ? { passed } : {}),
    ...(hidden === 0 ? {} : { hidden }),
    ...(notCompared === 0 ? {} : { notCompared }),
    ...(judge?.hidesCases && subtasks.length > 0 ? { hasOnlySamples: true } : {}),
    ...(judge?.isIgnored ? { isIgnored: true } : {}),
    ...(partial === 0 ? {} : { partial }),
    ...(judge?.remarks && judge.remarks.length > 0 ? { hasRemarks: true } : {}),
    ...(notRun === 0 ? {} : { notRun }),
    ...(first?.case.id == null ? {} : { first: first.name }),
    ...(judge?.isPreliminary ? { isPreliminary: true } : {}),
    ...(errors ? { errors } : {}),
  };
}
