export { type ContestAnswer, type ProblemGuess, type ProblemHelp, askProblem } from './askProblem';
export { askProblemOfFile } from './askProblemOfFile';
export {
  confirmedProblemOfFile,
  knownProblems,
  likelyProblemOfFile,
  placeNow,
  problemOfFile,
  withKnownPlaces,
} from './knownProblems';
export { contestHelp, rememberedChoices } from './problemHelp';
export type { ChosenProblem } from './typedProblem';
