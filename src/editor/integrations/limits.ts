/** Maximum number of cases that a language model gets. */
export const MAX_TOOL_CASES = 40;

/** Maximum length of a fact, in UTF-16 units. */
export const MAX_FACT_LENGTH = 500;

/** Maximum length of compiler output, in UTF-16 units. */
export const MAX_OUTPUT_LENGTH = 8000;

/** Maximum length of a case’s description, in UTF-16 units. */
export const MAX_DESCRIPTION_LENGTH = 160;

/** Maximum length of the reason for a rejected submission, in UTF-16 units. */
export const MAX_REFUSAL_LENGTH = 2000;

/** Maximum length of all text that comes from a judge or a program, in UTF-16 units. */
export const MAX_UNTRUSTED_LENGTH = 14_000;

/** How long no other window asks the user the same question. */
export const QUESTION_LEASE_MS = 600_000;
