import { l10n, type Disposable, type QuickPick } from 'vscode';
import type { FoundProblem, ProblemName } from '../../service';
import { later } from '../../base/ports';
import { accepted, emptySlot } from '../shared/quickPick';
import type { Answer } from '../shared/quickPick';
import { joined } from '../labels/recordLabels';
import { sanitizeForUi } from '../labels/text';
import { choose, type QuestionStep, type ValueItem } from './questionPick';
import { isProblemId } from '../shared/problemIds';
import { isSameProblem, type KnownProblem } from '../shared/recentSubmissions';
import { SEARCH_PAUSE_MS } from './limits';

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
  /** returns a function that lists the problems of a pasted contest URL; null: not a contest. Never rejects. */
  readonly contestAt: (text: string) => (() => Promise<readonly FoundProblem[]>) | null;
  /**
   * Searches for problems by a part of their ID or title; null: not supported. Resolves to null if the search failed.
   * Never rejects.
   */
  readonly search: ((text: string) => Promise<readonly FoundProblem[] | null>) | null;
  /** returns whether the text is a complete problem ID rather than a part of one or of a title */
  readonly isWholeId: (text: string) => boolean;
  /** returns the display name of a domain; empty: none */
  readonly placeName: (place: string) => string;
}

/** A problem with its known data. */
export type ChosenProblem = ProblemName & Partial<Pick<KnownProblem, 'title' | 'contest'>>;

type ProblemItem = ValueItem<ChosenProblem>;

/**
 * Asks for the problem. Suggests the last one, one guessed from the file name, and recent ones. The user can also type
 * an ID, paste the URL of a problem or contest, or search. If the judge supports searching, a guess is suggested only
 * after the judge has found it, in the judge's spelling.
 */
export function askProblem(
  step: QuestionStep,
  guess: ProblemGuess | null,
  recent: readonly KnownProblem[],
  help: ProblemHelp,
): Answer<ChosenProblem> {
  const finding = new Finding(help, new OfferedProblems(guess, recent, help));
  return choose<ChosenProblem>(
    step,
    l10n.t('Problem ID, such as P1001'),
    (typed) => finding.itemsFor(typed),
    {
      whileOpen: (pick) => finding.whileOpen(pick),
      read: (pick) => finding.chosen(pick),
    },
  );
}

/** The suggested problems before the user types: the guess first, then recent ones. */
class OfferedProblems {
  /** null: no guess, still being looked up, or not found */
  private first: KnownProblem | null = null;
  private readonly others: readonly KnownProblem[];
  /** Lookup of the guess; null: finished, or not needed. Never rejects. */
  lookup: Promise<void> | null = null;

  constructor(
    private readonly guess: ProblemGuess | null,
    recent: readonly KnownProblem[],
    private readonly help: ProblemHelp,
  ) {
    const known = guess && recent.find((problem) => isSameProblem(problem, nameOf(guess)));
    this.others = recent.filter((problem) => problem !== known);
    if (!guess) return;
    if (!known && guess.from === 'fileName' && help.search) this.lookup = this.lookUp(guess, help.search);
    else this.first = known ?? { ...nameOf(guess), title: null, contest: null };
  }

  get all(): readonly KnownProblem[] {
    return this.first ? [this.first, ...this.others] : this.others;
  }

  /** The guessed problem; null: none, or not found yet. */
  get guessed(): KnownProblem | null {
    return this.first;
  }

  /** Returns the rows. The guess has a row from the start, so that the other rows keep their positions. */
  rows(typed: string): readonly ProblemItem[] {
    return [
      ...(this.guess ? [this.guessRow(this.guess, typed)] : []),
      ...this.others.map((problem) => this.row(problem)),
    ];
  }

  private guessRow(guess: ProblemGuess, typed: string): ProblemItem {
    if (this.first) return this.row(this.first, guess);
    if (!this.lookup || typed !== '') return emptySlot;
    return { label: `$(loading~spin) ${l10n.t('Looking up {0}…', sanitizeForUi(guess.id, 64))}` };
  }

  /** Creates the row of a problem. `guess`: only for the row of the guess. */
  private row(problem: KnownProblem, guess: ProblemGuess | null = null): ProblemItem {
    return {
      label: `${guess ? guessIcons[guess.from] : '$(history)'} ${sanitizeForUi(problem.problemId, 64)}`,
      description: joined(
        ' · ',
        sanitizeForUi(
          problem.contest ?? (problem.place === null ? '' : this.help.placeName(problem.place)),
          60,
        ),
        sanitizeForUi(problem.title ?? '', 100),
        guess ? guessOrigin(guess) : '',
      ),
      value: problem,
    };
  }

