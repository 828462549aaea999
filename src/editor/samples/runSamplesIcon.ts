import { Disposable, window, type TextEditor } from 'vscode';
import { editorLanguagesKnown } from '../../judges/languageNames';
import { localJudge, judgeIdentity } from '../../judges/address';
import { setContext } from '../shared/contextKeys';
import { mementos } from '../shared/storage/storageKeys';
import { whenIdle } from '../shared/whenNeeded';
import type { Core } from '../shared/core';
import type { findSamples } from './findSamples';

/** Functions that are loaded for the first program. */
interface SampleSearch {
  readonly findSamples: typeof findSamples;
}

/**
 * Sets the context keys for the icon of “Run Samples”, which is in the title of a program if its samples are known, and
 * of each program after the user has run samples. Looks for samples only until then.
 */
export function registerRunSamplesIcon(
  { context, store, realPath }: Core,
  load: () => Promise<SampleSearch>,
  onError: (what: string, error: unknown) => void,
): Disposable {
  const hasRun = (): boolean =>
    context.globalState.get(mementos.ranSamples) === true ||
    store.records().some(({ service }) => judgeIdentity(service).type === localJudge.type);
  const look = async (editor: TextEditor | undefined): Promise<void> => {
    const { uri, languageId } = editor?.document ?? {};
    if (hasRun()) return void (await setContext('ranSamples', true));
    if (uri?.scheme !== 'file' || !editorLanguagesKnown.includes(languageId ?? '')) return;
    const { findSamples } = await load();
    const { samples } = await findSamples(uri, realPath);
    if (window.activeTextEditor?.document.uri.toString() !== uri.toString()) return;
    // both kinds of slashes, because the window may run on another computer than the extension
    const paths = [uri.fsPath.replaceAll('\\', '/'), uri.fsPath.replaceAll('/', '\\')];
    await setContext('sampleFiles', samples.length > 0 ? paths : []);
  };
  const lookAt = (editor: TextEditor | undefined): void => {
    look(editor).catch((error: unknown) => onError('the samples of a program could not be read', error));
  };
  return Disposable.from(
    whenIdle(async () => lookAt(window.activeTextEditor)),
    window.onDidChangeActiveTextEditor(lookAt),
  );
}
