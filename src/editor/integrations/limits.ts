/** Maximum number of links in one line of the terminal. */
export const MAX_TERMINAL_LINKS = 20;

/** Maximum length of a submission's URL in the terminal, in UTF-16 units. */
export const MAX_TERMINAL_ADDRESS_LENGTH = 2000;

/** Time during which no other window asks the user the same question, ms. */
export const QUESTION_LEASE_MS = 600_000;
