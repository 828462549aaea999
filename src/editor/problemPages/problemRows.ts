import { l10n, QuickPickItemKind } from 'vscode';
import { looksLikeUrl, type FoundProblem, type ListedProblems, type ProblemName } from '../../judges';
import { contestNotices } from '../labels/accountWords';
import { ageWords, shortMoment } from '../labels/dateFormats';
import { nameOfJudge, unsupportedWords } from '../labels/judgeLabels';
import { problemLabel, timeLimitWords } from '../labels/problemLabel';
import { problemStateWords } from '../labels/problemState';
import { joined } from '../labels/recordLabels';
import { siteNameAt } from '../labels/siteName';
import { sanitizeForUi } from '../labels/sanitizeText';
import { isProblemId } from '../shared/problemIds';
import { emptySlot, type ValueItem } from '../shared/dialogs/quickPick';
import { isSameProblem } from '../shared/storage/recentSubmissions';
import type { JudgeProblems } from './judgeProblems';
import type { ProblemGuess } from './knownProblems';
import {
  contestProblemsOf,
  knownProblemsOf,
  meaningOf,
  type ProblemChoices,
  type TypedText,
} from './problemChoices';
import type { ProblemElsewhere } from './problemElsewhere';
import { chosenProblem, fitsTypedText, type ChosenProblem } from './typedProblem';

/** A row of the box that asks for a problem. */
export type ProblemItem = ValueItem<ChosenProblem>;

/**
 * Returns the rows for a typed text. VS Code identifies a row by its index, and can report one that was active before the
 * last key. So each problem keeps its index as long as it is offered, and the first index is reserved for the typed text.
 */
export function problemRows(choices: ProblemChoices, typed: string): ProblemItem[] {
  const meant = typed === '' ? null : meaningOf(choices, typed);
  const first = typedRow(choices, typed, meant);
  const others = shownProblems(choices, typed, meant, first);
  const outside = problemOutside(meant);
  const hasSeparator = others.ofContest.some(isVisible) && others.recent.some(isVisible);
  return [
    first,
    ...(choices.guess || choices.guessed ? [others.guess] : []),
    ...others.ofContest,
    hasSeparator ? { label: l10n.t('recent problems'), kind: QuickPickItemKind.Separator } : emptySlot,
    ...others.recent,
    ...others.found,
    outside ? outsideRow(outside) : emptySlot,
  ];
}

/** Returns the hint for the input box. Titles can be typed only if the judge has a list or a search. */
export function requestedNames({ contest, canSearch, idForm }: JudgeProblems): string {
  if (contest) return l10n.t('Label, ID, or title of the problem');
  if (idForm) {
    const { example } = idForm;
    return canSearch
      ? l10n.t('{0}, or the title or URL of the problem', example)
      : l10n.t('{0}, or the URL of the problem', example);
  }
  return canSearch ? l10n.t('ID or title of the problem') : l10n.t('ID of the problem');
}

interface ShownProblems {
  readonly guess: ProblemItem;
  readonly ofContest: readonly ProblemItem[];
  readonly recent: readonly ProblemItem[];
  readonly found: readonly ProblemItem[];
}

