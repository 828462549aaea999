import { commands, EventEmitter, l10n, Uri, ViewColumn, window, workspace, type Disposable } from 'vscode';
import { errorMessage } from '../../../base/log';
import { later } from '../../../base/ports';
import { fitsWithin, jsonIn, plainLines } from '../../../results';
import {
  asRequestFailed,
  displayAddress,
  exchangesOf,
  replay,
  sendsTheSame,
  RequestFailed,
  judgeIdentity,
  type Exchange,
  type Operation,
  type ResultAnswer,
  type JudgeId,
} from '../../../judges';
import { rejectsCredential } from '../../shared/credentialAsId';
import { askRequestId, recentRequests, type ChosenRequest } from '../../shared/dialogs/askRequestId';
import { inMarkdown } from '../../exchange';
import { withCancel } from '../../shared/dialogs/dialogs';
import { settingProblemWords, showSettingsProblems } from '../../shared/settings/settingsProblems';
import { showOrOffer, watchingPerson, type Person } from '../../shared/dialogs/personActions';
import { failureWords, orFailure, showFailure } from '../../shared/failures/showFailure';
import { signIn } from '../signIn/signIn';
import { nameOfJudge } from '../../labels/judgeLabels';
import { sanitizeForUi } from '../../labels/sanitizeText';
import { testReport } from './report';
import { checkWithoutCredentials, isOpen, isSameCheck, type OpenCheck } from './openCheck';
import { EDIT_PAUSE_MS, MAX_JSON_DEPTH, MAX_RESPONSE_LENGTH } from './limits';
import type { Core } from '../../shared/core';

const scheme = 'judge-service-test';
const answersUri = () => Uri.from({ scheme, path: '/answer.jsonc' });
const reportUri = () => Uri.from({ scheme, path: '/report.md' });

/** The last test: its request and the responses. */
interface Asked extends ChosenRequest {
  /** at least one */
  readonly exchanges: readonly Exchange[];
  readonly openCheck: OpenCheck;
}

let asked: Asked | null = null;
const texts = new Map<string, string>();
let changed: EventEmitter<Uri> | null = null;

/** Prompts for a submission ID, fetches its result, and shows the responses and the report. */
export async function testJudge(extension: Core, name: string): Promise<void> {
  const read = await extension.judges.named(name);
  if (read.kind === 'wrong') return showSettingsProblems(read.problems);
  const { judge } = read;
  if (await extension.judges.isSignedOut(judge)) await signIn(extension, judge);
  if (await extension.judges.isSignedOut(judge)) return;
  const recent = recentRequests(extension.store, judge);
  const last =
    asked?.judge.id === judge.id ? [{ ...asked, name: null, about: l10n.t('last tested'), at: null }] : [];
  const chosen = await askRequestId({
    title: l10n.t('Test {0} with a submission', nameOfJudge(judge)),
    judge,
    judges: await extension.judges.all(),
    recent: [...last, ...recent.filter(({ requestId }) => requestId !== last[0]?.requestId)],
    secrets: extension.judges.credentials.redaction,
    submissions: Promise.resolve([]),
  });
  const [request] = [chosen].flat();
  if (request && 'requestId' in request) await testRequest(extension, request);
}

/** Fetches a result, and shows the responses on the left and the report on the right. */
export async function testRequest(extension: Core, chosen: ChosenRequest): Promise<void> {
  if (await rejectsCredential(extension, chosen.requestId)) return;
  await watchingPerson((person) => testFor(extension, person, chosen));
}

async function testFor(extension: Core, person: Person, chosen: ChosenRequest): Promise<void> {
  const exchanges = await fetchExchanges(extension, chosen);
  if (exchanges instanceof RequestFailed) {
    if (exchanges.failure.kind === 'cancelled') return;
    return showFailure(extension, exchanges, chosen.judge, () => testRequest(extension, chosen));
  }
  const openCheck = await checkWithoutCredentials(extension, chosen.judge);
  asked = { ...chosen, exchanges, openCheck };
  provide(extension);
  await show(extension, asked);
  const words = l10n.t('The test of {0} is finished.', nameOfJudge(chosen.judge));
  await showOrOffer(extension, person, words, l10n.t('Show Report'), () => openDocuments(extension));
}

async function openDocuments(extension: Core): Promise<void> {
  await window.showTextDocument(answersUri(), { viewColumn: ViewColumn.One, preview: true });
  try {
    await commands.executeCommand('markdown.showLockedPreviewToSide', reportUri());
  } catch (error) {
    // if VS Code's Markdown extension is disabled, shows the source text
    extension.log.warn(`test: ${errorMessage(error)}`);
    await window.showTextDocument(reportUri(), { viewColumn: ViewColumn.Two, preserveFocus: true });
  }
}

