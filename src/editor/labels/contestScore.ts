import { l10n } from 'vscode';
import { formatScore } from '../../results';
import { isAwaited, showsVerdict, verdictOf, type KnownRecord } from '../../records';
import { isJudged } from './customInputRuns';
import { areOfSameProblem, problemState } from './problemState';
import { joined } from './recordLabels';

/**
 * Returns the user's score in a contest, as far as the stored results show it: “2 problems solved · 5 tries”, or “170
 * points”. Empty: no result is known. `records`: the results of the contest.
 */
export function contestScoreWords(records: readonly KnownRecord[]): string {
  const own = records.filter((record) => isJudged(record) && record.submission?.user === undefined);
  const problems = byProblem(own);
  const states = problems.map(problemState);
  const tries = states.reduce((sum, state) => sum + state.tries, 0);
  const pending = own.filter(isAwaited).length;
  return joined(
    ' · ',
    ...(own.some(hasPartOfPoints)
      ? [pointsWords(problems)]
      : solvedWords(states.filter(isSolved).length, tries)),
    pending === 0 ? '' : pendingWords(pending),
  );
}

function byProblem(records: readonly KnownRecord[]): readonly (readonly KnownRecord[])[] {
  const problems: KnownRecord[][] = [];
  for (const record of records) {
    const known = problems.find(([first]) => first && areOfSameProblem(first, record));
    if (known) known.push(record);
    else problems.push([record]);
  }
  return problems;
}

function isSolved({ solved }: { readonly solved: KnownRecord | null }): boolean {
  return solved !== null;
}

/** Returns whether a result shows that the contest gives points for a part of a problem. */
function hasPartOfPoints(record: KnownRecord): boolean {
  const isAccepted = verdictOf(record)?.kind === 'accepted';
  return showsVerdict(record) && !isAccepted && (record.summary?.score ?? 0) > 0;
}

/** Adds the best scores of the problems. */
function pointsWords(problems: readonly (readonly KnownRecord[])[]): string {
  const best = problems.map((records) =>
    Math.max(0, ...records.filter(showsVerdict).map(({ summary }) => summary?.score ?? 0)),
  );
  const total = Math.round(best.reduce((sum, score) => sum + score, 0) * 100) / 100;
  const points = formatScore(total, { time: null, memory: null, score: 'points' });
  return total === 1 ? l10n.t('1 point') : l10n.t('{0} points', points);
}

/** Empty without a judged submission. */
function solvedWords(solved: number, tries: number): readonly string[] {
  if (tries === 0) return [];
  return [
    solved === 1 ? l10n.t('1 problem solved') : l10n.t('{0} problems solved', solved),
    tries === 1 ? l10n.t('1 try') : l10n.t('{0} tries', tries),
  ];
}

function pendingWords(count: number): string {
  return count === 1 ? l10n.t('1 result pending') : l10n.t('{0} results pending', count);
}
