export { problemPagesOf, tieFoundFile } from './find';
export { offerActiveFile } from './offerActiveFile';
