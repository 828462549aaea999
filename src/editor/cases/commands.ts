import { caseInput, debugCase } from './debugCase';
import type { CaseCommands } from './register';
import { runCase } from './runCase';
import { saveCase } from './saveCase';

export const caseCommands: CaseCommands = {
  caseInput: async () => caseInput(),
  debugCase: (extension, [place]) => debugCase(extension, place),
  runCase: (extension, [place]) => runCase(extension, place),
  saveCase: (extension, [place]) => saveCase(extension, place),
};
