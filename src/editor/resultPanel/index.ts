export { openAtFirstFailed, restoreRecordPanel } from './openPages';
