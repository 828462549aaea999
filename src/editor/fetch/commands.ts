import { fetchJudgeResult } from './fetch';
import { showProblemSubmissions } from './problemSubmissions';
import { refresh, refreshAll } from './refresh';
import type { FetchCommands } from './register';
import { resumeTracking, stopAll, stopTracking } from './resumeAndStop';

export const fetchCommands: FetchCommands = {
  fetch: (extension, [requestId]) => fetchJudgeResult(extension, requestId),
  refresh,
  refreshAll,
  resumeTracking,
  showProblemSubmissions,
  stopTracking,
  stopAll,
};