  private async lookUp(guess: ProblemGuess, search: NonNullable<ProblemHelp['search']>): Promise<void> {
    const problem = await lookedUp(guess, search);
    this.first = problem && {
      problemId: problem.problemId,
      place: problem.place,
      title: problem.title ?? null,
      contest: null,
    };
    this.lookup = null;
  }
}

function nameOf({ id, place }: ProblemGuess): ProblemName {
  return { problemId: id, place };
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

/**
 * Returns the problem with that ID. Prefers the same case, and problems outside of contests and domains. Null: none.
 */
function withId(found: readonly FoundProblem[], id: string): ChosenProblem | null {
  const same = found.filter(({ problemId }) => isSameIgnoringCase(problemId, id));
  const exact = same.filter(({ problemId }) => problemId === id);
  const best = exact.length > 0 ? exact : same;
  return best.find(({ place }) => place === null) ?? best[0] ?? null;
}

function isSameIgnoringCase(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Returns the first item for the typed text: a pasted URL, an ID that is known from a single contest or domain, or any
 * other ID. `isLookingUp`: a guess is being looked up.
 */
function firstItem(
  typed: string,
  offered: readonly KnownProblem[],
  isLookingUp: boolean,
  help: ProblemHelp,
): ProblemItem {
  const pasted = help.problemIn(typed);
  if (pasted)
    return { label: `$(link) ${sanitizeForUi(pasted.problemId, 64)}`, value: pasted, alwaysShow: true };
  if (help.contestAt(typed))
    return { label: `$(link) ${l10n.t('Problems of the contest')}`, alwaysShow: true };
  if (typed === '' && offered.length === 0 && !isLookingUp) {
    return { label: l10n.t('Enter a problem ID'), alwaysShow: true };
  }
  const known = offered.filter(({ problemId }) => problemId === typed);
  const [only] = known;
  // if there are several, the user has to choose one
  if (typed === '' || only) return { ...emptySlot, ...(only && known.length === 1 ? { value: only } : {}) };
  if (isProblemId(typed)) return asEntered(typed);
  return {
    label: `$(info) ${l10n.t('Not a valid problem ID')}`,
    detail: l10n.t('A problem ID can have up to 64 letters, digits, “-”, “_”, or “.”.'),
    alwaysShow: true,
  };
}

/** Offers the ID in the judge's default scope if it is only known from contests or other domains. */
function elsewhere(typed: string, offered: readonly KnownProblem[]): ProblemItem[] {
  const known = offered.filter(({ problemId }) => problemId === typed);
  return known.length > 0 && known.every(({ place }) => place !== null) ? [asEntered(typed)] : [];
}

function asEntered(typed: string): ProblemItem {
  const value = { problemId: typed, place: null };
  return { label: `$(edit) ${typed}`, description: l10n.t('as entered'), value, alwaysShow: true };
}

/** Searches for the typed text: after a pause in typing, or immediately when the user presses Enter. */
class Finding {
  private found: readonly FoundProblem[] = [];
  /** the last searched text, and its results */
  private last: { readonly text: string; readonly answer: Promise<readonly FoundProblem[]> } | null = null;
  /** text whose results were already awaited when the user pressed Enter */
  private waitedFor = '';
  private typing: Disposable | null = null;
  private isOpen = true;

  constructor(
    private readonly help: ProblemHelp,
    private readonly offered: OfferedProblems,
  ) {}

  itemsFor(typed: string): ProblemItem[] {
    const offered = this.offered.all;
    const others = this.found
      .filter(
        (problem) =>
          isProblemId(problem.problemId) && !offered.some((other) => isSameProblem(problem, other)),
      )
      .filter(({ problemId, place }) => problemId !== typed || place !== null)
      .map(({ problemId, place, title, letter, contest = null }) => ({
        label: `$(search) ${joined(' · ', letter ?? '', sanitizeForUi(problemId, 64))}`,
        description: sanitizeForUi(title, 100),
        value: { problemId, place, title: title === '' ? null : title, contest },
        alwaysShow: true,
      }));
    return [
      firstItem(typed, offered, this.offered.lookup !== null, this.help),
      ...this.offered.rows(typed),
      ...elsewhere(typed, offered),
      ...others,
    ];
  }

  whileOpen(pick: QuickPick<ProblemItem>): Disposable {
    const { lookup } = this.offered;
    if (lookup) {
      pick.busy = true;
      void lookup.then(() => this.showGuess(pick));
    }
    const typing = pick.onDidChangeValue((value) => {
      this.typing?.dispose();
      pick.busy = false;
      const text = value.trim();
      if (this.lookup(text)) this.typing = later(SEARCH_PAUSE_MS, () => void this.find(pick, text));
    });
    return {
      dispose: () => {
        this.isOpen = false;
        this.typing?.dispose();
        typing.dispose();
      },
    };
  }

  /**
   * Returns the choice when the user presses Enter; undefined: none yet. Searches for a typed ID first, because it may
   * be only a part of the intended one, or spelled in another case. Prefers the typed ID to a row that differs only in
   * case.
   */
  async chosen(pick: QuickPick<ProblemItem>): Promise<ChosenProblem | undefined> {
    this.typing?.dispose();
    const item = accepted(pick);
    const text = pick.value.trim();
    if (text === '') return item?.value ?? (await this.guessed());
    const known = pick.items.filter(({ value, alwaysShow }) => value?.problemId === text && !alwaysShow);
    if (item?.value === undefined && known.length > 1) {
      // the user hasn't chosen a contest or domain yet
      pick.activeItems = known.slice(0, 1);
      return undefined;
    }
    const typed = typedProblem(item, text);
    if (!typed && item?.value !== undefined) return item.value;
    if (this.waitedFor === text || !this.lookup(text)) return typed ?? item?.value;
    const found = await this.find(pick, text);
    if (!found) return undefined;
    const named = withId(found, text);
    if (named) return named;
    if (typed && this.help.isWholeId(text)) return typed;
    this.waitedFor = text;
    const meant = found.find(({ problemId }) => problemId.endsWith(text)) ?? found[0];
    if (!meant) return typed ?? item?.value;
    pick.activeItems = pick.items.filter(({ value }) => value && isSameProblem(value, meant)).slice(0, 1);
    return undefined;
  }

  /** Returns the guessed problem after its lookup; undefined: not found. */
  private async guessed(): Promise<ChosenProblem | undefined> {
    await this.offered.lookup;
    return this.offered.guessed ?? undefined;
  }

  /** Shows the result of looking up the guess. */
  private showGuess(pick: QuickPick<ProblemItem>): void {
    if (!this.isOpen) return;
    const text = pick.value.trim();
    if (text === '') pick.busy = false;
    replaceItems(pick, this.itemsFor(text));
  }

  /** Returns the function that searches for a text; null: not searchable. */
  private lookup(text: string): (() => Promise<readonly FoundProblem[] | null>) | null {
    const contest = this.help.contestAt(text);
    const { search } = this.help;
    if (contest || search === null) return contest;
    return text.length < 2 || text.length > 60 || text.includes('://') ? null : () => search(text);
  }

  /** Resolves to null if the typed text has changed meanwhile. */
  private async find(pick: QuickPick<ProblemItem>, text: string): Promise<readonly FoundProblem[] | null> {
    const ask = this.lookup(text);
    if (this.last?.text !== text && ask) this.last = { text, answer: ask().then((answer) => answer ?? []) };
    pick.busy = true;
    const found = (await this.last?.answer) ?? [];
    if (!this.isOpen || pick.value.trim() !== text) return null;
    pick.busy = false;
    this.found = found;
    replaceItems(pick, this.itemsFor(text));
    return found;
  }
}

/** Returns the ID as typed if Enter would accept it; null: Enter accepts another row. */
function typedProblem(item: ProblemItem | undefined, text: string): ProblemName | null {
  const value = item?.value;
  if (value === undefined) return null;
  const { problemId, place } = value;
  const isAsEntered = problemId === text && place === null && item?.alwaysShow === true;
  const differsInCase = problemId !== text && isSameIgnoringCase(problemId, text);
  return isAsEntered || differsInCase ? { problemId: text, place: null } : null;
}

/** Replaces the items, and keeps the active one if it still exists. */
function replaceItems(pick: QuickPick<ProblemItem>, items: readonly ProblemItem[]): void {
  const [active] = pick.activeItems;
  pick.items = items;
  const same = items.find(({ label, value }) => value !== undefined && label === active?.label);
  if (same) pick.activeItems = [same];
}

const guessIcons = {
  fileName: '$(file-code)',
  keptProblem: '$(file-code)',
  lastTime: '$(file-code)',
  now: '$(check)',
} as const;

function guessOrigin({ from }: ProblemGuess): string {
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
