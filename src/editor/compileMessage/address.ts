import { Location, Range, Uri } from 'vscode';
import { recordKey, type KnownRecord, type RecordKey } from '../../records';
import { recordName } from '../words/recordWords';

export const compileScheme = 'judge-compile';
/** contributed in package.json */
export const compileLanguage = 'judge-compile-message';

/**
 * The compile message of a record as a document: `judge-compile:/<request ID>/<name>.log?<service>`; the name is what
 * people read on its tab. The fragment names a line, 1-based, as the editor's own links do.
 */
export function compileUri(record: KnownRecord, line?: number): Uri {
  return Uri.from({
    scheme: compileScheme,
    path: `/${record.requestId}/${recordName(record).replaceAll('/', '-')}.log`,
    query: record.service,
    fragment: line === undefined ? '' : `L${line + 1}`,
  });
}

/** A line of the compile message, 0-based. */
export function compileLocation(record: KnownRecord, line: number): Location {
  return new Location(compileUri(record), new Range(line, 0, line, 0));
}

/** Which record a compile message belongs to. */
export function keyOfCompileUri(uri: Uri): RecordKey {
  return recordKey(uri.query, uri.path.slice(1, uri.path.lastIndexOf('/')));
}
