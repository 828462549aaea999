import { l10n, QuickPickItemKind, type Disposable, type QuickInputButton, type QuickPick } from 'vscode';
import { contestState } from '../../results';
import {
  looksLikeUrl,
  type FoundProblem,
  type ListedProblems,
  type ProblemIdForm,
  type ProblemList,
  type ProblemName,
} from '../../judges';
import { later } from '../../base/ports';
import { contestNotices } from '../labels/accountWords';
import { ageWords, shortMoment } from '../labels/dateFormats';
import { problemLabel, timeLimitWords } from '../labels/problemLabel';
import { joined } from '../labels/recordLabels';
import { problemStateWords, type ProblemState } from '../labels/problemState';
import { siteNameAt } from '../labels/siteName';
import { sanitizeForUi } from '../labels/text';
import { choose, emptySlot, type Answer, type QuestionStep, type ValueItem } from '../shared/quickPick';
import { isProblemId } from '../shared/problemIds';
import { isSameProblem, type KnownProblem } from '../shared/recentSubmissions';
import { LIST_RETRY_MS, MAX_START_WAIT_MS, SEARCH_PAUSE_MS, UNPLANNED_START_RETRY_MS } from './limits';
import {
  chosenProblem,
  fitsTypedText,
  listedProblem,
  typedAnywhere,
  typedInContest,
  withId,
  type ChosenProblem,
  type TypedProblem,
} from './typedProblem';

export interface ProblemGuess {
  readonly id: string;
  readonly place: string | null;
  /**
   * `keptProblem`: stored by another extension; `lastTime`: of the file's last submission; `now`: entered before the
   * user went back to this step
   */
  readonly from: 'fileName' | 'keptProblem' | 'lastTime' | 'now';
}

/** The judge's functions for finding problems. */
export interface ProblemHelp {
  /** returns the problem of a pasted URL; null: the URL isn't a problem page of the judge */
  readonly problemIn: (text: string) => ProblemName | null;
  /**
   * returns a function that lists the problems of a pasted contest URL; null: not a contest. Never rejects: if they can't be
   * listed, the user has seen why. `mayStart`: even if that starts the user's own time
   */
  readonly contestAt: (text: string) => ((mayStart: boolean) => Promise<ListedProblems>) | null;
  /**
   * Searches for problems by a part of their ID or title; null: not supported. Resolves to null if the search failed.
   * Never rejects.
   */
  readonly search: ((text: string) => Promise<readonly FoundProblem[] | null>) | null;
  /** the problems of the judge's contest; null: it has no finite list */
  readonly contest: ContestHelp | null;
  /** returns whether the text is a complete problem ID rather than a part of one or of a title */
  readonly isWholeId: (text: string) => boolean;
  /** how the judge's problem IDs look; null: unknown */
  readonly idForm: ProblemIdForm | null;
  /** returns the display name of a domain; empty: none */
  readonly placeName: (place: string) => string;
  readonly choices: RememberedChoices;
  /** returns the user's result of a problem, as of the opening of the box */
  readonly stateOf: (problem: ProblemName) => ProblemState;
  /** shown as buttons of each problem */
  readonly actions: readonly ProblemAction[];
}

/** An action for a problem that leaves the box open. */
export interface ProblemAction {
  readonly button: QuickInputButton;
  readonly run: (problem: ProblemName) => void;
}

/** The problems of the judge's contest. */
export interface ContestHelp extends Pick<ProblemList, 'named' | 'hasOthers'> {
  /** Resolves to null if the request failed. Never rejects. */
  readonly fetchAll: () => Promise<ListedProblems | null>;
  /** path of the file that is submitted; null: none */
  readonly path: string | null;
  /** ID of the problem to which the file was submitted in another contest of the site; null: none */
  readonly idElsewhere: string | null;
  /** Returns the time by the judge's clock, ms since 1970. */
  readonly now: () => number;
}

/** The user's choices between problems that have the same name. */
export interface RememberedChoices {
  /** Returns whether the user chose this problem when this text named several. */
  readonly includes: (text: string, problem: ProblemName) => boolean;
  readonly remember: (text: string, problem: ProblemName) => void;
}

