/** Maximum number of links in one line of the terminal. */
export const MAX_TERMINAL_LINKS = 20;

/** Maximum length of a submission's URL in the terminal, in UTF-16 units. */
export const MAX_TERMINAL_ADDRESS_LENGTH = 2000;

/** Maximum number of cases in the text for a language model. */
export const MAX_TOOL_CASES = 40;

/** Maximum length of a fact, in UTF-16 units. */
export const MAX_FACT_LENGTH = 500;

/** Maximum length of compiler output, in UTF-16 units. */
export const MAX_OUTPUT_LENGTH = 8000;

/** Maximum length of a case’s description, in UTF-16 units. */
export const MAX_DESCRIPTION_LENGTH = 160;

/** Maximum length of a failure's message, in UTF-16 units. */
export const MAX_REFUSAL_LENGTH = 2000;

/** Maximum length of all text from judges and programs, in UTF-16 units. */
export const MAX_UNTRUSTED_LENGTH = 14_000;

/** Time during which no other window asks the user the same question. */
export const QUESTION_LEASE_MS = 600_000;
