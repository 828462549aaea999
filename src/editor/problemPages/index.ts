export { type ProblemGuess, askProblem } from './askProblem';
export { askProblemOfFile } from './askProblemOfFile';
export {
  confirmedProblemOfFile,
  knownProblems,
  likelyProblemOfFile,
  placeNow,
  problemOfFile,
} from './knownProblems';
export { problemHelp } from './problemHelp';
export type { ChosenProblem } from './typedProblem';
