import { formatMemory, formatScore, formatTime, signalName } from './format';
import type { Case } from './model';
import { meaningOf, type JudgeSemantics, type Units } from './status';

/** Measured values of a case. */
export const figureNames = ['score', 'time', 'memory'] as const;
/** Details of how the program exited. */
export const endingNames = ['signal', 'exitCode'] as const;
/** All facts about a case except its verdict and its message, in the order used by every view. */
export const caseFactNames = [...figureNames, ...endingNames] as const;
export type FigureName = (typeof figureNames)[number];
export type EndingName = (typeof endingNames)[number];
export type CaseFactName = (typeof caseFactNames)[number];

/** Facts of a case as strings for display, with units. A string is empty if there is nothing to display. */
export type CaseFacts = Readonly<Record<CaseFactName, string>>;

/** Formats the facts of a case in the units of its record, see `formatCaseFacts`. */
export function caseFacts(testCase: Case, { units, statuses }: JudgeSemantics): CaseFacts {
  return formatCaseFacts(testCase, units, meaningOf(statuses, testCase.status)?.kind === 'pending');
}

/**
 * Formats the facts of a case: `10`, `3 ms`, `800 KiB`, `11 (SIGSEGV)`, `1`. A signal or exit code of 0 becomes an
 * empty string, because the program ended normally. If `isPending`, a score, time or memory of 0 also becomes an empty
 * string: judges send zeros for cases that haven't finished.
 */
export function formatCaseFacts(
  testCase: Pick<Case, CaseFactName>,
  units: Units,
  isPending: boolean,
): CaseFacts {
  const figure = (name: FigureName): number | null =>
    isPending && testCase[name] === 0 ? null : testCase[name];
  return {
    score: formatScore(figure('score'), units),
    time: formatTime(figure('time'), units),
    memory: formatMemory(figure('memory'), units),
    signal: formatSignal(testCase.signal),
    exitCode: testCase.exitCode ? String(testCase.exitCode) : '',
  };
}

/** Returns `11 (SIGSEGV)`, or `99` if the number has no name. Empty if no signal killed the program. */
function formatSignal(signal: number | null): string {
  if (!signal) return '';
  const name = signalName(signal);
  return name === null ? String(signal) : `${signal} (${name})`;
}
