import { env, l10n, Uri, window, workspace } from 'vscode';
import { checkShared, fileText, isBuiltInName, linkTo, withoutOwnFields } from '../../../judges';
import { sanitizeForUi } from '../../labels/sanitizeText';
import { chosenJudgeNames, judgeDescription } from '../../shared/settings/judgeSettings';
import { sharedProblemWords } from './labels';
import { offerJudges } from '../../shared/dialogs/dialogs';
import type { Core } from '../../shared/core';

/** “Copy Link to This Judge”: copies a link to the user's only judge, or else to one that the user picks. */
export async function copyJudgeLink(extension: Core): Promise<void> {
  const chosen = chosenJudgeNames().present;
  const names = (await extension.judges.names()).filter((name) => !isBuiltInName(name));
  const ordered = [...names.filter((name) => name === chosen), ...names.filter((name) => name !== chosen)];
  if (ordered.length === 0) {
    offerJudges(l10n.t('You haven’t added any judges that need a link.'));
    return;
  }
  const items = ordered.map((name) => ({ name, label: sanitizeForUi(name, 80) }));
  const [only, ...others] = items;
  const picked =
    only && others.length === 0
      ? only
      : await window.showQuickPick(items, { title: l10n.t('Copy Link to This Judge') });
  if (picked) await copyLinkOf(extension, picked.name);
}

/**
 * Copies a link that adds the judge with that name, and offers to save a file instead. Both are without credentials. Only
 * shows the reason if the judge can't be shared.
 */
export async function copyLinkOf({ context }: Core, name: string): Promise<void> {
  const shared = { name, entry: withoutOwnFields(judgeDescription(name) ?? {}) };
  const check = checkShared(shared);
  const shown = sanitizeForUi(name, 60);
  if (!check.ok) {
    const why = sharedProblemWords(check.problem);
    void window.showErrorMessage(l10n.t('{0} can’t be shared. {1}', shown, why));
    return;
  }
  const link = linkTo(`${env.uriScheme}://${context.extension.id}`, shared);
  if (link !== null) await env.clipboard.writeText(link);
  const save = l10n.t('Save as File…');
  const pressed = await window.showInformationMessage(
    link === null
      ? l10n.t('The description of {0} is too long for a link. Share it as a file.', shown)
      : l10n.t('Copied a link that adds {0}. It contains no credentials.', shown),
    save,
  );
  if (pressed !== save) return;
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const file = await window.showSaveDialog({
    ...(folder ? { defaultUri: Uri.joinPath(folder, 'judge-results.json') } : {}),
    filters: { JSON: ['json'] },
  });
  if (file) await workspace.fs.writeFile(file, new TextEncoder().encode(fileText(shared)));
}
