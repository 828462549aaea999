export type { WithSubmissions } from './submitSteps';
