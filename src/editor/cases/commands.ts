import type { CaseCommands } from './register';
import { saveCase } from './saveCase';

export const caseCommands: CaseCommands = {
  saveCase: (extension, [place]) => saveCase(extension, place),
};
