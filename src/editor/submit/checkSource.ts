import { l10n, window, workspace } from 'vscode';
import { nameOfJudge } from '../labels/judgeLabels';
import type { SourceToSubmit } from '../program';
import { confirms } from '../shared/dialogs/dialogs';
import type { ChosenSubmission, Prepared } from './submitSteps';

/**
 * Lets the user decide whether to send a file in UTF-8 if it's saved in another encoding. The text is sent as the editor
 * shows it, and the file isn't changed. Returns true without a question if the file is in UTF-8, or can't be read.
 */
export async function maySendAsUtf8({ uri, name }: Pick<SourceToSubmit, 'uri' | 'name'>): Promise<boolean> {
  let bytes: Uint8Array;
  try {
    bytes = await workspace.fs.readFile(uri);
  } catch {
    return true; // the editor has its text
  }
  if (isUtf8(bytes)) return true;
  return confirms(
    l10n.t('{0} isn’t saved in UTF-8.', name),
    l10n.t('Send as UTF-8'),
    l10n.t('The text is sent as the editor shows it. The file isn’t changed.'),
  );
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** If the judge doesn't accept this size or number of files, shows that and returns true. */
export function showSourceLimit(
  { judge, source }: Prepared,
  { sourceLimits }: Pick<ChosenSubmission, 'sourceLimits'>,
): boolean {
  const { size = null, files = null } = sourceLimits ?? {};
  const { others = [] } = source;
  if (size !== null && source.size > size) {
    const words = l10n.t(
      '{0} accepts at most {1} bytes. {2} has {3}. Nothing was submitted.',
      nameOfJudge(judge),
      size,
      source.name,
      source.size,
    );
    void window.showWarningMessage(words);
    return true;
  }
  if (files !== null && others.length + 1 > files) {
    const words = l10n.t(
      '{0} accepts at most {1} files. {2} would be sent. Nothing was submitted.',
      nameOfJudge(judge),
      files,
      others.length + 1,
    );
    void window.showWarningMessage(words);
    return true;
  }
  return false;
}
