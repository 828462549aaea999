import { l10n, QuickPickItemKind, window, type Disposable, type QuickPick, type QuickPickItem } from 'vscode';
import type { FoundProblem, ProblemName, SubmissionLanguage, SubmissionOffer } from '../../service';
import { later } from '../../base/ports';
import { sanitizeForUi } from '../words/text';
import { joined } from '../words/recordWords';
import { accepted, chosenIn, chosenOrBack, keptPlace, type Answer } from '../prompts/quickPick';
import { isProblemId, isSubmissionLanguage } from './arguments';
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
  /** the question before can be answered again */
  readonly canGoBack: boolean;
}

export interface ProblemGuess {
  readonly id: string;
  readonly place: string | null;
  /** `now`: it was the answer before the person came back to the question */
  readonly from: 'fileName' | 'lastTime' | 'now';
}

/** What a service can say of problems while one is asked for. */
export interface ProblemHelp {
  /** the problem that a pasted address is about; null: it is none of the service's */
  readonly problemIn: (text: string) => ProblemName | null;
  /** problems by a part of their ID or title; null: the service can't be searched. Never rejects. */
  readonly search: ((text: string) => Promise<readonly FoundProblem[]>) | null;
}

/** ms without a key before the service is searched */
const searchPause = 300;

/**
 * The problem: that of last time, guessed from the file's name, one of before, typed, pasted as an address, or found at
 * the service.
 */
export function askProblem(
  step: QuestionStep,
  guess: ProblemGuess | null,
  recent: readonly string[],
  { problemIn, search }: ProblemHelp,
): Answer<ProblemName> {
  const offered = [...new Set([...(guess ? [guess.id] : []), ...recent])];
  let found: readonly FoundProblem[] = [];
  const itemsFor = (typed: string): ValueItem<ProblemName>[] => {
    const known = offered.map((id): ValueItem<ProblemName> => {
      const isGuess = id === guess?.id;
      return {
        label: `${isGuess ? guessIcons[guess.from] : '$(history)'} ${sanitizeForUi(id, 64)}`,
        description: isGuess ? guessOrigin(guess) : '',
        value: { problemId: id, place: isGuess ? guess.place : null },
      };
    });
    const others = found
      .filter(
        ({ problemId }) => isProblemId(problemId) && !offered.includes(problemId) && problemId !== typed,
      )
      .map(({ problemId, place, title }) => ({
        label: `$(search) ${sanitizeForUi(problemId, 64)}`,
        description: sanitizeForUi(title, 100),
        value: { problemId, place },
        alwaysShow: true,
      }));
    const pasted = problemIn(typed);
    const first = pasted
      ? { label: `$(link) ${sanitizeForUi(pasted.problemId, 64)}`, value: pasted, alwaysShow: true }
      : typedProblem(typed, offered);
    return [first, ...known, ...others];
  };
  return choose<ProblemName>(step, l10n.t('Problem ID, such as P1001'), itemsFor, {
    whileOpen:
      search &&
      ((pick) =>
        searching(pick, search, (problems) => {
          found = problems;
          pick.items = itemsFor(pick.value.trim());
        })),
  });
}

/** Searches for what is typed, once nobody types any more. */
function searching(
  pick: QuickPick<ValueItem<ProblemName>>,
  search: (text: string) => Promise<readonly FoundProblem[]>,
  onFound: (problems: readonly FoundProblem[]) => void,
): Disposable {
  let timer: Disposable | undefined;
  let isOpen = true;
  const typing = pick.onDidChangeValue((typed) => {
    timer?.dispose();
    pick.busy = false;
    const text = typed.trim();
    if (text.length < 2 || text.length > 60 || text.includes('://')) return;
    timer = later(searchPause, () => {
      pick.busy = true;
      void search(text).then((problems) => {
        if (!isOpen || pick.value.trim() !== text) return;
        pick.busy = false;
        onFound(problems);
      });
    });
  });
  return {
    dispose: () => {
      isOpen = false;
      timer?.dispose();
      typing.dispose();
    },
  };
}

function typedProblem(typed: string, offered: readonly string[]): ValueItem<ProblemName> {
  if (typed === '' && offered.length === 0) {
    return { label: l10n.t('Enter a problem ID'), alwaysShow: true };
  }
  const value = { problemId: typed, place: null };
  const isOffered = offered.includes(typed);
  if (typed === '' || isOffered) return { ...keptPlace, ...(isOffered ? { value } : {}) };
  if (isProblemId(typed)) {
    return { label: `$(edit) ${typed}`, description: l10n.t('as entered'), value, alwaysShow: true };
  }
  return {
    label: `$(info) ${l10n.t('Not a valid problem ID')}`,
    detail: l10n.t('A problem ID has up to 64 letters, digits, “-”, “_”, and “.”.'),
    alwaysShow: true,
  };
}

