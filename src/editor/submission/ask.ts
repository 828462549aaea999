import { l10n, QuickPickItemKind, window, type Disposable, type QuickPick, type QuickPickItem } from 'vscode';
import type { SubmissionLanguage } from '../../service';
import { sanitizeForUi } from '../sanitizeForUi';
import { accepted, chosenIn, keptPlace } from '../quickPick';
import { isProblemId, isSubmissionLanguage } from './input';
import type { LanguageProposals } from './proposals';

interface ValueItem<Value> extends QuickPickItem {
  /** undefined: a line that explains, and can't be chosen */
  readonly value?: Value;
}

/** Which of the questions this is; `title` names the file. */
export interface QuestionStep {
  readonly title: string;
  readonly step: number;
  readonly steps: number;
}

export interface ProblemGuess {
  readonly id: string;
  readonly from: 'fileName' | 'lastTime';
}

/** The problem ID: that of last time, guessed from the file's name, one of before, or typed. Undefined: they changed their mind. */
export function askProblem(
  step: QuestionStep,
  guess: ProblemGuess | null,
  recent: readonly string[],
): Promise<string | undefined> {
  const offered = [...new Set([...(guess ? [guess.id] : []), ...recent])];
  return choose<string>(step, l10n.t('Problem ID, such as P1001'), (typed) => {
    const known = offered.map((id): ValueItem<string> => {
      const isGuess = id === guess?.id;
      return {
        label: `${isGuess ? '$(file-code)' : '$(history)'} ${sanitizeForUi(id, 64)}`,
        description: isGuess ? guessOrigin(guess) : '',
        value: id,
      };
    });
    return [typedProblem(typed, offered), ...known];
  });
}

function typedProblem(typed: string, offered: readonly string[]): ValueItem<string> {
  if (typed === '' && offered.length === 0) {
    return { label: l10n.t('Enter a problem ID'), alwaysShow: true };
  }
  const same = offered.find((id) => id === typed);
  if (typed === '' || same !== undefined) return { ...keptPlace, ...(same ? { value: same } : {}) };
  if (isProblemId(typed)) {
    return { label: `$(edit) ${typed}`, description: l10n.t('as entered'), value: typed, alwaysShow: true };
  }
  return {
    label: `$(info) ${l10n.t('Not a valid problem ID')}`,
    detail: l10n.t('A problem ID has up to 64 letters, digits, “-”, “_”, and “.”.'),
    alwaysShow: true,
  };
}

function guessOrigin({ from }: ProblemGuess): string {
  return from === 'lastTime' ? l10n.t('last used for this file') : l10n.t('from the file name');
}

/** The language as the service writes it, from its list or typed. Undefined: they changed their mind. */
export function askLanguage(
  step: QuestionStep,
  { fitting, others }: LanguageProposals,
): Promise<string | undefined> {
  const known = new Set([...fitting, ...others].map(({ id }) => id));
  const separator = (label: string): ValueItem<string> => ({ label, kind: QuickPickItemKind.Separator });
  return choose<string>(
    step,
    l10n.t('Select or enter a language'),
    (typed) => {
      const items: ValueItem<string>[] = [...fitting.map(languageItem)];
      if (others.length > 0) {
        items.push(separator(l10n.t('other languages')), ...others.map(languageItem));
      }
      if (typed !== '' && !known.has(typed) && isSubmissionLanguage(typed)) {
        items.push(separator(l10n.t('not on the list')), {
          label: `$(edit) ${typed}`,
          description: l10n.t('as entered'),
          value: typed,
          alwaysShow: true,
        });
      } else {
        items.push({ ...keptPlace, ...(known.has(typed) ? { value: typed } : {}) });
      }
      return items;
    },
    { typedAt: -1 },
  );
}

/** With or without optimization: the last question, which says what will be sent. Undefined: nothing is sent. */
export function askOptimisation(
  step: QuestionStep,
  before: boolean,
  summary: string,
  later: Promise<string>,
): Promise<boolean | undefined> {
  const items: ValueItem<boolean>[] = [
    { label: `$(cloud-upload) ${l10n.t('Submit with -O2')}`, description: '-O2', value: true },
    { label: `$(cloud-upload) ${l10n.t('Submit without -O2')}`, value: false },
  ];
  const ordered = before ? items : items.reverse();
  return choose<boolean>(step, summary, () => ordered, {
    whileOpen: (pick) => {
      let isOpen = true;
      void later.then((text) => {
        if (isOpen) pick.placeholder = text;
      });
      return { dispose: () => (isOpen = false) };
    },
  });
}

function languageItem({ id, name }: SubmissionLanguage): ValueItem<string> {
  return {
    label: sanitizeForUi(name, 100),
    description: name === id ? '' : sanitizeForUi(id, 64),
    value: id,
  };
}

interface Choosing<Value> {
  readonly whileOpen?: (pick: QuickPick<ValueItem<Value>>) => Disposable;
  /** the place of the choice that is typed */
  readonly typedAt?: number;
}

/** A pick whose lines follow what is typed. */
function choose<Value>(
  { title, step, steps }: QuestionStep,
  placeholder: string,
  itemsFor: (typed: string) => ValueItem<Value>[],
  { whileOpen, typedAt = 0 }: Choosing<Value> = {},
): Promise<Value | undefined> {
  const pick = window.createQuickPick<ValueItem<Value>>();
  Object.assign(pick, { title, step, totalSteps: steps, placeholder });
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.items = itemsFor('');
  return chosenIn(pick, () => accepted(pick, typedAt)?.value, [
    pick.onDidChangeValue((typed) => (pick.items = itemsFor(typed.trim()))),
    ...(whileOpen ? [whileOpen(pick)] : []),
  ]);
}
