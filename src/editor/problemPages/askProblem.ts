import type { Disposable, QuickPick } from 'vscode';
import { later } from '../../base/ports';
import { RequestFailed } from '../../judges';
import { answerIn, questionPick, type Answer, type QuestionStep } from '../shared/dialogs/quickPick';
import { isSameProblem, type KnownProblem } from '../shared/storage/recentSubmissions';
import { ContestListing } from './contestListing';
import type { JudgeProblems } from './judgeProblems';
import { confirmedGuess, nameOfGuess, problemOfFileIn, type ProblemGuess } from './knownProblems';
import { SEARCH_PAUSE_MS } from './limits';
import { contestProblemsOf, meaningOf, type ProblemChoices, type TypedText } from './problemChoices';
import type { UsableElsewhere } from './problemElsewhere';
import { problemRows, requestedNames, type ProblemItem } from './problemRows';
import { ProblemSearch, type FoundForText } from './problemSearch';
import { listedProblem, type ChosenProblem } from './typedProblem';

/**
 * The answer to the question for a problem, which may be a pasted URL of another judge. `startOver`: a pasted contest
 * couldn't be listed, and the user wants to try again
 */
export type ProblemAnswer = ChosenProblem | UsableElsewhere | 'startOver';

/**
 * Prompts for the problem. Offers all problems of the judge's contest, or else recent ones. Only a problem that matches
 * the file name, or that was submitted from the file, is preselected. The user can also type an ID, paste the URL of a
 * problem or contest, also of another judge, or search. A typed text always takes precedence over the rows: these may
 * still be those of an earlier text.
 */
export async function askProblem(
  step: QuestionStep,
  guess: ProblemGuess | null,
  recent: readonly KnownProblem[],
  problems: JudgeProblems,
): Answer<ProblemAnswer> {
  const pick = questionPick<ChosenProblem>(step, requestedNames(problems), []);
  const box = new ProblemBox(pick, guess, recent, problems);
  const answer = await answerIn<ChosenProblem, UsableElsewhere>(pick, step, [box], () => box.chosen());
  return answer === undefined && (await box.startsOver()) ? 'startOver' : answer;
}

/** The box that asks for a problem: what is being fetched for it, its active row, and the choice. */
class ProblemBox implements Disposable {
  /** the preselected problem; null: none, still being looked up, or not found */
  private guessed: KnownProblem | null = null;
  /** lookup of the guess; null: finished, or not needed. Never rejects. */
  private lookup: Promise<void> | null = null;
  /** recent problems without the guess */
  private readonly recent: readonly KnownProblem[];
  /** null: the judge has no contest, or one without a finite list */
  private readonly contest: ContestListing | null;
  /** request for the contest's problems; null: finished, or not needed. Never rejects. */
  private listing: Promise<void> | null = null;
  /** starts the next request for the contest's problems */
  private nextListing: Disposable | null = null;
  private readonly search: ProblemSearch;
  /** starts the search for the typed text; null: nothing was typed */
  private nextSearch: Disposable | null = null;
  /** null: nothing was searched */
  private found: FoundForText | null = null;
  /** text for which Enter has activated a row, so that the next Enter accepts it */
  private activatedFor: string | null = null;
  /** whether the active row is the one that VS Code activated for the typed text, so that another one is the user's */
  private isSettled = false;
  /** the text became empty, and VS Code may still report the row that it activated then */
  private awaitsNoRow = false;
  private isOpen = true;
  /** why a pasted contest couldn't be listed, as last shown; null: that didn't happen */
  private shownFailure: RequestFailed | null = null;
  /** whether the user wants to try again after that failure */
  private triesAgain: Promise<boolean> | null = null;
  private readonly listeners: readonly Disposable[];

