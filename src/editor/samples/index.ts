export { chosenComparison, storeComparison, type ChosenComparison } from './chosenComparison';
export { MAX_STORED_PROBLEMS } from './limits';
export { problemKey } from './problemKey';
export { comparisonOfRun } from './comparisonOfRun';
export { confirmLocalRuns, confirmSamples } from './confirmSamples';
export {
  type FoundSamples,
  chooseSamples,
  findProblemFiles,
  findSamples,
  isInteractive,
  isSameSample,
  sampleFileNames,
  type StoredSample,
  storedSamples,
  withExpected,
} from './findSamples';
export { isProgram, isSampleNameOf, sampleInputs } from './samplePairs';
export { closeSampleEditor, openSampleEditor, saveOpenSamples } from './sampleEditor';
export { addSample, canSaveNextTo, changeSample, failedWords, savedWords, type Saved } from './saveSample';
export { showSkipped, type SkippedSample } from './skippedSamples';
export { showSaved } from './savedMessage';
export { samplesOfProgram, showSampleSources } from './gatherSamples';