type ProblemItem = ValueItem<ChosenProblem>;

/**
 * Asks for the problem. Offers all problems of the judge's contest, or else recent ones. Only a problem that the file
 * names, or that was submitted from it, is preselected. The user can also type an ID, paste the URL of a problem or
 * contest, or search. A typed text always wins over the rows: these may still be those of an earlier text.
 */
export function askProblem(
  step: QuestionStep,
  guess: ProblemGuess | null,
  recent: readonly KnownProblem[],
  help: ProblemHelp,
): Answer<ChosenProblem> {
  const box = new ProblemBox(guess, recent, help);
  return choose<ChosenProblem>(step, requestedNames(help), (typed) => box.itemsFor(typed), {
    whileOpen: (pick) => box.whileOpen(pick),
    read: (pick) => box.chosen(pick),
  });
}

/** Returns what the user can type: only judges with a list or a search know titles. */
function requestedNames({ contest, search, idForm }: ProblemHelp): string {
  if (contest) return l10n.t('Label, ID, or title of the problem');
  if (idForm) {
    const { example } = idForm;
    return search
      ? l10n.t('{0}, or the title or URL of the problem', example)
      : l10n.t('{0}, or the URL of the problem', example);
  }
  return search ? l10n.t('ID or title of the problem') : l10n.t('ID of the problem');
}

/**
 * The rows of the problem prompt. VS Code identifies a row by its index, and can report one that was active before the
 * last key. So each problem keeps its index as long as it is offered, and the first index is reserved for the typed
 * text.
 */
class ProblemBox {
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

  constructor(
    private readonly guess: ProblemGuess | null,
    recent: readonly KnownProblem[],
    private readonly help: ProblemHelp,
  ) {
    const known = guess && recent.find((problem) => isSameProblem(problem, nameOf(guess)));
    this.recent = recent.filter((problem) => problem !== known);
    if (!guess) return;
    if (!known && guess.from === 'fileName' && help.search) this.lookup = this.lookUp(guess, help.search);
    else this.guessed = known ?? { ...nameOf(guess), title: null, contest: null };
  }

