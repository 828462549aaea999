import { l10n, QuickPickItemKind, type Disposable, type QuickPick } from 'vscode';
import { contestState } from '../../results';
import {
  looksLikeUrl,
  RequestFailed,
  type FoundProblem,
  type ListedProblems,
  type ProblemName,
} from '../../judges';
import { later } from '../../base/ports';
import { contestNotices } from '../labels/accountWords';
import { ageWords, shortMoment } from '../labels/dateFormats';
import { nameOfJudge, unsupportedWords } from '../labels/judgeLabels';
import { problemLabel, timeLimitWords } from '../labels/problemLabel';
import { joined } from '../labels/recordLabels';
import { problemStateWords } from '../labels/problemState';
import { siteNameAt } from '../labels/siteName';
import { sanitizeForUi } from '../labels/sanitizeText';
import {
  answerIn,
  emptySlot,
  questionPick,
  type Answer,
  type QuestionStep,
  type ValueItem,
} from '../shared/dialogs/quickPick';
import { isProblemId } from '../shared/problemIds';
import { isSameProblem, type KnownProblem } from '../shared/storage/recentSubmissions';
import type { ContestProblems, JudgeProblems } from './judgeProblems';
import { confirmedGuess, nameOfGuess, problemOfFileIn, type ProblemGuess } from './knownProblems';
import type { ProblemElsewhere, UsableElsewhere } from './problemElsewhere';
import { LIST_RETRY_MS, MAX_START_WAIT_MS, SEARCH_PAUSE_MS, UNPLANNED_START_RETRY_MS } from './limits';
import {
  chosenProblem,
  fitsTypedText,
  listedProblem,
  typedAnywhere,
  typedInContest,
  type ChosenProblem,
  type TypedProblem,
} from './typedProblem';

type ProblemItem = ValueItem<ChosenProblem>;

/** Meaning of a typed text, which may be the URL of a page of another judge. */
type TypedText = TypedProblem | { readonly kind: 'elsewhere'; readonly elsewhere: ProblemElsewhere };

/**
 * The answer to the question for a problem, which may be a pasted URL of another judge. `startOver`: a pasted contest
 * couldn't be listed, and the user wants to try again
 */
export type ProblemAnswer = ChosenProblem | UsableElsewhere | 'startOver';

/**
 * Asks for the problem. Offers all problems of the judge's contest, or else recent ones. Only a problem that the file
 * names, or that was submitted from it, is preselected. The user can also type an ID, paste the URL of a problem or
 * contest, also of another judge, or search. A typed text always wins over the rows: these may still be those of an earlier
 * text.
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

/** Returns the hint for the input box. Titles can be typed only if the judge has a list or a search. */
function requestedNames({ contest, canSearch, idForm }: JudgeProblems): string {
  if (contest) return l10n.t('Label, ID, or title of the problem');
  if (idForm) {
    const { example } = idForm;
    return canSearch
      ? l10n.t('{0}, or the title or URL of the problem', example)
      : l10n.t('{0}, or the URL of the problem', example);
  }
  return canSearch ? l10n.t('ID or title of the problem') : l10n.t('ID of the problem');
}

/**
 * The rows of the problem prompt. VS Code identifies a row by its index, and can report one that was active before the
 * last key. So each problem keeps its index as long as it is offered, and the first index is reserved for the typed
 * text.
 */
