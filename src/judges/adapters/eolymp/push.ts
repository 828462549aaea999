import { setNewest } from '../../../base/newestEntries';
import { isObject, jsonIn, JsonObject, TypeMismatch } from '../../../results';
import type { Push, PushFrame } from '../../adapter';
import { RequestFailed } from '../../requestFailed';
import { isRequestId } from '../../requestIdInput';
import { textOf, wholeOf } from '../shared/jsonValues';
import { failureIn } from './refusals';
import { COMPILATION_ERROR } from './verdicts';
import { isFinalStatus, resultIn, statusOf, submissionStatus, textIn } from './result';
import { sitePath, type EolympSite } from './addresses';

/** Number of submissions whose newest version is remembered. */
const MAX_VERSIONS = 1000;

/**
 * Creates the push connection, which uses server-sent events. The stream of the archive may contain the submissions of
 * other users, so it is requested without groups and runs.
 */
export function pushOf(site: EolympSite): Push {
  const query = site.contest === '' ? '' : '?extra=GROUPS&extra=RUNS';
  const versions = new Map<string, number>();
  return {
    transport: 'events',
    origin: new URL(site.baseUrl).origin,
    url: () => `${site.baseUrl}${sitePath(site)}/submissions:watch${query}`,
    authentication: { kind: 'header' },
    limits: null,
    read: (text) => readFrame(text, site.baseUrl, versions),
    detail: null,
  };
}

/**
 * Reads the data of an event. Ignores an outdated version of a submission. `versions`: newest known version of each
 * submission; updated by this function.
 */
function readFrame(text: string, baseUrl: string, versions: Map<string, number>): PushFrame {
  const json = jsonIn(text);
  if (!isObject(json)) return { kind: 'unreadable' };
  const failure = failureIn(json);
  if (failure) return { kind: 'refused', failure };
  // the end of the stream
  if (!isObject(json.submission)) return { kind: 'other' };
  const submission = new JsonObject(json.submission);
  const { raw } = submission;
  const requestId = textOf(raw.id) ?? '';
  if (!isRequestId(requestId)) return { kind: 'unreadable' };
  if (json.event === 'DELETED') return { kind: 'nudge', requestId };
  if (isOutdated(requestId, wholeOf(raw.version) ?? 0, versions)) return { kind: 'other' };
  return frameOf(submission, requestId, baseUrl);
}

/** Creates the frame of a submission. If a part of a final result is missing, the result must be fetched. */
function frameOf(submission: JsonObject, requestId: string, baseUrl: string): PushFrame {
  const { raw } = submission;
  const hasGroups = raw.groups !== undefined;
  const status = hasGroups ? submissionStatus(raw) : statusOf(raw);
  const isComplete =
    status === COMPILATION_ERROR ? textIn(raw, 'error') !== null : hasGroups || !isFinalStatus(status);
  if (!isComplete) return { kind: 'nudge', requestId };
  try {
    const answer = resultIn(submission, requestId, baseUrl, { error: null, source: null });
    return { kind: 'result', requestId, answer };
  } catch (error) {
    // the response to the request has a better error message
    if (error instanceof TypeMismatch || error instanceof RequestFailed) return { kind: 'nudge', requestId };
    throw error;
  }
}

/** Returns whether a newer version of the submission is known; if not, remembers this one. Version 0: unknown. */
function isOutdated(requestId: string, version: number, versions: Map<string, number>): boolean {
  if (version === 0) return false;
  const newest = versions.get(requestId) ?? 0;
  if (version < newest) return true;
  setNewest(versions, requestId, version, MAX_VERSIONS);
  return false;
}