  constructor(
    private readonly pick: QuickPick<ProblemItem>,
    private readonly guess: ProblemGuess | null,
    recent: readonly KnownProblem[],
    private readonly problems: JudgeProblems,
  ) {
    const known = guess && recent.find((problem) => isSameProblem(problem, nameOfGuess(guess)));
    this.recent = recent.filter((problem) => problem !== known);
    this.contest = problems.contest ? new ContestListing(problems.contest) : null;
    this.search = new ProblemSearch(problems);
    if (guess && !known && guess.from === 'fileName' && problems.canSearch) this.lookup = this.lookUp(guess);
    else if (guess) this.guessed = known ?? { ...nameOfGuess(guess), title: null, contest: null };
    pick.items = problemRows(this.choices, '');
    // without this, VS Code would activate a row whose label begins with the typed text, as if the user had moved to it
    Object.assign(pick, { sortByLabel: false });
    if (this.lookup) {
      pick.busy = true;
      void this.lookup.then(() => this.showRows());
    }
    if (this.contest) this.listContest(this.contest);
    this.activateGuess();
    this.listeners = [
      pick.onDidChangeValue((value) => this.onTyped(value.trim())),
      pick.onDidChangeActive(([active]) => {
        if (active === undefined) this.awaitsNoRow = false;
        else if (active === pick.items[0]) this.isSettled = true;
      }),
      pick.onDidTriggerItemButton(({ item: { value }, button }) => {
        const action = problems.actions.find((other) => other.button === button);
        if (!value || !action) return;
        if (action.closesBox) pick.hide();
        action.run(value);
      }),
    ];
  }

  dispose(): void {
    this.isOpen = false;
    this.nextSearch?.dispose();
    this.nextListing?.dispose();
    this.listeners.forEach((listener) => void listener.dispose());
  }

  /** Returns whether the user wants to try again after a contest couldn't be listed. Waits for the answer to that. */
  async startsOver(): Promise<boolean> {
    return (await this.triesAgain) ?? false;
  }

  /** Returns the choice when the user presses Enter; undefined: none yet. */
  async chosen(): Promise<ChosenProblem | UsableElsewhere | undefined> {
    this.nextSearch?.dispose();
    const text = this.pick.value.trim();
    const moved = this.movedTo(text);
    if (moved) {
      if (text !== '' && isAmbiguous(meaningOf(this.choices, text), moved))
        this.problems.rememberMeant(text, moved);
      return moved;
    }
    if (text === '') return this.guessedLater();
    const elsewhere = this.problems.elsewhere(text);
    if (elsewhere) return elsewhere.kind === 'unsupported' ? undefined : elsewhere;
    // the user saw the row “Press Enter to start the contest.”, so this Enter confirms it
    this.search.startContest(text);
    const meant = await this.meaningLater(text);
    if (!this.isOpen || this.pick.value.trim() !== text) return undefined;
    switch (meant?.kind) {
      case 'problem':
        return meant.problem;
      case 'several':
      case 'parts':
        this.activate(text, meant.problems);
        return undefined;
      case 'elsewhere':
      case 'unknown':
      case 'invalid':
      case undefined:
        return undefined;
    }
  }

  /** The data that the rows show. */
  private get choices(): ProblemChoices {
    return {
      problems: this.problems,
      guess: this.guess,
      guessed: this.guessed,
      isLookingUpGuess: this.lookup !== null,
      recent: this.recent,
      contest: this.contest,
      isListingContest: this.listing !== null,
      found: this.found,
      unstarted: this.search.unstarted,
    };
  }

  /** Returns the row that the user moved to; undefined: none, or a row of an earlier text. */
  private movedTo(text: string): ChosenProblem | undefined {
    const [active] = this.pick.activeItems;
    if (!active?.value || !this.pick.items.includes(active)) return undefined;
    if (text === '') return this.awaitsNoRow ? undefined : active.value;
    const isMeant = this.isSettled || this.activatedFor === text;
    return active !== this.pick.items[0] && isMeant ? active.value : undefined;
  }

  /** Returns the preselected problem, after its lookup; undefined: there is none, or the user typed meanwhile. */
  private async guessedLater(): Promise<ChosenProblem | undefined> {
    if (this.lookup === null && this.listing === null) return undefined;
    await this.lookup;
    await this.listing;
    return this.isOpen && this.pick.value.trim() === '' ? (this.guessed ?? undefined) : undefined;
  }

  /** Waits until everything about the typed text is known. Null: the user typed meanwhile, or listed a contest. */
  private async meaningLater(text: string): Promise<TypedText | null> {
    await this.listing;
    if (this.search.accepts(text) && !(await this.find(text))) return null;
    return meaningOf(this.choices, text, true);
  }

  private onTyped(text: string): void {
    this.pick.items = problemRows(this.choices, text);
    this.nextSearch?.dispose();
    this.activatedFor = null;
    this.isSettled = false;
    this.pick.busy = this.listing !== null;
    if (text === '') {
      this.awaitsNoRow = true;
      this.activateGuess();
    } else {
      this.awaitsNoRow = false;
    }
    if (this.search.accepts(text)) this.nextSearch = later(SEARCH_PAUSE_MS, () => void this.find(text));
  }

