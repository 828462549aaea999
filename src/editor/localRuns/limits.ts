/** Range of the time limit of a program on this computer. Also applies to values of problem files. */
export const MIN_LOCAL_TIME_LIMIT_MS = 100;
export const MAX_LOCAL_TIME_LIMIT_MS = 60_000;

/** Maximum length of a typed input that is suggested again, in UTF-16 units. */
export const MAX_REMEMBERED_INPUT_LENGTH = 100_000;
