import { commands, l10n, Uri, window, workspace, type QuickPickItem } from 'vscode';
import { caseText } from '../../results';
import { caseTarget, programOf } from './caseTarget';
import { joined, shownFileName } from '../labels/recordLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { confirms, offer, showNoFile, showUntrusted } from '../shared/dialogs/dialogs';
import { readSubmitArguments } from '../program';
import {
  canSaveNextTo,
  changeSample,
  closeSampleEditor,
  failedWords,
  isSameSample,
  openSampleEditor,
  storedSamples,
  type StoredSample,
} from '../samples';
import type { Core, WithSelection } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';

type SampleCommand = Core & WithDiagnostics & WithSelection;

/** “Add Sample…”: opens a page for a new sample of a program. */
export async function addSampleOf(extension: SampleCommand, argument: unknown): Promise<void> {
  const program = await programToEdit(extension, argument);
  if (program) edit(extension, program, null);
}

/** “Edit Sample”: opens the page of a sample: that of the case, or one that the user chooses. */
export async function editSample(extension: SampleCommand, argument: unknown): Promise<void> {
  const chosen = await samplesToEdit(extension, argument, false);
  const [sample] = chosen?.samples ?? [];
  if (chosen && sample) edit(extension, chosen.program, sample);
}

/** “Remove Sample…”: removes samples that the user chooses, or that of a case. */
export async function deleteSample(extension: SampleCommand, argument: unknown): Promise<void> {
  const chosen = await samplesToEdit(extension, argument, true);
  if (!chosen || chosen.samples.length === 0) return;
  const { program, samples } = chosen;
  const name = shownFileName(program);
  const question =
    samples.length === 1
      ? l10n.t('Remove this sample of {0}?', name)
      : l10n.t('Remove {0} samples of {1}?', samples.length, name);
  const detail = samples.map(({ place }) => placeWords(place)).join('\n');
  if (!(await confirms(question, l10n.t('Remove'), sanitizeForUi(detail, 1000)))) return;
  // from the last one on, because the position of those before it stays the same
  for (const sample of samples.toReversed()) {
    const removed = await changeSample(extension, program, sample, null);
    if (removed.kind === 'failed') {
      void window.showErrorMessage(failedWords(removed));
      return;
    }
    closeSampleEditor(program, sample);
  }
  const words =
    samples.length === 1
      ? l10n.t('Removed a sample of {0}', name)
      : l10n.t('Removed {0} samples of {1}', samples.length, name);
  window.setStatusBarMessage(`$(check) ${words}`, 5000);
}

function edit(extension: SampleCommand, program: Uri, sample: StoredSample | null): void {
  openSampleEditor(extension, program, sample, async () =>
    commands.executeCommand('judgeResults.runSamples', program),
  );
}

/**
 * Returns the program that a command is about: that of a menu in an editor, of a row, of a page, or the active one. Null:
 * none, or its samples can't be changed, which was shown.
 */
async function programToEdit(extension: SampleCommand, argument: unknown): Promise<Uri | null> {
  if (!workspace.isTrusted) {
    showUntrusted(l10n.t('Saving samples requires a trusted workspace.'));
    return null;
  }
  const program = await programNamed(extension, argument);
  return program && (await canSaveNextTo(program)) ? program : null;
}

async function programNamed(extension: SampleCommand, argument: unknown): Promise<Uri | null> {
  const file = readSubmitArguments(argument)?.file ?? null;
  if (file !== null) return Uri.parse(file);
  const key = typeof argument === 'object' && argument !== null && 'key' in argument ? argument.key : null;
  if (typeof key === 'string') {
    const record = extension.store.get(key);
    return record && programOf(extension, record);
  }
  const { document } = window.activeTextEditor ?? {};
  if (!document) showNoFile();
  return document?.uri ?? null;
}

interface ChosenSamples {
  readonly program: Uri;
  readonly samples: readonly StoredSample[];
}

/** Returns the samples that a command is about. Null: none, which was shown, or the user canceled. */
async function samplesToEdit(
  extension: SampleCommand,
  argument: unknown,
  several: boolean,
): Promise<ChosenSamples | null> {
  const isCase = typeof argument === 'object' && argument !== null && 'case' in argument;
  if (isCase) return sampleOfCase(extension, argument);
  const program = await programToEdit(extension, argument);
  if (!program) return null;
  const stored = await storedSamples(program, extension.realPath);
  if (stored.length === 0) {
    await offer(
      l10n.t('No samples for {0} can be edited.', shownFileName(program)),
      l10n.t('Add Sample…'),
      () => edit(extension, program, null),
    );
    return null;
  }
  const samples = await pickSamples(program, stored, several);
  return samples && { program, samples };
}

/** Returns the stored sample with the texts of a case. Offers to store it if it is another one, such as the judge's. */
async function sampleOfCase(extension: SampleCommand, argument: object): Promise<ChosenSamples | null> {
  const untrusted = l10n.t('Saving samples requires a trusted workspace.');
  const target = await caseTarget(extension, argument, untrusted);
  if (!target || !(await canSaveNextTo(target.program))) return null;
  const { program, input } = target;
  const expected = caseText(target.case, 'expected');
  const answer = expected.kind === 'whole' ? expected.text : null;
  const stored = await storedSamples(program, extension.realPath);
  const sample = stored.find((one) => isSameSample(one, { input, expected: answer }));
  if (sample) return { program, samples: [sample] };
  await offer(
    l10n.t('This case isn’t one of your samples of {0}.', shownFileName(program)),
    l10n.t('Save as Sample'),
    () => commands.executeCommand('judgeResults.saveCase', argument),
  );
  return null;
}

type SampleItem = QuickPickItem & { readonly sample: StoredSample };

/**
 * Lets the user choose samples. A single one is returned without a choice, unless it is to be removed. Null: the user
 * canceled.
 */
async function pickSamples(
  program: Uri,
  stored: readonly StoredSample[],
  several: boolean,
): Promise<readonly StoredSample[] | null> {
  if (stored.length === 1) return stored;
  const items = stored.map((sample): SampleItem => ({
    label: placeWords(sample.place),
    description: firstLines(sample.input),
    sample,
  }));
  const title = l10n.t('Samples of {0}', shownFileName(program));
  if (several) {
    const placeHolder = l10n.t('Select the samples to remove');
    const chosen = await window.showQuickPick(items, { title, placeHolder, canPickMany: true });
    return chosen ? chosen.map(({ sample }) => sample) : null;
  }
  const placeHolder = l10n.t('Select the sample to edit');
  const chosen = await window.showQuickPick(items, { title, placeHolder });
  return chosen ? [chosen.sample] : null;
}

/** Returns the file names of a sample, or its position in cph's file. */
function placeWords(place: StoredSample['place']): string {
  switch (place.kind) {
    case 'files':
      return joined(', ', shownFileName(place.input), place.expected ? shownFileName(place.expected) : '');
    case 'cph':
      return l10n.t('Test case {0} of cph', place.index + 1);
  }
}

function firstLines(text: string): string {
  return sanitizeForUi(joined(' ⏎ ', ...text.slice(0, 400).trimEnd().split('\n').slice(0, 4)), 80);
}
