export { askProblemOfFile } from './askProblemOfFile';
export { confirmLocalRuns } from './confirmSamples';
export { problemOfFile } from './knownProblems';
export { type CphFile, findCphFile, findSamples, sampleFileNames } from './findSamples';
export { isSampleNameOf, samplePairs } from './sampleFiles';
export {
  canRunHere,
  localJudgeOf,
  ownInputDetails,
  runLocally,
  showNoPrivateFolder,
  showNotHere,
} from './runLocally';
export { sourceToSubmit, type SourceToSubmit } from './sourceToSubmit';
export type { WithSubmissions } from './withSubmissions';
