import {
  caseName,
  haveRepeatedCaseIds,
  identities,
  isTrouble,
  meaningOf,
  subtasksOf,
  type Case,
  type Envelope,
  type JudgeSemantics,
  type StatusKind,
  type Subtask,
} from '../../results';
import type { CaseResult, ChangeKind, SubtaskView } from '../../resultPage/messages';
import { caseResult, subtaskFigures, subtaskTitle } from './recordView';

/** A result and the meaning of its status codes. */
export interface Judged {
  readonly envelope: Envelope | null;
  readonly rules: JudgeSemantics;
  /** the details of failed cases are hidden at first; absent: shown */
  readonly hidesFailed?: boolean;
}

/**
 * Pairs the cases of two results by subtask and case identity, in the order of the later result. Cases that only the
 * earlier one has come last.
 */
export function compareSubtasks(before: Judged, after: Judged): SubtaskView[] {
  const [was, is] = [subtasksOf(before.envelope), subtasksOf(after.envelope)];
  const isNumberedAnew = haveRepeatedCaseIds(was) || haveRepeatedCaseIds(is);
  return pair(was, is).map((compared) => subtaskOf(compared, isNumberedAnew, before, after));
}

/**
 * Compares the results of a case. A better kind of verdict counts as better. Within a kind, the score decides, then
 * time, then memory, if the difference exceeds the measuring error.
 */
export function changeOf(
  before: Case,
  after: Case,
  beforeRules: JudgeSemantics,
  afterRules: JudgeSemantics,
): ChangeKind {
  const was = meaningOf(beforeRules.statuses, before.status);
  const is = meaningOf(afterRules.statuses, after.status);
  if (was?.kind === 'pending' || is?.kind === 'pending') return 'unfinished';
  if (was && is && rank[was.kind] !== rank[is.kind])
    return rank[is.kind] > rank[was.kind] ? 'better' : 'worse';
  const sameUnits = (unit: 'score' | 'time' | 'memory') => beforeRules.units[unit] === afterRules.units[unit];
  if (sameUnits('score') && before.score !== null && after.score !== null && before.score !== after.score) {
    return after.score > before.score ? 'better' : 'worse';
  }
  if (before.status !== after.status) return 'different';
  const time = sameUnits('time') ? step(before.time, after.time, timeNoise[afterRules.units.time ?? '']) : 0;
  if (time !== 0) return time > 0 ? 'slower' : 'faster';
  const memory = sameUnits('memory')
    ? step(before.memory, after.memory, memoryNoise[afterRules.units.memory ?? ''])
    : 0;
  if (memory !== 0) return memory > 0 ? 'larger' : 'smaller';
  return 'same';
}

const rank: Readonly<Record<StatusKind, number>> = {
  accepted: 2,
  partial: 1,
  failed: 0,
  error: 0,
  pending: 0,
};

/** Measuring errors: 10 ms and 512 KiB. A difference must exceed both this value and 10 % to count. */
const timeNoise: Readonly<Record<string, number>> = { ms: 10, s: 0.01 };
const memoryNoise: Readonly<Record<string, number>> = { B: 512 * 1024, KiB: 512, MiB: 0.5 };

/** Returns 1 for noticeably more, −1 for noticeably less, and 0 for about the same or unknown. */
function step(before: number | null, after: number | null, noise = 0): -1 | 0 | 1 {
  if (before === null || after === null) return 0;
  const difference = Math.abs(after - before);
  if (difference <= noise || difference <= Math.max(before, after) / 10) return 0;
  return after > before ? 1 : -1;
}

function subtaskOf(
  { key, before, after }: Pair<Subtask>,
  isNumberedAnew: boolean,
  judgedBefore: Judged,
  judgedAfter: Judged,
): SubtaskView {
  const [beforeRules, afterRules] = [judgedBefore.rules, judgedAfter.rules];
  const subtask = after ?? before;
  const id = subtask?.id ?? null;
  return {
    key,
    id,
    name: subtaskTitle(subtask),
    maximum: subtask?.maximum ?? null,
    figures: subtaskFigures(after, afterRules),
    cases: pair(before?.cases ?? [], after?.cases ?? []).map((compared) => ({
      key: compared.key,
      name: caseName(id, (compared.after ?? compared.before)?.id ?? null, isNumberedAnew),
      ...resultOf(compared.after, judgedAfter),
      before: resultOf(compared.before, judgedBefore),
      change: changeOfPair(compared, beforeRules, afterRules),
    })),
  };
}

function resultOf(testCase: Case | null, { rules, hidesFailed = false }: Judged): CaseResult {
  return caseResult(
    testCase ?? absent,
    hidesFailed && testCase !== null && isTrouble(testCase.status, rules),
  );
}

function changeOfPair(
  { before, after }: Pair<Case>,
  beforeRules: JudgeSemantics,
  afterRules: JudgeSemantics,
): ChangeKind {
  if (!before) return 'added';
  return after ? changeOf(before, after, beforeRules, afterRules) : 'removed';
}

/** Replaces a case that one of the results doesn't have. */
const absent: Case = {
  id: null,
  status: null,
  score: null,
  time: null,
  memory: null,
  signal: null,
  exitCode: null,
  description: null,
};

interface Pair<Node> {
  readonly key: string;
  readonly before: Node | null;
  readonly after: Node | null;
}

function pair<Node extends Subtask | Case>(before: readonly Node[], after: readonly Node[]): Pair<Node>[] {
  const oldKeys = identities(before);
  const old = new Map(before.map((node, index) => [oldKeys[index] ?? '', node]));
  const pairs = identities(after).map((key, index): Pair<Node> => {
    const partner = old.get(key) ?? null;
    old.delete(key);
    return { key, before: partner, after: after[index] ?? null };
  });
  for (const [key, node] of old) pairs.push({ key, before: node, after: null });
  return pairs;
}
