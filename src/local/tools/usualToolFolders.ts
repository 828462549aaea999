import path from 'node:path';
import {
  homeFolder,
  namesByVersion,
  pathsOf,
  spellings,
  variableFolder,
  type SearchedComputer,
} from './searchedComputer';

type ToolFamily = 'c' | 'python' | 'java' | 'rust' | 'go' | 'other';

const families: ReadonlyMap<string, ToolFamily> = new Map([
  ...['g++', 'gcc', 'clang++', 'clang', 'c++', 'cc'].map((tool) => [tool, 'c'] as const),
  ...['python3', 'python', 'py'].map((tool) => [tool, 'python'] as const),
  ...['javac', 'java'].map((tool) => [tool, 'java'] as const),
  ...['rustc', 'cargo'].map((tool) => [tool, 'rust'] as const),
  ['go', 'go'] as const,
]);

export function familyOf(tool: string): ToolFamily {
  return families.get(tool) ?? 'other';
}

/** Returns the paths of a tool in the folders of usual installations, which may not exist, the likeliest first. */
export function usualPlaces(tool: string, computer: SearchedComputer): readonly string[] {
  switch (computer.platform) {
    case 'win32':
      return onWindows(tool, computer);
    case 'darwin':
      return onMacOs(tool, computer);
    default:
      return onLinux(tool, computer);
  }
}

function inEach(folders: readonly string[], tool: string, { platform }: SearchedComputer): readonly string[] {
  return folders.flatMap((folder) => spellings(pathsOf(platform).join(folder, tool), platform));
}

/** Adds a folder within each folder in a folder whose name matches, the highest version first. */
function below(
  folder: string,
  within: readonly string[],
  computer: SearchedComputer,
  pattern = /^/,
): readonly string[] {
  const { join } = pathsOf(computer.platform);
  return namesByVersion(folder, computer, pattern).map((name) => join(folder, name, ...within));
}

function namedByVariables(tool: string, computer: SearchedComputer): readonly string[] {
  const names: readonly string[] = {
    c: [],
    python: ['CONDA_PREFIX'],
    java: ['JAVA_HOME', 'JDK_HOME'],
    rust: ['CARGO_HOME'],
    go: ['GOROOT'],
    other: [],
  }[familyOf(tool)];
  return names.flatMap((name) => {
    const folder = variableFolder(computer, name);
    if (folder === null) return [];
    // conda has its Python for Windows next to that folder
    const isOfConda = name === 'CONDA_PREFIX' && computer.platform === 'win32';
    return [isOfConda ? folder : pathsOf(computer.platform).join(folder, 'bin')];
  });
}

const vendorsOfJava = [
  'Java',
  'Eclipse Adoptium',
  'AdoptOpenJDK',
  'Microsoft',
  'Amazon Corretto',
  'Zulu',
  'BellSoft',
  'Semeru',
  'SapMachine',
  'RedHat',
  'OpenJDK',
];

