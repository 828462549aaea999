import { Uri, type ExtensionContext } from 'vscode';

/** Returns the file that starts the MCP server. Other clients refer to it, because its path has no version. */
export function launcherOf({ globalStorageUri }: Pick<ExtensionContext, 'globalStorageUri'>): Uri {
  return Uri.joinPath(globalStorageUri, 'mcp.js');
}
