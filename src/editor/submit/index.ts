export { askProblemOfFile } from './askProblemOfFile';
export { problemOfFile } from './knownProblems';
