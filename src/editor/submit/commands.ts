import { submitInBrowser } from './inBrowser/submitInBrowser';
import { inputCommands } from './inputEditors';
import { problemCommands } from './openProblem';
import { sampleTestCommands } from './runSamples';
import { submissionCommands } from './submit';
import type { SubmitCommands } from './register';
import { tryRealJudge } from './tryRealJudge';

export const submitCommands: SubmitCommands = {
  ...submissionCommands,
  ...sampleTestCommands,
  ...inputCommands,
  ...problemCommands,
  submitInBrowser,
  tryRealJudge,
};
