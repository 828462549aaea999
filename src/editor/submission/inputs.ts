import { namesIn, presentText } from '../files';
import { l10n, Uri, window, type QuickPickItem } from 'vscode';
import { chosenOrBack, back, type Answer } from '../prompts/quickPick';
import { shownFileName } from '../words/recordWords';
import type { QuestionStep } from './ask';

/** Inputs of one's own for a self-test: files beside the program, or others. Undefined: they changed their mind. */
export async function askInputs(step: QuestionStep, program: Uri): Answer<readonly string[]> {
  const files = await inputFiles(program);
  const chosen = files.length > 0 ? await askWhich(step, files) : await askOthers(step.title);
  if (chosen === undefined || chosen === back) return chosen;
  const texts = await Promise.all(chosen.map(presentText));
  return texts.filter((text) => text !== null);
}

async function askWhich({ title, step, steps }: QuestionStep, files: readonly Uri[]): Answer<readonly Uri[]> {
  const pick = window.createQuickPick<QuickPickItem & { readonly uri: Uri }>();
  const placeholder = l10n.t('Select the inputs to run with');
  Object.assign(pick, { title, step, totalSteps: steps, placeholder, canSelectMany: true });
  pick.ignoreFocusOut = true;
  pick.items = files.map((uri) => ({ label: shownFileName(uri), uri }));
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
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.in')).sort();
  return names.slice(0, 50).map((name) => Uri.joinPath(folder, name));
}
