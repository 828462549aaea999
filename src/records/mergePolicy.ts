import { failureIn, firstFailedIn, caseProgress, completionOf, subtasksOf } from '../judge/summary';
import { meaningOf } from '../judge/status';
import type { Envelope, JudgingRules } from '../judge/known';
import type { CompileErrors, RecordSummary } from './record';

/**
 * Where a result comes from. `ask`: the tracker asked; `push`: a frame or a callback; `refresh`: the user asked
 * for it just now; `import`: something else on this computer had it.
 */
export type ResultOrigin = 'ask' | 'push' | 'refresh' | 'import';

/**
 * `older`: what is known says more. `final`: what is known is the last word. `rejudging`: it was, but the service judges
 * again; it stays until that has ended.
 */
export type MergeDecision = 'take' | 'older' | 'final' | 'rejudging';

/** All that is asked of a result to tell whether it is newer than another one. */
export interface ResultRank {
  readonly summary: RecordSummary;
  /** when it came, ms since 1970: decides only between results that say equally much */
  readonly receivedAt: number;
}

/**
 * The rule that every result passes, whatever channel it came by and in whatever order. A final result is the last
 * word until the user's own refresh brings another final one, or the service judges again. Before that the one that says more wins: more
 * finished cases, then a known compilation, more listed cases, a later pending status; else the one that came later.
 * Where the service's codes don't tell the end, the user's own refresh is believed.
 */
export function decideMerge(
  known: ResultRank | null,
  incoming: ResultRank,
  via: ResultOrigin,
  rules: JudgingRules,
): MergeDecision {
  if (!known) return 'take';
  const isFinal = incoming.summary.completion === 'finished';
  if (known.summary.completion === 'finished') {
    if (isFinal && via === 'refresh') return 'take';
    // a file doesn't say when its result was judged
    const canBeNews = rules.canRejudge === true && via !== 'import';
    if (!canBeNews || incoming.receivedAt < known.receivedAt) return 'final';
    return isFinal ? 'take' : 'rejudging';
  }
  // a contest has ended, or one has begun
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
 * What a partial result says, the weightiest first; each figure only grows while a service judges. Scores and
 * times are left out, nobody promised that those only grow; a code that the profile doesn't know may be a verdict.
 */
function measure(summary: RecordSummary, rules: JudgingRules): readonly number[] {
  const meaning = meaningOf(rules.statuses, summary.status);
  return [
    summary.progress.done,
    summary.hasCompilation ? 1 : 0,
    summary.compiled === null ? 0 : 1,
    summary.cases,
    summary.subtasks,
    summary.status === null ? 0 : meaning?.kind !== 'pending' ? 3 : meaning.running ? 2 : 1,
  ];
}

/** What a record's row will say of this result. `errors`: of its compile message. Linear in the number of cases. */
export function summarise(
  envelope: Envelope,
  rules: JudgingRules,
  errors: CompileErrors | null = null,
): RecordSummary {
  const compile = envelope.data?.compile ?? null;
  const judge = envelope.data?.judge ?? null;
  const subtasks = subtasksOf(envelope);
  const failure = failureIn(envelope, rules);
  const { notRun, cause } = failure;
  const failed = judge?.passed === undefined ? failure.failed : 0;
  const first = failed === 0 ? null : firstFailedIn(envelope, rules, failure);
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
    progress: caseProgress(envelope, rules),
    subtasks: subtasks.length,
    cases: subtasks.reduce((sum, subtask) => sum + subtask.cases.length, 0),
    trackId: envelope.trackId,
    ...(notRun === 0 ? {} : { notRun }),
    ...(first?.case.id == null ? {} : { first: first.name }),
    ...(errors ? { errors } : {}),
  };
}
