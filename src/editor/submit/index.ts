export type { WithSubmissions } from './withSubmissions';