/** Returns the rows of all known problems. Those that don't fit the typed text, or are in the first row, are hidden. */
function shownProblems(
  choices: ProblemChoices,
  typed: string,
  meant: TypedText | null,
  first: ProblemItem,
): ShownProblems {
  const { problems, guessed } = choices;
  const showsAll = meant?.kind === 'unknown' || choices.found?.text === typed;
  const isFirst = (problem: ProblemName): boolean =>
    first.value !== undefined && isSameProblem(problem, first.value);
  const ifFitting = (problem: ChosenProblem, row: ProblemItem): ProblemItem => {
    const place = problem.place === null ? '' : problems.placeName(problem.place);
    return !isFirst(problem) && (showsAll || fitsTypedText(problem, place, typed)) ? row : emptySlot;
  };

  const ofContest = contestProblemsOf(choices);
  const isListed = (problem: ProblemName): boolean =>
    ofContest.some(
      ({ problemId, place }) =>
        problemId === problem.problemId &&
        (place === problem.place || (problem.place === null && !problems.contest?.list.hasOthers)),
    );
  const isGuess = (problem: ProblemName): boolean => guessed !== null && isSameProblem(guessed, problem);
  const outside = problemOutside(meant);
  const isOutside = (problem: ProblemName): boolean =>
    outside !== undefined && isSameProblem(problem, outside);
  const known = knownProblemsOf(choices);

  return {
    guess: guessed ? ifFitting(guessed, guessRow(choices, guessed)) : lookupRow(choices, typed),
    ofContest: ofContest.map((problem) =>
      isGuess(problem) ? emptySlot : ifFitting(problem, problemRow(choices, problem, '$(list-ordered)')),
    ),
    recent: choices.recent
      .filter((problem) => !isListed(problem))
      .map((problem) =>
        isOutside(problem) ? emptySlot : ifFitting(problem, problemRow(choices, problem, '$(history)')),
      ),
    found: (choices.found?.problems ?? [])
      .filter(({ problemId }) => isProblemId(problemId))
      .filter((problem) => !known.some((other) => isSameProblem(problem, other)))
      .map((problem) => ifFitting(chosenProblem(problem), foundRow(choices, problem))),
  };
}

/** Returns the chosen problem that isn't in the contest, if the text also names one there. */
function problemOutside(meant: TypedText | null): ChosenProblem | undefined {
  return meant?.kind === 'several' ? meant.problems.find(({ isOutside }) => isOutside) : undefined;
}

/** Creates the first row, which is about the typed text or, without one, about the contest. */
function typedRow(choices: ProblemChoices, typed: string, meant: TypedText | null): ProblemItem {
  const { problems, unstarted } = choices;
  const { listed = null, isBeforeStart = false } = choices.contest ?? {};
  const notices = listed?.contest ? contestNotices(listed.contest) : [];
  if (meant?.kind === 'elsewhere') return elsewhereRow(meant.elsewhere);
  if (listed?.problems.length === 0 && isBeforeStart && meant?.kind !== 'problem')
    return startRow(problems, listed, notices);
  if (typed === '') return notices.length > 0 ? noticeRow(notices) : emptySlot;
  if (problems.problemIn(typed) && meant?.kind === 'problem')
    return { label: `$(link) ${problemLabel(meant.problem)}`, value: meant.problem, alwaysShow: true };
  if (unstarted?.text === typed) return unstartedRow(problems, unstarted.listed);
  if (problems.contestAt(typed) !== null)
    return { label: `$(link) ${l10n.t('Problems of the contest')}`, alwaysShow: true };
  const site = looksLikeUrl(typed) ? siteNameAt(typed) : null;
  if (site !== null && (meant?.kind === 'invalid' || meant?.kind === 'unknown'))
    return {
      ...info(l10n.t('This page is on {0}.', site)),
      detail: l10n.t('Choose that judge first, with “Choose Online Judge”.'),
    };
  return meaningRow(choices, typed, meant);
}

function meaningRow(
  choices: ProblemChoices,
  typed: string,
  meant: Exclude<TypedText, { readonly kind: 'elsewhere' }> | null,
): ProblemItem {
  const shownText = sanitizeForUi(typed, 64);
  switch (meant?.kind) {
    case 'problem':
      return meant.isAsEntered ? enteredRow(meant.problem) : problemRow(choices, meant.problem, '$(search)');
    case 'several':
      return info(l10n.t('Several problems are named “{0}”. Select one.', shownText));
    case 'parts':
      return info(l10n.t('Several problems contain “{0}”. Select one.', shownText));
    case 'unknown':
      return info(l10n.t('No problem is named “{0}”.', shownText));
    case 'invalid':
      return {
        ...info(l10n.t('Not a valid problem ID')),
        detail: choices.problems.idForm
          ? requestedNames(choices.problems)
          : l10n.t('A problem ID can have up to 64 letters, digits, “-”, “_”, or “.”.'),
      };
    case undefined:
      return { label: `$(loading~spin) ${l10n.t('Looking up {0}…', shownText)}`, alwaysShow: true };
  }
}

