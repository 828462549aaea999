import { l10n, type Disposable, type QuickPick } from 'vscode';
import { later } from '../../base/ports';
import { contestWords } from '../labels/accountWords';
import { problemWithTitle } from '../labels/problemLabel';
import { joined } from '../labels/recordLabels';
import { endWords, submissionsLeftWords } from '../labels/remainingTime';
import { sanitizeForUi } from '../labels/sanitizeText';
import type { Core } from '../shared/core';
import type { Choices } from '../shared/storage/recentSubmissions';
import type { ChosenSubmission, Prepared } from './submitSteps';
import {
  answerIn,
  questionPick,
  type Answer,
  type QuestionStep,
  type ValueItem,
} from '../shared/dialogs/quickPick';

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
  /** the choices so far, which the box summarizes with the time that is left now */
  readonly chosen: SummarizedChoices;
  readonly price: Promise<string>;
  /** shown on the rows that submit; empty: none */
  readonly warning: string;
  readonly offersSamples: boolean;
}

/** Shows one box in which the user chooses what to do with the program. `before`: last choice */
export async function askOptions(
  extension: Pick<Core, 'remaining' | 'judges'>,
  prepared: Prepared,
  step: QuestionStep,
  before: SubmitAction,
  question: OptionsQuestion,
): Answer<SubmitOption> {
  const pick = questionPick<SubmitOption>(step, '', []);
  return answerIn(pick, step, [new OptionsBox(pick, extension, prepared, before, question)]);
}

/** Shows the rows and the summary, which change while the box is open. */
class OptionsBox implements Disposable {
  /** remaining points and price; empty: not known yet */
  private price = '';
  /** when the judge accepts a submission, ms since 1970 by this computer's clock; the row that submits counts down */
  private readonly acceptsAt: number;
  private isWaiting: boolean;
  private isOpen = true;
  private timer: Disposable;

  constructor(
    private readonly pick: QuickPick<ValueItem<SubmitOption>>,
    private readonly extension: Pick<Core, 'remaining' | 'judges'>,
    private readonly prepared: Prepared,
    private readonly before: SubmitAction,
    private readonly question: OptionsQuestion,
  ) {
    const { judge } = prepared;
    const { remaining, judges } = extension;
    this.acceptsAt = Date.now() + remaining.waitFor(judge.id, question.chosen, judges.timeAt(judge.id));
    this.isWaiting = this.waitLeft() > 0;
    pick.items = this.rows();
    pick.activeItems = pick.items.filter(({ value }) => value?.kind === before.kind).slice(0, 1);
    this.showSummary();
    void question.price.then((price) => {
      this.price = price;
      if (this.isOpen) this.showSummary();
    });
    this.timer = later(1000, () => this.tick());
  }

  dispose(): void {
    this.isOpen = false;
    this.timer.dispose();
  }

  private rows(): ValueItem<SubmitOption>[] {
    const { question, before } = this;
    const { offer } = this.prepared;
    const both = [this.submitRow(`${question.program} · -O2`, true), this.submitRow(question.program, false)];
    const items: ValueItem<SubmitOption>[] = offer.hasOptimisation
      ? before.kind === 'submit' && !before.optimise
        ? both.reverse()
        : both
      : [this.submitRow(question.program, false)];
    items.push(
      { label: `$(code) ${l10n.t('Other Language…')}`, value: { kind: 'otherLanguage' } },
      { label: `$(list-selection) ${l10n.t('Other Problem…')}`, value: { kind: 'otherProblem' } },
    );
    if (offer.selfTest)
      items.push({ label: `$(beaker) ${l10n.t('Run with Custom Input…')}`, value: { kind: 'selfTest' } });
    if (offer.acceptsSeveralFiles)
      items.push({ label: `$(files) ${l10n.t('Several Files…')}`, value: { kind: 'submitSeveral' } });
    if (offer.selfTest && question.offersSamples)
      items.push({ label: `$(beaker) ${l10n.t('Run Samples On…')}`, value: { kind: 'runSamplesOn' } });
    return items;
  }

  private submitRow(label: string, optimise: boolean): ValueItem<SubmitOption> {
    const { warning } = this.question;
    const wait = this.waitLeft();
    return {
      label: `${warning === '' ? '$(cloud-upload)' : '$(warning)'} ${label}`,
      description: joined(' · ', wait > 0 ? submitWords(wait) : '', warning),
      value: { kind: 'submit', optimise },
    };
  }

  private showSummary(): void {
    const summary = describeChoices(this.extension, this.prepared, this.question.chosen);
    this.pick.placeholder = joined(' · ', summary, this.price);
  }

  /** Returns the time until the judge accepts a submission, ms. */
  private waitLeft(): number {
    return Math.max(this.acceptsAt - Date.now(), 0);
  }

  /** Updates the summary each second, and the rows until the judge accepts a submission. Keeps the active row. */
  private tick(): void {
    const { pick } = this;
    this.showSummary();
    if (this.isWaiting) {
      this.isWaiting = this.waitLeft() > 0;
      const active = Math.max(
        pick.items.findIndex((item) => pick.activeItems.includes(item)),
        0,
      );
      pick.items = this.rows();
      pick.activeItems = pick.items.slice(active, active + 1);
    }
    this.timer = later(1000, () => this.tick());
  }
}

type SummarizedChoices = Pick<Choices, 'problemId' | 'place' | 'language'> &
  Partial<Pick<ChosenSubmission, 'optimise' | 'title' | 'letter' | 'contest' | 'languageName'>>;

/**
 * Summarizes the choices, for example `Weekly contest · ends in 12 min · A – Two Sum · 3 submissions left · C++17 ·
 * 1.2 kB`.
 */
export function describeChoices(
  { remaining, judges }: Pick<Core, 'remaining' | 'judges'>,
  { judge, source: { size, others = [] } }: Pick<Prepared, 'judge' | 'source'>,
  choices: SummarizedChoices,
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
