import type { IncomingMessage } from 'node:http';
import { Refusal } from '../errors';

/** The fields of a POST body: JSON, or one of the two form types, which are equivalent (specification, section 4.2). */
export type Fields = Readonly<Record<string, unknown>>;

/** Reads the complete body. Throws a `Refusal` (413) if it is larger than `limit` bytes. */
async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = new Refusal(413, `The body is larger than ${limit} bytes.`, null, { Connection: 'close' });
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge;
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > limit) throw tooLarge;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Reads the fields of a body. Throws a `Refusal`: 415 for other content types, or 400 for a body that can't be parsed.
 */
export async function readFields(request: IncomingMessage, limit: number): Promise<Fields> {
  const contentType = request.headers['content-type'] ?? '';
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  switch (type) {
    case 'application/json':
      return jsonFields((await readBody(request, limit)).toString('utf8'));
    case 'application/x-www-form-urlencoded':
      return formFields(new URLSearchParams((await readBody(request, limit)).toString('utf8')));
    case 'multipart/form-data':
      return multipartFields(contentType, await readBody(request, limit));
    default:
      request.resume();
      throw new Refusal(
        415,
        'The body must be JSON, multipart/form-data or application/x-www-form-urlencoded.',
      );
  }
}

function jsonFields(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body isn’t valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'The body isn’t a JSON object.');
  }
  return ownFields(Object.entries(value));
}

async function multipartFields(contentType: string, body: Buffer): Promise<Fields> {
  const parts = await partsOf(contentType, body);
  // A program may be sent as a text field or as a file.
  return ownFields(parts.map(({ field, text }) => [field, text]));
}

interface Part {
  readonly field: string;
  /** Null if the part isn't a file. */
  readonly fileName: string | null;
  readonly text: string;
}

async function partsOf(contentType: string, body: Buffer): Promise<readonly Part[]> {
  try {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    }).formData();
    const parts: Part[] = [];
    for (const [field, value] of form)
      parts.push(
        typeof value === 'string'
          ? { field, fileName: null, text: value }
          : { field, fileName: value.name, text: await value.text() },
      );
    return parts;
  } catch {
    throw new Refusal(400, 'Invalid multipart body.');
  }
}

/** A file that was sent in a multipart form. */
export interface SentFile {
  readonly name: string;
  readonly text: string;
}

/** Like `readFields`, but returns the files of a multipart form separately. */
export async function readForm(
  request: IncomingMessage,
  limit: number,
): Promise<{ readonly fields: Fields; readonly files: readonly SentFile[] }> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType))
    return { fields: await readFields(request, limit), files: [] };
  const parts = await partsOf(contentType, await readBody(request, limit));
  return {
    fields: ownFields(parts.map(({ field, text }) => [field, text])),
    files: parts.flatMap(({ fileName, text }) => (fileName === null ? [] : [{ name: fileName, text }])),
  };
}

function formFields(form: URLSearchParams): Fields {
  return ownFields([...form]);
}

/** Returns an object without a prototype, so that a field can have the name `__proto__`. */
function ownFields(entries: Iterable<readonly [string, unknown]>): Fields {
  const fields = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of entries) fields[name] = value;
  return fields;
}
