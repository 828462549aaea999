import { FileSystemError, l10n, Uri, window, workspace, WorkspaceEdit } from 'vscode';
import { fileName, shownFileName } from '../labels/recordLabels';
import { listComma, sanitizeForUi } from '../labels/sanitizeText';
import { showGone } from '../diagnostics';
import { sized } from '../shared/files/boundedReading';
import { presentText } from '../shared/files/files';
import { withChangedCphTest, withCphTest } from '../sourceFiles';
import {
  findCphFile,
  findSamples,
  isSameSample,
  sampleFileNames,
  type CphFile,
  type InputSample,
  type StoredSample,
} from './findSamples';
import { MAX_SAMPLE_NAMES } from './limits';
import { asFileText } from './typedSample';
import { isFree, sampleNames, type SampleNames } from './sampleNames';
import type { Core } from '../shared/core';

export type Saved =
  | { readonly kind: 'files'; readonly input: Uri; readonly names: readonly string[] }
  | { readonly kind: 'cph' }
  /** an equal sample exists; `file`: its input, if it is a separate file */
  | { readonly kind: 'exists'; readonly file: Uri | null }
  /** `file`: the file that couldn't be written */
  | { readonly kind: 'failed'; readonly file: string; readonly reason: string };

/** Returns whether files can be saved next to the program. Shows why if they can't. */
export async function canSaveNextTo(program: Uri): Promise<boolean> {
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

/**
 * Saves a new sample of a program next to its other samples: in cph's problem file if there is one, or else in files
 * next to the program. Never changes other content. `name`: preferred one, such as `4`; null: the first free number
 */
export async function addSample(
  { realPath }: Pick<Core, 'realPath'>,
  program: Uri,
  { input, expected }: InputSample,
  name: string | null,
): Promise<Saved> {
  if (expected !== null) {
    const { samples } = await findSamples(program, realPath);
    if (samples.some((sample) => isSameSample(sample, { input, expected })))
      return { kind: 'exists', file: null };
    const cph = await findCphFile(program, realPath);
    const changed = cph && withCphTest(cph.text, { input, expected });
    if (cph && changed !== null) return replaceCphFile(cph, changed);
  }
  return saveFiles(program, { input, expected }, name);
}

/** Replaces the texts of a sample, or removes it. Fails if it has changed meanwhile. `changed`: null: removes it */
export async function changeSample(
  { realPath }: Pick<Core, 'realPath'>,
  program: Uri,
  { place, input, expected }: StoredSample,
  changed: InputSample | null,
): Promise<Saved> {
  switch (place.kind) {
    case 'files':
      return changed ? replaceFiles(place, { input, expected }, changed) : removeFiles(place);
    case 'cph': {
      const cph = await findCphFile(program, realPath);
      const before = { index: place.index, input, expected: expected ?? '' };
      const after = changed && { input: changed.input, expected: changed.expected ?? '' };
      const text = cph && withChangedCphTest(cph.text, before, after);
      if (cph && text !== null) return replaceCphFile(cph, text);
      const file = cph ? fileName(cph.uri.toString()) : '.cph';
      return { kind: 'failed', file, reason: l10n.t('The sample has changed meanwhile.') };
    }
  }
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

/** Files of a sample. `expected`: null if there is none */
interface SampleUris {
  readonly input: Uri;
  readonly expected: Uri | null;
}

/**
 * Writes the texts of a sample into its files, which keep their encoding and line breaks if their text is the same. If the
 * expected output isn't known anymore, removes its file.
 */
async function replaceFiles(
  { input, expected }: SampleUris,
  before: InputSample,
  sample: InputSample,
): Promise<Saved> {
  const answer = expected ?? expectedFileFor(input);
  const isInputChanged = asFileText(before.input) !== asFileText(sample.input);
  const isAnswerChanged =
    before.expected === null ||
    sample.expected === null ||
    asFileText(before.expected) !== asFileText(sample.expected);
  return changingFiles(input, async () => {
    if (isInputChanged) await workspace.fs.writeFile(input, new TextEncoder().encode(sample.input));
    if (sample.expected === null) {
      if (expected) await moveToTrash(expected);
    } else if (isAnswerChanged) {
      await workspace.fs.writeFile(answer, new TextEncoder().encode(sample.expected));
    }
    return sample.expected === null ? [input] : [input, answer];
  });
}

function removeFiles({ input, expected }: SampleUris): Promise<Saved> {
  return changingFiles(input, async () => {
    const files = expected ? [input, expected] : [input];
    for (const file of files) await moveToTrash(file);
    return files;
  });
}

/** `change`: changes the files of a sample, and returns them */
async function changingFiles(input: Uri, change: () => Promise<readonly Uri[]>): Promise<Saved> {
  try {
    const files = await change();
    return { kind: 'files', input, names: files.map((file) => fileName(file.toString())) };
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    return { kind: 'failed', file: fileName(input.toString()), reason: error.message };
  }
}

async function moveToTrash(file: Uri): Promise<void> {
  try {
    await workspace.fs.delete(file, { useTrash: true });
  } catch (error) {
    // a remote computer has no trash
    if (!(error instanceof FileSystemError) || error.code === 'FileNotFound') throw error;
    await workspace.fs.delete(file);
  }
}

/** Returns the file of the expected output for an input that had none: `1.ans` for `1.in`, `out1.txt` for `in1.txt`. */
function expectedFileFor(input: Uri): Uri {
  const name = fileName(input.toString());
  const renamed = /\.in$/i.test(name)
    ? name.replace(/\.in$/i, '.ans')
    : name.replace(/in(?:p|put)?(?=[-_.]?\d{0,9}(?:\.txt)?[a-z]?$)/i, 'out');
  return Uri.joinPath(input, '..', renamed === name ? `${name}.ans` : renamed);
}

/** Saves a sample in new files next to the program. If the expected output is unknown, saves only the input. */
async function saveFiles(program: Uri, sample: InputSample, name: string | null): Promise<Saved> {
  const folder = Uri.joinPath(program, '..');
  const existing = await sampleFileNames(folder);
  const wanted = namesFor(fileName(program.toString()), existing, name);
  for (const names of wanted) {
    if (isFree(names, existing)) return createFiles(folder, names, sample);
    const file = Uri.joinPath(folder, names.input);
    if (name !== null && sample.expected === null && (await presentText(file)) === sample.input)
      return { kind: 'exists', file };
  }
  const [first] = wanted;
  return { kind: 'failed', file: first?.input ?? '', reason: l10n.t('The file already exists.') };
}

/** Returns file names in the order of preference. `name`: null: numbers */
function namesFor(program: string, existing: readonly string[], name: string | null): readonly SampleNames[] {
  if (name !== null) return sampleNames(program, existing, name);
  const numbers = Array.from({ length: MAX_SAMPLE_NAMES }, (_, index) => String(index + 1));
  return numbers.flatMap((number) => sampleNames(program, existing, number).slice(0, 1));
}

/** Creates the files of a sample. Fails if one of them exists. */
async function createFiles(
  folder: Uri,
  names: SampleNames,
  { input, expected }: InputSample,
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

/** Returns the message with the reason why a sample couldn't be saved. */
export function failedWords({ file, reason }: Extract<Saved, { kind: 'failed' }>): string {
  return l10n.t('Couldn’t write {0}: {1}', sanitizeForUi(file, 100), sanitizeForUi(reason, 300));
}

/** Returns the message about a saved sample, with its files. `hasExpected`: its expected output was also saved */
export function savedWords(
  program: Uri,
  saved: Exclude<Saved, { kind: 'failed' }>,
  hasExpected: boolean,
): string {
  const name = shownFileName(program);
  switch (saved.kind) {
    case 'files': {
      const names = saved.names.map((file) => sanitizeForUi(file, 100)).join(listComma());
      return hasExpected
        ? l10n.t('Saved {0}', names)
        : l10n.t('Saved {0} without the expected output', names);
    }
    case 'cph':
      return l10n.t('Saved in the test cases of cph for {0}', name);
    case 'exists':
      return l10n.t('Already a sample of {0}', name);
  }
}
