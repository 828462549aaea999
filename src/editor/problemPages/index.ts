export { type ProblemGuess, askProblem } from './askProblem';
export { askProblemOfFile } from './askProblemOfFile';
export { confirmedProblemOfFile, knownProblems, likelyProblemOfFile, placeNow } from './knownProblems';
export { problemHelp } from './problemHelp';
export type { ChosenProblem } from './typedProblem';
