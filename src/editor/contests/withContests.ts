import type { Contest } from '../../results';
import type { AssistantAccess } from '../../records';
import type { JudgeId } from '../../judges';
import type { TimedContest } from './contestWords';
import type { PausedJudge } from './contestWatch';

export interface ReportedContests {
  /** Remembers a contest that a list of submissions contained, before the results of its submissions are known. */
  report(service: JudgeId, contest: Contest): void;
  /** Returns a contest, as it was last reported. Null: unknown. `id`: `Contest.id` */
  known(service: JudgeId, id: string): Promise<Contest | null>;
  /** Requests a known contest now, because the user looks at it. Resolves when the request has ended, even if it failed. */
  refresh(service: JudgeId, id: string): Promise<void>;
  /** Returns the contests in the status bar. */
  shown(): Promise<readonly TimedContest[]>;
  /** Returns the judges whose results assistants can't read now because of a contest. */
  paused(): Promise<readonly PausedJudge[]>;
}

export interface WithContests {
  readonly contests: ReportedContests;
  /** decides which results assistants may read */
  readonly assistantAccess: AssistantAccess;
}
