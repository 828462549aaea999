export { problemPagesOf, tieFoundFile } from './findSubmittedFile';
export { offerActiveFile } from './offerActiveFile';
