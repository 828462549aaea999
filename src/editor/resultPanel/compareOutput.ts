import * as v from 'valibot';
import { commands, l10n, window } from 'vscode';
import {
  caseIn,
  caseName,
  comparableOutputs,
  haveRepeatedCaseIds,
  subtaskIn,
  subtasksOf,
} from '../../results';
import { recordName } from '../labels/recordLabels';
import { outputUri } from '../diagnostics';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';

/** Argument from a case's row or from the record page. */
const caseOfRecord = v.object({ key: v.string(), subtask: v.string(), case: v.string() });

/** “Compare Output”: compares the expected with the actual output of a case. */
export async function compareOutput(extension: Core & WithDiagnostics, argument: unknown): Promise<void> {
  const read = v.safeParse(caseOfRecord, argument);
  const record = read.success ? extension.store.get(read.output.key) : null;
  if (!read.success || !record) return;
  const place = read.output;
  const envelope = await extension.store.loadEnvelope(place.key);
  const testCase = caseIn(envelope, place);
  if (!testCase || !comparableOutputs(testCase)) {
    void window.showInformationMessage(l10n.t('The output of this case isn’t available.'));
    return;
  }
  // loads the provider of both documents
  await extension.diagnostics();
  const [expected, actual] = (['expected', 'actual'] as const).map((side) => outputUri({ ...place, side }));
  const title = l10n.t(
    '{0} {1}: expected (left) ↔ actual (right)',
    recordName(record),
    caseName(
      subtaskIn(envelope, place.subtask)?.id ?? null,
      testCase.id,
      haveRepeatedCaseIds(subtasksOf(envelope)),
    ),
  );
  await commands.executeCommand('vscode.diff', expected, actual, title);
}
