import type { AccessDecision, AssistantAccess } from './assistantAccess';
import { runningContest, type ReportedContest } from './contests';
import type { KnownRecord } from './record';

/** The user's settings for assistants. */
export interface AssistantSettings {
  /** Whether the user's own settings allow the tools. */
  readonly isEnabled: boolean;
  /** IDs of the judges whose results the user lets assistants read during contests. */
  readonly allowedDuringContests: readonly string[];
}

/** The settings and the contests, stored so that processes without access to the settings can decide as VS Code does. */
export interface AssistantRules extends AssistantSettings {
  /** Contests that judges reported, also those of removed records. */
  readonly contests: readonly ReportedContest[];
}

export const defaultAssistantRules: AssistantRules = {
  isEnabled: true,
  allowedDuringContests: [],
  contests: [],
};

/** Returns the changed rules. `stored`: null if none are stored. */
export type RulesChange = (stored: AssistantRules | null) => AssistantRules;

/** The stored rules, which all windows share. */
export interface AssistantRulesStorage {
  /** Returns the stored rules; null if there are none. Rejects with `StorageFailed` if they can't be read. */
  read(): Promise<AssistantRules | null>;
  /**
   * Replaces the stored rules by the result of `change`, which gets null if none are stored. May call `change` twice.
   * Rejects with `StorageFailed`.
   */
  update(change: RulesChange): Promise<void>;
}

/** Decides whether assistants may read the results of a judge. `now`: ms since 1970, by the judge's clock if known. */
export function decideAccess(
  service: string,
  records: readonly KnownRecord[],
  { isEnabled, allowedDuringContests, contests }: AssistantRules,
  now: number,
): AccessDecision {
  if (!isEnabled) return { kind: 'refused', reason: 'settings', endsAt: null };
  // An entry is a whole judge ID: another judge with the same name, or the same judge with another address, isn't allowed.
  if (allowedDuringContests.includes(service)) return { kind: 'allowed' };
  const running = runningContest(service, records, contests, now);
  return running
    ? { kind: 'refused', reason: 'contest', endsAt: running.contest.endsAt }
    : { kind: 'allowed' };
}

/** The stored data that a process outside of VS Code reads for each decision. */
export interface StoredDecisionData {
  /** Returns all records. */
  records(): Promise<readonly KnownRecord[]>;
  /** Like `AssistantRulesStorage.read`. */
  rules(): Promise<AssistantRules | null>;
  /** ms since 1970 */
  now(): number;
}

/**
 * Decides with stored data alone. Without stored rules, only the contests of the records count, and no judge is allowed
 * during them.
 */
export class StoredAssistantAccess implements AssistantAccess {
  /** `onError` receives the reason why the stored data can't be read. */
  constructor(
    private readonly data: StoredDecisionData,
    private readonly onError: (error: unknown) => void,
  ) {}

  async of(service: string): Promise<AccessDecision> {
    try {
      const rules = (await this.data.rules()) ?? defaultAssistantRules;
      return decideAccess(service, await this.data.records(), rules, this.data.now());
    } catch (error) {
      this.onError(error);
      return { kind: 'refused', reason: 'unreadable', endsAt: null };
    }
  }
}

/** Keeps the rules in memory, for VS Code in a browser. They are lost when the window closes. */
export class MemoryAssistantRules implements AssistantRulesStorage {
  private rules: AssistantRules | null = null;

  async read(): Promise<AssistantRules | null> {
    return this.rules;
  }

  async update(change: RulesChange): Promise<void> {
    this.rules = change(this.rules);
  }
}
