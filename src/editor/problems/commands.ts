import { openCompileMessage } from './judgedFile';
import type { ProblemsCommands } from './register';

export const problemsCommands: ProblemsCommands = {
  openCompileMessage,
};
