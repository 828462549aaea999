import { FileType, l10n, Uri, window, workspace, type QuickPickItem } from 'vscode';
import {
  askChecked,
  back,
  answerIn,
  questionPick,
  chosenOrBack,
  numbersOf,
  type Answer,
  type QuestionStep,
  type ValueItem,
} from '../../shared/dialogs/quickPick';
import { sanitizeForUi } from '../../labels/sanitizeText';
import { MAX_LISTED_FILES, MAX_PATTERN_LENGTH } from '../limits';
import { choiceWords, type FileChoice } from './fileChoice';
import { chosenUris } from './readOtherFiles';

type Way = 'last' | 'names' | 'pattern';

/**
 * Prompts for the other files of a program: the last ones, files in its folder, or a pattern. Going back from the second
 * question leads to the first. Undefined: the user canceled.
 */
export async function askOtherFiles(
  step: QuestionStep,
  main: Uri,
  last: FileChoice | null,
): Answer<FileChoice> {
  for (;;) {
    const way = await askWay(step, last);
    if (way === undefined || way === back) return way;
    if (way === 'last') return last ?? undefined;
    const answer = way === 'names' ? await askNames(step, main, last) : await askPattern(step, main, last);
    if (answer !== back) return answer;
  }
}

function askWay(step: QuestionStep, last: FileChoice | null): Answer<Way> {
  const items: ValueItem<Way>[] = [
    ...(last === null
      ? []
      : [
          {
            label: `$(history) ${l10n.t('Same Files as Before')}`,
            description: choiceWords(last),
            value: 'last' as const,
          },
        ]),
    { label: `$(files) ${l10n.t('Choose Files…')}`, value: 'names' },
    { label: `$(regex) ${l10n.t('Enter a Pattern…')}`, value: 'pattern' },
  ];
  return answerIn(questionPick(step, l10n.t('Select the other files to send'), items), step);
}

async function askNames(
  { title, step, steps }: QuestionStep,
  main: Uri,
  last: FileChoice | null,
): Answer<FileChoice> {
  const names = await filesBeside(main);
  const pick = window.createQuickPick<QuickPickItem & { readonly name: string }>();
  const placeholder =
    names.length === 0
      ? l10n.t('The folder contains no other files')
      : l10n.t('Select the other files to send');
  Object.assign(pick, { title, placeholder, canSelectMany: true, ...numbersOf(step, steps) });
  pick.ignoreFocusOut = true;
  pick.items = names.map((name) => ({ label: sanitizeForUi(name, 100), name }));
  const before: readonly string[] = last?.kind === 'names' ? last.names : [];
  pick.selectedItems = pick.items.filter(({ name }) => before.includes(name));
  const chosen = (): FileChoice | undefined => {
    const selected = pick.selectedItems.map(({ name }) => name);
    return selected.length > 0 ? { kind: 'names', names: selected } : undefined;
  };
  return chosenOrBack(pick, chosen, []);
}

async function askPattern(
  { title, step, steps }: QuestionStep,
  main: Uri,
  last: FileChoice | null,
): Answer<FileChoice> {
  return askChecked<FileChoice>({
    title,
    ...numbersOf(step, steps),
    prompt: l10n.t('Pattern of the other files, relative to the folder of the main file'),
    placeholder: '*.h',
    value: last?.kind === 'pattern' ? last.pattern : '',
    canGoBack: true,
    problemOf: (text) =>
      text.trim().length > MAX_PATTERN_LENGTH ? l10n.t('The pattern is too long') : undefined,
    attempt: async (text) => {
      const choice: FileChoice = { kind: 'pattern', pattern: text.trim() };
      const found = await chosenUris(main, choice);
      return found.length > 0
        ? { kind: 'taken', value: choice }
        : { kind: 'refused', words: l10n.t('No files match {0}.', sanitizeForUi(choice.pattern, 80)) };
    },
  });
}

/** Returns the other files in the folder of the main file; none if the folder can't be listed. */
async function filesBeside(main: Uri): Promise<readonly string[]> {
  const mainName = main.path.slice(main.path.lastIndexOf('/') + 1);
  try {
    const entries = await workspace.fs.readDirectory(Uri.joinPath(main, '..'));
    return entries
      .filter(([name, type]) => (type & FileType.File) !== 0 && name !== mainName && !name.startsWith('.'))
      .map(([name]) => name)
      .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
      .slice(0, MAX_LISTED_FILES);
  } catch {
    return [];
  }
}
