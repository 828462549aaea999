import { env, l10n, QuickPickItemKind, window, type QuickPickItem } from 'vscode';
import type { Judge } from '../../judges';
import type { LocalComputer, NotBuilt } from '../../local';
import { nameOfJudge } from '../labels/judgeLabels';
import { listComma, sanitizeForUi } from '../labels/sanitizeText';
import { localFlags, localLanguageSettings, writeLocalLanguage } from '../shared/settings/localSettings';
import { toolSettingsOfOthers } from '../shared/settings/settingsOfOthers';

/** A language whose programs can't be built. */
export interface MissingCompiler {
  readonly computer: LocalComputer;
  /** VS Code language ID */
  readonly language: string;
  readonly reason: Extract<NotBuilt, { kind: 'notInstalled' }>;
}

/**
 * Shows that a language has no compiler, and what to do. `atJudge`: the person wants to run the program at the judge.
 * Null: they don't want to run it. `judge`: can run it with the same inputs; null: none
 */
export async function offerCompiler(
  missing: MissingCompiler,
  judge: Judge | null = null,
): Promise<'tryAgain' | 'atJudge' | null> {
  const { computer } = missing;
  const { language, tools } = missing.reason;
  const names = tools.join(listComma());
  const message = computer.isSandboxed
    ? l10n.t(
        '{0} programs can’t be run: VS Code from Flatpak can’t start the tools of this computer.',
        language,
      )
    : l10n.t('{0} programs can’t be run: no compiler was found ({1}).', language, names);
  const [install, choose] = [l10n.t('Install…'), l10n.t('Choose Compiler…')];
  const commands = computer.installCommands(missing.language);
  const buttons = commands.length === 0 || computer.isSandboxed ? [choose] : [install, choose];
  const atJudge = judge && l10n.t('Run on {0}…', nameOfJudge(judge));
  const button = await window.showErrorMessage(message, ...buttons, ...(atJudge === null ? [] : [atJudge]));
  if (button === undefined) return null;
  if (button === atJudge) return 'atJudge';
  const triesAgain =
    button === install
      ? await showInstallation(language, commands)
      : await chooseCompiler(computer, missing.language, language);
  return triesAgain ? 'tryAgain' : null;
}

/** Shows the steps to install a language. Nothing is installed without the person. */
async function showInstallation(name: string, commands: readonly string[]): Promise<boolean> {
  const [copy, again] = [l10n.t('Copy'), l10n.t('Try Again')];
  const detail = [l10n.t('Run the command for your system in a terminal:'), ...commands].join('\n\n');
  const ask = (): Thenable<string | undefined> =>
    window.showInformationMessage(l10n.t('Install {0}', name), { modal: true, detail }, again, copy);
  let button = await ask();
  while (button === copy) {
    await env.clipboard.writeText(commands.join('\n'));
    button = await ask();
  }
  return button === again;
}

type CompilerItem = QuickPickItem & { readonly path: string | null };

/** Prompts for a compiler, and writes it to the settings. Returns whether one was chosen. */
async function chooseCompiler(computer: LocalComputer, language: string, name: string): Promise<boolean> {
  const settings = computer.readSettings(localLanguageSettings(), localFlags(), toolSettingsOfOthers());
  const listed = computer.compilers(language, settings).then((compilers): CompilerItem[] => [
    ...compilers.map(({ path, version, problem }) => ({
      label: sanitizeForUi(version ?? path, 100),
      description: version === null ? l10n.t('can’t be used') : sanitizeForUi(path, 200),
      ...(problem === null || problem === '' ? {} : { detail: sanitizeForUi(problem, 200) }),
      path,
    })),
    { label: '', kind: QuickPickItemKind.Separator, path: null },
    { label: `$(folder-opened) ${l10n.t('Browse…')}`, path: null },
  ]);
  const title = l10n.t('Compiler of {0}', name);
  const item = await window.showQuickPick(listed, { title });
  if (!item) return false;
  const file = item.path ?? (await browse(title));
  const commands = file === null ? null : computer.commandsWith(language, file);
  if (!commands) return false;
  await writeLocalLanguage(language, commands);
  return true;
}

async function browse(title: string): Promise<string | null> {
  const [file] = (await window.showOpenDialog({ title, openLabel: l10n.t('Choose') })) ?? [];
  return file?.fsPath ?? null;
}
