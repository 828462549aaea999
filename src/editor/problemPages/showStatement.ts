import { setNewest } from '../../base/newestEntries';
import {
  commands,
  Disposable,
  env,
  EventEmitter,
  l10n,
  Uri,
  ViewColumn,
  window,
  workspace,
  type TextDocument,
} from 'vscode';
import { settlesWithin } from '../../base/async';
import { errorMessage } from '../../base/log';
import { systemClock } from '../../base/ports';
import { displayAddress, RequestFailed, type Judge, type Statement } from '../../judges';
import { offer, withCancel } from '../shared/dialogs/dialogs';
import { orFailure, showFailure } from '../shared/failures/showFailure';
import { nameOfJudge } from '../labels/judgeLabels';
import { problemLabel, problemWithTitle, type NamedProblem } from '../labels/problemLabel';
import { joined } from '../labels/recordLabels';
import { isProblemId } from '../shared/problemIds';
import { MAX_KEPT_STATEMENTS, STATEMENT_SOON_MS } from './limits';
import { openDocument } from './statementDocuments';
import { withoutForeignPictures } from './statementPictures';
import type { Core } from '../shared/core';

const scheme = 'judge-statement';

interface Shown {
  readonly text: string;
  /** false: the text explains why the statement is still missing */
  readonly isFetched: boolean;
}

/** The statements that were shown in this window, by the URI of their document. */
const shown = new Map<string, Shown>();
const changed = new EventEmitter<Uri>();
let provider: Disposable | null = null;

/**
 * “Show Problem Statement”: shows the statement in VS Code’s Markdown preview next to the code, or opens its PDF document
 * outside of VS Code.
 */
export async function showStatement(extension: Core, judge: Judge, problem: NamedProblem): Promise<void> {
  const uri = addressOf(judge, problem);
  const isKnown = shown.get(uri.toString())?.isFetched === true;
  // of an unknown form, so that no preview is opened for a document
  if (judge.submission?.hasStatementDocuments && !isKnown) return showFetched(extension, judge, problem, uri);
  const fetching = fetched(extension, judge, problem);
  // VS Code loses a change while the page of a preview is loading, so it's better opened with the text
  const isSoon = !isKnown && (await settlesWithin(systemClock, STATEMENT_SOON_MS, fetching));
  if (!isSoon) {
    if (!isKnown) explain(uri, problem, l10n.t('Fetching the statement…'));
    // before the statement arrives, because it would take the focus later
    await openPreview(extension, uri);
  }
  const statement = await fetching;
  if (statement instanceof RequestFailed) {
    if (!isKnown) explain(uri, problem, l10n.t('The statement wasn’t fetched.'));
    await showFailed(extension, judge, problem, statement);
  } else if (statement) {
    // a known text may be the same
    const isUpdated = isKnown || isSoon ? Promise.resolve(false) : nextChangeOf(uri);
    keepText(uri, judge, problem, statement);
    if (isSoon) await openPreview(extension, uri);
    else if (await isUpdated) await reloadPreviews(extension);
  }
}

/** Stores the reason for a missing text. */
function explain(uri: Uri, problem: NamedProblem, why: string): void {
  keep(uri, { text: textOf(null, problem, why), isFetched: false });
}

/** Fetches the statement, and then shows its text or its document. */
async function showFetched(extension: Core, judge: Judge, problem: NamedProblem, uri: Uri): Promise<void> {
  const statement = await fetched(extension, judge, problem);
  if (!statement) return;
  if (statement instanceof RequestFailed) return showFailed(extension, judge, problem, statement);
  if (statement.document) return openDocument(extension, judge, problem, statement.document);
  if (Object.keys(statement.texts).length === 0) {
    const words = l10n.t(
      '{0} has no statement of {1}.',
      nameOfJudge(judge),
      nameWith(statement.title, problem),
    );
    const page = judge.pages?.contest?.(problem.place ?? judge.contests?.only ?? '');
    if (page === undefined) void window.showInformationMessage(words);
    else void offer(words, l10n.t('Open Contest Page'), () => env.openExternal(Uri.parse(page, true)));
    return;
  }
  keepText(uri, judge, problem, statement);
  await openPreview(extension, uri);
}

/** Null: the judge has no statements. */
async function fetched(
  extension: Core,
  judge: Judge,
  problem: NamedProblem,
): Promise<Statement | RequestFailed | null> {
  const fetchStatement = judge.submission?.fetchStatement;
  if (!fetchStatement) return null;
  const title = l10n.t('Reading the statement of {0}…', problemLabel(problem));
  return withCancel(title, (signal) =>
    orFailure(extension.judges.ask(judge, (http) => fetchStatement(http, problem), signal)),
  );
}

