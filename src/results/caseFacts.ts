import { formatMemory, formatScore, formatTime, signalName } from './formatFigures';
import type { Case } from './model';
import { meaningOf, type JudgeSemantics, type Units } from './status';

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

/** Returns the facts of a case, null if unknown. */
export function caseFactValues(testCase: Case): Readonly<Record<CaseFactName, number | null>> {
  const values = caseFactNames.map((name) => [name, testCase[name] ?? null]);
  return Object.fromEntries(values) as Readonly<Record<CaseFactName, number | null>>;
}

/** Returns whether two cases have the same facts. Written without a loop: it runs for each of up to 100,000 cases. */
export function sameCaseFacts(a: Case, b: Case): boolean {
  return (
    a.score === b.score &&
    a.time === b.time &&
    a.memory === b.memory &&
    a.signal === b.signal &&
    a.exitCode === b.exitCode
  );
}

interface FigureFormat {
  readonly format: (value: number | null, units: Units) => string;
  readonly unit: (units: Units) => string | null;
}

const figureFormats: Readonly<Record<FigureName, FigureFormat>> = {
  score: { format: formatScore, unit: ({ score }) => score },
  time: { format: formatTime, unit: ({ time }) => time },
  memory: { format: formatMemory, unit: ({ memory }) => memory },
};

/** Formats a figure with its unit. Empty: it is unknown. */
export function formatFigure(name: FigureName, value: number | null, units: Units): string {
  return figureFormats[name].format(value, units);
}

export function hasSameUnit(name: FigureName, a: Units, b: Units): boolean {
  const { unit } = figureFormats[name];
  return unit(a) === unit(b);
}

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
  testCase: { readonly [Name in CaseFactName]?: number | null },
  units: Units,
  isPending: boolean,
): CaseFacts {
  const figure = (name: FigureName): string =>
    formatFigure(name, isPending && testCase[name] === 0 ? null : (testCase[name] ?? null), units);
  return {
    score: figure('score'),
    time: figure('time'),
    memory: figure('memory'),
    signal: formatSignal(testCase.signal ?? null),
    exitCode: testCase.exitCode ? String(testCase.exitCode) : '',
  };
}

/** Returns `11 (SIGSEGV)`, or `99` if the number has no name. Empty if no signal killed the program. */
function formatSignal(signal: number | null): string {
  if (!signal) return '';
  const name = signalName(signal);
  return name === null ? String(signal) : `${signal} (${name})`;
}