  /** Returns the rows for a typed text. */
  itemsFor(typed: string): ProblemItem[] {
    const meant = typed === '' ? null : this.meaningOf(typed);
    const first = this.firstRow(typed, meant);
    const isFirst = (problem: ProblemName): boolean =>
      first.value !== undefined && isSameProblem(problem, first.value);
    const showsAll = meant?.kind === 'unknown' || this.foundFor === typed;
    const visible = (problem: ChosenProblem, row: ProblemItem): ProblemItem => {
      const place = problem.place === null ? '' : this.help.placeName(problem.place);
      return !isFirst(problem) && (showsAll || fitsTypedText(problem, place, typed)) ? row : emptySlot;
    };
    const ofContest = this.contestProblems;
    const isListed = (problem: ProblemName): boolean =>
      ofContest.some(
        ({ problemId, place }) =>
          problemId === problem.problemId &&
          (place === problem.place || (problem.place === null && !this.help.contest?.hasOthers)),
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

  whileOpen(pick: QuickPick<ProblemItem>): Disposable {
    // VS Code would otherwise activate a row whose label begins with the typed text, as if the user had moved to it
    Object.assign(pick, { sortByLabel: false });
    const { lookup } = this;
    if (lookup) {
      pick.busy = true;
      void lookup.then(() => this.showRows(pick));
    }
    if (this.help.contest) this.fetchContest(pick, this.help.contest);
    this.activateGuess(pick);
    const typing = pick.onDidChangeValue((value) => this.onTyped(pick, value.trim()));
    const moving = pick.onDidChangeActive(([active]) => {
      if (active === undefined) this.awaitsNoRow = false;
      else if (active === pick.items[0]) this.isSettled = true;
    });
    const pressing = pick.onDidTriggerItemButton(({ item: { value }, button }) => {
      const action = this.help.actions.find((other) => other.button === button);
      if (value && action) action.run(value);
    });
    return {
      dispose: () => {
        this.isOpen = false;
        pressing.dispose();
        this.typing?.dispose();
        this.retry?.dispose();
        typing.dispose();
        moving.dispose();
      },
    };
  }

  /** Returns the choice when the user presses Enter; undefined: none yet. */
  async chosen(pick: QuickPick<ProblemItem>): Promise<ChosenProblem | undefined> {
    this.typing?.dispose();
    const text = pick.value.trim();
    const moved = this.movedTo(pick, text);
    if (moved) {
      if (text !== '' && isAmbiguous(this.meaningOf(text), moved)) this.help.choices.remember(text, moved);
      return moved;
    }
    if (text === '') return this.guessedLater(pick);
    // the user saw the row “Press Enter to start the contest.”, so this Enter confirms it
    if (this.unstarted?.text === text && this.unstarted.listed.ownTime !== undefined) {
      this.started = text;
      this.last = null;
    }
    const meant = await this.meaningLater(pick, text);
    if (!this.isOpen || pick.value.trim() !== text) return undefined;
    switch (meant?.kind) {
      case 'problem':
        return meant.problem;
      case 'several':
      case 'parts':
        this.activate(pick, text, meant.problems);
        return undefined;
      case 'unknown':
      case 'invalid':
      case undefined:
        return undefined;
    }
  }

  /** The contest's problems, those that the user hasn't solved first. */
  private get contestProblems(): readonly ChosenProblem[] {
    const isSolved = (problem: ProblemName): number => Number(this.help.stateOf(problem).solved !== null);
    return (this.listed?.problems ?? [])
      .filter(({ problemId }) => isProblemId(problemId))
      .map(listedProblem)
      .sort((one, other) => isSolved(one) - isSolved(other));
  }

  /** Returns the row that the user moved to; undefined: none, or a row of an earlier text. */
  private movedTo(pick: QuickPick<ProblemItem>, text: string): ChosenProblem | undefined {
    const [active] = pick.activeItems;
    if (!active?.value || !pick.items.includes(active)) return undefined;
    if (text === '') return this.awaitsNoRow ? undefined : active.value;
    const isMeant = this.isSettled || this.activatedFor === text;
    return active !== pick.items[0] && isMeant ? active.value : undefined;
  }

  /** Returns the preselected problem, after its lookup; undefined: there is none, or the user typed meanwhile. */
  private async guessedLater(pick: QuickPick<ProblemItem>): Promise<ChosenProblem | undefined> {
    if (this.lookup === null && this.listing === null) return undefined;
    await this.lookup;
    await this.listing;
    return this.isOpen && pick.value.trim() === '' ? (this.guessed ?? undefined) : undefined;
  }

  /** Waits until everything about the typed text is known. Null: the user typed meanwhile, or listed a contest. */
  private async meaningLater(pick: QuickPick<ProblemItem>, text: string): Promise<TypedProblem | null> {
    await this.listing;
    if (this.searchFor(text) && !(await this.find(pick, text))) return null;
    return this.meaningOf(text, true);
  }

  /**
   * Returns what the typed text means, by what is known now. Null: unknown until the judge responds. `isFinal`: the
   * judge has responded, or can't be asked.
   */
  private meaningOf(text: string, isFinal = false): TypedProblem | null {
    const pasted = this.help.problemIn(text);
    if (pasted) return { kind: 'problem', problem: pasted };
    if (this.help.contestAt(text)) return null;
    const remembered = (problem: ChosenProblem): boolean => this.help.choices.includes(text, problem);
    const { contest } = this.help;
    if (contest && this.listed && (this.listed.problems.length > 0 || this.isBeforeStart)) {
      const inContest = typedInContest(text, this.listed.problems, contest, remembered);
      const recent = this.recent.filter(({ problemId }) => problemId === text);
      return inContest.kind === 'unknown' && (recent.length > 0 || contest.hasOthers)
        ? typedAnywhere(text, recent, [], remembered, this.help.isWholeId)
        : inContest;
    }
    if (contest && this.listing && !isFinal) return null;
    const found = this.foundFor === text && this.isFound ? this.found : null;
    const meant = typedAnywhere(text, this.allKnown, found, remembered, this.help.isWholeId);
    const isRefused = this.help.idForm?.accepts?.(text) === false;
    return isRefused && meant.kind === 'problem' && meant.isAsEntered ? { kind: 'invalid' } : meant;
  }

  private get allKnown(): readonly KnownProblem[] {
    return this.guessed ? [this.guessed, ...this.recent] : this.recent;
  }

  /** Returns the row for the typed text. */
  private firstRow(typed: string, meant: TypedProblem | null): ProblemItem {
    const { contest, problems } = this.listed ?? {};
    const notices = contest ? contestNotices(contest) : [];
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
    if (this.help.problemIn(typed) && meant?.kind === 'problem')
      return { label: `$(link) ${problemLabel(meant.problem)}`, value: meant.problem, alwaysShow: true };
    if (this.unstarted?.text === typed) return this.unstartedRow(this.unstarted.listed);
    if (this.help.contestAt(typed))
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
          detail: this.help.idForm
            ? requestedNames(this.help)
            : l10n.t('A problem ID can have up to 64 letters, digits, “-”, “_”, or “.”.'),
        };
      case undefined:
        return {
          label: `$(loading~spin) ${l10n.t('Looking up {0}…', sanitizeForUi(typed, 64))}`,
          alwaysShow: true,
        };
    }
  }

