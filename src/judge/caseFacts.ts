import { formatMemory, formatScore, formatTime, signalName } from './format';
import type { Case } from './model';
import { meaningOf, type JudgeSemantics, type Units } from './status';

/** What was measured of a case. */
export const figureNames = ['score', 'time', 'memory'] as const;
/** How the program of a case ended. */
export const endingNames = ['signal', 'exitCode'] as const;
/** Everything that a judge sends about a case besides its verdict and its message, in the order of every view. */
export const caseFactNames = [...figureNames, ...endingNames] as const;
export type FigureName = (typeof figureNames)[number];
export type EndingName = (typeof endingNames)[number];
export type CaseFactName = (typeof caseFactNames)[number];

/** The facts as texts in the record's units. Empty: the judge doesn't send it, or it has nothing to report. */
export type CaseFacts = Readonly<Record<CaseFactName, string>>;

/** Formats the facts of a case of a record with these rules, see `formatCaseFacts`. */
export function caseFacts(one: Case, { units, statuses }: JudgeSemantics): CaseFacts {
  return formatCaseFacts(one, units, meaningOf(statuses, one.status)?.kind === 'pending');
}

/**
 * Formats the facts of a case: `10`, `3 ms`, `800 KiB`, `11 (SIGSEGV)`, `1`. A signal or exit code of 0 is left out, since
 * it means that nothing happened. `isPending`: the case hasn't run yet, so judges send zeros, which are left out.
 */
export function formatCaseFacts(one: Pick<Case, CaseFactName>, units: Units, isPending: boolean): CaseFacts {
  const figure = (name: FigureName): number | null => (isPending && one[name] === 0 ? null : one[name]);
  return {
    score: formatScore(figure('score'), units),
    time: formatTime(figure('time'), units),
    memory: formatMemory(figure('memory'), units),
    signal: formatSignal(one.signal),
    exitCode: one.exitCode ? String(one.exitCode) : '',
  };
}

/** `11 (SIGSEGV)`, or `99` if the number has no name. Empty: the program wasn't killed by a signal. */
function formatSignal(signal: number | null): string {
  if (!signal) return '';
  const name = signalName(signal);
  return name === null ? String(signal) : `${signal} (${name})`;
}
