import { l10n, window, type Uri } from 'vscode';
import { caseText } from '../../results';
import { addSample, canSaveNextTo, failedWords, savedWords, showSaved, type Saved } from '../samples';
import { caseTarget } from './caseTarget';
import type { Core, WithSelection } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';

/**
 * “Save Case as Sample”: saves the input and the expected output of a case as a sample of the program. Never changes other
 * content.
 */
export async function saveCase(
  extension: Core & WithDiagnostics & WithSelection,
  argument: unknown,
): Promise<void> {
  const untrusted = l10n.t('Saving samples requires a trusted workspace.');
  const target = await caseTarget(extension, argument, untrusted);
  if (!target || !(await canSaveNextTo(target.program))) return;
  const { program, name, input } = target;
  const expected = caseText(target.case, 'expected');
  const sample = { input, expected: expected.kind === 'whole' ? expected.text : null };
  report(program, await addSample(extension, program, sample, name), sample.expected !== null);
}

function report(program: Uri, saved: Saved, hasExpected: boolean): void {
  if (saved.kind === 'failed') {
    void window.showErrorMessage(failedWords(saved));
    return;
  }
  showSaved(savedWords(program, saved, hasExpected), openedFile(program, saved));
}

/** Returns the file that a click on the message opens. */
function openedFile(program: Uri, saved: Exclude<Saved, { kind: 'failed' }>): Uri {
  switch (saved.kind) {
    case 'files':
      return saved.input;
    case 'exists':
      return saved.file ?? program;
    case 'cph':
      return program;
  }
}
