import path from 'node:path';
import { isSandboxed, searchedFolders } from '../environment';
import { pathsOf, spellings, type SearchedComputer } from './searchedComputer';
import { commandLineTools, familyOf, javaHomesOfMacOs, usualPlaces, xcode } from './usualToolFolders';

/** How a tool was found: in a folder of `PATH`, in its usual folder, or as a file that may open the Microsoft Store. */
export type ToolPlaceKind = 'path' | 'home' | 'storeAlias';

/** The kinds in the order of use. */
export const toolPlaceKinds: readonly ToolPlaceKind[] = ['path', 'home', 'storeAlias'];

/** Returns the absolute paths of a tool in the order in which they are used. `tool`: its name in a command, as in `g++` */
export function toolPlaces(tool: string, computer: SearchedComputer): readonly string[] {
  const files = toolPlaceKinds.flatMap((kind) => placesOfKind(tool, kind, computer));
  return distinct(files, computer.platform);
}

export function placesOfKind(
  tool: string,
  kind: ToolPlaceKind,
  computer: SearchedComputer,
): readonly string[] {
  const files = candidates(tool, kind, computer);
  const present = files.filter((file) => computer.exists(file) && !opensDialogOfMacOs(file, computer));
  return distinct(present, computer.platform);
}

function candidates(tool: string, kind: ToolPlaceKind, computer: SearchedComputer): readonly string[] {
  const { platform, environment } = computer;
  switch (kind) {
    case 'path':
    case 'storeAlias': {
      const isWanted = kind === 'storeAlias';
      const folders = searchedFolders(environment, platform);
      const files = folders.flatMap((folder) => spellings(pathsOf(platform).join(folder, tool), platform));
      return files.filter((file) => isStoreAlias(file, platform) === isWanted);
    }
    case 'home': {
      if (isSandboxed(environment)) return [];
      return [...setForOthers(tool, computer), ...usualPlaces(tool, computer)];
    }
  }
}

function distinct(files: readonly string[], platform: NodeJS.Platform): readonly string[] {
  const keys = new Set<string>();
  return files.filter((file) => {
    const key = platform === 'win32' ? file.toLowerCase() : file;
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  });
}

/** The Store creates files of size 0 in this folder. If the program isn't installed, its file opens the Store. */
function isStoreAlias(file: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && /\\Microsoft\\WindowsApps\\[^\\]+$/i.test(file);
}

/** macOS has files in `/usr/bin` for tools that aren't installed. Starting one opens a dialog of Apple. */
function opensDialogOfMacOs(file: string, computer: SearchedComputer): boolean {
  if (computer.platform !== 'darwin' || path.posix.dirname(file) !== '/usr/bin') return false;
  switch (familyOf(path.posix.basename(file))) {
    case 'java':
      return javaHomesOfMacOs(computer).length === 0;
    case 'c':
    case 'python':
      return ![commandLineTools, `${commandLineTools}/usr/bin/clang`, xcode, '/Applications/Xcode.app'].some(
        computer.exists,
      );
    case 'rust':
    case 'go':
    case 'other':
      return false;
  }
}

/** Returns the paths of a tool in the user's settings of other extensions. */
function setForOthers(tool: string, { platform, settings }: SearchedComputer): readonly string[] {
  const { isAbsolute, join, normalize } = pathsOf(platform);
  const setTo = (id: string): readonly string[] => {
    const value = settings[id];
    return typeof value === 'string' && isAbsolute(value) ? [normalize(value)] : [];
  };
  switch (familyOf(tool)) {
    case 'c':
      return setTo('C_Cpp.default.compilerPath').flatMap((file) => compilerNextTo(file, tool, platform));
    case 'java':
      return setTo('java.jdt.ls.java.home').flatMap((home) => spellings(join(home, 'bin', tool), platform));
    case 'python':
      return tool === 'py'
        ? []
        : setTo('python.defaultInterpreterPath').flatMap((file) => spellings(file, platform));
    case 'rust':
    case 'go':
    case 'other':
      return [];
  }
}

/**
 * Returns the compiler of GCC or Clang with the wanted name in the same folder: for `g++`, `/opt/bin/gcc-13` leads to
 * `/opt/bin/g++-13`. Empty: it is another compiler.
 */
function compilerNextTo(compiler: string, tool: string, platform: NodeJS.Platform): readonly string[] {
  const { basename, dirname, join } = pathsOf(platform);
  const parts = /^(.{0,60}-)?(gcc|g\+\+|clang\+\+|clang)(-[\d.]{1,10})?(\.exe)?$/i.exec(basename(compiler));
  if (!parts) return [];
  const [, prefix = '', name = '', version = ''] = parts;
  const isClang = name.toLowerCase().startsWith('clang');
  if (isClang !== tool.startsWith('clang')) return [];
  return spellings(join(dirname(compiler), prefix + tool + version), platform);
}