function onWindows(tool: string, computer: SearchedComputer): readonly string[] {
  const join = (...parts: readonly string[]): string => path.win32.join(...parts);
  const known = (name: string, usual: string): string => variableFolder(computer, name) ?? usual;
  const drive = 'C:\\';
  const home = homeFolder(computer) ?? join(drive, 'Users', 'Default');
  const local = known('LOCALAPPDATA', join(home, 'AppData', 'Local'));
  const programData = known('ProgramData', join(drive, 'ProgramData'));
  const programFiles = [
    known('ProgramFiles', join(drive, 'Program Files')),
    known('ProgramFiles(x86)', join(drive, 'Program Files (x86)')),
  ];
  const programs = [...programFiles, join(local, 'Programs'), local];
  const scoop = known('SCOOP', join(home, 'scoop'));
  const managers = [
    join(scoop, 'shims'),
    join(programData, 'chocolatey', 'bin'),
    join(local, 'Microsoft', 'WinGet', 'Links'),
  ];
  const inPrograms = (...names: readonly string[]): readonly string[] =>
    programs.map((folder) => join(folder, ...names));
  const named = namedByVariables(tool, computer);
  const each = (...folders: readonly string[]): readonly string[] => inEach(folders, tool, computer);

  switch (familyOf(tool)) {
    case 'c': {
      const msys = [
        join(drive, 'msys64'),
        join(drive, 'tools', 'msys64'),
        join(scoop, 'apps', 'msys2', 'current'),
      ];
      return each(
        ...msys.flatMap((folder) =>
          ['ucrt64', 'mingw64', 'clang64', 'clangarm64'].map((kind) => join(folder, kind, 'bin')),
        ),
        join(drive, 'w64devkit', 'bin'),
        ...['mingw64', 'MinGW', 'mingw32'].map((name) => join(drive, name, 'bin')),
        join(drive, 'winlibs', 'mingw64', 'bin'),
        join(drive, 'TDM-GCC-64', 'bin'),
        ...inPrograms('RedPanda-Cpp', 'mingw64', 'bin'),
        ...inPrograms('Dev-Cpp', 'MinGW64', 'bin'),
        ...inPrograms('Embarcadero', 'Dev-Cpp', 'TDM-GCC-64', 'bin'),
        join(drive, 'Dev-Cpp', 'MinGW64', 'bin'),
        ...inPrograms('CodeBlocks', 'MinGW', 'bin'),
        ...inPrograms('LLVM', 'bin'),
        join(drive, 'Strawberry', 'c', 'bin'),
        ...managers,
      );
    }
    case 'python': {
      const launchers = [
        known('SystemRoot', join(drive, 'Windows')),
        join(local, 'Programs', 'Python', 'Launcher'),
      ];
      const launcher = inEach(launchers, 'py', computer);
      if (tool === 'py') return launcher;
      const versions = [join(local, 'Programs', 'Python'), ...programFiles, drive].flatMap((folder) =>
        below(folder, [], computer, /^Python3\d{0,4}/i),
      );
      const conda = [home, programData, local].flatMap((folder) =>
        ['miniconda3', 'anaconda3', 'miniforge3'].map((name) => join(folder, name)),
      );
      const folders = [
        ...named,
        ...versions,
        ...conda,
        join(scoop, 'shims'),
        join(programData, 'chocolatey', 'bin'),
      ];
      // an installation for Windows has no file with the name python3
      return [...launcher, ...inEach(folders, 'python', computer), ...inEach(folders, 'python3', computer)];
    }
    case 'java':
      return each(
        ...named,
        ...programs.flatMap((folder) =>
          vendorsOfJava.flatMap((vendor) => below(join(folder, vendor), ['bin'], computer)),
        ),
        ...below(join(home, '.jdks'), ['bin'], computer),
        ...below(join(scoop, 'apps'), ['current', 'bin'], computer, /jdk/i),
        ...managers,
      );
    case 'rust':
      return each(...named, join(home, '.cargo', 'bin'), ...managers);
    case 'go':
      return each(...named, ...inPrograms('Go', 'bin'), join(drive, 'Go', 'bin'), ...managers);
    case 'other':
      return each(...inPrograms('nodejs'), ...managers);
  }
}

/** Folder of Apple's Command Line Tools. */
export const commandLineTools = '/Library/Developer/CommandLineTools';

/** Folder of the tools in Xcode. */
export const xcode = '/Applications/Xcode.app/Contents/Developer';

function onMacOs(tool: string, computer: SearchedComputer): readonly string[] {
  const join = (...parts: readonly string[]): string => path.posix.join(...parts);
  const home = homeFolder(computer) ?? '/var/empty';
  const homebrew = '/opt/homebrew/bin';
  // these files set up what the tools in the other two folders need
  const apple = [
    '/usr/bin',
    join(commandLineTools, 'usr/bin'),
    join(xcode, 'Toolchains/XcodeDefault.xctoolchain/usr/bin'),
    join(xcode, 'usr/bin'),
  ];
  const managers = [homebrew, '/usr/local/bin', '/opt/local/bin', ...nixProfiles(home, computer)];
  const named = namedByVariables(tool, computer);
  const each = (...folders: readonly string[]): readonly string[] => inEach(folders, tool, computer);

  switch (familyOf(tool)) {
    case 'c':
      return [...each(...apple, ...managers), ...withVersions(managers, tool, computer)];
    case 'python':
      return each(
        ...named,
        ...managers,
        ...below('/Library/Frameworks/Python.framework/Versions', ['bin'], computer, /^3/),
        ...condaFolders(home, computer),
        ...apple,
      );
    case 'java':
      return each(
        ...named,
        ...javaHomesOfMacOs(computer),
        ...['/opt/homebrew/opt', '/usr/local/opt'].flatMap((folder) =>
          below(folder, ['bin'], computer, /^openjdk/),
        ),
        join(home, '.sdkman/candidates/java/current/bin'),
        ...managers,
      );
    case 'rust':
      return each(...named, join(home, '.cargo/bin'), ...managers);
    case 'go':
      return each(...named, '/usr/local/go/bin', ...managers);
    case 'other':
      return each(...managers, join(home, '.sdkman/candidates/kotlin/current/bin'));
  }
}

