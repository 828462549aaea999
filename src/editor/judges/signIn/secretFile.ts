import { env, l10n, Uri, window, workspace, type QuickPickItem } from 'vscode';
import { addresses } from '../../labels/judgeLabels';
import type { Judge } from '../../../judges';
import { MAX_SECRET_FILE_BYTES } from '../limits';

type Way = 'file' | 'paste' | 'page';

/**
 * Prompts for a configuration file with credentials, which the user selects or pastes, and returns its text. Undefined:
 * the user canceled. `judge`: null if unknown. `holds`: returns whether a text is such a file.
 */
export async function askSecretFile(
  title: string,
  fileName: string,
  holds: (text: string) => boolean,
  judge: Judge | null = null,
): Promise<string | undefined> {
  const page = judge?.signIn.kind === 'secret' ? judge.signIn.page : null;
  const items: readonly (QuickPickItem & { readonly way: Way })[] = [
    {
      way: 'file',
      label: l10n.t('Select {0}…', fileName),
      detail: l10n.t('The file you downloaded from the site'),
    },
    { way: 'paste', label: l10n.t('Paste {0}…', fileName), detail: l10n.t('Paste the contents of the file') },
    ...(page === null
      ? []
      : [
          {
            way: 'page' as const,
            label: l10n.t('Download {0}', fileName),
            detail: page.replace(/^https?:\/\//, ''),
          },
        ]),
  ];
  const chosen = await window.showQuickPick(items, { title, ignoreFocusOut: true });
  if (!chosen) return undefined;
  if (chosen.way === 'page') {
    await env.openExternal(Uri.parse(page ?? '', true));
    return askSecretFile(title, fileName, holds, judge);
  }
  const text =
    chosen.way === 'file' ? await readChosen(title) : await askPasted(title, fileName, holds, judge);
  if (text === undefined || holds(text)) return text;
  const again = l10n.t('Try Again');
  const pressed = await window.showWarningMessage(noSuchFile(fileName), again);
  return pressed === again ? askSecretFile(title, fileName, holds, judge) : undefined;
}

const noSuchFile = (fileName: string): string =>
  l10n.t('No user name and token found. Expected the contents of {0}.', fileName);

async function readChosen(title: string): Promise<string | undefined> {
  const [file] = (await window.showOpenDialog({ title, canSelectMany: false })) ?? [];
  if (!file) return undefined;
  const { size } = await workspace.fs.stat(file);
  return size > MAX_SECRET_FILE_BYTES ? '' : new TextDecoder().decode(await workspace.fs.readFile(file));
}

async function askPasted(
  title: string,
  fileName: string,
  holds: (text: string) => boolean,
  judge: Judge | null,
): Promise<string | undefined> {
  return window.showInputBox({
    title,
    prompt: judge
      ? l10n.t('Contents of {0}. Sent only to {1}.', fileName, addresses(judge))
      : l10n.t('Contents of {0}', fileName),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (text === '' || holds(text) ? undefined : noSuchFile(fileName)),
  });
}
