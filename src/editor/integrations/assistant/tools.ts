import * as vscode from 'vscode';
import {
  l10n,
  LanguageModelTextPart,
  LanguageModelToolResult,
  MarkdownString,
  type CancellationToken,
  type PreparedToolInvocation,
} from 'vscode';
import {
  failedFetch,
  findRecord,
  refusalOf,
  runTool,
  type ResultSource,
  type ToolAnswer,
  type ToolInput,
  type ToolName,
} from '../../../assistant';
import type { KnownRecord } from '../../../records';
import { isRequestId, RequestFailed, type Judge } from '../../../judges';
import { explainFor } from '../../shared/failures/showFailure';
import { isCredential } from '../../shared/credentialAsId';
import { recordName } from '../../labels/recordLabels';
import type { Choice } from '../../judges';
import { nameOfJudge } from '../../labels/judgeLabels';
import { settingProblemWords } from '../../shared/settings/settingsProblems';
import type { Core } from '../../shared/core';
import type { WithContests } from '../../contests';

type ToolJudges = Pick<Core, 'judges' | 'store' | 'tracking'> & WithContests;

/** Prepares a call of a tool. Requires the user's consent before a result is fetched from a judge. */
export async function prepareToolInvocation(
  extension: ToolJudges,
  name: ToolName,
  input: ToolInput,
): Promise<PreparedToolInvocation> {
  if (name === 'judge_list_results') return { invocationMessage: l10n.t('Listing judge results') };
  const known = findKnown(extension, input);
  if (known) return { invocationMessage: l10n.t('Reading the judge result of {0}', recordName(known)) };
  const unknown = name === 'judge_get_result' ? await unknownResult(extension, input) : null;
  if (!unknown) return { invocationMessage: l10n.t('Looking up judge result') };
  const { id, judge } = unknown;
  const message = new MarkdownString();
  message.appendText(
    l10n.t(
      '{0} isn’t in your list. It will be fetched from {1} with your credentials.',
      id,
      nameOfJudge(judge),
    ),
  );
  return {
    invocationMessage: l10n.t('Fetching {0} from {1}…', id, nameOfJudge(judge)),
    confirmationMessages: { title: l10n.t('Fetch another judge result?'), message },
  };
}

/** Runs a tool. If the input is invalid or the request fails, the answer describes the problem. */
export async function invokeTool(
  extension: ToolJudges,
  name: ToolName,
  input: ToolInput,
  token: CancellationToken,
): Promise<LanguageModelToolResult> {
  await extension.judges.credentials.redaction.complete();
  const failure = name === 'judge_get_result' ? await fetchIfUnknown(extension, input, token) : null;
  const source = sourceOf(extension);
  const answer = failure ?? (await runTool({ source, access: extension.assistantAccess }, name, input));
  return new LanguageModelToolResult([jsonPart(answer.content)]);
}

/** Versions of VS Code that can pass JSON to language models have this class. */
interface JsonParts {
  readonly LanguageModelDataPart?: { json?(value: unknown): LanguageModelTextPart };
}

function jsonPart(content: object): LanguageModelTextPart {
  const part = (vscode as JsonParts).LanguageModelDataPart?.json?.(content);
  return part ?? new LanguageModelTextPart(JSON.stringify(content));
}

function sourceOf({ store, judges }: ToolJudges): ResultSource {
  return {
    records: async () => store.records(),
    envelope: ({ key }) => store.loadEnvelope(key),
    judgedText: ({ key }) => store.sourceText(key),
    isWithheld: () => false,
    redact: (value) => judges.credentials.redaction.value(value),
  };
}

/** Fetches the result of an input from its judge if it isn't stored. Null: the tool can read the stored results. */
async function fetchIfUnknown(
  extension: ToolJudges,
  input: ToolInput,
  token: CancellationToken,
): Promise<ToolAnswer | null> {
  const unknown = findKnown(extension, input) ? null : await unknownResult(extension, input);
  if (!unknown) return null;
  const { id, judge } = unknown;
  const refusal = await refusalOf(extension.assistantAccess, judge.id);
  if (refusal) return refusal;
  const abort = new AbortController();
  const cancelling = token.onCancellationRequested(() => abort.abort());
  try {
    await extension.tracking.fetch(judge, id, abort.signal);
    return null;
  } catch (error) {
    return failedFetch(explained(extension, error, judge).message, sourceOf(extension));
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
export function explained({ judges }: Pick<Core, 'judges'>, error: unknown, judge: Judge): Error {
  if (!(error instanceof RequestFailed)) throw error;
  return new Error(judges.credentials.redaction.text(explainFor(judge, error).message));
}

/** Returns the stored record of an input. Null if there is none, or if the input is invalid. */
function findKnown({ store }: ToolJudges, input: ToolInput): KnownRecord | null {
  const { requestId, judge } = input;
  if (requestId !== undefined && typeof requestId !== 'string') return null;
  const judgeId = typeof judge === 'string' ? judge : undefined;
  const found = findRecord(store.records(), { requestId, judge: judgeId });
  return found === 'ambiguous' ? null : found;
}

/** Returns the request ID and the judge of an input that isn't stored. Null if they aren't valid, or a credential. */
async function unknownResult(
  extension: ToolJudges,
  { requestId, judge }: ToolInput,
): Promise<{ readonly id: string; readonly judge: Judge } | null> {
  if (typeof requestId !== 'string' || !isRequestId(requestId)) return null;
  if (await isCredential(extension, requestId)) return null;
  const { judges, store } = extension;
  const isStored = findRecord(store.records(), { requestId }) !== null;
  if (isStored && typeof judge !== 'string') return null;
  const choice = await judges.choiceOf(typeof judge === 'string' ? judge : null);
  return choice.kind === 'chosen' ? { id: requestId, judge: choice.judge } : null;
}
