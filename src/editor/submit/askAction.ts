import { Disposable, l10n, type QuickPick } from 'vscode';
import type { SubmissionSupport } from '../../judges';
import { later } from '../../base/ports';
import { joined } from '../labels/recordLabels';
import { choose, type Answer, type QuestionStep, type ValueItem } from '../shared/quickPick';

/** The user's choice for the program. */
export type SubmitAction =
  | { readonly kind: 'submit'; readonly optimise: boolean }
  /** submits the program with other files, which the user chooses next */
  | { readonly kind: 'submitSeveral' }
  | { readonly kind: 'selfTest' };

/**
 * Asks what to do with the program. `before`: last choice. `summary`: shown in the box, with the time that is left now,
 * followed by the price when it is known. `warning`: shown on the rows that submit; empty: none. `acceptsAt`: when the judge accepts a
 * submission, ms since 1970 by this computer's clock; the row that submits counts down
 */
export function askAction(
  step: QuestionStep,
  offer: Pick<SubmissionSupport, 'hasOptimisation' | 'selfTest' | 'acceptsSeveralFiles'>,
  before: SubmitAction,
  summary: () => string,
  { price, warning, acceptsAt }: ActionQuestion,
): Answer<SubmitAction> {
  let priceText = '';
  const placeholder = (): string => joined(' · ', summary(), priceText);
  const waitLeft = (): number => Math.max(acceptsAt - Date.now(), 0);
  const icon = warning === '' ? '$(cloud-upload)' : '$(warning)';
  const submit = (label: string, optimise: boolean): ValueItem<SubmitAction> => ({
    label: `${icon} ${label}`,
    description: warning,
    value: { kind: 'submit', optimise },
  });
  const itemsNow = (): ValueItem<SubmitAction>[] => {
    const both = [submit(l10n.t('Submit with -O2'), true), submit(l10n.t('Submit without -O2'), false)];
    const items: ValueItem<SubmitAction>[] = offer.hasOptimisation
      ? before.kind === 'submit' && !before.optimise
        ? both.reverse()
        : both
      : [submit(submitWords(waitLeft()), false)];
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
    return items;
  };
  return choose<SubmitAction>(step, summary(), itemsNow, {
    whileOpen: (pick) => {
      pick.activeItems = pick.items.filter(({ value }) => value?.kind === before.kind).slice(0, 1);
      void price.then((text) => {
        priceText = text;
        pick.placeholder = placeholder();
      });
      return countDown(pick, itemsNow, waitLeft, placeholder);
    },
  });
}

interface ActionQuestion {
  readonly price: Promise<string>;
  readonly warning: string;
  readonly acceptsAt: number;
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
  pick: QuickPick<ValueItem<SubmitAction>>,
  itemsNow: () => ValueItem<SubmitAction>[],
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
