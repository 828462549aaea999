import { commands, l10n, type QuickInputButton, type Uri } from 'vscode';
import {
  type RequestFailed,
  sampleFetcher,
  type FoundProblem,
  type Judge,
  type ListedProblems,
  type ProblemIdForm,
  type ProblemList,
  type ProblemName,
} from '../../judges';
import type { ProblemState } from '../labels/problemState';
import {
  isSameProblem,
  loadRecents,
  meantProblem,
  rememberingMeant,
  saveRecents,
} from '../shared/storage/recentSubmissions';
import { button } from '../shared/dialogs/quickPick';
import { answerOrNull, orFailure, showFailure } from '../shared/failures/showFailure';
import { showingUnexpectedErrors } from '../shared/failures/unexpectedErrors';
import { knownProblems, problemIdElsewhere, problemStates, withKnownPlaces } from './knownProblems';
import { logging } from '../program';
import { problemAt } from '../sourceFiles';
import { problemElsewhere, type ProblemElsewhere } from './problemElsewhere';
import { showStatement } from './showStatement';
import type { Core } from '../shared/core';

export interface ProblemAction {
  readonly button: QuickInputButton;
  /** because the box would cover what the action shows */
  readonly closesBox: boolean;
  readonly run: (problem: ProblemName) => void;
}

/** Finds the problems of a judge, and returns what is known about them here. Used while a box is open. */
export class JudgeProblems {
  /** the problems of the judge's contest; null: it has no finite list */
  readonly contest: ContestProblems | null;
  /** how the judge's problem IDs look; null: unknown */
  readonly idForm: ProblemIdForm | null;
  /** shown as buttons of each problem */
  readonly actions: readonly ProblemAction[];
  private readonly states: ReturnType<typeof problemStates>;

  /**
   * `own`: all judges of the user; null: URLs of other judges aren't accepted. `file`: for which a problem is chosen; null:
   * none. `listsContests`: also lists the problems of any contest. `signal`: ends the requests
   */
  constructor(
    private readonly extension: Core,
    private readonly judge: Judge,
    private readonly own: readonly Judge[] | null,
    file: Uri | null,
    private readonly listsContests: boolean,
    private readonly signal?: AbortSignal,
  ) {
    const list = judge.submission?.problemList;
    this.contest = list ? new ContestProblems(extension, judge, list, file, signal) : null;
    this.idForm = judge.problemIdForm ?? null;
    this.actions = problemActions(extension, judge, file);
    this.states = problemStates(extension, judge);
  }

  /** Returns the problem of a pasted URL; null: the URL isn't a problem page of the judge. */
  problemIn(text: string): ProblemName | null {
    return problemAt(this.judge, text);
  }

  /** Returns the ID of the contest whose URL was pasted; null: not a contest, or its problems can't be listed. */
  contestAt(text: string): string | null {
    const { contestAt, fetchProblems } = this.judge.contests ?? {};
    return this.listsContests && fetchProblems ? (contestAt?.(text) ?? null) : null;
  }

  /** Returns the other judge that a pasted URL belongs to; null: none, or unknown. */
  elsewhere(text: string): ProblemElsewhere | null {
    if (this.own === null || this.contestAt(text) !== null) return null;
    return problemElsewhere(this.judge, this.own, text);
  }

  /** Lists the problems of any contest. `mayStart`: even if that starts the user's own time */
  async problemsOf(contest: string, mayStart: boolean): Promise<ListedProblems | RequestFailed> {
    const { fetchProblems } = this.judge.contests ?? {};
    if (!fetchProblems) return { problems: [] };
    return orFailure(
      this.extension.judges.ask(this.judge, (http) => fetchProblems(http, contest, mayStart), this.signal),
    );
  }

  /** Shows why a contest couldn't be listed. Returns whether the user wants to start over. */
  async showFailure(failed: RequestFailed): Promise<boolean> {
    if (this.signal?.aborted) return false;
    const tryAgain = async (): Promise<boolean> => true;
    return (await showFailure(this.extension, failed, this.judge, tryAgain, 'submission')) ?? false;
  }

  get canSearch(): boolean {
    return this.judge.submission?.findProblems !== undefined;
  }

  /**
   * Searches for problems by a part of their ID or title. Null: the search failed, or isn't supported. Never rejects.
   */
  async search(text: string): Promise<readonly FoundProblem[] | null> {
    const { extension, judge, signal } = this;
    const { findProblems } = judge.submission ?? {};
    if (!findProblems) return null;
    const found = await answerOrNull(extension, judge, (http) => findProblems(http, text), signal);
    return found && withKnownPlaces(found, knownProblems(extension, judge), judge);
  }

  /** Returns whether the text is a complete problem ID rather than a part of one or of a title. */
  isWholeId(text: string): boolean {
    return this.judge.problemIdIn?.(text) === text;
  }

  /** Returns the display name of a domain; empty: none. */
  placeName(place: string): string {
    return this.judge.submission?.places?.name(place) ?? '';
  }

  /** Returns the user's result of a problem, as of the opening of the box. */
  stateOf(problem: ProblemName): ProblemState {
    return this.states(problem);
  }

  /** Returns whether the user chose this problem when this text named several. */
  wasMeant(text: string, problem: ProblemName): boolean {
    const meant = meantProblem(loadRecents(this.extension.context.globalState), this.judge.id, text);
    return meant !== null && isSameProblem(meant, problem);
  }

  /** Remembers that the user chose this problem when this text named several. */
  rememberMeant(text: string, problem: ProblemName): void {
    const { extension, judge } = this;
    const save = async (): Promise<void> => {
      const recents = loadRecents(extension.context.globalState);
      await saveRecents(extension, rememberingMeant(recents, judge.id, text, problem));
    };
    void logging(extension, 'saving the choice of a problem', save());
  }
}

export class ContestProblems {
  /** path of the file for which a problem is chosen; null: none */
  readonly path: string | null;
  /** ID of the problem to which the file was submitted in another contest of the site; null: none */
  readonly idElsewhere: string | null;

  constructor(
    private readonly extension: Core,
    private readonly judge: Judge,
    readonly list: ProblemList,
    file: Uri | null,
    private readonly signal?: AbortSignal,
  ) {
    this.path = file?.path ?? null;
    this.idElsewhere = file && problemIdElsewhere(extension, judge, file);
  }

  /** Resolves to null if the request failed. Never rejects. */
  async fetchAll(): Promise<ListedProblems | null> {
    return answerOrNull(this.extension, this.judge, (http) => this.list.fetchAll(http), this.signal);
  }

  /** Returns the time by the judge's clock, ms since 1970. */
  now(): number {
    return this.extension.judges.timeAt(this.judge.id);
  }
}

/** Returns the actions for a problem in a box. `file`: to which its samples are added; null: none */
export function problemActions(extension: Core, judge: Judge, file: Uri | null): readonly ProblemAction[] {
  const actions: ProblemAction[] = [];
  if (judge.submission?.fetchStatement) {
    actions.push({
      button: button('book', l10n.t('Show Problem Statement')),
      closesBox: true,
      run: (problem) =>
        void showingUnexpectedErrors(extension, 'showStatement', () =>
          showStatement(extension, judge, problem),
        ),
    });
  }
  if (file && sampleFetcher(judge.submission)) {
    actions.push({
      button: button('beaker', l10n.t('Get Samples')),
      closesBox: false,
      run: (problem) => void commands.executeCommand('judgeResults.getSamples', file, problem),
    });
  }
  return actions;
}
