export { problemPagesOf, tieFoundFile } from './findSubmittedFile';
export { offerToSet } from './setSourceFile';
export { offerActiveFile } from './offerActiveFile';
