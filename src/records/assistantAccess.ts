import { defaultAssistantRules, type AssistantRules } from './storedAssistantRules';
import { runningContest } from './contests';
import type { KnownRecord } from './record';

/** Whether assistants may read the results of a judge now. */
export type AccessDecision =
  | { readonly kind: 'allowed' }
  | {
      readonly kind: 'refused';
      readonly reason: RefusalReason;
      /** End of the refusal, ms since 1970; null if unknown. */
      readonly endsAt: number | null;
    };

/**
 * `contest`: a contest at the judge is running. `settings`: the user's settings forbid the tools. `workspace`: the settings
 * of the workspace forbid them. `unreadable`: the data for the decision can't be read.
 */
export type RefusalReason = 'contest' | 'settings' | 'workspace' | 'unreadable';

/** Decides which results assistants may read. Every tool for assistants calls it before it returns data. */
export interface AssistantAccess {
  /** Decides for the judge with this judge ID. Never rejects: a failure means `unreadable`. */
  of(service: string): Promise<AccessDecision>;
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
