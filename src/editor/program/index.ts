export { askLanguage, type LanguageProposals, fitsDocument, proposeLanguages } from './askLanguage';
export { keepSubmitted, keepText, logging } from './keepSubmitted';
export { askOtherFiles } from './otherFiles/askOtherFiles';
export { type FileChoice, type StoredChoice, lastChoice, rememberChoice } from './otherFiles/fileChoice';
export { type ProgramRead, programWithFiles, wantsOtherFiles } from './otherFiles/programWithFiles';
export {
  type SourceToSubmit,
  type SubmitArguments,
  fileNameOf,
  fileToSubmit,
  otherFilesOf,
  readSubmitArguments,
  sourceToSubmit,
} from './sourceToSubmit';
