/** Loads the types of judges and the HTTP client. */
export const loadJudges = () => import('./lazy');
