import { workspace, type Uri } from 'vscode';

/**
 * Returns the user's own settings of other extensions that contain the paths of compilers and interpreters, by setting ID,
 * unchecked. Those of a workspace don't apply, because they could contain the path of a program in that workspace.
 */
export function toolSettingsOfOthers(): Readonly<Record<string, unknown>> {
  const ids = ['C_Cpp.default.compilerPath', 'java.jdt.ls.java.home', 'python.defaultInterpreterPath'];
  return Object.fromEntries(
    ids.map((id) => [id, workspace.getConfiguration().inspect<unknown>(id)?.globalValue]),
  );
}

/**
 * Returns the launch configurations for a folder, unchecked. `ofUser`: those of the user's own settings. `ofWorkspace`:
 * those of `launch.json` and of the workspace's file. `folder`: undefined for a file outside of all folders
 */
export function launchConfigurations(folder: Uri | undefined): {
  readonly ofUser: readonly unknown[];
  readonly ofWorkspace: readonly unknown[];
} {
  const setting = workspace.getConfiguration('launch', folder).inspect<unknown>('configurations');
  const listIn = (value: unknown): readonly unknown[] =>
    Array.isArray(value) ? (value as readonly unknown[]) : [];
  return {
    ofUser: listIn(setting?.globalValue),
    ofWorkspace: [...listIn(setting?.workspaceFolderValue), ...listIn(setting?.workspaceValue)],
  };
}

/** Returns whether VS Code rejects servers with unverified certificates. */
export function checksCertificates(): boolean {
  return workspace.getConfiguration('http').get<unknown>('proxyStrictSSL') !== false;
}

/**
 * Returns whether requests over plain HTTP may use a proxy, according to VS Code's settings and the environment. The
 * system's own proxy settings aren't known.
 */
export function mayUseProxy(environment: Readonly<Record<string, string | undefined>>): boolean {
  const settings = workspace.getConfiguration('http');
  if (settings.get<unknown>('proxySupport') === 'off') return false;
  const proxies = [settings.get<unknown>('proxy'), environment['http_proxy'], environment['HTTP_PROXY']];
  return proxies.some((proxy) => typeof proxy === 'string' && proxy !== '');
}

/** Returns the folder in which Competitive Programming Helper stores problems; null: next to each program. */
export function cphFolder(): string | null {
  const folder = workspace.getConfiguration('cph').get<unknown>('general.saveLocation');
  return typeof folder === 'string' && folder.trim() !== '' ? folder.trim() : null;
}
