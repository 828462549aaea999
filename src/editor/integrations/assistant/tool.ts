import {
  l10n,
  LanguageModelTextPart,
  LanguageModelToolResult,
  MarkdownString,
  type CancellationToken,
  type PreparedToolInvocation,
} from 'vscode';
import type { KnownRecord } from '../../../records';
import { isRequestId, ServiceFailed, type Judge } from '../../../service';
import { explainFor } from '../../shared/showFailure';
import type { Uses } from '../../shared/extensionServices';
import { recordName } from '../../labels/recordLabels';
import type { Choice } from '../../judges';
import { serviceName } from '../../labels/serviceLabels';
import { settingProblemWords } from '../../shared/settingsProblems';
import { recordText, refusalText } from './recordText';

/** Input from the language model. Unchecked. */
export interface ToolInput {
  readonly requestId?: unknown;
  readonly service?: unknown;
}

/** Prepares a call of the tool. Requires the user's consent before a result is fetched from a judge. */
export async function prepareToolInvocation(
  extension: Uses<'services' | 'store'>,
  input: ToolInput,
): Promise<PreparedToolInvocation> {
  const known = knownRecord(extension, input);
  if (known) return { invocationMessage: l10n.t('Reading the judge result of {0}', recordName(known)) };
  const id = requestIdOf(input);
  const choice = await extension.services.choiceOf(serviceOf(input));
  const judge = choice.kind === 'chosen' ? choice.judge : null;
  if (id === null || !judge) return { invocationMessage: l10n.t('Looking up judge result') };
  const message = new MarkdownString();
  message.appendText(
    l10n.t(
      '{0} isn’t in your list. It will be fetched from {1} with your credentials.',
      id,
      serviceName(judge),
    ),
  );
  return {
    invocationMessage: l10n.t('Fetching {0} from {1}…', id, serviceName(judge)),
    confirmationMessages: { title: l10n.t('Fetch another judge result?'), message },
  };
}

/** Runs the tool. If the input is invalid or the request fails, the returned text describes the problem. */
export async function invokeTool(
  extension: Uses<'services' | 'store' | 'tracking'>,
  input: ToolInput,
  token: CancellationToken,
): Promise<LanguageModelToolResult> {
  const text = await answer(extension, input, token);
  return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
}

async function answer(
  extension: Uses<'services' | 'store' | 'tracking'>,
  input: ToolInput,
  token: CancellationToken,
): Promise<string> {
  const known = knownRecord(extension, input);
  if (known) return textOf(extension, known);
  if (input.requestId === undefined) return l10n.t('No judge results yet.');
  const id = requestIdOf(input);
  if (id === null) return l10n.t('Not a valid ID');
  const choice = await extension.services.choiceOf(serviceOf(input));
  if (choice.kind !== 'chosen') return whyNoJudge(choice);
  const { judge } = choice;
  const abort = new AbortController();
  const cancelling = token.onCancellationRequested(() => abort.abort());
  try {
    const fetched = await extension.tracking.fetch(judge, id, abort.signal);
    return fetched.kind === 'result'
      ? await textOf(extension, fetched.record)
      : l10n.t('The result of {1} isn’t ready on {0} yet.', serviceName(judge), id);
  } catch (error) {
    return refusalText(explained(extension, error, judge).message);
  } finally {
    cancelling.dispose();
  }
}

/** Explains why no judge is available: none is selected, or its settings are invalid. */
export function whyNoJudge(choice: Exclude<Choice, { kind: 'chosen' }>): string {
  return choice.kind === 'wrong'
    ? choice.problems.map(settingProblemWords).join(' ')
    : l10n.t('No online judge selected.');
}

/** Converts a judge's failure to an error with a message for users; rethrows any other error. */
export function explained({ services }: Uses<'services'>, error: unknown, judge: Judge): Error {
  if (!(error instanceof ServiceFailed)) throw error;
  return new Error(services.credentials.redaction.text(explainFor(judge, error).message));
}

async function textOf({ store, services }: Uses<'services' | 'store'>, record: KnownRecord): Promise<string> {
  const envelope = await store.loadEnvelope(record.key);
  // removes our own credentials, which a judge may have included, before truncation makes them unrecognizable
  const clean = services.credentials.redaction.value({ record, envelope });
  return recordText(clean.record, clean.envelope);
}

/** Returns the record with that request ID, or the most recent one if the input contains no ID. */
function knownRecord({ store }: Uses<'store'>, input: ToolInput): KnownRecord | null {
  const records = store.records();
  if (input.requestId === undefined) return records[0] ?? null;
  return records.find(({ requestId }) => requestId === input.requestId) ?? null;
}

/** Returns the judge's name in the input; null: use the chosen judge. */
function serviceOf({ service }: ToolInput): string | null {
  return typeof service === 'string' ? service : null;
}

function requestIdOf({ requestId }: ToolInput): string | null {
  return typeof requestId === 'string' && isRequestId(requestId) ? requestId : null;
}