const guessIcons = { fileName: '$(file-code)', lastTime: '$(file-code)', now: '$(check)' } as const;

function guessOrigin({ from }: ProblemGuess): string {
  switch (from) {
    case 'fileName':
      return l10n.t('from the file name');
    case 'lastTime':
      return l10n.t('last used for this file');
    case 'now':
      return '';
  }
}

/** The language as the service writes it, from its list or, where it may be, typed; `price`: told beside it. */
export function askLanguage(
  step: QuestionStep,
  { fitting, others }: LanguageProposals,
  { mayType = true, price }: { readonly mayType?: boolean; readonly price?: Promise<string> } = {},
): Answer<string> {
  const known = new Set([...fitting, ...others].map(({ id }) => id));
  const separator = (label: string): ValueItem<string> => ({ label, kind: QuickPickItemKind.Separator });
  const placeholder = mayType ? l10n.t('Select or enter a language') : l10n.t('Select a language');
  return choose<string>(
    step,
    placeholder,
    (typed) => {
      const items: ValueItem<string>[] = [...fitting.map(languageItem)];
      if (others.length > 0) {
        items.push(separator(l10n.t('other languages')), ...others.map(languageItem));
      }
      if (mayType && typed !== '' && !known.has(typed) && isSubmissionLanguage(typed)) {
        items.push(separator(l10n.t('not in the list')), {
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
    {
      typedAt: -1,
      whileOpen: price ? (pick) => adding(pick, placeholder, price) : null,
    },
  );
}

/** What is done with the program in the end. */
export type SubmitAction =
  { readonly kind: 'submit'; readonly optimise: boolean } | { readonly kind: 'selfTest' };

/** The last question, which says what will be sent. `before`: what was chosen last time. */
export function askAction(
  step: QuestionStep,
  offer: Pick<SubmissionOffer, 'hasOptimisation' | 'hasSelfTest'>,
  before: SubmitAction,
  summary: string,
  price: Promise<string>,
): Answer<SubmitAction> {
  const submit = (label: string, optimise: boolean): ValueItem<SubmitAction> => ({
    label: `$(cloud-upload) ${label}`,
    value: { kind: 'submit', optimise },
  });
  const both = [submit(l10n.t('Submit with -O2'), true), submit(l10n.t('Submit without -O2'), false)];
  const items: ValueItem<SubmitAction>[] = offer.hasOptimisation
    ? before.kind === 'submit' && !before.optimise
      ? both.reverse()
      : both
    : [submit(l10n.t('Submit'), false)];
  if (offer.hasSelfTest) {
    items.push({
      label: `$(beaker) ${l10n.t('Run with Custom Input…')}`,
      value: { kind: 'selfTest' },
    });
  }
  return choose<SubmitAction>(step, summary, () => items, {
    whileOpen: (pick) => {
      pick.activeItems = items.filter(({ value }) => value?.kind === before.kind).slice(0, 1);
      return adding(pick, summary, price);
    },
  });
}

/** Adds to the words in the box what a submission costs, once that is known. */
function adding(
  pick: Pick<QuickPick<QuickPickItem>, 'placeholder'>,
  words: string,
  price: Promise<string>,
): Disposable {
  let isOpen = true;
  void price.then((text) => {
    if (isOpen) pick.placeholder = joined(' · ', words, text);
  });
  return { dispose: () => (isOpen = false) };
}

function languageItem({ id, name }: SubmissionLanguage): ValueItem<string> {
  return {
    label: sanitizeForUi(name, 100),
    description: name === id ? '' : sanitizeForUi(id, 64),
    value: id,
  };
}

interface Choosing<Value> {
  readonly whileOpen: ((pick: QuickPick<ValueItem<Value>>) => Disposable) | null;
  /** the place of the choice that is typed */
  readonly typedAt?: number;
}

/** A pick whose lines follow what is typed. */
function choose<Value>(
  { title, step, steps, canGoBack }: QuestionStep,
  placeholder: string,
  itemsFor: (typed: string) => ValueItem<Value>[],
  { whileOpen, typedAt = 0 }: Choosing<Value>,
): Answer<Value> {
  const pick = window.createQuickPick<ValueItem<Value>>();
  Object.assign(pick, { title, step, totalSteps: steps, placeholder });
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.items = itemsFor('');
  const ask = canGoBack ? chosenOrBack : chosenIn;
  return ask(pick, () => accepted(pick, typedAt)?.value, [
    pick.onDidChangeValue((typed) => (pick.items = itemsFor(typed.trim()))),
    ...(whileOpen ? [whileOpen(pick)] : []),
  ]);
}
