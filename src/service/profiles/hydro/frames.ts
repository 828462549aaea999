import { jsonIn, readJson } from '../../../judge';
import type { ServiceFailure } from '../../failure';
import type { PushFrame } from '../../profile';
import { textOf } from '../reading';
import { namedFailure, resultIn } from './answers';

/** A frame of `record-conn` and `record-detail-conn`: always the whole record. `ping` wants a `pong`. */
export function readFrame(text: string): PushFrame {
  if (text === 'ping') return { kind: 'reply', text: 'pong' };
  if (text === 'pong') return { kind: 'other' };
  const json = jsonIn(text);
  if (typeof json !== 'object' || json === null) return { kind: 'unreadable' };
  if ('error' in json) return { kind: 'refused', failure: failureIn(json.error) };
  if (!('rdoc' in json)) return { kind: 'unreadable' };
  const read = readJson(json, (value, reader) => {
    const body = reader.object(value, '');
    const requestId = textOf(reader.object(body.rdoc, 'rdoc')._id) ?? '';
    return { requestId, ...resultIn(body, requestId, reader) };
  });
  if (!read.ok || read.value.requestId === '') return { kind: 'unreadable' };
  const { requestId, envelope, about } = read.value;
  return {
    kind: 'result',
    requestId,
    answer: { kind: 'result', envelope, raw: null, notices: read.notices, about },
  };
}

/** Hydro closes the connection only half a minute later. The time isn't known here: a rate limit's window counts as a whole one. */
function failureIn(error: unknown): ServiceFailure {
  return namedFailure({ status: 500, contentType: null, text: '' }, error, 0).failure;
}
