import { type DecodeNotice, type Expectation, isObject, Reader } from './reader';
import type { StatusCode } from './status';

/**
 * An object in the JSON of a response. Each method reads one field. A missing field and null are both null. Any other value
 * of a wrong type throws `TypeMismatch`, with the path of the field.
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

  /** Also accepts a number that is sent as text. */
  number(field: string): number | null {
    return this.reader.number(this.raw[field], field);
  }

  /** Also accepts a whole number that is sent as text. */
  integer(field: string): number | null {
    return this.reader.integer(this.raw[field], field);
  }

  /** A whole number that must be there. */
  requiredInteger(field: string): number {
    return this.integer(field) ?? this.typeMismatch(field, 'a whole number');
  }

  /** A text that must be there. */
  requiredText(field: string): string {
    return this.text(field) ?? this.typeMismatch(field, 'text');
  }

  flag(field: string): boolean | null {
    return this.reader.flag(this.raw[field], field);
  }

  statusCode(field: string): StatusCode | null {
    return this.reader.statusCode(this.raw[field], field);
  }

  /** An object that must be there. */
  object(field: string): JsonObject {
    return new JsonObject(this.reader.object(this.raw[field], field), this.reader.inside(field));
  }

  /** An object that may be missing: then it has no fields. */
  optionalObject(field: string): JsonObject {
    const value = this.raw[field];
    return value === null || value === undefined
      ? new JsonObject({}, this.reader.inside(field))
      : this.object(field);
  }

  /** A list of objects, or an object whose values are the items and whose keys are their IDs. Empty if it is missing. */
  list<Item>(field: string, read: (item: JsonObject, key: string | null) => Item): readonly Item[] {
    return this.reader.list(this.raw[field], field, (raw, key, reader) =>
      read(new JsonObject(raw, reader.inside()), key),
    );
  }

  /** The same as `list`, for a field that the service always sends as such an object. */
  keyedList<Item>(field: string, read: (item: JsonObject, key: string | null) => Item): readonly Item[] {
    return this.reader.keyedList(this.raw[field], field, (raw, key, reader) =>
      read(new JsonObject(raw, reader.inside()), key),
    );
  }

  /** The ID that the key of an item is; null if it isn't a whole number. */
  idFromKey(key: string | null): number | null {
    return this.reader.idFromKey(key);
  }

  /** Shortens a text that was made from a field, if it is too long. `limit`: characters; absent: that of each text. */
  shortened(text: string, field: string, limit?: number): string {
    return this.reader.text(text, field, limit) ?? '';
  }

  /** Throws because a field must be there, or must have another form. */
  typeMismatch(field: string, expected: Expectation): never {
    return this.reader.typeMismatch(field, expected, this.raw[field]);
  }

  /** What was read of the whole response although the specification has it otherwise. */
  notices(): readonly DecodeNotice[] {
    return this.reader.notices();
  }

  /** The object that is a whole body. Throws `TypeMismatch`. */
  static of(json: unknown): JsonObject {
    if (isObject(json)) return new JsonObject(json);
    return new Reader().typeMismatch('', 'an object', json);
  }

  /** The objects of a list that is a whole body. Throws `TypeMismatch`. */
  static listOf<Item>(json: unknown, read: (item: JsonObject) => Item): readonly Item[] {
    const reader = new Reader();
    if (!Array.isArray(json)) return reader.typeMismatch('', 'a list', json);
    return reader.list(json, '', (raw, _key, one) => read(new JsonObject(raw, one.inside())));
  }
}
