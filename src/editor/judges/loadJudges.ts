export const loadJudges = () => import('./lazy');
