import { fetchJudgeResult } from './fetch';
import { refreshCommands } from './refresh';
import type { FetchCommands } from './register';

export const fetchCommands: FetchCommands = {
  fetch: (extension, [requestId]) => fetchJudgeResult(extension, requestId),
  ...refreshCommands,
};