/** Creates the row of a future contest, which has no problems yet. */
function startRow(
  problems: JudgeProblems,
  { contest }: ListedProblems,
  notices: readonly string[],
): ProblemItem {
  const isPlanned = typeof contest?.startsAt === 'number';
  return {
    label: `$(clock) ${startWords(problems, contest)}`,
    detail: joined(' ', isPlanned ? l10n.t('Its problems appear here then.') : '', ...notices),
    alwaysShow: true,
  };
}

/** Creates the row with the start of a pasted contest, or with the question whether the user wants to start it. */
function unstartedRow(problems: JudgeProblems, { contest, ownTime }: ListedProblems): ProblemItem {
  if (ownTime !== undefined) {
    return {
      label: `$(watch) ${l10n.t('Press Enter to start the contest.')}`,
      detail: l10n.t('Your time of {0} begins when its problems are listed.', ageWords(ownTime)),
      alwaysShow: true,
    };
  }
  return { label: `$(clock) ${startWords(problems, contest)}`, alwaysShow: true };
}

function startWords(problems: JudgeProblems, contest: ListedProblems['contest']): string {
  const startsAt = contest?.startsAt ?? null;
  return startsAt === null
    ? l10n.t('The contest hasn’t begun.')
    : l10n.t('The contest begins at {0}.', shortMoment(startsAt, problems.contest?.now()));
}

function guessRow(choices: ProblemChoices, guessed: ChosenProblem): ProblemItem {
  const from = choices.guess?.from ?? 'fileName';
  return problemRow(choices, guessed, guessIcons[from], guessOrigin(from));
}

/** Creates the row that is shown while the guess is being looked up. */
function lookupRow({ guess, isLookingUpGuess }: ProblemChoices, typed: string): ProblemItem {
  if (!guess || !isLookingUpGuess || typed !== '') return emptySlot;
  return { label: `$(loading~spin) ${l10n.t('Looking up {0}…', sanitizeForUi(guess.id, 64))}` };
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

/** Creates the row of a problem. `origin`: why it is suggested; empty: not shown */
function problemRow(
  { problems, contest: listing }: ProblemChoices,
  problem: ChosenProblem,
  icon: string,
  origin = '',
): ProblemItem {
  const { place, contest = null, title, letter } = problem;
  const isTitleInLabel = letter !== undefined;
  const listed = listing?.listed?.problems.find((other) => isSameProblem(other, problem));
  return {
    label: `${icon} ${problemLabel(problem)}`,
    description: joined(
      ' · ',
      sanitizeForUi(contest ?? (place === null ? '' : problems.placeName(place)), 60),
      isTitleInLabel ? '' : sanitizeForUi(title ?? '', 100),
      timeLimitWords(listed?.limits),
      problemStateWords(problems.stateOf(problem)),
      origin,
    ),
    value: problem,
    buttons: problems.actions.map(({ button }) => button),
    alwaysShow: true,
  };
}

function foundRow(choices: ProblemChoices, problem: FoundProblem): ProblemItem {
  const row = problemRow(choices, chosenProblem(problem), '$(search)');
  const letter = sanitizeForUi(problem.letter ?? '', 20);
  return { ...row, label: `$(search) ${joined(' · ', letter, problemLabel(chosenProblem(problem)))}` };
}

/** Creates the row for a typed ID that no list contains. */
function enteredRow(problem: ChosenProblem): ProblemItem {
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

function isVisible(item: ProblemItem): boolean {
  return item.kind !== QuickPickItemKind.Separator;
}
