import { jsonIn, readJson } from '../../../judge';
import type { ServiceFailure } from '../../failure';
import type { PushFrame } from '../../profile';
import { ownResult } from '../answer';
import { objectOf, textOf, type Raw } from '../values';
import { namedFailure, resultIn } from './answers';
import { isPendingStatus } from './record';

/** A frame of `record-conn` and `record-detail-conn`: always the whole record. `ping` wants a `pong`. */
export function readFrame(text: string, hintOf?: (requestId: string) => string | null): PushFrame {
  if (text === 'ping') return { kind: 'reply', text: 'pong' };
  if (text === 'pong') return { kind: 'other' };
  const json = jsonIn(text);
  if (typeof json !== 'object' || json === null) return { kind: 'unreadable' };
  if ('error' in json) return { kind: 'refused', failure: failureIn(json.error) };
  if (!('rdoc' in json)) return { kind: 'unreadable' };
  const read = readJson(json, (value, reader) => {
    const body = reader.object(value, '');
    const requestId = textOf(reader.object(body.rdoc, 'rdoc')._id) ?? '';
    return {
      requestId,
      isBlank: isBlankEnd(objectOf(body.rdoc)),
      ...resultIn(body, requestId, hintOf?.(requestId) ?? null, reader),
    };
  });
  if (!read.ok || read.value.requestId === '') return { kind: 'unreadable' };
  const { requestId, isBlank, envelope, about } = read.value;
  if (isBlank) return { kind: 'nudge', requestId };
  return {
    kind: 'result',
    requestId,
    answer: ownResult({ envelope, notices: read.notices, about }),
  };
}

/**
 * A record that has ended, without the program and what the compiler said: so it is shown to guests, and Hydro checks no
 * session here, and to other users. A request tells which. What was handed in as a file has no `code` either.
 */
function isBlankEnd({ status, code, files }: Raw): boolean {
  return (
    typeof status === 'number' && !isPendingStatus(status) && code === '' && !('code' in objectOf(files))
  );
}

/**
 * Returns the failure of a frame with an error. Hydro closes the connection only half a minute later. The time of the frame is
 * unknown, so the window of a rate limit counts as a whole one.
 */
function failureIn(error: unknown): ServiceFailure {
  return namedFailure({ status: 500, contentType: null, text: '', receivedAt: 0 }, error).failure;
}
