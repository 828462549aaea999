import type { ReportedContest } from './contests';

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
