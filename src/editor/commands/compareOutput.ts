import * as v from 'valibot';
import { commands, l10n, window } from 'vscode';
import { caseIn, outputsOf } from '../../judge';
import { outputUri } from '../diagnostics/comparedTexts';
import type { Uses } from '../extensionServices';
import { recordName } from '../recordWords';

/** A case's row, or what the page of its record names it by. */
const caseOfRecord = v.object({ key: v.string(), subtask: v.string(), case: v.string() });

/** “Compare Output”: what a case should have written beside what it wrote. */
export async function compareOutput(
  extension: Uses<'diagnostics' | 'store'>,
  argument: unknown,
): Promise<void> {
  const read = v.safeParse(caseOfRecord, argument);
  const record = read.success ? extension.store.get(read.output.key) : null;
  if (!read.success || !record) return;
  const place = read.output;
  const one = caseIn(await extension.store.loadEnvelope(place.key), place);
  if (!one || !outputsOf(one)) {
    void window.showInformationMessage(l10n.t('The service doesn’t tell the output of this case.'));
    return;
  }
  // which provides the two texts
  await extension.diagnostics();
  const [expected, actual] = (['expected', 'actual'] as const).map((side) => outputUri({ ...place, side }));
  const title = l10n.t('{0} #{1}: expected ↔ actual', recordName(record), one.id ?? '–');
  await commands.executeCommand('vscode.diff', expected, actual, title);
}
