export { askProblemOfFile } from './askProblemOfFile';
export { problemOfFile } from './knownProblems';
export { type CphFile, findCphFile, findSamples, isSampleNameOf, samplePairs } from './sampleTests';
export { canRunHere, runLocally, showNotHere } from './runLocally';
export { sourceToSubmit, type SourceToSubmit } from './sourceToSubmit';
