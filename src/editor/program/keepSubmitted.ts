import type { Uri } from 'vscode';
import { errorStack } from '../../base/log';
import { recordKey, type KnownRecord, type SourceLink } from '../../records';
import { plainText } from '../../results';
import { displayAddress, RequestFailed, type Judge } from '../../judges';
import type { RecordDetails } from '../pending';
import { logFailure, orFailure } from '../shared/failures/showFailure';
import { showUnexpectedError } from '../shared/failures/unexpectedErrors';
import type { Core } from '../shared/core';

export interface SubmittedText {
  readonly uri: Uri;
  /** null: too large to be stored */
  readonly code: string | null;
  /** the other files that were sent along with it; absent: none */
  readonly others?: readonly { readonly uri: Uri }[];
}

/**
 * First stores the record of an accepted submission, then tracks it and stores its text. If tracking or storing the
 * text fails, reports that and keeps the record. `isHidden`: a contest hides the result until its end. Such a result is
 * fetched once, and only tracked if that fails, because it is never pushed.
 */
export async function keepSubmitted(
  extension: Core,
  judge: Judge,
  source: SubmittedText,
  requestId: string,
  details: Omit<RecordDetails, 'source'>,
  isHidden = false,
): Promise<KnownRecord> {
  const { log, store, tracking } = extension;
  // with this log entry, the result can still be fetched by its ID if everything else fails
  log.info(`${displayAddress(judge.baseUrl)}: accepted the submission ${plainText(requestId, 200)}`);
  const key = recordKey(judge.id, requestId);
  const uri = source.uri.toString();
  tracking.requestedHere.add(key);
  const { others = [] } = source;
  const link: SourceLink = {
    uri,
    how: 'submitted',
    textHash: null,
    ...(others.length === 0 ? {} : { others: others.map((other) => other.uri.toString()) }),
  };
  const record = await tracking.add(judge, requestId, { ...details, source: link });
  try {
    if (!isHidden || !(await isFetched(extension, judge, record)))
      await tracking.begin(judge, record, { submitted: true });
  } catch (error) {
    await showUnexpectedError(extension, 'tracking a submission', error);
  }
  await logging(extension, 'keeping submitted code', keepText(extension, record, source));
  return store.get(key) ?? record;
}

/** Fetches the result once. Returns false if that fails or the result isn't ready yet. */
async function isFetched(extension: Core, judge: Judge, { requestId, hint }: KnownRecord): Promise<boolean> {
  const fetched = await orFailure(extension.tracking.fetch(judge, requestId, undefined, { hint }));
  if (!(fetched instanceof RequestFailed)) return fetched.kind === 'result';
  logFailure(extension, fetched, judge);
  return false;
}

/** Stores the submitted text. If the user linked another file to the record meanwhile, keeps that link. */
export async function keepText(
  { store }: Core,
  { key }: KnownRecord,
  { uri, code }: SubmittedText,
): Promise<void> {
  if (code === null) return;
  const textHash = await store.keepSource(key, code);
  const link = store.get(key)?.source;
  if (textHash === null || link?.uri !== uri.toString()) return;
  await store.update(key, { source: { ...link, textHash } });
}

/**
 * Waits for work and logs its error. Used for work after a submission, whose failure must not look like a failed
 * submission. Never rejects.
 */
export async function logging(
  { log }: Pick<Core, 'log'>,
  what: string,
  work: Promise<unknown>,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.error(`${what}: ${errorStack(error)}`);
  }
}
