import { openRecord } from './openResult';
import { openInBrowser } from './openInBrowser';
import { compareOutput } from './compareOutput';
import type { RecordPageCommands } from './register';
import { compare } from './compareResults';
import { openCase, clickRecord, enterRow } from './openResult';

export const recordPageCommands: RecordPageCommands = {
  openRecord,
  compareOutput: (extension, [place]) => compareOutput(extension, place),
  compareRecords: compare,
  openInBrowser,
  'row.openCase': openCase,
  'row.clickRecord': clickRecord,
  'row.enter': enterRow,
};
