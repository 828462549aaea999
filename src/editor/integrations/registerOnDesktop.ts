import { Disposable, EventEmitter, lm, window, workspace, type Event } from 'vscode';
import type { Lazy } from '../../base/async';
import { assistantPermissions } from '../shared/settings/assistantPermissions';
import { callbackAddress, onDidChangeSettings } from '../shared/settings/settings';
import { showingUnexpectedErrors } from '../shared/failures/unexpectedErrors';
import { whenIdle } from '../shared/whenNeeded';
import { launcherOf } from './assistant/mcpLauncher';
import type { mcpServerDefinitions, writeLauncher } from './assistant/mcpServer';
import type { handleUri } from './uriHandler';
import type { Core } from '../shared/core';
import type { WithDiagnostics } from '../diagnostics';
import type { WithList } from '../list';
import type { WithFollowing } from '../following';

interface DesktopFunctions {
  readonly handleUri: typeof handleUri;
  readonly mcpServerDefinitions: typeof mcpServerDefinitions;
  readonly writeLauncher: typeof writeLauncher;
}

/** Registers links to this extension, the MCP server, and HTTP callbacks, which are off by default. */
export function registerOnDesktop(
  extension: Core & WithDiagnostics & WithFollowing & WithList,
  callbacks: Lazy<Disposable>,
  load: () => Promise<DesktopFunctions>,
): Disposable {
  const startIfOn = async (): Promise<void> => {
    if (callbackAddress().port !== null) await callbacks.get();
  };
  return Disposable.from(
    callbacks,
    registerMcpServer(extension, load),
    whenIdle(startIfOn),
    workspace.onDidChangeConfiguration(startIfOn),
    window.registerUriHandler({
      handleUri: async (uri) => {
        const it = await load();
        await showingUnexpectedErrors(extension, 'link', () => it.handleUri(extension, uri));
      },
    }),
  );
}

interface McpProvider {
  readonly onDidChangeMcpServerDefinitions: Event<void>;
  provideMcpServerDefinitions(): Promise<readonly object[]>;
}

interface McpModels {
  readonly registerMcpServerDefinitionProvider?: (id: string, provider: McpProvider) => Disposable;
}

/** Registers the MCP server in versions of VS Code that support it, and updates the file that other clients start. */
function registerMcpServer(
  { context }: Pick<Core, 'context'>,
  load: () => Promise<DesktopFunctions>,
): Disposable {
  const changed = new EventEmitter<void>();
  return Disposable.from(
    changed,
    onDidChangeSettings('assistants', () => changed.fire()),
    registerProvider({
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: async () =>
        // the server can't read the settings of the workspace
        assistantPermissions().isForbiddenByWorkspace ? [] : (await load()).mcpServerDefinitions(context),
    }),
    whenIdle(async () => {
      const isUsed = await workspace.fs.stat(launcherOf(context)).then(
        () => true,
        () => false,
      );
      if (isUsed) await (await load()).writeLauncher(context);
    }),
  );
}

function registerProvider(provider: McpProvider): Disposable {
  const models = lm as McpModels | undefined;
  try {
    return models?.registerMcpServerDefinitionProvider?.('judgeResults', provider) ?? Disposable.from();
  } catch {
    // VS Code 1.100 has this function, but extensions can't use it.
    return Disposable.from();
  }
}
