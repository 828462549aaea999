import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Environment } from '../environment';
import { findTool } from './findTool';
import { isInFolder, nearestFile } from '../folders/parentFolders';
import { MAX_PROBE_MS, MAX_VERSION_FILE_BYTES } from '../limits';
import { runCommand } from '../processes/runCommand';

/** A version manager with a command `which <tool>`, which prints the tool of the folder in which it runs. */
interface VersionManager {
  readonly name: string;
  /** usual path of its program, relative to the home folder */
  readonly place: readonly string[];
  /** files that choose versions for their folder and all folders below it */
  readonly files: readonly string[];
  /** Returns whether a file on `PATH` only starts the tool that the manager chooses. `file`: absolute path */
  readonly isShim: (file: string, computer: Computer) => Promise<boolean>;
}

interface Computer {
  readonly environment: Environment;
  /** absolute path */
  readonly home: string;
}

/** The version managers in their order of precedence. */
const managers: readonly VersionManager[] = [
  {
    name: 'mise',
    place: ['.local', 'bin', 'mise'],
    files: ['mise.toml', '.mise.toml', 'mise.local.toml', '.mise.local.toml', '.tool-versions'],
    isShim: async (file) => path.parse(await fs.realpath(file)).name === 'mise',
  },
  {
    name: 'asdf',
    place: ['.asdf', 'bin', 'asdf'],
    files: ['.tool-versions'],
    isShim: async (file, { environment, home }) =>
      isInFolder(path.join(environment['ASDF_DATA_DIR'] ?? path.join(home, '.asdf'), 'shims'), file),
  },
  {
    name: 'pyenv',
    place: ['.pyenv', 'bin', 'pyenv'],
    files: [],
    isShim: async (file, { environment, home }) =>
      isInFolder(path.join(environment['PYENV_ROOT'] ?? path.join(home, '.pyenv'), 'shims'), file),
  },
  {
    name: 'rustup',
    place: ['.cargo', 'bin', 'rustup'],
    files: [],
    isShim: (file) => areSameFile(file, path.join(path.dirname(file), 'rustup')),
  },
];

/**
 * Returns the absolute path of the tool that mise, asdf, sdkman, pyenv, or rustup chooses for a folder, as in a terminal
 * there. Null: none of them does.
 *
 * @param found absolute path of the tool on `PATH`; null: none
 * @param folder absolute path
 */
export async function toolInFolder(
  name: string,
  found: string | null,
  folder: string,
  environment: Environment,
): Promise<string | null> {
  const computer = { environment, home: environment['HOME'] ?? os.homedir() };
  const ofSdkman = await toolOfSdkman(name, folder, computer);
  if (ofSdkman !== null) return ofSdkman;
  for (const manager of managers) {
    const chosen = await toolOfManager(manager, name, found, folder, computer);
    if (chosen !== null) return chosen;
  }
  return null;
}

/** Returns the absolute path of the tool that a manager chooses for a folder; null: none, or it doesn't apply there. */
async function toolOfManager(
  manager: VersionManager,
  name: string,
  found: string | null,
  folder: string,
  computer: Computer,
): Promise<string | null> {
  const { environment, home } = computer;
  const chooses = await nearestFile(folder, manager.files);
  const isShim = found !== null && (await manager.isShim(found, computer).catch(() => false));
  if (chooses === null && !isShim) return null;
  const program =
    (await findTool(manager.name, environment)) ??
    (await findTool(path.join(home, ...manager.place), environment));
  if (program === null) return null;
  const { output, exitCode } = await runCommand(
    { tool: program, args: ['which', name], folder, environment },
    '',
    { timeMs: MAX_PROBE_MS },
  );
  const file = output.trim();
  if (exitCode !== 0 || !path.isAbsolute(file)) return null;
  // a project can use the path of a folder as a version
  const isOfProject = chooses !== null && isInProject(path.dirname(chooses), file, home);
  return isOfProject ? null : findTool(file, environment);
}

/** Returns the absolute path of the tool in the version in `.sdkmanrc`; null: none. */
async function toolOfSdkman(
  name: string,
  folder: string,
  { environment, home }: Computer,
): Promise<string | null> {
  const settings = await nearestFile(folder, ['.sdkmanrc']);
  if (settings === null || (await fs.stat(settings)).size > MAX_VERSION_FILE_BYTES) return null;
  const candidates =
    environment['SDKMAN_CANDIDATES_DIR'] ??
    path.join(environment['SDKMAN_DIR'] ?? path.join(home, '.sdkman'), 'candidates');
  for (const line of (await fs.readFile(settings, 'utf8')).split(/\r?\n/)) {
    const [, candidate, version] =
      /^\s{0,9}([a-z]\w{0,40})\s{0,9}=\s{0,9}(\w[\w.+-]{0,80})\s{0,9}(?:#.*)?$/.exec(line) ?? [];
    if (candidate === undefined || version === undefined) continue;
    const file = await findTool(path.join(candidates, candidate, version, 'bin', name), environment);
    if (file !== null) return file;
  }
  return null;
}

/** Returns whether a tool is in the folder of a project. The home folder, and those above it, aren't projects. */
function isInProject(project: string, file: string, home: string): boolean {
  const isOfUser = project === home || isInFolder(project, home);
  return !isOfUser && isInFolder(project, file);
}

async function areSameFile(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([fs.stat(a), fs.stat(b)]);
  return first.ino === second.ino && first.dev === second.dev;
}