  /** Preselects the guess, or nothing. */
  private activateGuess(): void {
    const { guessed } = this;
    const isGuess = ({ value }: ProblemItem): boolean =>
      guessed !== null && value !== undefined && isSameProblem(value, guessed);
    this.pick.activeItems = this.pick.items.filter(isGuess).slice(0, 1);
    if (this.pick.activeItems.length > 0) this.awaitsNoRow = false;
  }

  /** Activates the first of these problems, so that the next Enter accepts the active row. */
  private activate(text: string, [first]: readonly ChosenProblem[]): void {
    const rows = this.pick.items
      .slice(1)
      .filter(({ value }) => value && first && isSameProblem(value, first));
    this.pick.activeItems = rows.slice(0, 1);
    this.activatedFor = text;
  }

  private async lookUp(guess: ProblemGuess): Promise<void> {
    const problem = confirmedGuess(guess, await this.problems.search(guess.id));
    this.guessed = problem && knownProblem(problem);
    this.lookup = null;
  }

  /** Fetches the contest's problems. Before the start, fetches them again at the start. */
  private listContest(contest: ContestListing): void {
    this.pick.busy = true;
    this.listing = contest.fetch().then(() => {
      this.listing = null;
      if (!this.isOpen) return;
      this.guessFromContest();
      this.showRows();
      const delay = contest.nextFetchDelay();
      if (delay !== null) this.nextListing = later(delay, () => this.listContest(contest));
    });
  }

  /** If there is no guess, takes the contest's problem that the file belongs to. Adds letter and title to the guess. */
  private guessFromContest(): void {
    const listed = this.contest?.listed;
    if (!this.guess && !this.guessed && listed && this.problems.contest) {
      const meant = problemOfFileIn(listed.problems, this.problems.contest);
      this.guessed = meant ? knownProblem(listedProblem(meant)) : null;
    }
    const { guessed } = this;
    const same = contestProblemsOf(this.choices).find(
      ({ problemId, place }) =>
        problemId === guessed?.problemId && (guessed.place === null || guessed.place === place),
    );
    if (guessed && same) this.guessed = knownProblem(same);
  }

  private showRows(): void {
    if (!this.isOpen) return;
    const text = this.pick.value.trim();
    this.pick.busy = this.listing !== null || this.lookup !== null;
    const isKept = replaceItems(this.pick, problemRows(this.choices, text));
    if (text === '' && !isKept) this.activateGuess();
  }

  /** Searches for the text, and shows the matches. Returns false if the typed text has changed meanwhile. */
  private async find(text: string): Promise<boolean> {
    this.pick.busy = true;
    const found = await this.search.find(text);
    if (found instanceof RequestFailed) this.showFailure(found);
    if (!this.isOpen || this.pick.value.trim() !== text) return false;
    this.pick.busy = false;
    this.found = { text, problems: found instanceof RequestFailed ? [] : found };
    replaceItems(this.pick, problemRows(this.choices, text));
    return true;
  }

  /**
   * Shows why a contest couldn't be listed, unless that is shown already. If the user wants to try again, closes the box.
   */
  private showFailure(failed: RequestFailed): void {
    if (failed === this.shownFailure) return;
    this.shownFailure = failed;
    this.triesAgain = this.problems.showFailure(failed).then((triesAgain) => {
      if (triesAgain && this.isOpen) this.pick.hide();
      return triesAgain;
    });
  }
}

/** Returns whether the typed text named several problems, of which this is one. */
function isAmbiguous(meant: TypedText | null, chosen: ChosenProblem): boolean {
  return meant?.kind === 'several' && meant.problems.some((problem) => isSameProblem(problem, chosen));
}

function knownProblem({ problemId, place, title, contest, letter }: ChosenProblem): KnownProblem {
  return {
    problemId,
    place,
    title: title ?? null,
    contest: contest ?? null,
    ...(letter === undefined ? {} : { letter }),
  };
}

/** Replaces the items, and keeps the active one if it still exists. Returns whether it does. */
function replaceItems(pick: QuickPick<ProblemItem>, items: readonly ProblemItem[]): boolean {
  const [active] = pick.activeItems;
  pick.items = items;
  const same = items.find(({ label, value }) => value !== undefined && label === active?.label);
  if (same) pick.activeItems = [same];
  return same !== undefined;
}
