import { openSource } from './openSource';
import { setSourceFile } from './setSourceFile';
import { compareWithJudged } from './compareWithSubmitted';
import type { SourceFileCommands } from './register';
import { showResultsOfFile } from './resultsOfFile';
import { showVerdictActions } from './verdictActions';

export const sourceFileCommands: SourceFileCommands = {
  setSourceFile,
  openSource,
  compareWithJudged,
  showResultsOfFile: (extension, [file]) => showResultsOfFile(extension, file),
  'row.showVerdictActions': showVerdictActions,
};
