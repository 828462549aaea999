export { tieFoundFile } from './find';
export { offerActiveFile } from './offer';
