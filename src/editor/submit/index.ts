export { askProblemOfFile } from './askProblemOfFile';
export { confirmLocalRuns } from './confirmSamples';
export { problemOfFile } from './knownProblems';
export { type CphFile, findCphFile, findSamples, isSampleNameOf, samplePairs } from './findSamples';
export {
  canRunHere,
  localJudgeOf,
  ownInputDetails,
  runLocally,
  showNoPrivateFolder,
  showNotHere,
} from './runLocally';
export { sourceToSubmit, type SourceToSubmit } from './sourceToSubmit';
