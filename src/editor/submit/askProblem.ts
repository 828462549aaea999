import { l10n, type Disposable, type QuickPick } from 'vscode';
import type { FoundProblem, ProblemName } from '../../service';
import { later } from '../../base/ports';
import { accepted, keptPlace } from '../shared/quickPick';
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
  /** `now`: it was the answer before the person came back to the question */
  readonly from: 'fileName' | 'lastTime' | 'now';
}

/** What a service can say of problems while one is asked for. */
export interface ProblemHelp {
  /** the problem that a pasted address is about; null: it is none of the service's */
  readonly problemIn: (text: string) => ProblemName | null;
  /** the problems of the contest that a pasted address is about; null: it is about none. Never rejects. */
  readonly contestAt: (text: string) => (() => Promise<readonly FoundProblem[]>) | null;
  /**
   * Searches for problems by a part of their ID or title; null: the service can't be searched. Resolves to null if the
   * search failed. Never rejects.
   */
  readonly search: ((text: string) => Promise<readonly FoundProblem[] | null>) | null;
  /** it has the form of the service's own IDs: it is no part of another one, and no title */
  readonly isWholeId: (text: string) => boolean;
  /** how people call a place: a domain; empty: it has no name */
  readonly placeName: (place: string) => string;
}

/** A problem with what is known of it already. */
export type ChosenProblem = ProblemName & Partial<Pick<KnownProblem, 'title' | 'contest'>>;

type ProblemItem = ValueItem<ChosenProblem>;

/**
 * Asks for the problem: that of last time, guessed from the file's name, one of before, typed, pasted as an address (also
 * of its contest), or found at the service. A guess that the service can look up is offered once it is found there, in the
 * service's own spelling.
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

/** The problems that are offered before anything is typed: the guess first, then those of before. */
class OfferedProblems {
  /** null: there is no guess, it is being looked up, or the service doesn't have it */
  private first: KnownProblem | null = null;
  private readonly others: readonly KnownProblem[];
  /** The lookup of the guess; null: it has ended, or none is needed. Never rejects. */
  lookup: Promise<void> | null = null;

  constructor(
    private readonly guess: ProblemGuess | null,
    recent: readonly KnownProblem[],
    private readonly help: ProblemHelp,
  ) {
    const known = guess && recent.find((one) => isSameProblem(one, nameOf(guess)));
    this.others = recent.filter((one) => one !== known);
    if (!guess) return;
    if (!known && guess.from === 'fileName' && help.search) this.lookup = this.lookUp(guess, help.search);
    else this.first = known ?? { ...nameOf(guess), title: null, contest: null };
  }

  get all(): readonly KnownProblem[] {
    return this.first ? [this.first, ...this.others] : this.others;
  }

  /** The problem of the guess; null: there is none, or not yet. */
  get guessed(): KnownProblem | null {
    return this.first;
  }

  /** The rows keep their places: that of the guess exists from the start. */
  rows(typed: string): readonly ProblemItem[] {
    return [
      ...(this.guess ? [this.guessRow(this.guess, typed)] : []),
      ...this.others.map((one) => this.row(one)),
    ];
  }

  private guessRow(guess: ProblemGuess, typed: string): ProblemItem {
    if (this.first) return this.row(this.first, guess);
    if (!this.lookup || typed !== '') return keptPlace;
    return { label: `$(loading~spin) ${l10n.t('Looking up {0}…', sanitizeForUi(guess.id, 64))}` };
  }

