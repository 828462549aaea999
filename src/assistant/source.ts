import type { Envelope } from '../results';
import type { KnownRecord } from '../records';

/** The stored results that the tools read. Methods reject with `StorageFailed` if a file can't be read. */
export interface ResultSource {
  /** Returns all records, newest first. */
  records(): Promise<readonly KnownRecord[]>;
  envelope(record: KnownRecord): Promise<Envelope | null>;
  judgedText(record: KnownRecord): Promise<string | null>;
  /** Returns whether the record contains a credential that `redact` can't replace. No part of it may be returned then. */
  isWithheld(record: KnownRecord): boolean;
  /** Returns the value with every known credential replaced in all of its strings. */
  redact<Value>(value: Value): Value;
}
