import { FileSystemError, l10n, Uri, window, workspace, WorkspaceEdit } from 'vscode';
import { caseText, type CaseText } from '../../results';
import { fileName, shownFileName } from '../labels/recordLabels';
import { listComma, sanitizeForUi } from '../labels/text';
import { showGone } from '../diagnostics';
import { sized } from '../shared/boundedReading';
import { presentText } from '../shared/files';
import { findCphFile, findSamples, sampleFileNames, type CphFile } from '../samples';
import { caseTarget, type CaseTarget } from './caseTarget';
import { withCphTest } from '../sourceFiles';
import { isFree, sampleNames, type SampleNames } from './sampleNames';
import { showSaved } from './savedMessage';
import type { Core, WithSelection } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';

/** Result of saving a sample. */
type Saved =
  | { readonly kind: 'files'; readonly input: Uri; readonly names: readonly string[] }
  | { readonly kind: 'cph' }
  /** an equal sample exists; `file`: its input, if it is a file of its own */
  | { readonly kind: 'exists'; readonly file: Uri | null }
  /** `file`: the file that couldn't be written */
  | { readonly kind: 'failed'; readonly file: string; readonly reason: string };

/**
 * “Save Case as Sample”: saves the input and the expected output of a case as a sample of the program, in cph's problem
 * file if there is one, or else in files next to the program. Never changes other content.
 */
export async function saveCase(
  extension: Core & WithDiagnostics & WithSelection,
  argument: unknown,
): Promise<void> {
  const untrusted = l10n.t('Saving samples requires a trusted workspace.');
  const target = await caseTarget(extension, argument, untrusted);
  if (!target) return;
  if (!(await canSaveNextTo(target.program))) return;
  const expected = caseText(target.case, 'expected');
  const saved =
    expected.kind === 'whole'
      ? await saveSample(extension, target, expected.text)
      : await saveFiles(target, null);
  report(target.program, saved, expected);
}

/** Returns whether files can be saved next to the program. Shows why if they can't. */
async function canSaveNextTo(program: Uri): Promise<boolean> {
  if (workspace.fs.isWritableFileSystem(program.scheme) !== true) {
    void window.showInformationMessage(
      l10n.t('Samples can’t be saved next to {0}, because its folder is read-only.', shownFileName(program)),
    );
    return false;
  }
  const exists = (await sized([program])).length > 0;
  if (!exists) showGone(program);
  return exists;
}

async function saveSample(extension: Core, target: CaseTarget, expected: string): Promise<Saved> {
  const { program, input } = target;
  const { samples } = await findSamples(program, extension.realPath);
  const isEqual = (sample: (typeof samples)[number]): boolean =>
    sample.input.trimEnd() === input.trimEnd() && sample.expected?.trimEnd() === expected.trimEnd();
  if (samples.some(isEqual)) return { kind: 'exists', file: null };
  const cph = await findCphFile(program, extension.realPath);
  const changed = cph && withCphTest(cph.text, { input, expected });
  return cph && changed !== null ? replaceCphFile(cph, changed) : saveFiles(target, expected);
}

/** Replaces cph's file. If writing fails, the file keeps its old content. */
async function replaceCphFile({ uri }: CphFile, text: string): Promise<Saved> {
  const name = fileName(uri.toString());
  const temporary = Uri.joinPath(uri, '..', `.${crypto.randomUUID()}.tmp`);
  try {
    await workspace.fs.writeFile(temporary, new TextEncoder().encode(text));
    await workspace.fs.rename(temporary, uri, { overwrite: true });
    return { kind: 'cph' };
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    await workspace.fs.delete(temporary).then(undefined, () => undefined);
    return { kind: 'failed', file: name, reason: error.message };
  }
}

/** Saves a sample in new files next to the program. `expected`: null if it is unknown, then saves only the input. */
async function saveFiles({ program, name, input }: CaseTarget, expected: string | null): Promise<Saved> {
  const folder = Uri.joinPath(program, '..');
  const existing = await sampleFileNames(folder);
  const wanted = sampleNames(fileName(program.toString()), existing, name);
  for (const names of wanted) {
    if (isFree(names, existing)) return createFiles(folder, names, input, expected);
    const file = Uri.joinPath(folder, names.input);
    if (expected === null && (await presentText(file)) === input) return { kind: 'exists', file };
  }
  const [first] = wanted;
  return { kind: 'failed', file: first?.input ?? '', reason: l10n.t('The file already exists.') };
}

/** Creates the files of a sample. Fails if one of them exists. */
async function createFiles(
  folder: Uri,
  names: SampleNames,
  input: string,
  expected: string | null,
): Promise<Saved> {
  const edit = new WorkspaceEdit();
  const create = (name: string, text: string): void =>
    edit.createFile(Uri.joinPath(folder, name), { contents: new TextEncoder().encode(text) });
  create(names.input, input);
  if (expected !== null) create(names.expected, expected);
  if (!(await workspace.applyEdit(edit)))
    return { kind: 'failed', file: names.input, reason: l10n.t('The folder can’t be written to.') };
  return {
    kind: 'files',
    input: Uri.joinPath(folder, names.input),
    names: expected === null ? [names.input] : [names.input, names.expected],
  };
}

function report(program: Uri, saved: Saved, expected: CaseText): void {
  const name = shownFileName(program);
  switch (saved.kind) {
    case 'files': {
      const names = saved.names.map((fileName) => sanitizeForUi(fileName, 100)).join(listComma());
      const message =
        expected.kind === 'whole'
          ? l10n.t('Saved {0}', names)
          : l10n.t('Saved {0} without the expected output', names);
      showSaved(message, saved.input);
      return;
    }
    case 'cph':
      showSaved(l10n.t('Saved in the test cases of cph for {0}', name), program);
      return;
    case 'exists':
      showSaved(l10n.t('Already a sample of {0}', name), saved.file ?? program);
      return;
    case 'failed':
      void window.showErrorMessage(
        l10n.t('Couldn’t write {0}: {1}', sanitizeForUi(saved.file, 100), sanitizeForUi(saved.reason, 300)),
      );
  }
}