  /** `guess`: the row is that of the guess. */
  private row(one: KnownProblem, guess: ProblemGuess | null = null): ProblemItem {
    return {
      label: `${guess ? guessIcons[guess.from] : '$(history)'} ${sanitizeForUi(one.problemId, 64)}`,
      description: joined(
        ' · ',
        sanitizeForUi(one.contest ?? (one.place === null ? '' : this.help.placeName(one.place)), 60),
        sanitizeForUi(one.title ?? '', 100),
        guess ? guessOrigin(guess) : '',
      ),
      value: one,
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
 * Returns the problem that the service has for an ID guessed from a file's name, in the service's own spelling. Returns
 * the guess as it is if the search failed; null: the service has no such problem.
 */
export async function lookedUp(
  guess: ProblemGuess,
  search: NonNullable<ProblemHelp['search']>,
): Promise<ChosenProblem | null> {
  const found = await search(guess.id);
  return found === null ? nameOf(guess) : withId(found, guess.id);
}

/** The problem with that ID; one whose ID differs in case only if there is no other. Those without a place come first. */
function withId(found: readonly FoundProblem[], id: string): ChosenProblem | null {
  const same = found.filter(({ problemId }) => isSameIgnoringCase(problemId, id));
  const exact = same.filter(({ problemId }) => problemId === id);
  const best = exact.length > 0 ? exact : same;
  return best.find(({ place }) => place === null) ?? best[0] ?? null;
}

function isSameIgnoringCase(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** What is typed: an address, an ID that is known from one place, or another ID. `isLookingUp`: a guess is looked up. */
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
  // of several places the person chooses one
  if (typed === '' || only) return { ...keptPlace, ...(only && known.length === 1 ? { value: only } : {}) };
  if (isProblemId(typed)) return asEntered(typed);
  return {
    label: `$(info) ${l10n.t('Not a valid problem ID')}`,
    detail: l10n.t('A problem ID can have up to 64 letters, digits, “-”, “_”, or “.”.'),
    alwaysShow: true,
  };
}

/** The same ID where the service's own problems are, for one that is known from contests or other domains only. */
function elsewhere(typed: string, offered: readonly KnownProblem[]): ProblemItem[] {
  const known = offered.filter(({ problemId }) => problemId === typed);
  return known.length > 0 && known.every(({ place }) => place !== null) ? [asEntered(typed)] : [];
}

function asEntered(typed: string): ProblemItem {
  const value = { problemId: typed, place: null };
  return { label: `$(edit) ${typed}`, description: l10n.t('as entered'), value, alwaysShow: true };
}

/** Searches for what is typed: when nobody has typed for a moment, or immediately if Enter is pressed. */
class Finding {
  private found: readonly FoundProblem[] = [];
  /** the text that was looked up last, and its answer */
  private last: { readonly text: string; readonly answer: Promise<readonly FoundProblem[]> } | null = null;
  /** Enter has waited for that text's answer */
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
      .filter((one) => isProblemId(one.problemId) && !offered.some((other) => isSameProblem(one, other)))
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
   * What Enter means. An ID that was typed is looked up before: it may be a part of the one that is meant, or the service
   * may spell it in another case. It counts more than a row whose ID differs in case.
   */
  async chosen(pick: QuickPick<ProblemItem>): Promise<ChosenProblem | undefined> {
    this.typing?.dispose();
    const item = accepted(pick);
    const text = pick.value.trim();
    if (text === '') return item?.value ?? (await this.guessed());
    const known = pick.items.filter(({ value, alwaysShow }) => value?.problemId === text && !alwaysShow);
    if (item?.value === undefined && known.length > 1) {
      // which of its places is meant, nobody has said
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

  /** The guess, once it has been looked up; undefined: the service doesn't have it. */
  private async guessed(): Promise<ChosenProblem | undefined> {
    await this.offered.lookup;
    return this.offered.guessed ?? undefined;
  }

  /** Shows what the lookup of the guess has found. */
  private showGuess(pick: QuickPick<ProblemItem>): void {
    if (!this.isOpen) return;
    const text = pick.value.trim();
    if (text === '') pick.busy = false;
    replaceItems(pick, this.itemsFor(text));
  }

  /** How a text is looked up; null: it isn't. */
  private lookup(text: string): (() => Promise<readonly FoundProblem[] | null>) | null {
    const contest = this.help.contestAt(text);
    const { search } = this.help;
    if (contest || search === null) return contest;
    return text.length < 2 || text.length > 60 || text.includes('://') ? null : () => search(text);
  }

  /** Null: something else is typed by now. */
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

/** The ID as it is typed, if that is what Enter means; null: Enter means another row. */
function typedProblem(item: ProblemItem | undefined, text: string): ProblemName | null {
  const value = item?.value;
  if (value === undefined) return null;
  const { problemId, place } = value;
  const isAsEntered = problemId === text && place === null && item?.alwaysShow === true;
  const differsInCase = problemId !== text && isSameIgnoringCase(problemId, text);
  return isAsEntered || differsInCase ? { problemId: text, place: null } : null;
}

/** Sets the rows; the row that is active stays active if it is still there. */
function replaceItems(pick: QuickPick<ProblemItem>, items: readonly ProblemItem[]): void {
  const [active] = pick.activeItems;
  pick.items = items;
  const same = items.find(({ label, value }) => value !== undefined && label === active?.label);
  if (same) pick.activeItems = [same];
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
