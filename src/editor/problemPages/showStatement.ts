import {
  commands,
  env,
  EventEmitter,
  l10n,
  Uri,
  ViewColumn,
  window,
  workspace,
  type Disposable,
} from 'vscode';
import { errorMessage } from '../../base/log';
import { displayAddress, RequestFailed, type ProblemName, type Judge, type Statement } from '../../judges';
import { withCancel } from '../shared/dialogs';
import { orFailure, showFailure } from '../shared/showFailure';
import { sanitizeForUi } from '../labels/text';
import { joined } from '../labels/recordLabels';
import { MAX_KEPT_STATEMENTS } from './limits';
import { withoutForeignPictures } from './statementPictures';
import type { Core } from '../shared/core';

const scheme = 'judge-statement';

interface Shown {
  readonly text: string;
  /** false: the text explains why there is no statement yet */
  readonly isFetched: boolean;
}

/** The statements that were shown in this window, by the URI of their document. */
const shown = new Map<string, Shown>();
const changed = new EventEmitter<Uri>();
let provider: Disposable | null = null;

/**
 * “Show Problem Statement”: shows the statement in VS Code’s Markdown preview next to the code. Opens the preview before
 * the statement is fetched, because it would take the focus later.
 */
export async function showStatement(extension: Core, judge: Judge, problem: ProblemName): Promise<void> {
  const fetchStatement = judge.submission?.fetchStatement;
  if (!fetchStatement) return;
  const uri = addressOf(judge, problem);
  const isKnown = shown.get(uri.toString())?.isFetched === true;
  const explain = (text: string): void => {
    if (!isKnown) keep(uri, { text: textOf(null, problem, text), isFetched: false });
  };
  explain(l10n.t('Fetching the statement…'));
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
  const title = l10n.t('Reading the statement of {0}…', sanitizeForUi(problem.problemId, 64));
  const statement = await withCancel(title, (signal) =>
    orFailure(extension.judges.ask(judge, (http) => fetchStatement(http, problem), signal)),
  );
  if (!(statement instanceof RequestFailed)) {
    const fetched = withoutForeignPictures(inDisplayLanguage(statement), judge.baseUrl, (host) =>
      l10n.t('Picture on {0}', host),
    );
    const text = textOf(statement.title, problem, fetched);
    keep(uri, { text, isFetched: true });
    return;
  }
  explain(l10n.t('The statement wasn’t fetched.'));
  if (statement.failure.kind === 'cancelled') return;
  const again = (): Promise<void> => showStatement(extension, judge, problem);
  await showFailure(extension, statement, judge, again, 'submission');
}

async function open(extension: Core, uri: Uri): Promise<void> {
  try {
    await commands.executeCommand('markdown.showLockedPreviewToSide', uri);
  } catch (error) {
    // if VS Code's Markdown extension is disabled, shows the source text
    extension.log.warn(`statement: ${errorMessage(error)}`);
    await window.showTextDocument(uri, { viewColumn: ViewColumn.Beside, preserveFocus: true });
  }
}

function addressOf({ baseUrl }: Judge, { problemId, place }: ProblemName): Uri {
  const path = `/${problemId}.md`;
  return Uri.from({ scheme, path, query: joined(' ', displayAddress(baseUrl), place ?? '') });
}

/** Stores the text of a document and updates its preview. */
function keep(uri: Uri, document: Shown): void {
  const key = uri.toString();
  shown.delete(key);
  shown.set(key, document);
  const [oldest] = shown.keys();
  if (shown.size > MAX_KEPT_STATEMENTS && oldest !== undefined) shown.delete(oldest);
  changed.fire(uri);
}

function textOf(title: string | null, { problemId }: ProblemName, text: string): string {
  const heading = `# ${joined(' ', problemId, sanitizeForUi(title ?? '', 200)).replace(/[\\`*_[\]<>#]/g, '\\$&')}`;
  return `${heading}\n\n${text}`;
}

/** Returns the statement in the display language, or else the first one. */
function inDisplayLanguage({ texts }: Statement): string {
  const [language = ''] = env.language.toLowerCase().split('-');
  const fitting =
    Object.keys(texts).find((name) => name.toLowerCase().startsWith(language)) ?? Object.keys(texts)[0];
  return texts[fitting ?? ''] ?? '';
}
