import { decodeEnvelope, parseJson, type Envelope } from '../../judge';
import { isRequestId } from '../../service';

/** A saved result, or what is wrong with the text. */
export type SavedResult =
  | {
      readonly kind: 'result';
      readonly requestId: string;
      readonly envelope: Envelope;
      /** the result alone */
      readonly raw: string;
      readonly about: AboutSaved;
    }
  | { readonly kind: 'notJson' }
  | { readonly kind: 'tooLarge' }
  /** the first place that is not as the specification has it */
  | { readonly kind: 'shape'; readonly path: string };

/** What a file says besides the result as it was received; null: nothing. */
export interface AboutSaved {
  /** the type of service that reads it, where it is no answer of the specification */
  readonly type: string | null;
  /** what a person has called it, and noted about it */
  readonly label: string | null;
  readonly note: string | null;
}

/**
 * Reads a saved envelope (specification, section 2.1). One without a usable request ID gets one from the file's
 * name, so that the same file is the same record.
 */
export function readSaved(text: string, fileName: string): SavedResult {
  const plain = text.replace(/^\ufeff/, '');
  const parsed = parseJson(plain);
  if (parsed.kind === 'tooMany') return { kind: 'tooLarge' };
  if (parsed.kind === 'notJson') return { kind: 'notJson' };
  const { about, raw } = partsOf(parsed.value, plain);
  const decoded = decodeEnvelope(parsed.value, about.type === null ? 'service' : 'stored');
  if (!decoded.ok) return { kind: 'shape', path: decoded.path };
  const { requestId } = decoded.envelope;
  const id = requestId !== null && isRequestId(requestId) ? requestId : idFrom(fileName);
  return { kind: 'result', requestId: id, envelope: decoded.envelope, raw, about };
}

/** The result as it is written to a file: `raw`, a JSON object, with what else is known in front of its fields. */
export function toSave(raw: string, about: AboutSaved): string {
  const told = ownFields.map(([part, field]) => [field, about[part]] as const);
  const own = JSON.stringify(Object.fromEntries(told.filter(([, value]) => value !== null))).slice(1, -1);
  if (own === '') return raw;
  const fields = raw.trimStart().slice(1);
  return `{${own}${/^\s*\}/.test(fields) ? '' : ','}${fields}`;
}

/** What they are called in a file, where no service has a field of that name. */
const ownFields = [
  ['type', 'serviceType'],
  ['label', 'recordName'],
  ['note', 'recordNote'],
] as const;

/** `raw`: the text that was read, without what the file says besides. */
function partsOf(json: unknown, text: string): { about: AboutSaved; raw: string } {
  const fields = new Map(typeof json === 'object' && json !== null ? Object.entries(json) : []);
  const about: Record<keyof AboutSaved, string | null> = { type: null, label: null, note: null };
  let hasOwn = false;
  for (const [part, field] of ownFields) {
    const value: unknown = fields.get(field);
    if (typeof value === 'string' && value !== '') about[part] = value;
    hasOwn = fields.delete(field) || hasOwn;
  }
  return { about, raw: hasOwn ? JSON.stringify(Object.fromEntries(fields)) : text };
}

/** A name for a file that holds the record; never one that leaves its folder. */
export function exportName(requestId: string): string {
  return `${idFrom(requestId)}.json`;
}

function idFrom(name: string): string {
  const plain = name
    .replace(/\.json$/i, '')
    .replace(/[^\w-]+/g, '_')
    .slice(0, 100);
  return /[A-Za-z0-9]/.test(plain) ? plain : 'record';
}
