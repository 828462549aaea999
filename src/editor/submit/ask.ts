import { l10n, QuickPickItemKind, window, type Disposable, type QuickPick, type QuickPickItem } from 'vscode';
import type { SubmissionLanguage, SubmissionSupport } from '../../service';
import { sanitizeForUi } from '../labels/text';
import { joined } from '../labels/recordLabels';
import { accepted, chosenIn, chosenOrBack, keptPlace, type Answer } from '../shared/quickPick';
import { isSubmissionLanguage } from '../shared/problemIds';
import type { LanguageProposals } from './proposeLanguages';

export interface ValueItem<Value> extends QuickPickItem {
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
  offer: Pick<SubmissionSupport, 'hasOptimisation' | 'selfTest'>,
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
  if (offer.selfTest) {
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
  /** what Enter means; absent: what is selected or typed */
  readonly read?: (pick: QuickPick<ValueItem<Value>>) => Promise<Value | undefined>;
  readonly whileOpen: ((pick: QuickPick<ValueItem<Value>>) => Disposable) | null;
  /** the place of the choice that is typed */
  readonly typedAt?: number;
}

/** A pick whose lines follow what is typed. */
export function choose<Value>(
  { title, step, steps, canGoBack }: QuestionStep,
  placeholder: string,
  itemsFor: (typed: string) => ValueItem<Value>[],
  { read, whileOpen, typedAt = 0 }: Choosing<Value>,
): Answer<Value> {
  const pick = window.createQuickPick<ValueItem<Value>>();
  Object.assign(pick, { title, step, totalSteps: steps, placeholder });
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.items = itemsFor('');
  const ask = canGoBack ? chosenOrBack : chosenIn;
  return ask(pick, () => (read ? read(pick) : accepted(pick, typedAt)?.value), [
    pick.onDidChangeValue((typed) => (pick.items = itemsFor(typed.trim()))),
    ...(whileOpen ? [whileOpen(pick)] : []),
  ]);
}
