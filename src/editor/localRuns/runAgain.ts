import { l10n, Uri, window, workspace } from 'vscode';
import { caseBytes, caseText, subtasksOf, type Case } from '../../results';
import type { KnownRecord } from '../../records';
import { thisComputer } from '../../judges';
import type { CaseToRun } from '../../local';
import { isOwnSample } from '../labels/caseLabels';
import { showUntrusted } from '../shared/dialogs/dialogs';
import { targetRecords, type RowArguments } from '../shared/commands/commandTargets';
import { sourceToSubmit } from '../program';
import {
  comparisonOfRun,
  findProblemFiles,
  isSameSample,
  storedSamples,
  type StoredSample,
} from '../samples';
import { ownInputDetails, runLocally, type LocalOutcome } from './runLocally';
import { languageOfRecord, memoryLimit, timeLimit } from './runCase';
import type { Core, WithSelection } from '../shared/core';
import type { WithLocalRuns } from './withLocalRuns';

/** “Run Again”: runs the program of a result of this computer again, with the same cases. */
export async function runAgain(
  extension: Core & WithSelection & WithLocalRuns,
  args: RowArguments,
): Promise<void> {
  const [record] = targetRecords(extension, args).filter(({ service }) => service === thisComputer.id);
  if (record) await runRecordAgain(extension, record);
}

/**
 * Runs the program of a record of this computer again, with the same cases, and with corrected expected outputs. Null: that
 * isn’t possible, which was shown, or the user didn’t agree.
 */
export async function runRecordAgain(
  extension: Core & WithLocalRuns,
  record: KnownRecord,
): Promise<LocalOutcome | null> {
  if (!workspace.isTrusted) {
    showUntrusted(l10n.t('Running programs requires a trusted workspace.'));
    return null;
  }
  const envelope = await extension.store.loadEnvelope(record.key);
  const cases = subtasksOf(envelope)
    .flatMap((subtask) => subtask.cases)
    .flatMap(caseToRun);
  if (cases.length === 0 || !record.source) {
    void window.showInformationMessage(l10n.t('The inputs of this result are no longer available.'));
    return null;
  }
  const source = await sourceToSubmit(record.source.uri);
  if (!source) return null;
  const program = Uri.parse(record.source.uri);
  const corrected = withStoredAnswers(cases, await storedSamples(program, extension.realPath));
  const isCompared = corrected.some(({ expected }) => expected !== null);
  return runLocally(extension, source, {
    cases: corrected,
    time: timeLimit(record),
    memory: memoryLimit(record),
    files: await findProblemFiles(program, extension.realPath),
    submission: isCompared ? null : ownInputDetails(source),
    judgeLanguage: languageOfRecord(record),
    comparison: comparisonOfRun(extension, program, await extension.judges.chosen(), null),
  });
}

/**
 * Replaces the expected outputs of the user's own samples by the ones that are stored for their inputs now, because the
 * user may have corrected them.
 */
function withStoredAnswers(
  cases: readonly CaseToRun[],
  stored: readonly StoredSample[],
): readonly CaseToRun[] {
  return cases.map((testCase) => {
    const ofInput = stored.filter(({ input }) => input.trimEnd() === testCase.input.trimEnd());
    const isStored = ofInput.some((sample) => isSameSample(sample, testCase));
    const [other] = ofInput;
    if (!testCase.isOwnSample || isStored || !other) return testCase;
    const { expected, bytes = null } = other;
    return {
      input: testCase.input,
      expected,
      bytes: { input: testCase.bytes?.input ?? null, expected: bytes?.expected ?? null },
      isOwnSample: true,
    };
  });
}

/** Omits a case whose input isn't stored as a whole. */
function caseToRun(testCase: Case): readonly CaseToRun[] {
  const input = caseText(testCase, 'stdin');
  if (input.kind !== 'whole') return [];
  const expected = caseText(testCase, 'expected');
  const bytes = { input: caseBytes(testCase, 'stdin'), expected: caseBytes(testCase, 'expected') };
  return [
    {
      input: input.text,
      expected: expected.kind === 'whole' ? expected.text : null,
      bytes,
      ...(isOwnSample(testCase) ? { isOwnSample: true as const } : {}),
    },
  ];
}
