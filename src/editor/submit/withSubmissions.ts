import type { LocalComputer } from '../../local';
import type { BrowserSubmissions } from './inBrowser/browserSubmissions';

export interface WithSubmissions {
  /** finds the submissions that the user makes in the browser; loaded with the first of them */
  readonly browserSubmissions: () => Promise<BrowserSubmissions>;
  /** compiles and runs programs; loaded with the first program; null in a browser */
  readonly localComputer: (() => Promise<LocalComputer>) | null;
}
