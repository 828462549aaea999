import { l10n, Uri, window, workspace, type QuickPickItem } from 'vscode';
import { presentText } from '../diagnostics/sources';
import { chosenOrBack } from '../quickPick';
import { fileName } from '../recordWords';
import { sanitizeForUi } from '../sanitizeForUi';
import { back } from '../steps';

/** Inputs of one's own for a self-test: files beside the program, or others. Undefined: they changed their mind. */
export async function askInputs(
  step: { readonly title: string; readonly step: number; readonly steps: number },
  program: Uri,
): Promise<readonly string[] | typeof back | undefined> {
  const files = await inputFiles(program);
  const chosen = files.length > 0 ? await askWhich(step, files) : await askOthers(step.title);
  if (chosen === undefined || chosen === back) return chosen;
  const texts = await Promise.all(chosen.map(presentText));
  return texts.filter((text) => text !== null);
}

async function askWhich(
  { title, step, steps }: { readonly title: string; readonly step: number; readonly steps: number },
  files: readonly Uri[],
): Promise<readonly Uri[] | typeof back | undefined> {
  const pick = window.createQuickPick<QuickPickItem & { readonly uri: Uri }>();
  const placeholder = l10n.t('Select the inputs to run with');
  Object.assign(pick, { title, step, totalSteps: steps, placeholder, canSelectMany: true });
  pick.ignoreFocusOut = true;
  pick.items = files.map((uri) => ({ label: sanitizeForUi(fileName(uri.toString()), 80), uri }));
  pick.selectedItems = pick.items;
  const chosen = (): readonly Uri[] | undefined =>
    pick.selectedItems.length > 0 ? pick.selectedItems.map(({ uri }) => uri) : undefined;
  return chosenOrBack(pick, chosen, []);
}

/** Who closes the dialog is asked the question before again. */
async function askOthers(title: string): Promise<readonly Uri[] | typeof back> {
  const chosen = await window.showOpenDialog({ title, canSelectMany: true, openLabel: l10n.t('Run') });
  return chosen && chosen.length > 0 ? chosen : back;
}

/** The `*.in` files of the program's folder; none where it can't be listed. */
async function inputFiles(program: Uri): Promise<Uri[]> {
  if (program.scheme === 'untitled') return [];
  const folder = Uri.joinPath(program, '..');
  try {
    const entries = await workspace.fs.readDirectory(folder);
    return entries
      .map(([name]) => name)
      .filter((name) => name.endsWith('.in'))
      .sort()
      .slice(0, 50)
      .map((name) => Uri.joinPath(folder, name));
  } catch {
    return []; // not a folder that can be read: files are asked for
  }
}
