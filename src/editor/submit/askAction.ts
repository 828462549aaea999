import { l10n } from 'vscode';
import type { SubmissionSupport } from '../../service';
import type { Answer } from '../shared/quickPick';
import { addPrice, choose, type QuestionStep, type ValueItem } from './questionPick';

/** What to do with the program. */
export type SubmitAction =
  | { readonly kind: 'submit'; readonly optimise: boolean }
  /** submits the program with other files, which the user chooses next */
  | { readonly kind: 'submitSeveral' }
  | { readonly kind: 'selfTest' };

/**
 * Asks what to do with the program. `before`: last choice. `summary`: shown in the box, followed by the price when it
 * is known. `warning`: shown on the rows that submit; empty: none.
 */
export function askAction(
  step: QuestionStep,
  offer: Pick<SubmissionSupport, 'hasOptimisation' | 'selfTest' | 'acceptsSeveralFiles'>,
  before: SubmitAction,
  summary: string,
  { price, warning }: { readonly price: Promise<string>; readonly warning: string },
): Answer<SubmitAction> {
  const icon = warning === '' ? '$(cloud-upload)' : '$(warning)';
  const submit = (label: string, optimise: boolean): ValueItem<SubmitAction> => ({
    label: `${icon} ${label}`,
    description: warning,
    value: { kind: 'submit', optimise },
  });
  const both = [submit(l10n.t('Submit with -O2'), true), submit(l10n.t('Submit without -O2'), false)];
  const items: ValueItem<SubmitAction>[] = offer.hasOptimisation
    ? before.kind === 'submit' && !before.optimise
      ? both.reverse()
      : both
    : [submit(l10n.t('Submit'), false)];
  if (offer.acceptsSeveralFiles) {
    items.push({
      label: `$(files) ${l10n.t('Submit with Other Files…')}`,
      value: { kind: 'submitSeveral' },
    });
  }
  if (offer.selfTest) {
    items.push({
      label: `$(beaker) ${l10n.t('Run with Custom Input…')}`,
      value: { kind: 'selfTest' },
    });
  }
  return choose<SubmitAction>(step, summary, () => items, {
    whileOpen: (pick) => {
      pick.activeItems = items.filter(({ value }) => value?.kind === before.kind).slice(0, 1);
      return addPrice(pick, summary, price);
    },
  });
}
