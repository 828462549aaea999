import { l10n } from 'vscode';
import { caseBytes, caseText, inKibibytes, inMilliseconds } from '../../results';
import type { KnownRecord } from '../../records';
import { ownInputDetails, runLocally } from './runLocally';
import { sourceToSubmit } from '../program';
import { thisComputer, type Judge } from '../../judges';
import { isOwnSample } from '../labels/caseLabels';
import { comparisonOfRun, findProblemFiles } from '../samples';
import { caseTarget } from '../cases';
import type { Core, WithSelection } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';
import type { WithLocalRuns } from './withLocalRuns';

/**
 * “Run Case Here”: runs the source file on this computer with the input of a case. Creates a record, as for any other
 * run. Compares the output if the expected one is known, and shows only the output if not.
 */
export async function runCase(
  extension: Core & WithDiagnostics & WithSelection & WithLocalRuns,
  argument: unknown,
): Promise<void> {
  const target = await caseTarget(
    extension,
    argument,
    l10n.t('Running programs requires a trusted workspace.'),
  );
  if (!target) return;
  const source = await sourceToSubmit(target.program.toString());
  if (!source) return;
  const expected = caseText(target.case, 'expected');
  const bytes = { input: target.inputBytes, expected: caseBytes(target.case, 'expected') };
  const testCase = {
    input: target.input,
    expected: expected.kind === 'whole' ? expected.text : null,
    bytes,
    ...(isOwnSample(target.case) ? { isOwnSample: true as const } : {}),
  };
  await runLocally(extension, source, {
    cases: [testCase],
    time: timeLimit(target.record),
    memory: memoryLimit(target.record),
    files: await findProblemFiles(source.uri, extension.realPath),
    // without an expected output, the result has no verdict
    submission: testCase.expected === null ? ownInputDetails(source) : null,
    judgeLanguage: languageOfRecord(target.record),
    comparison: comparisonOfRun(extension, source.uri, await judgeOfProblem(extension, target.record), null),
  });
}

/** Returns the judge of a record's problem: for a run on this computer, the chosen one. Null: unknown */
async function judgeOfProblem({ judges }: Core, { service }: KnownRecord): Promise<Judge | null> {
  return service === thisComputer.id ? judges.chosen() : judges.judgeOf(service);
}

/** Returns the judge's name of the language of a submission; null: unknown. */
export function languageOfRecord({ submission }: Pick<KnownRecord, 'submission'>): string | null {
  return submission?.languageName ?? submission?.language ?? null;
}

/** Returns the time limit of the problem, ms; null: unknown. */
export function timeLimit({ limits, rules }: KnownRecord): number | null {
  const time = limits?.time ?? null;
  return time === null ? null : inMilliseconds(time, rules.units);
}

/** Returns the memory limit of the problem, KiB; null: unknown. */
export function memoryLimit({ limits, rules }: KnownRecord): number | null {
  const memory = limits?.memory ?? null;
  return memory === null ? null : inKibibytes(memory, rules.units);
}
