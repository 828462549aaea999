import { Disposable, l10n, type QuickPick } from 'vscode';
import type { SubmissionSupport } from '../../judges';
import { later } from '../../base/ports';
import { contestWords } from '../labels/accountWords';
import { problemWithTitle } from '../labels/problemLabel';
import { joined } from '../labels/recordLabels';
import { endWords, submissionsLeftWords } from '../labels/remaining';
import { sanitizeForUi } from '../labels/text';
import type { Core } from '../shared/core';
import type { Choices } from '../shared/recentSubmissions';
import type { ChosenSubmission, Prepared } from './submission';
import { choose, type Answer, type QuestionStep, type ValueItem } from '../shared/quickPick';

/** The user's choice for the program. */
export type SubmitAction =
  | { readonly kind: 'submit'; readonly optimise: boolean }
  /** submits the program with other files, which the user chooses next */
  | { readonly kind: 'submitSeveral' }
  | { readonly kind: 'selfTest' }
  | { readonly kind: 'runSamplesOn' };

/** A row of the box: an action, or the wish to change what is submitted. */
type SubmitOption = SubmitAction | { readonly kind: 'otherLanguage' } | { readonly kind: 'otherProblem' };

interface OptionsQuestion {
  /** problem, judge, and language */
  readonly program: string;
  /** returns what the box shows before the price, with the time that is left now */
  readonly summary: () => string;
  readonly price: Promise<string>;
  /** shown on the rows that submit; empty: none */
  readonly warning: string;
  /** when the judge accepts a submission, ms since 1970 by this computer's clock; the row that submits counts down */
  readonly acceptsAt: number;
  readonly offersSamples: boolean;
}

/** Asks in one box what to do with the program. `before`: last choice */
export function askOptions(
  step: QuestionStep,
  offer: Pick<SubmissionSupport, 'hasOptimisation' | 'selfTest' | 'acceptsSeveralFiles'>,
  before: SubmitAction,
  { program, summary, price, warning, acceptsAt, offersSamples }: OptionsQuestion,
): Answer<SubmitOption> {
  let priceText = '';
  const placeholder = (): string => joined(' · ', summary(), priceText);
  const waitLeft = (): number => Math.max(acceptsAt - Date.now(), 0);
  const submit = (label: string, optimise: boolean): ValueItem<SubmitOption> => ({
    label: `${warning === '' ? '$(cloud-upload)' : '$(warning)'} ${label}`,
    description: joined(' · ', waitLeft() > 0 ? submitWords(waitLeft()) : '', warning),
    value: { kind: 'submit', optimise },
  });
  const itemsNow = (): ValueItem<SubmitOption>[] => {
    const both = [submit(`${program} · -O2`, true), submit(program, false)];
    const items: ValueItem<SubmitOption>[] = offer.hasOptimisation
      ? before.kind === 'submit' && !before.optimise
        ? both.reverse()
        : both
      : [submit(program, false)];
    items.push(
      { label: `$(code) ${l10n.t('Other Language…')}`, value: { kind: 'otherLanguage' } },
      { label: `$(list-selection) ${l10n.t('Other Problem…')}`, value: { kind: 'otherProblem' } },
    );
    if (offer.selfTest)
      items.push({ label: `$(beaker) ${l10n.t('Run with Custom Input…')}`, value: { kind: 'selfTest' } });
    if (offer.acceptsSeveralFiles)
      items.push({ label: `$(files) ${l10n.t('Several Files…')}`, value: { kind: 'submitSeveral' } });
    if (offer.selfTest && offersSamples)
      items.push({ label: `$(beaker) ${l10n.t('Run Samples On…')}`, value: { kind: 'runSamplesOn' } });
    return items;
  };
  return choose<SubmitOption>(step, summary(), itemsNow, {
    whileOpen: (pick) => {
      pick.activeItems = pick.items.filter(({ value }) => value?.kind === before.kind).slice(0, 1);
      let isOpen = true;
      void price.then((text) => {
        priceText = text;
        if (isOpen) pick.placeholder = placeholder();
      });
      const counting = countDown(pick, itemsNow, waitLeft, placeholder);
      return new Disposable(() => {
        isOpen = false;
        counting.dispose();
      });
    },
  });
}

/**
 * Summarizes the choices, for example `Weekly contest · ends in 12 min · A – Two Sum · 3 submissions left · C++17 ·
 * 1.2 kB`.
 */
export function describeChoices(
  { remaining, judges }: Pick<Core, 'remaining' | 'judges'>,
  { judge, source: { size, others = [] } }: Pick<Prepared, 'judge' | 'source'>,
  choices: Pick<Choices, 'problemId' | 'place' | 'language'> &
    Partial<Pick<ChosenSubmission, 'optimise' | 'title' | 'letter' | 'contest' | 'languageName'>>,
): string {
  const { contest, language, languageName, optimise } = choices;
  const left = remaining.of(judge.id, choices);
  const sizeWords = size < 1000 ? l10n.t('{0} bytes', size) : l10n.t('{0} kB', (size / 1000).toFixed(1));
  const now = judges.timeAt(judge.id);
  return joined(
    ' · ',
    sanitizeForUi(contest?.title ?? '', 60),
    endWords(left, now),
    contest ? contestWords(contest, now) : '',
    problemWithTitle(choices),
    submissionsLeftWords(left),
    sanitizeForUi(languageName ?? language, 60),
    optimise ? '-O2' : '',
    others.length === 0 ? '' : l10n.t('{0} files', others.length + 1),
    sizeWords,
  );
}

/** Returns “Submit in 34 s”, or “Submit” if the judge accepts a submission now. `wait`: ms */
export function submitWords(wait: number): string {
  return wait > 0 ? l10n.t('Submit in {0} s', Math.ceil(wait / 1000)) : l10n.t('Submit');
}

/**
 * Updates the placeholder each second, and the rows until the judge accepts a submission. Keeps the active row. Must be
 * disposed with the pick.
 */
function countDown(
  pick: QuickPick<ValueItem<SubmitOption>>,
  itemsNow: () => ValueItem<SubmitOption>[],
  waitLeft: () => number,
  placeholder: () => string,
): Disposable {
  let isWaiting = waitLeft() > 0;
  const tick = (): void => {
    pick.placeholder = placeholder();
    if (isWaiting) {
      isWaiting = waitLeft() > 0;
      const active = pick.items.findIndex((item) => pick.activeItems.includes(item));
      pick.items = itemsNow();
      pick.activeItems = pick.items.slice(Math.max(active, 0), Math.max(active, 0) + 1);
    }
    timer = later(1000, tick);
  };
  let timer = later(1000, tick);
  return new Disposable(() => timer.dispose());
}
