export type { WithSubmissions } from './submission';
