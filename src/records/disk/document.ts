import * as v from 'valibot';
import { errorMessage } from '../../base/log';

/**
 * Version of the written documents. Increase it with every change to their contents, even a single new field or value:
 * see “Stored files” in docs/development/architecture.md.
 */
export const currentFormat = 9;

export type Fields = Readonly<Record<string, unknown>>;

/**
 * For each older format, a function that converts its documents to the next format. Documents of a format without an
 * entry are valid in the next one.
 */
export type Migrations = Readonly<Record<number, (document: Fields) => Fields>>;

interface DocumentForm<Value> {
  /** Contents of a document in the current format. */
  readonly schema: v.GenericSchema<unknown, Value>;
  readonly migrations: Migrations;
}

export type ReadDocument<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  /** Not JSON: the file is incomplete, or isn't one of ours. */
  | { readonly kind: 'broken'; readonly reason: string }
  /** JSON with fields or values that this version doesn't support, because a newer version wrote it. */
  | { readonly kind: 'newer'; readonly reason: string; readonly content: unknown };

/** Reads a document `{ "format": <number>, … }`. Never throws. */
export function readDocument<Value>(
  text: string,
  form: DocumentForm<Value>,
  current: number = currentFormat,
): ReadDocument<Value> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return { kind: 'broken', reason: errorMessage(error) };
  }
  try {
    return { kind: 'ok', value: valueOf(content, form, current) };
  } catch (error) {
    return { kind: 'newer', reason: errorMessage(error), content };
  }
}

/** Returns the document with only the fields of the schema, so that this version can read everything it writes. */
export function writable<Document extends object>(
  schema: v.GenericSchema<unknown, unknown>,
  document: Document,
): Document {
  const read = v.safeParse(schema, document);
  return read.success ? (read.output as Document) : document;
}

export function documentText(document: object): string {
  return JSON.stringify({ format: currentFormat, ...document });
}

/** Reads the content of a document. Throws an `Error` that contains the first unknown field or value. */
function valueOf<Value>(
  content: unknown,
  { schema, migrations }: DocumentForm<Value>,
  current: number,
): Value {
  if (!isFields(content)) throw new Error('no document');
  const { format, ...document } = content;
  const known = typeof format === 'number' && Number.isInteger(format) && format > 0 && format <= current;
  if (!known) throw new Error(`format ${JSON.stringify(format)}`);
  let migrated: Fields = document;
  for (let version = format; version < current; version += 1) {
    migrated = migrations[version]?.(migrated) ?? migrated;
  }
  const read = v.safeParse(schema, migrated, { abortEarly: true });
  if (!read.success) {
    const [issue] = read.issues;
    throw new Error(`${v.getDotPath(issue) ?? 'document'}: expected ${issue.expected}`);
  }
  const unknownField = firstUnreadField(migrated, read.output as Fields);
  if (unknownField !== null) throw new Error(`${unknownField}: not known`);
  return read.output;
}

/** Returns the path of the first field of `written` that isn't part of `read`. Null if there is none. */
function firstUnreadField(written: Fields, read: Fields): string | null {
  // Doesn't allocate memory, because it runs for each record of a long list.
  for (const name in written) {
    const value = written[name];
    if (!Object.hasOwn(read, name)) return name;
    if (typeof value !== 'object' || value === null) continue;
    const inner = firstUnreadField(value as Fields, read[name] as Fields);
    if (inner !== null) return `${name}.${inner}`;
  }
  return null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
