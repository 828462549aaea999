import { Disposable, lm } from 'vscode';
import type { ExtensionServices, Uses } from '../shared/extensionServices';
import { registerCommands } from '../shared/registerCommands';
import type { Commands } from '../shared/commandTargets';
import type { invokeTool, prepareToolInvocation, ToolInput } from './assistant/tool';

const names = ['copyCallbackAddress'] as const;

export type IntegrationCommands = Commands<(typeof names)[number]>;

interface ToolFunctions {
  readonly invokeTool: typeof invokeTool;
  readonly prepareToolInvocation: typeof prepareToolInvocation;
}

/** Registers the integrations: the tool for language models, and the command for the callback URL. */
export function registerIntegrations(
  extension: ExtensionServices,
  load: () => Promise<ToolFunctions & { readonly integrationCommands: IntegrationCommands }>,
): Disposable {
  return Disposable.from(
    registerTool(extension, load),
    registerCommands(extension, names, async () => (await load()).integrationCommands),
  );
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
