import { type DecodeNotice, type Expectation, isObject, Reader } from './fieldReader';
import type { StatusCode } from './status';

/**
 * An object in the JSON of a response. Each method reads one field. A missing field is read as null. Any other value of
 * a wrong type throws `TypeMismatch`, with the path of the field.
 */
export class JsonObject {
  constructor(
    /** All fields, of any type. */
    readonly raw: Readonly<Record<string, unknown>>,
    private readonly reader: Reader = new Reader(),
  ) {}

  text(field: string): string | null {
    return this.reader.text(this.raw[field], field);
  }

  /** Reads a finite number. Also accepts one that is sent as text. */
  number(field: string): number | null {
    return this.reader.number(this.raw[field], field);
  }

  integer(field: string): number | null {
    return this.reader.integer(this.raw[field], field);
  }

  requiredInteger(field: string): number {
    return this.integer(field) ?? this.typeMismatch(field, 'a whole number');
  }

  requiredText(field: string): string {
    return this.text(field) ?? this.typeMismatch(field, 'text');
  }

  flag(field: string): boolean | null {
    return this.reader.flag(this.raw[field], field);
  }

  /** Reads a status code, see `Reader.statusCode`. */
  statusCode(field: string): StatusCode | null {
    return this.reader.statusCode(this.raw[field], field);
  }

  object(field: string): JsonObject {
    return new JsonObject(this.reader.object(this.raw[field], field), this.reader.inside(field));
  }

  /** Reads an optional object. Returns an object without fields if it is missing. */
  optionalObject(field: string): JsonObject {
    const value = this.raw[field];
    return value === null || value === undefined
      ? new JsonObject({}, this.reader.inside(field))
      : this.object(field);
  }

  /**
   * Reads a list of objects, or an object whose values are the items and whose keys are their IDs. Returns an empty
   * list if the field is missing.
   */
  list<Item>(field: string, read: (item: JsonObject, key: string | null) => Item): readonly Item[] {
    return this.reader.list(this.raw[field], field, (raw, key, reader) =>
      read(new JsonObject(raw, reader.inside()), key),
    );
  }

  /** Like `list`, but adds no notice for an object with IDs as keys, because the judge always sends one. */
  keyedList<Item>(field: string, read: (item: JsonObject, key: string | null) => Item): readonly Item[] {
    return this.reader.keyedList(this.raw[field], field, (raw, key, reader) =>
      read(new JsonObject(raw, reader.inside()), key),
    );
  }

  /** Converts the key of an item to its ID. Null if the key isn't a whole number. */
  idFromKey(key: string | null): number | null {
    return this.reader.idFromKey(key);
  }

  /**
   * Cuts a text that was derived from a field to `limit` characters, and adds a notice if that was necessary. Without
   * `limit`, the limit of all texts applies.
   */
  shortened(text: string, field: string, limit?: number): string {
    return this.reader.text(text, field, limit) ?? '';
  }

  /** Throws `TypeMismatch` for a field that is missing or has an unsuitable value. */
  typeMismatch(field: string, expected: Expectation): never {
    return this.reader.typeMismatch(field, expected, this.raw[field]);
  }

  /** Returns the tolerated deviations of the whole response from the specification. */
  notices(): readonly DecodeNotice[] {
    return this.reader.notices();
  }

  /** Reads a response body that is an object. Throws `TypeMismatch` if it isn't one. */
  static of(json: unknown): JsonObject {
    if (isObject(json)) return new JsonObject(json);
    return new Reader().typeMismatch('', 'an object', json);
  }

  /** Reads a response body that is a list of objects. Throws `TypeMismatch` if it isn't one. */
  static listOf<Item>(json: unknown, read: (item: JsonObject) => Item): readonly Item[] {
    const reader = new Reader();
    if (!Array.isArray(json)) return reader.typeMismatch('', 'a list', json);
    return reader.list(json, '', (raw, _key, itemReader) => read(new JsonObject(raw, itemReader.inside())));
  }
}
