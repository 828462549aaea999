import { l10n, window } from 'vscode';
import { withOtherFiles, type SourceToSubmit } from '../sourceToSubmit';
import type { FileChoice } from './fileChoice';
import { readOtherFiles } from './readOtherFiles';
import type { Core } from '../../shared/core';

export type ProgramRead =
  | { readonly kind: 'read'; readonly source: SourceToSubmit }
  | { readonly kind: 'problem'; readonly words: string };

export async function programWithFiles(
  { realPath }: Pick<Core, 'realPath'>,
  source: SourceToSubmit,
  choice: FileChoice,
): Promise<ProgramRead> {
  const read = await readOtherFiles(source.uri, source.size, choice, realPath);
  if (read.kind === 'problem') return read;
  return { kind: 'read', source: await withOtherFiles(source, read.files) };
}

/** Shows why other files can't be sent. Returns whether the user wants to choose others. `message`: complete sentences */
export async function wantsOtherFiles(message: string): Promise<boolean> {
  const chooseAgain = l10n.t('Choose Files…');
  return (await window.showWarningMessage(message, chooseAgain)) === chooseAgain;
}
