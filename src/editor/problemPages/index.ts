export { askProblem } from './askProblem';
export { askProblemOfFile, type AskedProblem } from './askProblemOfFile';
export { goElsewhere, type ProblemAtJudge, type UsableElsewhere } from './problemElsewhere';
export {
  type ProblemGuess,
  confirmedProblemOfFile,
  knownProblems,
  likelyProblemOfFile,
  placeNow,
  problemOfGuess,
  problemNamedByFile,
} from './knownProblems';
export { JudgeProblems } from './judgeProblems';
export type { ChosenProblem } from './typedProblem';
