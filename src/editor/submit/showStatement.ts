import { commands, env, l10n, Uri, ViewColumn, window, workspace, type Disposable } from 'vscode';
import { errorMessage } from '../../base/log';
import { displayAddress, ServiceFailed, type ProblemName, type Judge, type Statement } from '../../service';
import type { ExtensionServices } from '../shared/extensionServices';
import { withCancel } from '../shared/dialogs';
import { orFailure, showFailure } from '../shared/showFailure';
import { sanitizeForUi } from '../labels/text';
import { joined } from '../labels/recordLabels';
import { MAX_KEPT_STATEMENTS } from './limits';

const scheme = 'judge-statement';

/** The statements that were shown in this window, by the URI of their document. */
const shown = new Map<string, string>();
let provider: Disposable | null = null;

/** “Show Problem Statement”: shows the statement in VS Code’s Markdown preview next to the code. */
export async function showStatement(
  extension: ExtensionServices,
  judge: Judge,
  problem: ProblemName,
): Promise<void> {
  const fetchStatement = judge.submission?.fetchStatement;
  if (!fetchStatement) return;
  const title = l10n.t('Reading the statement of {0}…', sanitizeForUi(problem.problemId, 64));
  const statement = await withCancel(title, (signal) =>
    orFailure(extension.services.ask(judge, (http) => fetchStatement(http, problem), signal)),
  );
  if (statement instanceof ServiceFailed) {
    if (statement.failure.kind === 'cancelled') return;
    return showFailure(
      extension,
      statement,
      judge,
      () => showStatement(extension, judge, problem),
      'submission',
    );
  }
  const uri = addressOf(judge, problem);
  keep(uri, textOf(statement, problem));
  if (!provider) {
    provider = workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: (asked) => shown.get(asked.toString()) ?? '',
    });
    extension.context.subscriptions.push(provider);
  }
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

function keep(uri: Uri, text: string): void {
  const key = uri.toString();
  shown.delete(key);
  shown.set(key, text);
  const [oldest] = shown.keys();
  if (shown.size > MAX_KEPT_STATEMENTS && oldest !== undefined) shown.delete(oldest);
}

/** Returns the statement in the display language, or else the first one. */
function textOf({ title, texts }: Statement, { problemId }: ProblemName): string {
  const [language = ''] = env.language.toLowerCase().split('-');
  const fitting =
    Object.keys(texts).find((name) => name.toLowerCase().startsWith(language)) ?? Object.keys(texts)[0];
  const heading = `# ${joined(' ', problemId, sanitizeForUi(title ?? '', 200)).replace(/[\\`*_[\]<>#]/g, '\\$&')}`;
  return `${heading}\n\n${texts[fitting ?? ''] ?? ''}`;
}
