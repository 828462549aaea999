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
