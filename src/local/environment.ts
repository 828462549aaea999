import path from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Separates the folders of `PATH`. */
const separator = process.platform === 'win32' ? ';' : ':';

/**
 * Returns the environment of compilers and programs: that of VS Code, without the variables that VS Code sets for
 * itself, and without relative folders in `PATH`. A relative folder would be searched in the folder of the user's file.
 */
export function toolEnvironment(own: Environment): Environment {
  const environment: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(own)) {
    if (/^(?:ELECTRON_|VSCODE_)/i.test(name)) continue;
    environment[name] = /^path$/i.test(name) ? absoluteFolders(value).join(separator) : value;
  }
  return environment;
}

/** Returns the absolute folders of `PATH`, in its order. */
export function searchedFolders(environment: Environment): readonly string[] {
  const name = Object.keys(environment).find((key) => /^path$/i.test(key));
  return name === undefined ? [] : absoluteFolders(environment[name]);
}

function absoluteFolders(value: string | undefined): string[] {
  return (value ?? '')
    .split(separator)
    .map((folder) => folder.replace(/^"(.*)"$/, '$1'))
    .filter((folder) => path.isAbsolute(folder));
}

/**
 * Returns the environment in which tools precede all others, so that a tool that is a script finds the others of the same
 * version. `tools`: absolute paths by name
 */
export function withToolsFirst(environment: Environment, tools: ReadonlyMap<string, string>): Environment {
  if (tools.size === 0) return environment;
  const folders = new Set([...tools.values()].map((tool) => path.dirname(tool)));
  const name = Object.keys(environment).find((key) => /^path$/i.test(key)) ?? 'PATH';
  const first = { ...environment, [name]: [...folders, ...searchedFolders(environment)].join(separator) };
  // scripts that start Java prefer this variable to `PATH`
  return tools.has('java') ? { ...first, JAVA_HOME: undefined } : first;
}
