import { Disposable, lm, window, type TerminalLinkProvider } from 'vscode';
import type { ExtensionServices, Uses } from '../shared/extensionServices';
import { registerCommands } from '../shared/registerCommands';
import type { Commands } from '../shared/commandTargets';
import { showingUnexpectedErrors } from '../shared/unexpectedErrors';
import type { invokeTool, prepareToolInvocation, ToolInput } from './assistant/tool';
import type { openSubmissionLink, SubmissionLink, submissionLinks } from './terminalLinks';

const names = ['copyCallbackAddress'] as const;

export type IntegrationCommands = Commands<(typeof names)[number]>;

interface ToolFunctions {
  readonly invokeTool: typeof invokeTool;
  readonly prepareToolInvocation: typeof prepareToolInvocation;
}

interface LinkFunctions {
  readonly submissionLinks: typeof submissionLinks;
  readonly openSubmissionLink: typeof openSubmissionLink;
}

/** Registers the tool for language models, links in the terminal, and the command for the callback URL. */
export function registerIntegrations(
  extension: ExtensionServices,
  load: () => Promise<ToolFunctions & LinkFunctions & { readonly integrationCommands: IntegrationCommands }>,
): Disposable {
  return Disposable.from(
    registerTool(extension, load),
    registerTerminalLinks(extension, load),
    registerCommands(extension, names, async () => (await load()).integrationCommands),
  );
}

/** Turns URLs of submissions in the terminal into links. Loads no code for a line without a URL. */
function registerTerminalLinks(extension: ExtensionServices, load: () => Promise<LinkFunctions>): Disposable {
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

/** Registers the tool `judge_result` for language models. No-op if this editor doesn't support such tools. */
function registerTool(
  extension: Uses<'services' | 'store' | 'tracking'>,
  load: () => Promise<ToolFunctions>,
): Disposable {
  const models = lm as Partial<typeof lm> | undefined;
  if (typeof models?.registerTool !== 'function') return new Disposable(() => undefined);
  return models.registerTool<ToolInput>('judge_result', {
    prepareInvocation: async ({ input }) => (await load()).prepareToolInvocation(extension, input),
    invoke: async ({ input }, token) => (await load()).invokeTool(extension, input, token),
  });
}