/**
 * Fetches the result and records all responses, even unusable ones. Removes secrets from responses before they are
 * parsed.
 */
async function fetchExchanges(
  { judges }: Core,
  chosen: ChosenRequest,
): Promise<readonly Exchange[] | RequestFailed> {
  const { judge, requestId } = chosen;
  const { redaction } = judges.credentials;
  const fetchResult: Operation<unknown> = (http) => judge.fetchResult(http, chosen);
  const operation = exchangesOf(judge, fetchResult, (answer) => ({
    ...answer,
    cookies: null,
    text: redaction.json(answer.text),
  }));
  const title = l10n.t('Fetching {0} from {1}…', requestId, nameOfJudge(judge));
  return withCancel(title, (signal) => orFailure(judges.ask(judge, operation, signal)));
}

async function show({ judges }: Core, shown: Asked): Promise<void> {
  const { judge, requestId, hint, exchanges, openCheck } = shown;
  const fetchResult: Operation<ResultAnswer> = (http) => judge.fetchResult(http, { requestId, hint });
  const result = await replay(judge, fetchResult, exchanges).catch(asRequestFailed);
  const isCheckOpen = await isOpen(judge, openCheck);
  // another test may have started meanwhile
  if (asked !== shown) return;
  const report = testReport({ judge, requestId, exchanges, result, isCheckOpen });
  write(answersUri(), exchanges.map((exchange) => exchangeText(judge.baseUrl, exchange)).join('\n'));
  write(reportUri(), judges.credentials.redaction.text(report));
}

/** Formats a response: URL and status, then indented JSON, or any other text unchanged. */
function exchangeText(baseUrl: string, { request, answer }: Exchange): string {
  const url = baseUrl + (request.path.split('?')[0] ?? '');
  const heading = `// ${request.method} ${sanitizeForUi(displayAddress(url))}\n// ${answer.status}`;
  const json = jsonIn(answer.text);
  const isReadable = json !== undefined && fitsWithin(json, MAX_JSON_DEPTH);
  return `${heading}\n${plainLines(isReadable ? JSON.stringify(json, null, 2) : answer.text, MAX_RESPONSE_LENGTH)}\n`;
}

function write(uri: Uri, text: string): void {
  texts.set(uri.toString(), text);
  changed?.fire(uri);
}

function provide(extension: Core): void {
  if (changed) return;
  const emitter = new EventEmitter<Uri>();
  changed = emitter;
  let waiting: Disposable | undefined;
  extension.context.subscriptions.push(
    emitter,
    workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: emitter.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
    }),
    extension.judges.onDidChange((service) => {
      waiting?.dispose();
      waiting = later(EDIT_PAUSE_MS, () => void followDescription(extension, service));
    }),
  );
}

/**
 * Updates an open test after the judge's settings or credentials changed. Sends again only the requests that changed,
 * and fetches the result again if the credentials changed.
 */
async function followDescription(extension: Core, service: JudgeId | null): Promise<void> {
  const before = asked;
  if (!before || !workspace.textDocuments.some(({ uri }) => uri.scheme === scheme)) return;
  const read = await extension.judges.named(judgeIdentity(before.judge.id).name);
  if (read.kind === 'wrong') return write(reportUri(), read.problems.map(settingProblemWords).join('\n\n'));
  const { judge } = read;
  const chosen: ChosenRequest = { judge, requestId: before.requestId, hint: before.hint };
  const isSameJudge = judge.id === before.judge.id;
  const isSameResult =
    isSameJudge &&
    service !== judge.id &&
    (await sendsTheSame(judge, (http) => judge.fetchResult(http, chosen), before.exchanges));
  const exchanges = isSameResult ? before.exchanges : await fetchExchanges(extension, chosen);
  if (asked !== before) return;
  if (exchanges instanceof RequestFailed) {
    write(reportUri(), inMarkdown(failureWords(extension, judge, exchanges, 'result'), 1000));
    return;
  }
  const isCheckKept = isSameJudge && (await isSameCheck(judge, before.openCheck));
  const openCheck = isCheckKept ? before.openCheck : await checkWithoutCredentials(extension, judge);
  if (asked !== before) return;
  asked = { ...chosen, exchanges, openCheck };
  await show(extension, asked);
}
