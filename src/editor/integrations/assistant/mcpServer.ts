import * as vscode from 'vscode';
import { env, l10n, Uri, window, workspace, type ExtensionContext } from 'vscode';
import { launcherOf } from './mcpLauncher';

interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The class of the VS Code API that describes an MCP server. VS Code 1.100 doesn't have it. */
interface McpApi {
  readonly McpStdioServerDefinition?: new (
    label: string,
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    version: string,
  ) => object;
}

type Context = Pick<ExtensionContext, 'extension' | 'extensionUri' | 'globalStorageUri'>;

/** Describes the MCP server to VS Code, which starts it when an assistant uses it. */
export function mcpServerDefinitions(context: Context): readonly object[] {
  const { McpStdioServerDefinition } = vscode as McpApi;
  if (!McpStdioServerDefinition) return [];
  const { command, args, env: variables } = serverCommand(context, serverOf(context));
  const { version } = context.extension.packageJSON as { readonly version: string };
  return [new McpStdioServerDefinition(l10n.t('Judge Results'), command, args, variables, version)];
}

/** Copies an entry for the configuration of other MCP clients. It stays valid when the extension is updated. */
export async function copyMcpConfiguration(context: Context): Promise<void> {
  await writeLauncher(context);
  const server = serverCommand(context, launcherOf(context));
  const configuration = { mcpServers: { 'judge-results': server } };
  await env.clipboard.writeText(JSON.stringify(configuration, null, 2));
  void window.showInformationMessage(
    l10n.t('MCP configuration copied. Programs that use it can read all of your results on this computer.'),
  );
}

/** Writes the file that other clients start. It loads the server of this version of the extension. */
export async function writeLauncher(context: Context): Promise<void> {
  const text = `require(${JSON.stringify(serverOf(context).fsPath)});\n`;
  await workspace.fs.createDirectory(context.globalStorageUri);
  await workspace.fs.writeFile(launcherOf(context), new TextEncoder().encode(text));
}

function serverOf({ extensionUri }: Context): Uri {
  return Uri.joinPath(extensionUri, 'dist', 'mcp.js');
}

/** Runs a file with the Node of VS Code, so that other clients don't require another one. */
function serverCommand({ globalStorageUri }: Context, file: Uri): ServerCommand {
  return {
    command: process.execPath,
    args: [file.fsPath, Uri.joinPath(globalStorageUri, 'history').fsPath],
    env: process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' },
  };
}
