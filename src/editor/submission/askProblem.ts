import { l10n, type Disposable, type QuickPick } from 'vscode';
import type { FoundProblem, ProblemName } from '../../service';
import { later } from '../../base/ports';
import { accepted, keptPlace } from '../prompts/quickPick';
import type { Answer } from '../prompts/quickPick';
import { joined } from '../words/recordWords';
import { sanitizeForUi } from '../words/text';
import { choose, type QuestionStep, type ValueItem } from './ask';
import { isProblemId } from './arguments';
import { isSameProblem, type KnownProblem } from './recents';

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
  /** problems by a part of their ID or title; null: the service can't be searched. Never rejects. */
  readonly search: ((text: string) => Promise<readonly FoundProblem[]>) | null;
  /** it has the form of the service's own IDs: it is no part of another one, and no title */
  readonly isWholeId: (text: string) => boolean;
  /** how people call a place: a domain; empty: it has no name */
  readonly placeName: (place: string) => string;
}

/** A problem with what is known of it already. */
export type ChosenProblem = ProblemName & Partial<Pick<KnownProblem, 'title' | 'contest'>>;

type ProblemItem = ValueItem<ChosenProblem>;

/** ms without a key before the service is searched */
const searchPause = 300;

/**
 * The problem: that of last time, guessed from the file's name, one of before, typed, pasted as an address (also of its
 * contest), or found at the service.
 */
export function askProblem(
  step: QuestionStep,
  guess: ProblemGuess | null,
  recent: readonly KnownProblem[],
  help: ProblemHelp,
): Answer<ChosenProblem> {
  const offered = offeredProblems(guess, recent);
  const finding = new Finding(help);
  const itemsFor = (typed: string): ProblemItem[] => {
    const known = offered.map((one): ProblemItem => {
      const isGuess = guess !== null && one === offered[0];
      return {
        label: `${isGuess ? guessIcons[guess.from] : '$(history)'} ${sanitizeForUi(one.problemId, 64)}`,
        description: joined(
          ' · ',
          sanitizeForUi(one.contest ?? (one.place === null ? '' : help.placeName(one.place)), 60),
          sanitizeForUi(one.title ?? '', 100),
          isGuess ? guessOrigin(guess) : '',
        ),
        value: one,
      };
    });
    const others = finding.found
      .filter((one) => isProblemId(one.problemId) && !offered.some((other) => isSameProblem(one, other)))
      .filter(({ problemId, place }) => problemId !== typed || place !== null)
      .map(({ problemId, place, title, letter, contest = null }) => ({
        label: `$(search) ${joined(' · ', letter ?? '', sanitizeForUi(problemId, 64))}`,
        description: sanitizeForUi(title, 100),
        value: { problemId, place, title: title === '' ? null : title, contest },
        alwaysShow: true,
      }));
    return [firstItem(typed, offered, help), ...known, ...elsewhere(typed, offered), ...others];
  };
  return choose<ChosenProblem>(step, l10n.t('Problem ID, such as P1001'), itemsFor, {
    whileOpen: (pick) => finding.whileOpen(pick, itemsFor),
    read: (pick) => finding.chosen(pick, itemsFor),
  });
}

function offeredProblems(
  guess: ProblemGuess | null,
  recent: readonly KnownProblem[],
): readonly KnownProblem[] {
  if (!guess) return recent;
  const name = { problemId: guess.id, place: guess.place };
  const known = recent.find((one) => isSameProblem(one, name));
  return [known ?? { ...name, title: null, contest: null }, ...recent.filter((one) => one !== known)];
}

