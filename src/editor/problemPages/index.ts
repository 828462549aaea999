export { type ProblemAnswer, askProblem } from './askProblem';
export { askProblemOfFile } from './askProblemOfFile';
export {
  type ProblemGuess,
  confirmedProblemOfFile,
  knownProblems,
  likelyProblemOfFile,
  placeNow,
} from './knownProblems';
export { JudgeProblems } from './judgeProblems';
export type { ChosenProblem } from './typedProblem';
