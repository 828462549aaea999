import { sameJson } from '../../base/sameJson';
import type { Clock } from '../../base/ports';
import {
  contestKey,
  withReported,
  type AssistantRules,
  type AssistantRulesStorage,
  type ReportedContest,
} from '../../records';
import type { AssistantPermissions } from '../shared/settings/assistantPermissions';

export interface ContestReportsParts {
  readonly rules: AssistantRulesStorage;
  readonly clock: Pick<Clock, 'now'>;
  readonly permissions: () => AssistantPermissions;
  readonly onError: (what: string, error: unknown) => void;
}

/** The contests that judges reported to this window or to another one. All windows share them in a file. */
export class ContestReports {
  private current: readonly ReportedContest[] = [];
  /** Reports that aren't in the file yet, by contest. */
  private readonly unsaved = new Map<string, ReportedContest>();
  /** Ends that a judge has confirmed, ms since 1970, by contest. A later report may not contain that the contest is over. */
  private readonly confirmedEnds = new Map<string, number | null>();
  /** The last read found stored rules. */
  private hasStoredRules = false;
  /** Resolves when all reports so far are written. */
  private saving: Promise<void> = Promise.resolve();

  constructor(private readonly parts: ContestReportsParts) {}

  get contests(): readonly ReportedContest[] {
    return this.current;
  }

  /** Returns whether a judge has confirmed that a contest ended at the time in this report. */
  isConfirmedEnd(reported: ReportedContest): boolean {
    const key = contestKey(reported);
    return this.confirmedEnds.has(key) && this.confirmedEnds.get(key) === reported.contest.endsAt;
  }

  /**
   * Reads the contests that other windows reported, and returns whether something changed. If the file is gone, for example
   * because it was damaged, keeps the contests of this window and writes them again. Rejects if the file can't be read.
   */
  async read(): Promise<boolean> {
    await this.saving;
    const stored = await this.parts.rules.read();
    if (!stored && this.hasStoredRules) this.saveLater();
    this.hasStoredRules = stored !== null;
    const before = this.current;
    this.noteConfirmedEnds(stored?.contests ?? []);
    this.current = withReported(
      stored?.contests ?? before,
      [...this.unsaved.values()],
      this.parts.clock.now(),
    );
    return !sameJson(before, this.current);
  }

  /** Adds reports, and writes them to the file later. Returns whether something changed. */
  add(reports: readonly ReportedContest[]): boolean {
    this.noteConfirmedEnds(reports);
    const next = withReported(this.current, reports, this.parts.clock.now());
    if (next === this.current) return false;
    this.current = next;
    for (const report of reports) this.unsaved.set(contestKey(report), report);
    this.saveLater();
    return true;
  }

  private noteConfirmedEnds(contests: readonly ReportedContest[]): void {
    for (const reported of contests) {
      const { isOver, endsAt } = reported.contest;
      if (isOver) this.confirmedEnds.set(contestKey(reported), endsAt);
    }
  }

  private saveLater(): void {
    this.saving = this.saving.then(() => this.save());
  }

  /**
   * Adds the reports to the stored rules. Without stored rules, also writes the settings and all known contests. Logs a
   * failure; the next call writes the reports then. Never rejects.
   */
  private async save(): Promise<void> {
    const reports = [...this.unsaved];
    const now = this.parts.clock.now();
    const { isEnabled, allowedDuringContests } = this.parts.permissions();
    const known: AssistantRules = { isEnabled, allowedDuringContests, contests: this.current };
    try {
      await this.parts.rules.update((stored) => {
        const rules = stored ?? known;
        const contests = withReported(
          rules.contests,
          reports.map(([, report]) => report),
          now,
        );
        return { ...rules, contests };
      });
      for (const [key, report] of reports) if (this.unsaved.get(key) === report) this.unsaved.delete(key);
    } catch (error) {
      this.parts.onError('a contest could not be stored', error);
    }
  }
}