  /** Returns the row that says when a contest begins, or asks whether the user wants to start it. */
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
      : l10n.t('The contest begins at {0}.', shortMoment(startsAt, this.help.contest?.now()));
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

  /** Creates the row of a problem. `origin`: why it is suggested; empty: not said */
  private row(problem: ChosenProblem, icon: string, origin = ''): ProblemItem {
    const { place, contest = null, title, letter } = problem;
    const isInLabel = letter !== undefined;
    return {
      label: `${icon} ${problemLabel(problem)}`,
      description: joined(
        ' · ',
        sanitizeForUi(contest ?? (place === null ? '' : this.help.placeName(place)), 60),
        isInLabel ? '' : sanitizeForUi(title ?? '', 100),
        this.timeLimit(problem),
        problemStateWords(this.help.stateOf(problem)),
        origin,
      ),
      value: problem,
      buttons: this.help.actions.map(({ button }) => button),
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

  private onTyped(pick: QuickPick<ProblemItem>, text: string): void {
    this.typing?.dispose();
    this.activatedFor = null;
    this.isSettled = false;
    pick.busy = this.listing !== null;
    if (text === '') {
      this.awaitsNoRow = true;
      this.activateGuess(pick);
    } else {
      this.awaitsNoRow = false;
    }
    if (this.searchFor(text)) this.typing = later(SEARCH_PAUSE_MS, () => void this.find(pick, text));
  }

  /** Preselects the guess, or nothing. */
  private activateGuess(pick: QuickPick<ProblemItem>): void {
    const { guessed } = this;
    const isGuess = ({ value }: ProblemItem): boolean =>
      guessed !== null && value !== undefined && isSameProblem(value, guessed);
    pick.activeItems = pick.items.filter(isGuess).slice(0, 1);
    if (pick.activeItems.length > 0) this.awaitsNoRow = false;
  }

  /** Activates the first of these problems, so that the next Enter accepts the active row. */
  private activate(pick: QuickPick<ProblemItem>, text: string, [first]: readonly ChosenProblem[]): void {
    const rows = pick.items.slice(1).filter(({ value }) => value && first && isSameProblem(value, first));
    pick.activeItems = rows.slice(0, 1);
    this.activatedFor = text;
  }

  private async lookUp(guess: ProblemGuess, search: NonNullable<ProblemHelp['search']>): Promise<void> {
    const problem = await lookedUp(guess, search);
    this.guessed = problem && knownProblem(problem);
    this.lookup = null;
  }

  /** Fetches the contest's problems. If the contest hasn't begun, fetches them again when it begins. */
  private fetchContest(pick: QuickPick<ProblemItem>, contest: ContestHelp): void {
    pick.busy = true;
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
      this.showRows(pick);
      const delay = listed?.problems.length === 0 ? this.startDelay(listed, contest.now()) : null;
      if (delay !== null) this.retry = later(delay, () => this.fetchContest(pick, contest));
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
  private showRows(pick: QuickPick<ProblemItem>): void {
    if (!this.isOpen) return;
    const text = pick.value.trim();
    pick.busy = this.listing !== null || this.lookup !== null;
    const isKept = replaceItems(pick, this.itemsFor(text));
    if (text === '' && !isKept) this.activateGuess(pick);
  }

  /** Returns the function that searches for a text; null: not searchable. */
  private searchFor(text: string): (() => Promise<readonly FoundProblem[] | null>) | null {
    const contest = this.help.contestAt(text);
    const { search } = this.help;
    if (contest) return () => this.problemsOfContest(text, contest);
    if (search === null) return null;
    return text.length < 2 || text.length > 60 || text.includes('://') ? null : () => search(text);
  }

  private async problemsOfContest(
    text: string,
    list: (mayStart: boolean) => Promise<ListedProblems>,
  ): Promise<readonly FoundProblem[]> {
    const listed = await list(this.started === text);
    const { problems, contest, ownTime } = listed;
    const now = this.help.contest?.now() ?? Date.now();
    const isBeforeStart = contest !== undefined && contestState(contest, now) === 'notBegun';
    this.unstarted = isBeforeStart || ownTime !== undefined ? { text, listed } : null;
    return problems;
  }

  /** Searches for the text. Returns false if the typed text has changed meanwhile. */
  private async find(pick: QuickPick<ProblemItem>, text: string): Promise<boolean> {
    const ask = this.searchFor(text);
    if (this.last?.text !== text && ask) this.last = { text, answer: ask() };
    pick.busy = true;
    const found = (await this.last?.answer) ?? null;
    if (!this.isOpen || pick.value.trim() !== text) return false;
    pick.busy = false;
    this.found = found ?? [];
    this.foundFor = text;
    this.isFound = found !== null;
    replaceItems(pick, this.itemsFor(text));
    return true;
  }
}

/**
 * Returns the problem of a contest that a file is for: the one that it was submitted to in another contest, or else the
 * one that its path names. Undefined: unknown
 */
export function problemOfFileIn(
  problems: readonly FoundProblem[],
  { named, path, idElsewhere }: Pick<ContestHelp, 'named' | 'path' | 'idElsewhere'>,
): FoundProblem | undefined {
  const same = problems.find(({ problemId }) => problemId === idElsewhere);
  return same ?? (path === null ? undefined : named(path, problems)[0]);
}

/** Returns whether the typed text named several problems, of which this is one. */
function isAmbiguous(meant: TypedProblem | null, chosen: ChosenProblem): boolean {
  return meant?.kind === 'several' && meant.problems.some((problem) => isSameProblem(problem, chosen));
}

function isVisible(item: ProblemItem): boolean {
  return item.kind !== QuickPickItemKind.Separator;
}

function nameOf({ id, place }: ProblemGuess): ProblemName {
  return { problemId: id, place };
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

/**
 * Looks up an ID that was guessed from a file name, and returns the problem in the judge's spelling; null: not found.
 * If the search failed, returns the guess unchanged.
 */
export async function lookedUp(
  guess: ProblemGuess,
  search: NonNullable<ProblemHelp['search']>,
): Promise<ChosenProblem | null> {
  const found = await search(guess.id);
  return found === null ? nameOf(guess) : withId(found, guess.id);
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

/** Creates the row with what the user has to know about the contest before the first question. */
function noticeRow([first = '', ...others]: readonly string[]): ProblemItem {
  return { label: `$(warning) ${first}`, detail: joined(' ', ...others), alwaysShow: true };
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
