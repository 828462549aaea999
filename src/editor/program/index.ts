export { askLanguage } from './askLanguage';
export { keepSubmitted, keepText, logging } from './keepSubmitted';
export { askOtherFiles } from './otherFiles/askOtherFiles';
export { type FileChoice, type StoredChoice, lastChoice, rememberChoice } from './otherFiles/fileChoice';
export { programWithFiles, showFilesProblem } from './otherFiles/programWithFiles';
export { fitsDocument, proposeLanguages } from './proposeLanguages';
export { type QuestionStep, type ValueItem, addPrice, choose, numbersOf } from './questionPick';
export {
  type SourceToSubmit,
  fileNameOf,
  fileToSubmit,
  otherFilesOf,
  sourceToSubmit,
} from './sourceToSubmit';
export { type SubmitArguments, readSubmitArguments } from './submitArguments';