class ProblemBox implements Disposable {
  /** The preselected problem; null: none, still being looked up, or not found. */
  private guessed: KnownProblem | null = null;
  /** Lookup of the guess; null: finished, or not needed. Never rejects. */
  private lookup: Promise<void> | null = null;
  /** Recent problems without the guess. */
  private readonly recent: readonly KnownProblem[];
  /** The contest's problems; null: not fetched yet, or failed. */
  private listed: ListedProblems | null = null;
  /** Request for the contest's problems; null: finished, or not needed. Never rejects. */
  private listing: Promise<void> | null = null;
  private found: readonly FoundProblem[] = [];
  /** text that `found` belongs to; null: nothing was searched */
  private foundFor: string | null = null;
  /** whether the search for `foundFor` succeeded */
  private isFound = false;
  /** when the contest begins, as the judge last reported it, ms since 1970; null: no start was reported before it */
  private startsAt: number | null = null;
  /** whether the contest hadn't begun when its problems were last fetched */
  private isBeforeStart = false;
  /** the last searched text, and its results */
  private last: { readonly text: string; readonly answer: Promise<readonly FoundProblem[] | null> } | null =
    null;
  /** a pasted contest whose problems can't be listed without a question; null: none */
  private unstarted: { readonly text: string; readonly listed: ListedProblems } | null = null;
  /** URL of the contest that the user wants to start; null: none */
  private started: string | null = null;
  /** text for which Enter has activated a row, so that the next Enter accepts it */
  private activatedFor: string | null = null;
  /** whether the active row is the one that VS Code activated for the typed text, so that another one is the user's */
  private isSettled = false;
  /** the text became empty, and VS Code may still report the row that it activated then */
  private awaitsNoRow = false;
  private typing: Disposable | null = null;
  private retry: Disposable | null = null;
  private isOpen = true;
  /** whether the user wants to try again after a contest couldn't be listed; null: that didn't happen */
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
    if (guess && !known && guess.from === 'fileName' && problems.canSearch) this.lookup = this.lookUp(guess);
    else if (guess) this.guessed = known ?? { ...nameOfGuess(guess), title: null, contest: null };
    pick.items = this.itemsFor('');
    // VS Code would otherwise activate a row whose label begins with the typed text, as if the user had moved to it
    Object.assign(pick, { sortByLabel: false });
    if (this.lookup) {
      pick.busy = true;
      void this.lookup.then(() => this.showRows());
    }
    if (problems.contest) this.fetchContest(problems.contest);
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
    this.typing?.dispose();
    this.retry?.dispose();
    this.listeners.forEach((listener) => void listener.dispose());
  }

  /** Returns the rows for a typed text. */
  private itemsFor(typed: string): ProblemItem[] {
    const meant = typed === '' ? null : this.meaningOf(typed);
    const first = this.firstRow(typed, meant);
    const isFirst = (problem: ProblemName): boolean =>
      first.value !== undefined && isSameProblem(problem, first.value);
    const showsAll = meant?.kind === 'unknown' || this.foundFor === typed;
    const visible = (problem: ChosenProblem, row: ProblemItem): ProblemItem => {
      const place = problem.place === null ? '' : this.problems.placeName(problem.place);
      return !isFirst(problem) && (showsAll || fitsTypedText(problem, place, typed)) ? row : emptySlot;
    };
    const ofContest = this.contestProblems;
    const isListed = (problem: ProblemName): boolean =>
      ofContest.some(
        ({ problemId, place }) =>
          problemId === problem.problemId &&
          (place === problem.place || (problem.place === null && !this.problems.contest?.list.hasOthers)),
      );
    const guess = this.guessed;
    const outside = meant?.kind === 'several' ? meant.problems.find(({ isOutside }) => isOutside) : undefined;
    const others = ofContest.map((problem) =>
      guess && isSameProblem(guess, problem)
        ? emptySlot
        : visible(problem, this.row(problem, '$(list-ordered)')),
    );
    const recent = this.recent
      .filter((problem) => !isListed(problem))
      .map((problem) =>
        outside && isSameProblem(problem, outside)
          ? emptySlot
          : visible(problem, this.row(problem, '$(history)')),
      );
    const hasSeparator = others.some(isVisible) && recent.some(isVisible);
    return [
      first,
      ...(this.guess || guess ? [this.guessRow(typed, visible)] : []),
      ...others,
      hasSeparator ? { label: l10n.t('recent problems'), kind: QuickPickItemKind.Separator } : emptySlot,
      ...recent,
      ...this.foundRows(visible),
      outside ? outsideRow(outside) : emptySlot,
    ];
  }

  /** Returns whether the user wants to try again after a contest couldn't be listed. Waits for the answer to that. */
  async startsOver(): Promise<boolean> {
    return (await this.triesAgain) ?? false;
  }

  /** Returns the choice when the user presses Enter; undefined: none yet. */
  async chosen(): Promise<ChosenProblem | UsableElsewhere | undefined> {
    this.typing?.dispose();
    const text = this.pick.value.trim();
    const moved = this.movedTo(text);
    if (moved) {
      if (text !== '' && isAmbiguous(this.meaningOf(text), moved)) this.problems.rememberMeant(text, moved);
      return moved;
    }
    if (text === '') return this.guessedLater();
    const elsewhere = this.problems.elsewhere(text);
    if (elsewhere) return elsewhere.kind === 'unsupported' ? undefined : elsewhere;
    // the user saw the row “Press Enter to start the contest.”, so this Enter confirms it
    if (this.unstarted?.text === text && this.unstarted.listed.ownTime !== undefined) {
      this.started = text;
      this.last = null;
    }
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

  /** The contest's problems, those that the user hasn't solved first. */
  private get contestProblems(): readonly ChosenProblem[] {
    const isSolved = (problem: ProblemName): number => Number(this.problems.stateOf(problem).solved !== null);
    return (this.listed?.problems ?? [])
      .filter(({ problemId }) => isProblemId(problemId))
      .map(listedProblem)
      .sort((one, other) => isSolved(one) - isSolved(other));
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
    if (this.isSearchable(text) && !(await this.find(text))) return null;
    return this.meaningOf(text, true);
  }

  /**
   * Returns the meaning of the typed text, as far as it is known now. Null: unknown until the judge responds. `isFinal`: the
   * judge has responded, or can't be searched.
   */
  private meaningOf(text: string, isFinal = false): TypedText | null {
    const pasted = this.problems.problemIn(text);
    if (pasted) return { kind: 'problem', problem: pasted };
    if (this.problems.contestAt(text) !== null) return null;
    const elsewhere = this.problems.elsewhere(text);
    if (elsewhere) return { kind: 'elsewhere', elsewhere };
    const isWholeId = this.problems.isWholeId(text);
    const remembered = (problem: ChosenProblem): boolean => this.problems.wasMeant(text, problem);
    const { contest } = this.problems;
    if (contest && this.listed && (this.listed.problems.length > 0 || this.isBeforeStart)) {
      const inContest = typedInContest(text, this.listed.problems, contest.list, remembered);
      const recent = this.recent.filter(({ problemId }) => problemId === text);
      return inContest.kind === 'unknown' && (recent.length > 0 || contest.list.hasOthers)
        ? typedAnywhere(text, recent, [], remembered, isWholeId)
        : inContest;
    }
    if (contest && this.listing && !isFinal) return null;
    const found = this.foundFor === text && this.isFound ? this.found : null;
    const meant = typedAnywhere(text, this.allKnown, found, remembered, isWholeId);
    const isRefused = this.problems.idForm?.accepts?.(text) === false;
    return isRefused && meant.kind === 'problem' && meant.isAsEntered ? { kind: 'invalid' } : meant;
  }

  private get allKnown(): readonly KnownProblem[] {
    return this.guessed ? [this.guessed, ...this.recent] : this.recent;
  }

  /** Returns the row for the typed text. */
  private firstRow(typed: string, meant: TypedText | null): ProblemItem {
    const { contest, problems } = this.listed ?? {};
    const notices = contest ? contestNotices(contest) : [];
    if (meant?.kind === 'elsewhere') return elsewhereRow(meant.elsewhere);
    if (problems?.length === 0 && this.isBeforeStart && meant?.kind !== 'problem') {
      const isPlanned = typeof contest?.startsAt === 'number';
      return {
        label: `$(clock) ${this.startWords(contest)}`,
        detail: joined(' ', isPlanned ? l10n.t('Its problems appear here then.') : '', ...notices),
        alwaysShow: true,
      };
    }
    if (typed === '' && notices.length > 0) return noticeRow(notices);
    if (typed === '') return emptySlot;
    if (this.problems.problemIn(typed) && meant?.kind === 'problem')
      return { label: `$(link) ${problemLabel(meant.problem)}`, value: meant.problem, alwaysShow: true };
    if (this.unstarted?.text === typed) return this.unstartedRow(this.unstarted.listed);
    if (this.problems.contestAt(typed) !== null)
      return { label: `$(link) ${l10n.t('Problems of the contest')}`, alwaysShow: true };
    const site = looksLikeUrl(typed) ? siteNameAt(typed) : null;
    if (site !== null && (meant?.kind === 'invalid' || meant?.kind === 'unknown'))
      return {
        ...info(l10n.t('This page is on {0}.', site)),
        detail: l10n.t('Choose that judge first, with “Choose Online Judge”.'),
      };
    switch (meant?.kind) {
      case 'problem':
        return meant.isAsEntered ? asEntered(meant.problem) : this.row(meant.problem, '$(search)');
      case 'several':
        return info(l10n.t('Several problems are named “{0}”. Select one.', sanitizeForUi(typed, 64)));
      case 'parts':
        return info(l10n.t('Several problems contain “{0}”. Select one.', sanitizeForUi(typed, 64)));
      case 'unknown':
        return info(l10n.t('No problem is named “{0}”.', sanitizeForUi(typed, 64)));
      case 'invalid':
        return {
          ...info(l10n.t('Not a valid problem ID')),
          detail: this.problems.idForm
            ? requestedNames(this.problems)
            : l10n.t('A problem ID can have up to 64 letters, digits, “-”, “_”, or “.”.'),
        };
      case undefined:
        return {
          label: `$(loading~spin) ${l10n.t('Looking up {0}…', sanitizeForUi(typed, 64))}`,
          alwaysShow: true,
        };
    }
  }

  /** Returns the row with the start of a contest, or with the question whether the user wants to start it. */
  private unstartedRow({ contest, ownTime }: ListedProblems): ProblemItem {
    if (ownTime !== undefined) {
      return {
        label: `$(watch) ${l10n.t('Press Enter to start the contest.')}`,
        detail: l10n.t('Your time of {0} begins when its problems are listed.', ageWords(ownTime)),
        alwaysShow: true,
      };
    }
    return { label: `$(clock) ${this.startWords(contest)}`, alwaysShow: true };
  }

  /** Returns when a contest begins that hasn't. */
  private startWords(contest: ListedProblems['contest']): string {
    const startsAt = contest?.startsAt ?? null;
    return startsAt === null
      ? l10n.t('The contest hasn’t begun.')
      : l10n.t('The contest begins at {0}.', shortMoment(startsAt, this.problems.contest?.now()));
  }

  private guessRow(
    typed: string,
    visible: (problem: ChosenProblem, row: ProblemItem) => ProblemItem,
  ): ProblemItem {
    if (this.guessed) {
      const from = this.guess?.from ?? 'fileName';
      return visible(this.guessed, this.row(this.guessed, guessIcons[from], guessOrigin(from)));
    }
    if (!this.guess || !this.lookup || typed !== '') return emptySlot;
    return { label: `$(loading~spin) ${l10n.t('Looking up {0}…', sanitizeForUi(this.guess.id, 64))}` };
  }

  /** Creates the row of a problem. `origin`: why it is suggested; empty: not shown */
  private row(problem: ChosenProblem, icon: string, origin = ''): ProblemItem {
    const { place, contest = null, title, letter } = problem;
    const isInLabel = letter !== undefined;
    return {
      label: `${icon} ${problemLabel(problem)}`,
      description: joined(
        ' · ',
        sanitizeForUi(contest ?? (place === null ? '' : this.problems.placeName(place)), 60),
        isInLabel ? '' : sanitizeForUi(title ?? '', 100),
        this.timeLimit(problem),
        problemStateWords(this.problems.stateOf(problem)),
        origin,
      ),
      value: problem,
      buttons: this.problems.actions.map(({ button }) => button),
      alwaysShow: true,
    };
  }

  /** Returns the time limit of a problem of the contest, such as “2 s”; empty if unknown. */
  private timeLimit(problem: ProblemName): string {
    const listed = this.listed?.problems.find((other) => isSameProblem(other, problem));
    return timeLimitWords(listed?.limits);
  }

  private foundRow(problem: FoundProblem): ProblemItem {
    const row = this.row(chosenProblem(problem), '$(search)');
    const letter = sanitizeForUi(problem.letter ?? '', 20);
    return { ...row, label: `$(search) ${joined(' · ', letter, problemLabel(chosenProblem(problem)))}` };
  }

  private foundRows(
    visible: (problem: ChosenProblem, row: ProblemItem) => ProblemItem,
  ): readonly ProblemItem[] {
    return this.found
      .filter(
        (problem) =>
          isProblemId(problem.problemId) && !this.allKnown.some((other) => isSameProblem(problem, other)),
      )
      .map((problem) => visible(chosenProblem(problem), this.foundRow(problem)));
  }

  private onTyped(text: string): void {
    this.pick.items = this.itemsFor(text);
    this.typing?.dispose();
    this.activatedFor = null;
    this.isSettled = false;
    this.pick.busy = this.listing !== null;
    if (text === '') {
      this.awaitsNoRow = true;
      this.activateGuess();
    } else {
      this.awaitsNoRow = false;
    }
    if (this.isSearchable(text)) this.typing = later(SEARCH_PAUSE_MS, () => void this.find(text));
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

  /** Fetches the contest's problems. If the contest hasn't begun, fetches them again when it begins. */
  private fetchContest(contest: ContestProblems): void {
    this.pick.busy = true;
    this.listing = contest.fetchAll().then((listed) => {
      this.listing = null;
      this.listed = listed;
      const ofList = listed?.contest;
      this.isBeforeStart = ofList !== undefined && contestState(ofList, contest.now()) === 'notBegun';
      if (this.isBeforeStart) this.startsAt = ofList?.startsAt ?? this.startsAt;
      if (!this.isOpen) return;
      if (!this.guess && !this.guessed && listed) {
        const meant = problemOfFileIn(listed.problems, contest);
        this.guessed = meant ? knownProblem(listedProblem(meant)) : null;
      }
      this.namedByContest();
      this.showRows();
      const delay = listed?.problems.length === 0 ? this.startDelay(listed, contest.now()) : null;
      if (delay !== null) this.retry = later(delay, () => this.fetchContest(contest));
    });
  }

  /** Returns the time until the contest's problems are fetched again, ms. Null: the contest has begun. */
  private startDelay({ contest }: ListedProblems, now: number): number | null {
    if (this.isBeforeStart && typeof contest?.startsAt !== 'number') return UNPLANNED_START_RETRY_MS;
    if (this.startsAt === null) return null;
    return Math.min(Math.max(this.startsAt - now, LIST_RETRY_MS), MAX_START_WAIT_MS);
  }

  /** Adds letter and title of the contest's list to the guess. */
  private namedByContest(): void {
    const { guessed } = this;
    const same = this.contestProblems.find(
      ({ problemId, place }) =>
        problemId === guessed?.problemId && (guessed.place === null || guessed.place === place),
    );
    if (guessed && same) this.guessed = knownProblem(same);
  }

  /** Shows the rows after a response. */
  private showRows(): void {
    if (!this.isOpen) return;
    const text = this.pick.value.trim();
    this.pick.busy = this.listing !== null || this.lookup !== null;
    const isKept = replaceItems(this.pick, this.itemsFor(text));
    if (text === '' && !isKept) this.activateGuess();
  }

  /** Returns whether the judge can search the problems that match a text. */
  private isSearchable(text: string): boolean {
    if (this.problems.contestAt(text) !== null) return true;
    if (this.problems.elsewhere(text) !== null) return false;
    return this.problems.canSearch && text.length >= 2 && text.length <= 60 && !text.includes('://');
  }

  /** Requests the problems that match a text from the judge. Null: that failed. Never rejects. */
  private async problemsFor(text: string): Promise<readonly FoundProblem[] | null> {
    const contest = this.problems.contestAt(text);
    return contest === null ? this.problems.search(text) : this.problemsOfContest(text, contest);
  }

  /** Lists the problems of a contest whose URL was pasted. If that fails, shows why, and returns none. */
  private async problemsOfContest(text: string, id: string): Promise<readonly FoundProblem[]> {
    const listed = await this.problems.problemsOf(id, this.started === text);
    if (listed instanceof RequestFailed) {
      this.triesAgain = this.showFailure(listed);
      return [];
    }
    const { problems, contest, ownTime } = listed;
    const now = this.problems.contest?.now() ?? Date.now();
    const isBeforeStart = contest !== undefined && contestState(contest, now) === 'notBegun';
    this.unstarted = isBeforeStart || ownTime !== undefined ? { text, listed } : null;
    return problems;
  }

  /** Shows why a contest couldn't be listed. If the user wants to try again, closes the box. Returns whether they do. */
  private async showFailure(failed: RequestFailed): Promise<boolean> {
    const triesAgain = await this.problems.showFailure(failed);
    if (triesAgain && this.isOpen) this.pick.hide();
    return triesAgain;
  }

  /** Searches for the text. Returns false if the typed text has changed meanwhile. */
  private async find(text: string): Promise<boolean> {
    if (this.last?.text !== text && this.isSearchable(text))
      this.last = { text, answer: this.problemsFor(text) };
    this.pick.busy = true;
    const found = (await this.last?.answer) ?? null;
    if (!this.isOpen || this.pick.value.trim() !== text) return false;
    this.pick.busy = false;
    this.found = found ?? [];
    this.foundFor = text;
    this.isFound = found !== null;
    replaceItems(this.pick, this.itemsFor(text));
    return true;
  }
}

/** Returns whether the typed text named several problems, of which this is one. */
function isAmbiguous(meant: TypedText | null, chosen: ChosenProblem): boolean {
  return meant?.kind === 'several' && meant.problems.some((problem) => isSameProblem(problem, chosen));
}

function isVisible(item: ProblemItem): boolean {
  return item.kind !== QuickPickItemKind.Separator;
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

function asEntered(problem: ChosenProblem): ProblemItem {
  return {
    label: `$(edit) ${problem.problemId}`,
    description: l10n.t('as entered'),
    value: problem,
    alwaysShow: true,
  };
}

/** Creates the row for a problem outside of the contest that also has the typed ID. */
function outsideRow(problem: ChosenProblem): ProblemItem {
  return {
    label: `$(edit) ${problem.problemId}`,
    description: l10n.t('outside of the contest'),
    value: problem,
    alwaysShow: true,
  };
}

/** Creates the row with notices about the contest, which precedes the first question. */
function noticeRow([first = '', ...others]: readonly string[]): ProblemItem {
  return { label: `$(warning) ${first}`, detail: joined(' ', ...others), alwaysShow: true };
}

/** Creates the row for the URL of a page of another judge. */
function elsewhereRow(elsewhere: ProblemElsewhere): ProblemItem {
  switch (elsewhere.kind) {
    case 'own': {
      const { judge, problem } = elsewhere;
      return {
        label: `$(link) ${l10n.t('{0} on {1}', problemLabel(problem), nameOfJudge(judge))}`,
        alwaysShow: true,
      };
    }
    case 'missing':
      return {
        label: `$(add) ${l10n.t('Add {0}', elsewhere.name)}`,
        detail: elsewhere.found
          ? l10n.t('This page is on {0}.', elsewhere.name)
          : l10n.t('Finds out which judge this is'),
        alwaysShow: true,
      };
    case 'unsupported':
      return {
        ...info(l10n.t('This page is on {0}.', elsewhere.website)),
        detail: unsupportedWords(elsewhere.website),
      };
  }
}

function info(words: string): ProblemItem {
  return { label: `$(info) ${words}`, alwaysShow: true };
}

/** Replaces the items, and keeps the active one if it still exists. Returns whether it does. */
function replaceItems(pick: QuickPick<ProblemItem>, items: readonly ProblemItem[]): boolean {
  const [active] = pick.activeItems;
  pick.items = items;
  const same = items.find(({ label, value }) => value !== undefined && label === active?.label);
  if (same) pick.activeItems = [same];
  return same !== undefined;
}

const guessIcons = {
  fileName: '$(file-code)',
  keptProblem: '$(file-code)',
  lastTime: '$(file-code)',
  now: '$(check)',
} as const;

function guessOrigin(from: ProblemGuess['from']): string {
  switch (from) {
    case 'fileName':
      return l10n.t('from the file name');
    case 'keptProblem':
      return l10n.t('saved with the file');
    case 'lastTime':
      return l10n.t('last used for this file');
    case 'now':
      return '';
  }
}
