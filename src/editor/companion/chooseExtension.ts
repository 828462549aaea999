import { l10n, window, type ExtensionContext, type QuickPickItem } from 'vscode';
import { extensionsFor, languagesWith } from '../../judges/fileExtensions';
import { localFlags, localLanguageSettings } from '../shared/settings/localSettings';
import { mementos } from '../shared/storage/storageKeys';
import type { Core } from '../shared/core';
import type { WithLocalRuns } from '../localRuns';

/** Languages that are offered if none is installed. */
const usualLanguages = ['cpp', 'python', 'java', 'rust', 'go', 'c'];

/**
 * Returns the extension of new programs, `.cpp`: that of the program that was received, run, or submitted last, or else
 * of the active editor. If neither exists, prompts for it. Null: the user canceled.
 */
export async function chooseExtension(extension: Core & WithLocalRuns): Promise<string | null> {
  const known = lastExtension(extension) ?? programExtension(window.activeTextEditor?.document.uri.path);
  if (known !== null) return known;
  const chosen = await window.showQuickPick(await languageItems(extension), {
    title: l10n.t('Language of the received problem'),
    ignoreFocusOut: true,
  });
  return chosen ? (extensionsFor(chosen.id)[0] ?? null) : null;
}

interface LastReceived {
  readonly extension: string;
  /** ms since 1970 */
  readonly at: number;
}

export async function rememberExtension(
  { globalState }: Pick<ExtensionContext, 'globalState'>,
  extension: string,
): Promise<void> {
  const last: LastReceived = { extension, at: Date.now() };
  await globalState.update(mementos.lastReceived, last);
}

function lastExtension({ context, store }: Core): string | null {
  const stored = context.globalState.get<Partial<LastReceived>>(mementos.lastReceived);
  const received = typeof stored?.extension === 'string' ? programExtension(stored.extension) : null;
  const newest = store
    .records()
    .flatMap(({ source, addedAt }) => {
      const own = programExtension(source?.uri);
      return own === null ? [] : [{ own, addedAt }];
    })
    .sort((a, b) => b.addedAt - a.addedAt)
    .at(0);
  const receivedAt = typeof stored?.at === 'number' ? stored.at : 0;
  return received !== null && (!newest || receivedAt >= newest.addedAt) ? received : (newest?.own ?? null);
}

/** Returns the extension of a program in lower case, with its dot; null: not a program. */
function programExtension(path: string | undefined): string | null {
  const found = /\.[^./\\]{1,20}$/.exec(path ?? '')?.[0].toLowerCase();
  return found !== undefined && languagesWith(found).length > 0 ? found : null;
}

async function languageItems({
  localComputer,
}: WithLocalRuns): Promise<readonly (QuickPickItem & { readonly id: string })[]> {
  const computer = await localComputer?.();
  const settings = computer?.readSettings(localLanguageSettings(), localFlags());
  const installed = settings ? ((await computer?.installedLanguages(settings)) ?? []) : [];
  const known = installed.map(({ id }) => id).filter((id) => extensionsFor(id).length > 0);
  return (known.length > 0 ? known : usualLanguages).map((id) => ({
    label: computer?.displayName(id) ?? id,
    id,
  }));
}
