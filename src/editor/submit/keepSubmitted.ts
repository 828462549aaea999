import { errorStack } from '../../base/log';
import { recordKey, type KnownRecord } from '../../records';
import { plainText } from '../../judge';
import { displayAddress, ServiceFailed, type Judge } from '../../service';
import type { ExtensionServices } from '../shared/extensionServices';
import type { RecordDetails } from '../pending';
import { logFailure, orFailure } from '../shared/showFailure';
import { showUnexpectedError } from '../shared/unexpectedErrors';
import type { SourceToSubmit } from './sourceToSubmit';

/**
 * Stores the record of a program that the service has just accepted, before anything else, then tracks it and keeps its
 * text. Whatever fails after the record was stored is reported; the record stays. `isHidden`: a contest hides the result
 * until its end, so it is fetched once, and tracked only if that fails. Tracking would open sockets that never get a frame.
 */
export async function keepSubmitted(
  extension: ExtensionServices,
  profile: Judge,
  source: SourceToSubmit,
  requestId: string,
  details: Omit<RecordDetails, 'source'>,
  isHidden = false,
): Promise<KnownRecord> {
  const { log, store, tracking } = extension;
  // should all else fail, the result can be fetched by its ID
  log.info(`${displayAddress(profile.baseUrl)}: accepted the submission ${plainText(requestId, 200)}`);
  const key = recordKey(profile.id, requestId);
  const uri = source.uri.toString();
  tracking.requestedHere.add(key);
  const tie = { uri, how: 'submitted', textHash: null } as const;
  const record = await tracking.add(profile, requestId, { ...details, source: tie });
  try {
    if (!isHidden || !(await isFetched(extension, profile, record)))
      await tracking.begin(profile, record, { submitted: true });
  } catch (error) {
    await showUnexpectedError(extension, 'tracking a submission', error);
  }
  await logging(extension, 'keeping submitted code', keepText(extension, record, source));
  return store.get(key) ?? record;
}

/** Fetches the result once. False: that failed, or there is no result yet. */
async function isFetched(
  extension: ExtensionServices,
  profile: Judge,
  { requestId, hint }: KnownRecord,
): Promise<boolean> {
  const fetched = await orFailure(extension.tracking.fetch(profile, requestId, undefined, { hint }));
  if (!(fetched instanceof ServiceFailed)) return fetched.kind === 'result';
  logFailure(extension, fetched, profile);
  return false;
}

/** A file that was chosen for the record meanwhile stays. */
async function keepText(
  { store }: ExtensionServices,
  { key }: KnownRecord,
  { uri, code }: SourceToSubmit,
): Promise<void> {
  const textHash = await store.keepSource(key, code);
  const tie = store.get(key)?.source;
  if (textHash === null || tie?.uri !== uri.toString()) return;
  await store.update(key, { source: { ...tie, textHash } });
}

/** Waits for work whose failure matters less than what was done before it: logs the error. Never rejects. */
export async function logging(
  { log }: Pick<ExtensionServices, 'log'>,
  what: string,
  work: Promise<unknown>,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.error(`${what}: ${errorStack(error)}`);
  }
}
