import path from 'node:path';
import type { Server } from './server';

export interface WorkbenchOptions {
  /** Folder or `.code-workspace` file to open. */
  readonly folder?: string;
  /** Source folders of extensions to run. Requires the server's smoke-test driver. */
  readonly extensionDevelopmentPath?: readonly string[];
  /** Test suite to run in the extension host. Requires the server's smoke-test driver. */
  readonly extensionTestsPath?: string;
  /** Additional entries of the workbench's payload, as pairs of name and value. */
  readonly payload?: readonly (readonly [string, string])[];
}

/** Returns the URL of a workbench of this server, including the connection token. */
export function workbenchUrl(
  server: Pick<Server, 'authority' | 'connectionToken'>,
  options: WorkbenchOptions = {},
): string {
  const remote = (file: string) => `vscode-remote://${server.authority}${encodeURI(path.resolve(file))}`;
  const url = new URL(`http://${server.authority}/`);
  if (server.connectionToken) url.searchParams.set('tkn', server.connectionToken);
  if (options.folder) {
    const kind = options.folder.endsWith('.code-workspace') ? 'workspace' : 'folder';
    url.searchParams.set(kind, path.resolve(options.folder));
  }
  const payload = [
    ...(options.extensionDevelopmentPath ?? []).map((folder) => ['extensionDevelopmentPath', remote(folder)]),
    ...(options.extensionTestsPath ? [['extensionTestsPath', remote(options.extensionTestsPath)]] : []),
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
    ...(options.payload ?? []),
  ];
  url.searchParams.set('payload', JSON.stringify(payload));
  return url.href;
}