/** Returns the folders of the installed JDKs that macOS finds for the files in `/usr/bin`, the newest first. */
export function javaHomesOfMacOs(computer: SearchedComputer): readonly string[] {
  const folder = 'Library/Java/JavaVirtualMachines';
  return ['/', homeFolder(computer) ?? '/'].flatMap((above) =>
    below(path.posix.join(above, folder), ['Contents', 'Home', 'bin'], computer),
  );
}

function onLinux(tool: string, computer: SearchedComputer): readonly string[] {
  const join = (...parts: readonly string[]): string => path.posix.join(...parts);
  const home = homeFolder(computer) ?? '/nonexistent';
  const system = ['/usr/local/bin', '/usr/bin'];
  const managers = [
    ...system,
    '/snap/bin',
    join(home, '.local/bin'),
    ...nixProfiles(home, computer),
    '/home/linuxbrew/.linuxbrew/bin',
    join(home, '.linuxbrew/bin'),
  ];
  const named = namedByVariables(tool, computer);
  const each = (...folders: readonly string[]): readonly string[] => inEach(folders, tool, computer);

  switch (familyOf(tool)) {
    case 'c':
      return [
        ...each(...managers),
        ...withVersions(['/usr/local/bin', '/usr/bin', '/home/linuxbrew/.linuxbrew/bin'], tool, computer),
        ...each(...below('/usr/lib', ['bin'], computer, /^llvm-\d/)),
      ];
    case 'python':
      return each(...named, ...managers, ...condaFolders(home, computer));
    case 'java':
      return each(
        ...named,
        ...below('/usr/lib/jvm', ['bin'], computer),
        join(home, '.sdkman/candidates/java/current/bin'),
        ...below(join(home, '.jdks'), ['bin'], computer),
        ...managers,
      );
    case 'rust':
      return each(...named, join(home, '.cargo/bin'), ...managers);
    case 'go':
      return each(...named, '/usr/local/go/bin', ...managers);
    case 'other':
      return each(...managers, join(home, '.sdkman/candidates/kotlin/current/bin'));
  }
}

function nixProfiles(home: string, computer: SearchedComputer): readonly string[] {
  const user = path.posix.basename(home);
  const ofSystem = computer.platform === 'linux' ? ['/run/current-system/sw/bin'] : [];
  return [
    path.posix.join(home, '.nix-profile/bin'),
    `/etc/profiles/per-user/${user}/bin`,
    '/nix/var/nix/profiles/default/bin',
    ...ofSystem,
  ];
}

function condaFolders(home: string, { platform }: SearchedComputer): readonly string[] {
  const ofHomebrew = platform === 'darwin' ? ['/opt/homebrew/Caskroom/miniconda/base/bin'] : [];
  const folders = [home, '/opt'].flatMap((folder) =>
    ['miniconda3', 'anaconda3', 'miniforge3'].map((name) => path.posix.join(folder, name, 'bin')),
  );
  return [...folders, ...ofHomebrew];
}

/** Returns the files of a compiler that have a version in their name: `g++-15`, or `g++-mp-15` of MacPorts. */
function withVersions(
  folders: readonly string[],
  tool: string,
  computer: SearchedComputer,
): readonly string[] {
  const pattern = /^-(?:mp-)?\d{1,3}$/;
  return folders.flatMap((folder) =>
    namesByVersion(folder, computer, /-\d{1,3}$/)
      .filter((name) => name.startsWith(tool) && pattern.test(name.slice(tool.length)))
      .map((name) => path.posix.join(folder, name)),
  );
}
