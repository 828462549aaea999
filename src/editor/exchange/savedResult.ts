import { decodeEnvelope, parseJson, type Envelope } from '../../results';
import { isRequestId } from '../../judges';
import { recordNameOf } from './exportName';

/** A saved result, or why the text can't be imported. */
export type SavedResult =
  | {
      readonly kind: 'result';
      readonly requestId: string;
      readonly envelope: Envelope;
      /** JSON of the result without additional fields */
      readonly raw: string;
      readonly about: AboutSaved;
    }
  | { readonly kind: 'notJson' }
  | { readonly kind: 'tooLarge' }
  /** path of the first value that violates the specification */
  | { readonly kind: 'shape'; readonly path: string };

/** Additional fields in a file; null: none. */
export interface AboutSaved {
  /** type of the judge, if it doesn't follow the specification */
  readonly type: string | null;
  readonly label: string | null;
  readonly note: string | null;
}

/**
 * Reads a saved envelope (specification, section 2.1). Without a usable request ID, derives one from the file name, so
 * that importing a file again replaces the record.
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
  const id = requestId !== null && isRequestId(requestId) ? requestId : recordNameOf(fileName);
  return { kind: 'result', requestId: id, envelope: decoded.envelope, raw, about };
}

/** Creates the text of the file: `raw`, a JSON object, with the additional fields inserted first. */
export function toSave(raw: string, about: AboutSaved): string {
  const entries = ownFields.map(([part, field]) => [field, about[part]] as const);
  const own = JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== null))).slice(1, -1);
  if (own === '') return raw;
  const fields = raw.trimStart().slice(1);
  return `{${own}${/^\s*\}/.test(fields) ? '' : ','}${fields}`;
}

/** The additional fields, which no judge uses. */
const ownFields = [
  ['type', 'serviceType'],
  ['label', 'recordName'],
  ['note', 'recordNote'],
] as const;

/** Separates the additional fields from the result. `raw`: JSON without the additional fields. */
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
