import { l10n, Uri, window, type QuickPickItem } from 'vscode';
import { presentContent, type FileContent } from '../shared/files/files';
import { mementos } from '../shared/storage/storageKeys';
import {
  back,
  answerIn,
  questionPick,
  chosenOrBack,
  numbersOf,
  type Answer,
  type QuestionStep,
  type ValueItem,
} from '../shared/dialogs/quickPick';
import { joined, shownFileName } from '../labels/recordLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { sampleFileNames, sampleInputs } from '../samples';
import { typedInput } from './inputEditors';
import { MAX_REMEMBERED_INPUT_LENGTH } from './limits';
import type { Core } from '../shared/core';

type Way = 'type' | 'last' | 'beside' | 'files';

/** Prompts for the inputs of a self-test: typed, the last ones, or from files. Undefined: the user canceled. */
export async function askInputs(
  { context }: Pick<Core, 'context'>,
  step: QuestionStep,
  program: Uri,
): Answer<readonly FileContent[]> {
  const stored = context.workspaceState.get<unknown>(mementos.selfTestInput);
  const last = typeof stored === 'string' ? stored : null;
  const files = await inputFiles(program);
  const way = await askWay(step, files, last);
  switch (way) {
    case undefined:
    case back:
      return way;
    case 'last':
      return [{ text: last ?? '', bytes: null }];
    case 'type': {
      const text = await typedInput(shownFileName(program), last ?? '');
      if (text === undefined) return undefined;
      if (text.length <= MAX_REMEMBERED_INPUT_LENGTH)
        await context.workspaceState.update(mementos.selfTestInput, text);
      return [{ text, bytes: null }];
    }
    case 'beside':
    case 'files': {
      const chosen = way === 'beside' ? await askWhich(step, files) : await askOthers(step.title);
      if (chosen === undefined || chosen === back) return chosen;
      const contents = await Promise.all(chosen.map(presentContent));
      return contents.filter((content) => content !== null);
    }
  }
}

function askWay(step: QuestionStep, files: readonly Uri[], last: string | null): Answer<Way> {
  const names = sanitizeForUi(files.map(shownFileName).join(' '), 80);
  const items: ValueItem<Way>[] = [
    ...(files.length > 0
      ? [{ label: `$(files) ${l10n.t('Input Files…')}`, description: names, value: 'beside' as const }]
      : []),
    { label: `$(edit) ${l10n.t('Enter Input…')}`, value: 'type' },
    ...(last === null
      ? []
      : [
          {
            label: `$(history) ${l10n.t('Last Input')}`,
            description: firstLines(last),
            value: 'last' as const,
          },
        ]),
    { label: `$(folder-opened) ${l10n.t('Select Files…')}`, value: 'files' },
  ];
  return answerIn(questionPick(step, l10n.t('Select the input to run with'), items), step);
}

function firstLines(text: string): string {
  return sanitizeForUi(joined(' ⏎ ', ...text.slice(0, 400).trimEnd().split('\n').slice(0, 4)), 80);
}

async function askWhich({ title, step, steps }: QuestionStep, files: readonly Uri[]): Answer<readonly Uri[]> {
  const pick = window.createQuickPick<QuickPickItem & { readonly uri: Uri }>();
  const placeholder = l10n.t('Select the inputs to run with');
  Object.assign(pick, { title, placeholder, canSelectMany: true, ...numbersOf(step, steps) });
  pick.ignoreFocusOut = true;
  pick.items = files.map((uri) => ({ label: shownFileName(uri), uri }));
  pick.selectedItems = pick.items;
  const chosen = (): readonly Uri[] | undefined =>
    pick.selectedItems.length > 0 ? pick.selectedItems.map(({ uri }) => uri) : undefined;
  return chosenOrBack(pick, chosen, []);
}

/** Prompts for files. If the user closes the dialog, the previous step is shown again. */
async function askOthers(title: string): Promise<readonly Uri[] | typeof back> {
  const chosen = await window.showOpenDialog({ title, canSelectMany: true, openLabel: l10n.t('Run') });
  return chosen && chosen.length > 0 ? chosen : back;
}

/** Returns the inputs of samples in the program's folder; none if it can't be listed. */
async function inputFiles(program: Uri): Promise<Uri[]> {
  if (program.scheme === 'untitled') return [];
  const folder = Uri.joinPath(program, '..');
  const names = sampleInputs(await sampleFileNames(folder)).toSorted();
  return names.slice(0, 50).map((name) => Uri.joinPath(folder, name));
}
