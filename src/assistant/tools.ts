import type { Envelope } from '../results';
import {
  hasSubmission,
  StorageFailed,
  type AccessDecision,
  type AssistantAccess,
  type KnownRecord,
  verdictOf,
} from '../records';
import { locateCase } from './caseLocation';
import { caseView, codeView, compilerView } from './detailViews';
import { DEFAULT_LISTED_RESULTS, MAX_LISTED_JUDGES, MAX_LISTED_RESULTS, MAX_MESSAGE_LENGTH } from './limits';
import { identifier, moment, recordSummaryView, requestIdentifier, resultView } from './resultView';
import type { ResultSource } from './source';
import { integerField, booleanField, InvalidInput, stringField, type ToolInput } from './toolInput';
import type { ToolName } from './toolNames';
import { UntrustedText } from './untrusted';

/** Reason why a tool can't return data. */
export type FailureKind =
  | 'invalidInput'
  | 'unknownResult'
  | 'ambiguous'
  | 'noResultYet'
  | 'unknownCase'
  | 'noCode'
  | 'withheld'
  | 'newerVersion'
  | 'unreadable'
  | 'refused'
  | 'fetchFailed';

/** Answer of a tool as JSON. Texts from judges and programs are marked in it, and `notice` explains the marks. */
export type ToolAnswer =
  | { readonly kind: 'answer'; readonly content: object }
  | { readonly kind: 'failure'; readonly content: { readonly error: FailureKind; readonly message: string } };

/** The stored results, and the decision on which of them assistants may read. */
export interface ToolContext {
  readonly source: ResultSource;
  readonly access: AssistantAccess;
}

/** Runs a tool. Never rejects because of its input, the stored data, or a refusal. */
export async function runTool(context: ToolContext, name: ToolName, input: ToolInput): Promise<ToolAnswer> {
  try {
    return { kind: 'answer', content: await contentOf(context, name, input) };
  } catch (error) {
    if (error instanceof NoAnswer) return failure(error.kind, error.message, error.details);
    if (error instanceof InvalidInput) return failure('invalidInput', error.message);
    if (error instanceof StorageFailed)
      return failure('unreadable', `The stored result can't be read (${error.problem.kind}).`);
    throw error;
  }
}

/** Returns the refusal if assistants can't read the results of a judge now. Null if they can. */
export async function refusalOf(access: AssistantAccess, service: string): Promise<ToolAnswer | null> {
  const decision = await access.of(service);
  if (decision.kind === 'allowed') return null;
  const { message, details } = refusal(decision);
  return failure('refused', message, details);
}

/** Returns the answer for a failed request. `message` can contain the judge's own message. */
export function failedFetch(message: string, { redact }: Pick<ResultSource, 'redact'>): ToolAnswer {
  const marks = new UntrustedText(redact);
  const text = marks.lines(message, MAX_MESSAGE_LENGTH) ?? '';
  return failure('fetchFailed', text, { notice: marks.notice });
}

/** Finds the record that an input refers to. Null if no record has its ID. Throws `InvalidInput`. */
export function findRecord(
  records: readonly KnownRecord[],
  input: ToolInput,
): KnownRecord | 'ambiguous' | null {
  const requestId = stringField(input, 'requestId');
  const judge = stringField(input, 'judge');
  const ofJudge = records.filter(
    (record) => hasSubmission(record) && (judge === null || record.service === judge),
  );
  if (requestId === null) return ofJudge[0] ?? null;
  const [first, ...others] = ofJudge.filter((record) => record.requestId === requestId);
  return others.length > 0 ? 'ambiguous' : (first ?? null);
}

class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly details: object = {},
  ) {
    super(message);
  }
}

function failure(error: FailureKind, message: string, details: object = {}): ToolAnswer {
  return { kind: 'failure', content: { error, message, ...details } };
}

async function contentOf(context: ToolContext, name: ToolName, input: ToolInput): Promise<object> {
  const marks = new UntrustedText((value) => context.source.redact(value));
  const content = await bodyOf(context, name, input, marks);
  return { notice: marks.notice, ...content };
}

async function bodyOf(
  context: ToolContext,
  name: ToolName,
  input: ToolInput,
  marks: UntrustedText,
): Promise<object> {
  if (name === 'judge_list_results') return listResults(context, input, marks);
  const { source } = context;
  const record = await readableRecord(context, input);
  const { rules } = record;
  const head = {
    judge: identifier(record.service, marks),
    requestId: requestIdentifier(record.requestId, marks),
  };
  switch (name) {
    case 'judge_get_result': {
      const listed = {
        includesPassed: booleanField(input, 'allCases'),
        offset: integerField(input, 'offset', 0, 0),
      };
      return resultView(record, await source.envelope(record), listed, marks);
    }
    case 'judge_get_case': {
      const envelope = await knownEnvelope(source, record);
      const located = locateCase(envelope, rules, stringField(input, 'case'));
      if (!located) throw new NoAnswer('unknownCase', noCaseMessage(input));
      return { ...head, ...caseView(located, rules, marks) };
    }
    case 'judge_get_diagnostics': {
      const envelope = await knownEnvelope(source, record);
      return { ...head, ...compilerView(envelope.data?.compile ?? null, marks) };
    }
    case 'judge_get_code': {
      const startLine = integerField(input, 'startLine', 1, 1);
      const text = await source.judgedText(record);
      if (text === null) throw new NoAnswer('noCode', 'The code of this result is not stored.');
      return { ...head, ...codeView(record, text, startLine, marks) };
    }
  }
}

