import { isObject, jsonIn, JsonObject, TypeMismatch } from '../../../results';
import type { RequestFailure } from '../../requestFailed';
import type { PushFrame } from '../../adapter';
import { ownResult } from '../shared/makeResult';
import { objectOf, textOf, type Raw } from '../shared/jsonValues';
import { namedFailure } from './refusals';
import { resultIn } from './result';
import { isPendingStatus } from './record';

/**
 * Reads a frame of `record-conn` or `record-detail-conn`, which contains the whole record. Hydro expects `pong` in
 * reply to `ping`.
 */
export function readFrame(text: string, hintOf?: (requestId: string) => string | null): PushFrame {
  if (text === 'ping') return { kind: 'reply', text: 'pong' };
  if (text === 'pong') return { kind: 'other' };
  const json = jsonIn(text);
  if (!isObject(json)) return { kind: 'unreadable' };
  if ('error' in json) return { kind: 'refused', failure: failureIn(json.error) };
  const read = readRecord(new JsonObject(json), hintOf);
  if (!read) return { kind: 'unreadable' };
  const { requestId, isBlank, ...result } = read;
  if (isBlank) return { kind: 'nudge', requestId };
  return { kind: 'result', requestId, answer: ownResult(result) };
}

/** Reads the record in a frame. Null: none, or unreadable. */
function readRecord(body: JsonObject, hintOf: ((requestId: string) => string | null) | undefined) {
  try {
    const { raw } = body.object('rdoc');
    const requestId = textOf(raw._id) ?? '';
    if (requestId === '') return null;
    const { envelope, about } = resultIn(body, requestId, hintOf?.(requestId) ?? null);
    return { requestId, isBlank: isBlankEnd(raw), envelope, about, notices: body.notices() };
  } catch (error) {
    if (error instanceof TypeMismatch) return null;
    throw error;
  }
}

/**
 * Returns whether a finished record lacks the program and the compiler output. Hydro hides both from guests and other
 * users, and doesn't check the session for this socket, so the record is requested instead. If a file was submitted,
 * `code` is also empty, but `files` contains it.
 */
function isBlankEnd({ status, code, files }: Raw): boolean {
  return (
    typeof status === 'number' && !isPendingStatus(status) && code === '' && !('code' in objectOf(files))
  );
}

/**
 * Returns the failure of a frame with an error. Hydro closes the connection only half a minute later. The frame
 * contains no time, so a rate limit's window counts from the start.
 */
function failureIn(error: unknown): RequestFailure {
  return namedFailure({ status: 500, contentType: null, text: '', receivedAt: 0 }, error).failure;
}