/** What is typed: an address, an ID that is known from one place, or another ID. */
function firstItem(typed: string, offered: readonly KnownProblem[], help: ProblemHelp): ProblemItem {
  const pasted = help.problemIn(typed);
  if (pasted)
    return { label: `$(link) ${sanitizeForUi(pasted.problemId, 64)}`, value: pasted, alwaysShow: true };
  if (help.contestAt(typed))
    return { label: `$(link) ${l10n.t('Problems of the contest')}`, alwaysShow: true };
  if (typed === '' && offered.length === 0) {
    return { label: l10n.t('Enter a problem ID'), alwaysShow: true };
  }
  const known = offered.filter(({ problemId }) => problemId === typed);
  const [only] = known;
  // of several places the person chooses one
  if (typed === '' || only) return { ...keptPlace, ...(only && known.length === 1 ? { value: only } : {}) };
  if (isProblemId(typed)) return asEntered(typed);
  return {
    label: `$(info) ${l10n.t('Not a valid problem ID')}`,
    detail: l10n.t('A problem ID has up to 64 letters, digits, “-”, “_”, and “.”.'),
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

/** Looks problems up for what is typed, once nobody types any more, or at once where Enter is pressed. */
class Finding {
  found: readonly FoundProblem[] = [];
  /** the text that was looked up last, and its answer */
  private last: { readonly text: string; readonly answer: Promise<readonly FoundProblem[]> } | null = null;
  /** Enter has waited for that text's answer */
  private waitedFor = '';
  private isOpen = true;

  constructor(private readonly help: ProblemHelp) {}

  whileOpen(pick: QuickPick<ProblemItem>, itemsFor: (typed: string) => ProblemItem[]): Disposable {
    let timer: Disposable | undefined;
    const typing = pick.onDidChangeValue((value) => {
      timer?.dispose();
      pick.busy = false;
      const text = value.trim();
      if (this.lookup(text)) timer = later(searchPause, () => void this.find(pick, text, itemsFor));
    });
    return {
      dispose: () => {
        this.isOpen = false;
        timer?.dispose();
        typing.dispose();
      },
    };
  }

  /** What Enter means: an ID that was only typed is looked up before, since it may be a part of the one that is meant. */
  async chosen(
    pick: QuickPick<ProblemItem>,
    itemsFor: (typed: string) => ProblemItem[],
  ): Promise<ChosenProblem | undefined> {
    const item = accepted(pick);
    const text = pick.value.trim();
    const known = pick.items.filter(({ value, alwaysShow }) => value?.problemId === text && !alwaysShow);
    if (item?.value === undefined && known.length > 1) {
      // which of its places is meant, nobody has said
      pick.activeItems = known.slice(0, 1);
      return undefined;
    }
    const isTyped = item?.value?.problemId === text && item.value.place === null && item.alwaysShow === true;
    const mayMeanMore = isTyped ? !this.help.isWholeId(text) : item?.value === undefined;
    if (!item || !mayMeanMore || this.waitedFor === text || !this.lookup(text)) return item?.value;
    const found = await this.find(pick, text, itemsFor);
    if (!found) return undefined;
    this.waitedFor = text;
    const exact = found.find(({ problemId }) => problemId.toLowerCase() === text.toLowerCase());
    if (exact) return exact;
    const meant = found.find(({ problemId }) => problemId.endsWith(text)) ?? found[0];
    if (!meant) return item.value;
    pick.activeItems = pick.items.filter(({ value }) => value && isSameProblem(value, meant)).slice(0, 1);
    return undefined;
  }

  /** How a text is looked up; null: it isn't. */
  private lookup(text: string): (() => Promise<readonly FoundProblem[]>) | null {
    const contest = this.help.contestAt(text);
    const { search } = this.help;
    if (contest || search === null) return contest;
    return text.length < 2 || text.length > 60 || text.includes('://') ? null : () => search(text);
  }

  /** Null: something else is typed by now. */
  private async find(
    pick: QuickPick<ProblemItem>,
    text: string,
    itemsFor: (typed: string) => ProblemItem[],
  ): Promise<readonly FoundProblem[] | null> {
    const ask = this.lookup(text);
    if (this.last?.text !== text && ask) this.last = { text, answer: ask() };
    pick.busy = true;
    const found = (await this.last?.answer) ?? [];
    if (!this.isOpen || pick.value.trim() !== text) return null;
    pick.busy = false;
    this.found = found;
    pick.items = itemsFor(text);
    return found;
  }
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
