import { decodeEnvelope, type Envelope } from '../../judge';
import { isRequestId } from '../../service';

/** A saved result, or what is wrong with the text. */
export type SavedResult =
  | {
      readonly kind: 'result';
      readonly requestId: string;
      readonly envelope: Envelope;
      readonly raw: string;
      /** the type of service that it came from, where the file names it */
      readonly type: string | null;
    }
  | { readonly kind: 'notJson' }
  | { readonly kind: 'tooLarge' }
  /** the first place that is not as the specification has it */
  | { readonly kind: 'shape'; readonly path: string };

/** bytes of a file that is read */
export const largestImport = 64 * 1024 * 1024;

/**
 * Reads a saved envelope (specification, section 2.1). One without a usable request ID gets one from the file's
 * name, so that the same file is the same record.
 */
export function readSaved(text: string, fileName: string): SavedResult {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { kind: 'notJson' };
  }
  const type = typeOf(json);
  const decoded = decodeEnvelope(json, type === null ? 'service' : 'stored');
  if (!decoded.ok) return { kind: 'shape', path: decoded.path };
  const { requestId } = decoded.envelope;
  const id = requestId !== null && isRequestId(requestId) ? requestId : idFrom(fileName);
  return {
    kind: 'result',
    requestId: id,
    envelope: decoded.envelope,
    raw: text.replace(/^\ufeff/, ''),
    type,
  };
}

/** The result as it is written to a file: one that is no answer of the specification names the type that reads it. */
export function withType(raw: string, type: string): string {
  return JSON.stringify({ [typeField]: type, ...(JSON.parse(raw) as object) });
}

const typeField = 'serviceType';

function typeOf(json: unknown): string | null {
  if (typeof json !== 'object' || json === null || !Object.hasOwn(json, typeField)) return null;
  const type = (json as Readonly<Record<string, unknown>>)[typeField];
  return typeof type === 'string' ? type : null;
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
