import { jsonIn, readJson } from '../../../judge';
import type { PushFrame } from '../../profile';
import { textOf } from '../reading';
import { resultIn } from './answers';

/** A frame of `record-conn` and `record-detail-conn`: always the whole record. `ping` wants a `pong`. */
export function readFrame(text: string): PushFrame {
  if (text === 'ping') return { kind: 'reply', text: 'pong' };
  if (text === 'pong') return { kind: 'other' };
  const json = jsonIn(text);
  if (typeof json !== 'object' || json === null) return { kind: 'unreadable' };
  // what it says of an error is asked for again by request, where it is told in words
  if ('error' in json) return { kind: 'other' };
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
