import { Disposable, window } from 'vscode';
import type { Lazy } from '../../base/async';
import { contestState, type Contest } from '../../results/withoutDecoder';
import {
  contestOfRecord,
  isRunning,
  type AccessDecision,
  type AssistantAccess,
  type AssistantRulesStorage,
  type KnownRecord,
} from '../../records';
import type { JudgeId } from '../../judges';
import { assistantPermissions } from '../shared/settings/assistantPermissions';
import { onDidChangeSettings } from '../shared/settings/settings';
import { whenFirstNeeded, whenIdle } from '../shared/whenNeeded';
import type { TimedContest } from './contestWords';
import type { PausedJudge } from './contestWatch';
import type { Contests } from './index';
import type { Core } from '../shared/core';
import type { ReportedContests } from './withContests';

/** Loads the watch of contests when the first running contest is reported, or when an assistant first reads a result. */
export class LazyContests implements AssistantAccess, ReportedContests {
  constructor(
    private readonly contests: Lazy<Contests>,
    private readonly onError: (what: string, error: unknown) => void,
  ) {}

  async of(service: JudgeId): Promise<AccessDecision> {
    try {
      return await (await this.contests.get()).watch.of(service);
    } catch (error) {
      this.onError('contests could not be loaded', error);
      return { kind: 'refused', reason: 'unreadable', endsAt: null };
    }
  }

  report(service: JudgeId, contest: Contest): void {
    // An ended contest pauses nothing, and isn't shown for the first time.
    if (contestState(contest, Date.now()) === 'ended') return;
    this.contests.get().then(
      ({ watch }) => watch.report(service, contest),
      (error: unknown) => this.onError('contests could not be loaded', error),
    );
  }

  async known(service: JudgeId, id: string): Promise<Contest | null> {
    try {
      return await (await this.contests.get()).watch.find(service, id);
    } catch (error) {
      this.onError('contests could not be loaded', error);
      return null;
    }
  }

  async refresh(service: JudgeId, id: string): Promise<void> {
    await (await this.contests.get()).watch.refresh(service, id);
  }

  async shown(): Promise<readonly TimedContest[]> {
    return (await this.contests.get()).shown();
  }

  async paused(): Promise<readonly PausedJudge[]> {
    return (await this.contests.get()).watch.paused();
  }
}

/**
 * Registers the watch of contests. Stores the user's settings for assistants, because processes outside of
 * VS Code can't read them.
 */
export function registerContests(
  extension: Core,
  contests: Lazy<Contests>,
  openRules: () => Promise<AssistantRulesStorage>,
  onError: (what: string, error: unknown) => void,
): Disposable {
  const storeSettings = async (): Promise<void> => {
    const { isEnabled, allowedDuringContests } = assistantPermissions();
    try {
      const rules = await openRules();
      await rules.update((stored) => ({
        isEnabled,
        allowedDuringContests,
        contests: stored?.contests ?? [],
      }));
    } catch (error) {
      onError('the settings for assistants could not be stored', error);
    }
  };
  /** Looks at the contest of a judge whose entry is for one contest. `service`: null for the chosen judge */
  const lookAtContest = async (service: JudgeId | null, isHurried: boolean): Promise<void> => {
    try {
      const judge = await (service === null ? extension.judges.chosen() : extension.judges.judgeOf(service));
      const { only, fetch } = judge?.contests ?? {};
      if (!judge || only === undefined || !fetch || (await extension.judges.isSignedOut(judge))) return;
      await (await contests.get()).watch.lookAt(judge.id, only, isHurried);
    } catch (error) {
      onError('the contest could not be looked at', error);
    }
  };
  return Disposable.from(
    contests,
    whenIdle(storeSettings),
    whenIdle(() => lookAtContest(null, false)),
    extension.judges.onDidChange((service) => void lookAtContest(service, true)),
    // the judge may not have been reachable, or may not have shown the contest yet
    window.onDidChangeWindowState(({ focused }) => {
      if (focused) void lookAtContest(null, false);
    }),
    onDidChangeSettings('assistants', () => void storeSettings()),
    whenFirstNeeded(extension.store, contests, isInRunningContest, 'whenIdle'),
  );
}

function isInRunningContest(record: KnownRecord): boolean {
  const found = contestOfRecord(record);
  return found !== null && isRunning(found.contest, Date.now());
}
