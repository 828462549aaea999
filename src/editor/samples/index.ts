export { confirmLocalRuns, confirmSamples } from './confirmSamples';
export {
  type CphFile,
  type FoundSamples,
  chooseSamples,
  findCphFile,
  findProblemFiles,
  findSamples,
  ownSampleNames,
  sampleFileNames,
  withExpected,
} from './findSamples';
export { isSampleNameOf, sampleInputs, samplePairs } from './sampleFiles';
export { samplesOfProgram, showSampleSources } from './samplesOfProgram';
