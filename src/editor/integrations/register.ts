import { Disposable, lm, window, type TerminalLinkProvider } from 'vscode';
import { showingUnexpectedErrors } from '../shared/failures/unexpectedErrors';
import { toolNames } from '../../assistant/toolNames';
import type { ToolInput } from '../../assistant';
import type { invokeTool, prepareToolInvocation } from './assistant/tools';
import type { openSubmissionLink, SubmissionLink, submissionLinks } from './terminalLinks';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';
import type { WithList } from '../list';
import type { WithContests } from '../contests';
import type { WithFollowing } from '../following';

interface ToolFunctions {
  readonly invokeTool: typeof invokeTool;
  readonly prepareToolInvocation: typeof prepareToolInvocation;
}

interface LinkFunctions {
  readonly submissionLinks: typeof submissionLinks;
  readonly openSubmissionLink: typeof openSubmissionLink;
}

/** Registers the tools for language models, and links in the terminal. */
export function registerIntegrations(
  extension: Core & WithContests & WithDiagnostics & WithFollowing & WithList,
  load: () => Promise<ToolFunctions & LinkFunctions>,
): Disposable {
  return Disposable.from(registerTools(extension, load), registerTerminalLinks(extension, load));
}

/** Turns URLs of submissions in the terminal into links. Loads no code for a line without a URL. */
function registerTerminalLinks(
  extension: Core & WithDiagnostics & WithFollowing & WithList,
  load: () => Promise<LinkFunctions>,
): Disposable {
  const provider: TerminalLinkProvider<SubmissionLink> = {
    provideTerminalLinks: async ({ line }) =>
      line.includes('://') ? (await load()).submissionLinks(extension, line) : [],
    handleTerminalLink: async (link) => {
      const { openSubmissionLink } = await load();
      await showingUnexpectedErrors(extension, 'terminal link', () => openSubmissionLink(extension, link));
    },
  };
  return window.registerTerminalLinkProvider(provider);
}

/** Registers the tools for language models. No-op if this editor doesn't support such tools. */
function registerTools(
  extension: Pick<Core, 'judges' | 'store' | 'tracking'> & WithContests,
  load: () => Promise<ToolFunctions>,
): Disposable {
  const models = lm as Partial<typeof lm> | undefined;
  if (typeof models?.registerTool !== 'function') return new Disposable(() => undefined);
  return Disposable.from(
    ...toolNames.map((name) =>
      lm.registerTool<ToolInput>(name, {
        prepareInvocation: async ({ input }) => (await load()).prepareToolInvocation(extension, name, input),
        invoke: async ({ input }, token) => (await load()).invokeTool(extension, name, input, token),
      }),
    ),
  );
}
