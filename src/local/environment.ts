import path from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the separator of the folders in `PATH`. */
function separatorOn(platform: NodeJS.Platform): string {
  return platform === 'win32' ? ';' : ':';
}

/**
 * Returns the environment of compilers and programs: that of VS Code, without the variables that VS Code sets for
 * itself, and without relative folders in `PATH`. A relative folder would be searched in the folder of the user's file.
 * Python keeps its buffer, as at a judge: without it, a program that forgets to flush would pass.
 */
export function toolEnvironment(own: Environment): Environment {
  const environment: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(own)) {
    if (/^(?:ELECTRON_|VSCODE_)|^PYTHONUNBUFFERED$/i.test(name)) continue;
    environment[name] = isPath(name) ? joined(absoluteFolders(value, process.platform)) : value;
  }
  return environment;
}

/** Returns the absolute folders of `PATH`, in its order. */
export function searchedFolders(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  const name = Object.keys(environment).find(isPath);
  return name === undefined ? [] : absoluteFolders(environment[name], platform);
}

/** Returns whether the process is in the sandbox of Flatpak, in which programs of the host can’t be started. */
export function isSandboxed(environment: Environment): boolean {
  return (environment['FLATPAK_ID'] ?? '') !== '';
}

/** Windows ignores the letter case of variables. */
function isPath(name: string): boolean {
  return /^path$/i.test(name);
}

function joined(folders: readonly string[]): string {
  return folders.join(separatorOn(process.platform));
}

function absoluteFolders(value: string | undefined, platform: NodeJS.Platform): string[] {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  return (value ?? '')
    .split(separatorOn(platform))
    .map((folder) => folder.replace(/^"(.*)"$/, '$1'))
    .filter((folder) => paths.isAbsolute(folder));
}

/**
 * Returns the environment in which tools precede all others. A tool that is a script then finds the others of the same
 * version, a compiler starts those next to it, and its programs load their libraries from there. `tools`: absolute paths by
 * name
 */
export function withToolsFirst(environment: Environment, tools: ReadonlyMap<string, string>): Environment {
  if (tools.size === 0) return environment;
  const folders = [...tools.values()].map((tool) => path.dirname(tool));
  const name = Object.keys(environment).find(isPath) ?? 'PATH';
  const searched = new Set([...folders, ...searchedFolders(environment)]);
  const first = { ...environment, [name]: joined([...searched]) };
  // scripts that start Java prefer this variable to `PATH`
  return tools.has('java') ? { ...first, JAVA_HOME: undefined } : first;
}

export interface Variable {
  readonly name: string;
  readonly value: string;
}

/** Returns the variable `PATH` of an environment if it differs from that of `usual`, or else null. */
export function changedPath(environment: Environment, usual: Environment): Variable | null {
  const name = Object.keys(environment).find(isPath);
  const value = name === undefined ? undefined : environment[name];
  return name === undefined || value === undefined || value === usual[name] ? null : { name, value };
}
