import { l10n, Uri } from 'vscode';
import type { FetchOptions, JudgeRecord, TrackDetails } from '../../api';
import { recordKey, type KnownRecord } from '../../records';
import { isRequestId, type Judge } from '../../judges';
import { explained, whyNoJudge } from './assistant/tools';
import { credentialAsIdWords, isCredential } from '../shared/credentialAsId';
import { MAX_LABEL_LENGTH } from '../shared/limits';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';

type AskingJudges = Pick<Core, 'judges' | 'store' | 'tracking'> & WithDiagnostics;

export async function fetchRecord(
  extension: AskingJudges,
  id: string,
  options: FetchOptions = {},
): Promise<KnownRecord | undefined> {
  const judge = await judgeFor(extension, id, options);
  const answer = await inWords(extension, judge, () => extension.tracking.fetch(judge, id));
  return answer.kind === 'result' ? answer.record : undefined;
}

export async function trackRecord(
  extension: AskingJudges,
  id: string,
  details: TrackDetails = {},
): Promise<KnownRecord> {
  const judge = await judgeFor(extension, id, details);
  const label = typeof details.label === 'string' ? details.label.slice(0, MAX_LABEL_LENGTH) : null;
  const record = await inWords(extension, judge, () => extension.tracking.track(judge, id, { label }));
  if (details.source) {
    const { sources } = await extension.diagnostics();
    await sources.link(record, Uri.from(details.source));
  }
  return extension.store.get(record.key) ?? record;
}

export async function wholeResult(
  { judges, store }: AskingJudges,
  { service, id }: Pick<JudgeRecord, 'service' | 'id'>,
): Promise<unknown> {
  const raw = await store.rawResult(recordKey(service, id));
  if (raw === null) return null;
  await judges.credentials.redaction.complete();
  // a judge may have included our credentials in its response
  return frozen(JSON.parse(judges.credentials.redaction.json(raw)));
}

async function judgeFor(extension: AskingJudges, id: unknown, { service }: FetchOptions): Promise<Judge> {
  if (typeof id !== 'string' || !isRequestId(id)) throw new Error(l10n.t('Not a valid ID'));
  if (await isCredential(extension, id)) throw new Error(credentialAsIdWords());
  const choice = await extension.judges.choiceOf(typeof service === 'string' ? service : null);
  if (choice.kind === 'chosen') return choice.judge;
  throw new Error(whyNoJudge(choice));
}

/** Runs `ask`. Rejects with a message for users, which the other extension can show. */
async function inWords<Value>(
  extension: Pick<Core, 'judges'>,
  judge: Judge,
  ask: () => Promise<Value>,
): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    await extension.judges.credentials.redaction.complete();
    throw explained(extension, error, judge);
  }
}

function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}
