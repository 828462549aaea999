import { Location, Range, Uri } from 'vscode';
import { recordKey, type KnownRecord, type RecordKey } from '../../records';

export const compileScheme = 'judge-compile';
/** contributed in package.json */
export const compileLanguage = 'judge-compile-message';

/**
 * The compile message of a record as a document: `judge-compile:/<request ID>.log?<origin>`. The fragment names a
 * line, 1-based, as the editor's own links do.
 */
export function compileUri({ origin, requestId }: KnownRecord, line?: number): Uri {
  return Uri.from({
    scheme: compileScheme,
    path: `/${requestId}.log`,
    query: origin,
    fragment: line === undefined ? '' : `L${line + 1}`,
  });
}

/** A line of the compile message, 0-based. */
export function compileLocation(record: KnownRecord, line: number): Location {
  return new Location(compileUri(record), new Range(line, 0, line, 0));
}

/** Which record a compile message belongs to. */
export function keyOfCompileUri(uri: Uri): RecordKey {
  return recordKey(uri.query, uri.path.replace(/^\//, '').replace(/\.log$/, ''));
}
