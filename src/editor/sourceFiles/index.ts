export { problemPagesOf, tieFoundFile } from './findSubmittedFile';
export { unpacked } from './cphProblems';
export { offerToSet } from './setSourceFile';
export { offerActiveFile } from './offerActiveFile';
