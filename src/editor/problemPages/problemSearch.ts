import { contestState } from '../../results';
import { RequestFailed, type FoundProblem, type ListedProblems } from '../../judges';
import type { JudgeProblems } from './judgeProblems';

/** The problems that the judge found for a text. Null: the search failed. */
export interface FoundForText {
  readonly text: string;
  readonly problems: readonly FoundProblem[] | null;
}

/** A pasted contest whose problems can't be listed yet, or only after a question. */
export interface UnstartedContest {
  /** the pasted text */
  readonly text: string;
  readonly listed: ListedProblems;
}

/** Searches a judge's problems by a typed text. If the text is the URL of a contest, lists the contest's problems. */
export class ProblemSearch {
  /** null: none was pasted */
  unstarted: UnstartedContest | null = null;
  /** URL of the contest that the user wants to start; null: none */
  private started: string | null = null;
  private last: {
    readonly text: string;
    readonly answer: Promise<readonly FoundProblem[] | RequestFailed | null>;
  } | null = null;

  constructor(private readonly problems: JudgeProblems) {}

  /** Returns whether the judge can search the problems that match a text. */
  accepts(text: string): boolean {
    if (this.problems.contestAt(text) !== null) return true;
    if (this.problems.elsewhere(text) !== null) return false;
    return this.problems.canSearch && text.length >= 2 && text.length <= 60 && !text.includes('://');
  }

  /**
   * Returns the problems that match a text. Null: the search failed. A failure: the pasted contest couldn't be listed.
   * Requests the same text only once in sequence. Never rejects.
   */
  find(text: string): Promise<readonly FoundProblem[] | RequestFailed | null> {
    if (this.last?.text !== text) this.last = { text, answer: this.request(text) };
    return this.last.answer;
  }

  /** If the text is a contest in which the user's own time hasn't begun, the next request for it starts that time. */
  startContest(text: string): void {
    if (this.unstarted?.text !== text || this.unstarted.listed.ownTime === undefined) return;
    this.started = text;
    this.last = null;
  }

  private request(text: string): Promise<readonly FoundProblem[] | RequestFailed | null> {
    const contest = this.problems.contestAt(text);
    return contest === null ? this.problems.search(text) : this.listContest(text, contest);
  }

  private async listContest(text: string, id: string): Promise<readonly FoundProblem[] | RequestFailed> {
    const listed = await this.problems.problemsOf(id, this.started === text);
    if (listed instanceof RequestFailed) return listed;
    const { problems, contest, ownTime } = listed;
    const now = this.problems.contest?.now() ?? Date.now();
    const isBeforeStart = contest !== undefined && contestState(contest, now) === 'notBegun';
    this.unstarted = isBeforeStart || ownTime !== undefined ? { text, listed } : null;
    return problems;
  }
}