function noCaseMessage(input: ToolInput): string {
  return stringField(input, 'case') === null
    ? 'No case of this result has failed, or the judge does not list cases.'
    : 'The result has no such case. judge_get_result lists the cases.';
}

async function listResults(
  { source, access }: ToolContext,
  input: ToolInput,
  marks: UntrustedText,
): Promise<object> {
  const judge = stringField(input, 'judge');
  const problem = stringField(input, 'problem');
  const isFailedOnly = booleanField(input, 'failedOnly');
  const limit = Math.min(integerField(input, 'limit', 1, DEFAULT_LISTED_RESULTS), MAX_LISTED_RESULTS);
  const offset = integerField(input, 'offset', 0, 0);
  const records = (await source.records()).filter(
    (record) =>
      hasSubmission(record) &&
      (judge === null || record.service === judge) &&
      (problem === null || record.submission?.problemId === problem) &&
      (!isFailedOnly || isFailed(record)),
  );
  const judges = [...new Set(records.map(({ service }) => service))];
  const decisions = new Map(
    await Promise.all(judges.map(async (service) => [service, await access.of(service)] as const)),
  );
  const allowed = records.filter(({ service }) => decisions.get(service)?.kind === 'allowed');
  const readable = allowed.filter((record) => !source.isWithheld(record));
  const page = readable.slice(offset, offset + limit);
  const refused = [...decisions].flatMap(([service, decision]) =>
    decision.kind === 'refused' ? [{ service, decision }] : [],
  );
  return {
    total: readable.length,
    offset,
    results: page.map((record) => recordSummaryView(record, marks)),
    more: Math.max(readable.length - offset - page.length, 0),
    withheld: allowed.length - readable.length,
    refusedJudges: refused.slice(0, MAX_LISTED_JUDGES).map(({ service, decision }) => ({
      judge: identifier(service, marks),
      ...refusal(decision).details,
      message: refusal(decision).message,
    })),
  };
}

/** Returns whether the result is final and wasn't accepted. */
function isFailed(record: KnownRecord): boolean {
  const isFinal = record.state.kind === 'finished' || record.state.kind === 'settled';
  const kind = verdictOf(record)?.kind;
  return isFinal && kind !== undefined && kind !== 'accepted' && kind !== 'pending';
}

/** Returns the record that an input refers to, if assistants may read it. Throws `NoAnswer` or `InvalidInput`. */
async function readableRecord({ source, access }: ToolContext, input: ToolInput): Promise<KnownRecord> {
  const record = findRecord(await source.records(), input);
  if (record === null) throw new NoAnswer('unknownResult', 'No stored result has this ID.');
  if (record === 'ambiguous')
    throw new NoAnswer('ambiguous', 'Several judges have a result with this ID. Pass the judge as well.');
  const decision = await access.of(record.service);
  if (decision.kind === 'refused') {
    const { message, details } = refusal(decision);
    throw new NoAnswer('refused', message, details);
  }
  if (source.isWithheld(record))
    throw new NoAnswer(
      'withheld',
      'The result contains a credential of the user, so it is only available in VS Code.',
    );
  if (record.state.kind === 'newer')
    throw new NoAnswer('newerVersion', 'A newer version of the extension stored this result.');
  return record;
}

async function knownEnvelope(source: ResultSource, record: KnownRecord): Promise<Envelope> {
  const envelope = await source.envelope(record);
  if (!envelope) throw new NoAnswer('noResultYet', 'The judge has not sent a result yet.');
  return envelope;
}

function refusal({ reason, endsAt }: Extract<AccessDecision, { kind: 'refused' }>) {
  const until = endsAt === null ? null : moment(endsAt);
  return { message: refusalMessage(reason, until), details: { reason, until } };
}

function refusalMessage(
  reason: Extract<AccessDecision, { kind: 'refused' }>['reason'],
  until: string | null,
): string {
  switch (reason) {
    case 'contest':
      return until === null
        ? 'A contest is running at this judge. Its results are not available to assistants until it ends.'
        : `A contest is running at this judge. Its results are not available to assistants until ${until}.`;
    case 'settings':
      return 'The user does not allow assistants to read results.';
    case 'workspace':
      return 'The settings of the workspace do not allow assistants to read results.';
    case 'unreadable':
      return 'It could not be determined whether a contest is running, so assistants cannot read results of this judge.';
  }
}