async function showFailed(
  extension: Core,
  judge: Judge,
  problem: NamedProblem,
  failed: RequestFailed,
): Promise<void> {
  if (failed.failure.kind === 'cancelled') return;
  const again = (): Promise<void> => showStatement(extension, judge, problem);
  await showFailure(extension, failed, judge, again, 'submission');
}

function keepText(uri: Uri, judge: Judge, problem: NamedProblem, statement: Statement): void {
  const text = withoutForeignPictures(inDisplayLanguage(statement), judge.baseUrl, (host) =>
    l10n.t('Picture on {0}', host),
  );
  keep(uri, { text: textOf(statement.title, problem, text), isFetched: true });
}

async function openPreview(extension: Core, uri: Uri): Promise<void> {
  if (!provider) {
    provider = workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (asked) => shown.get(asked.toString())?.text ?? '',
    });
    extension.context.subscriptions.push(provider);
  }
  // VS Code ignores changes of a document that isn't open yet
  await workspace.openTextDocument(uri);
  await open(extension, uri);
}

/** Resolves when the text of an open document changes; to false if it is closed or wasn't open. */
function nextChangeOf(uri: Uri): Promise<boolean> {
  const isThis = (document: TextDocument): boolean => document.uri.toString() === uri.toString();
  if (!workspace.textDocuments.some(isThis)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (hasChanged: boolean): void => {
      listening.dispose();
      resolve(hasChanged);
    };
    const listening = Disposable.from(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (isThis(document)) end(true);
      }),
      workspace.onDidCloseTextDocument((document) => {
        if (isThis(document)) end(false);
      }),
    );
  });
}

async function reloadPreviews(extension: Core): Promise<void> {
  try {
    await commands.executeCommand('markdown.preview.refresh');
  } catch (error) {
    // VS Code’s Markdown extension is disabled
    extension.log.warn(`statement: ${errorMessage(error)}`);
  }
}

async function open(extension: Core, uri: Uri): Promise<void> {
  await leaveReadOnlyEditor();
  try {
    await commands.executeCommand('markdown.showLockedPreviewToSide', uri);
  } catch (error) {
    // if VS Code's Markdown extension is disabled, shows the source text
    extension.log.warn(`statement: ${errorMessage(error)}`);
    await window.showTextDocument(uri, { viewColumn: ViewColumn.Beside, preserveFocus: true });
  }
}

/**
 * Moves the focus from another statement, a result, or another read-only editor to the first column. Otherwise, the
 * statement would open next to it, in one more column.
 */
async function leaveReadOnlyEditor(): Promise<void> {
  const { document } = window.activeTextEditor ?? {};
  const isEditable =
    document?.isUntitled || workspace.fs.isWritableFileSystem(document?.uri.scheme ?? '') === true;
  if (isEditable || window.tabGroups.all.length < 2) return;
  await commands.executeCommand('workbench.action.focusFirstEditorGroup');
}

/** Returns the URI of a statement’s document. Its tab is named after the problem’s label in the contest, if it has one. */
function addressOf({ baseUrl }: Judge, { problemId, place, letter = '' }: NamedProblem): Uri {
  const path = `/${isProblemId(letter) ? letter : problemId}.md`;
  return Uri.from({ scheme, path, query: joined(' ', displayAddress(baseUrl), place ?? '', problemId) });
}

/** Stores the text of a document and updates its preview. */
function keep(uri: Uri, document: Shown): void {
  setNewest(shown, uri.toString(), document, MAX_KEPT_STATEMENTS);
  changed.fire(uri);
}

function textOf(title: string | null, problem: NamedProblem, text: string): string {
  const heading = nameWith(title, problem).replace(/[\\`*_[\]<>#]/g, '\\$&');
  return `# ${heading}\n\n${text}`;
}

/** Returns the problem with the title from its statement, if that has one. */
function nameWith(title: string | null, problem: NamedProblem): string {
  return problemWithTitle({ ...problem, title: title ?? problem.title });
}

/** Returns the statement in the display language, or else the first one. */
function inDisplayLanguage({ texts }: Statement): string {
  const [language = ''] = env.language.toLowerCase().split('-');
  const fitting =
    Object.keys(texts).find((name) => name.toLowerCase().startsWith(language)) ?? Object.keys(texts)[0];
  return texts[fitting ?? ''] ?? '';
}
