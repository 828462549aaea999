import { openSample, removeSamples } from './demoResults';
import type { DemoCommands } from './register';

export const demoCommands: DemoCommands = {
  openSample,
  removeSamples,
};
