import * as v from 'valibot';
import { errorMessage } from '../../base/log';

/**
 * The version of what is written. Raised with every change of what a file may say, be it one more field or one more
 * word: see “Stored files” in docs/architecture.md.
 */
export const currentFormat = 5;

export type Fields = Readonly<Record<string, unknown>>;

/** How documents of an older format become those of the next; a format without a step has changed nothing in them. */
export type Migrations = Readonly<Record<number, (document: Fields) => Fields>>;

/** One kind of document. */
interface DocumentForm<Value> {
  /** all that it may say in the current format */
  readonly schema: v.GenericSchema<unknown, Value>;
  readonly migrations: Migrations;
}

export type ReadDocument<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  /** no JSON: half a file, or none of ours */
  | { readonly kind: 'broken'; readonly reason: string }
  /** JSON that says more or other things than this version knows: a newer one has written it */
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

/** What a schema names of a document and nothing else, so that what this version has written, it can read. */
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

/** Throws an `Error` that names the first thing that isn't known. */
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
  const more = leftOut(migrated, read.output as Fields);
  if (more !== null) throw new Error(`${more}: not known`);
  return read.output;
}

/** The path of the first field of what is written that was not read; null: all were. */
function leftOut(written: Fields, read: Fields): string | null {
  // runs for each record of a long list: nothing is allocated
  for (const name in written) {
    const value = written[name];
    if (!Object.hasOwn(read, name)) return name;
    if (typeof value !== 'object' || value === null) continue;
    const inner = leftOut(value as Fields, read[name] as Fields);
    if (inner !== null) return `${name}.${inner}`;
  }
  return null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
