import * as v from 'valibot';
import { l10n, window, workspace, type Uri } from 'vscode';
import {
  caseIn,
  caseName,
  caseBytes,
  caseText,
  haveRepeatedCaseIds,
  subtaskIn,
  subtasksOf,
  type Case,
} from '../../results';
import type { KnownRecord } from '../../records';
import { fileOf } from '../diagnostics';
import { offerToSet } from '../sourceFiles';
import { showUntrusted } from '../shared/dialogs/dialogs';
import type { Core, WithSelection } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';

/** Argument of a command: a row of a case, or a case on the page of its record. */
const caseLocation = v.object({ key: v.string(), subtask: v.string(), case: v.string() });

/** A case whose input is known, and the user's program that it belongs to. */
export interface CaseTarget {
  readonly record: KnownRecord;
  readonly place: { readonly subtask: string; readonly case: string };
  readonly case: Case;
  /** name of the case within its record: `4`, `2-1` */
  readonly name: string;
  readonly input: string;
  /** bytes of the input; null: those of the text */
  readonly inputBytes: Uint8Array | null;
  /** the user's file that was judged */
  readonly program: Uri;
}

/**
 * Returns the case that a command applies to. If the case can't be used, shows why and returns null. Offers to set the
 * source file if none is set.
 *
 * @param untrusted warning for a workspace that isn't trusted
 */
export async function caseTarget(
  extension: Core & WithDiagnostics & WithSelection,
  argument: unknown,
  untrusted: string,
): Promise<CaseTarget | null> {
  if (!workspace.isTrusted) {
    showUntrusted(untrusted);
    return null;
  }
  const read = v.safeParse(caseLocation, argument);
  const record = read.success ? extension.store.get(read.output.key) : null;
  const envelope = record && (await extension.store.loadEnvelope(record.key));
  const testCase = read.success && envelope ? caseIn(envelope, read.output) : null;
  if (!read.success || !record || !envelope || !testCase) {
    void window.showInformationMessage(l10n.t('This case is no longer available.'));
    return null;
  }
  const input = wholeInput(testCase);
  if (input === null) return null;
  const program = await programOf(extension, record);
  if (!program) return null;
  const { id = null } = subtaskIn(envelope, read.output.subtask) ?? {};
  const name = caseName(id, testCase.id, haveRepeatedCaseIds(subtasksOf(envelope)));
  return {
    record,
    place: read.output,
    case: testCase,
    name,
    input,
    inputBytes: caseBytes(testCase, 'stdin'),
    program,
  };
}

/** Returns the input of a case. Shows why if the judge doesn't send all of it, and returns null. */
function wholeInput(testCase: Case): string | null {
  const input = caseText(testCase, 'stdin');
  switch (input.kind) {
    case 'whole':
      return input.text;
    case 'shortened':
      void window.showWarningMessage(l10n.t('The judge sent only the beginning of this input.'));
      return null;
    case 'omitted':
    case 'unknown':
      void window.showInformationMessage(l10n.t('The judge doesn’t send the input of this case.'));
      return null;
  }
}

/** Returns the file that a record judged. If it is unknown, offers to set it. Null: it is still unknown. */
export async function programOf(
  extension: Core & WithDiagnostics & WithSelection,
  record: KnownRecord,
): Promise<Uri | null> {
  const known = await fileOf(extension, record);
  if (known) return known;
  await offerToSet(extension, record);
  const changed = extension.store.get(record.key);
  return changed && fileOf(extension, changed);
}
