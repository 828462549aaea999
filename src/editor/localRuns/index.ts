export { type ProgramToRun, chooseHowToRun, rememberFiles } from './chooseHowToRun';
export { findHelpers, showMissingInteractor } from './checkerFiles';
export { runWithInput } from './inputEditors';
export { showNoSamples } from './noSamples';
export {
  canRunHere,
  judgeLanguageOf,
  ownInputDetails,
  runLocally,
  showIfRunning,
  showNotHere,
} from './runLocally';
export { askInputs } from './selfTestInputs';
export type { WithLocalRuns } from './withLocalRuns';
