import path from 'node:path';
import type { LanguageCommands, Toolchain } from './languageCommands';

/** A compiler or interpreter of a language on this computer. */
export interface FoundCompiler {
  /** absolute path */
  readonly path: string;
  /** the first line that it prints about its version; null: it can't be used */
  readonly version: string | null;
  /** why it can't be used, in its own words or those of the system; null: it can, or it printed nothing */
  readonly problem: string | null;
}

/** The steps that install a language, which the person runs in a terminal. */
export type InstallCommands = readonly string[];

/** Returns the commands of a language with one of its compilers or interpreters. `file`: absolute path */
export function commandsWith(
  toolchains: readonly Toolchain[],
  file: string,
): Partial<LanguageCommands> | null {
  const name = path.basename(file).replace(/(?:-[\d.]{1,10})?(?:\.exe)?$/i, '');
  const toolchain = toolchains.find((one) => firstTool(one) === name) ?? toolchains[0];
  if (!toolchain) return null;
  const replaced = (command: readonly string[]): readonly string[] | null => {
    const [tool, ...args] = command;
    return tool === firstTool(toolchain) ? [file, ...args] : null;
  };
  const { compile, debug, run } = toolchain;
  const own = {
    compile: compile && replaced(compile),
    debug: debug && replaced(debug),
    run: replaced(run),
  };
  return Object.fromEntries(Object.entries(own).filter(([, command]) => command !== null));
}

/** Returns the built-in toolchain whose command to compile only starts another tool; null: none. */
export function builtInWith(
  toolchains: readonly Toolchain[],
  compile: readonly string[] | null | undefined,
): Toolchain | null {
  if (!compile) return null;
  const args = compile.slice(1).join('\0');
  return toolchains.find((one) => one.compile?.slice(1).join('\0') === args) ?? null;
}

/** Returns the name of the compiler, or else of the interpreter. */
export function firstTool({ compile, run }: Toolchain): string {
  return (compile ?? run)[0] ?? '';
}

/** Returns the arguments with which a tool prints its version. */
export function versionArguments(tool: string): readonly string[] {
  return tool === 'go' ? ['version'] : ['--version'];
}

const debian = 'sudo apt install';
const fedora = 'sudo dnf install';
const arch = 'sudo pacman -S';

/** Returns the steps that install a language on a system; empty: they are unknown. `language`: VS Code language ID */
export function installCommands(language: string, platform: NodeJS.Platform): InstallCommands {
  switch (platform) {
    case 'win32':
      return onWindows[language] ?? [];
    case 'darwin':
      return onMacOs[language] ?? [];
    default:
      return onLinux[language] ?? [];
  }
}

const gccForWindows = [
  'winget install MSYS2.MSYS2',
  'C:\\msys64\\usr\\bin\\bash -lc "pacman -S --noconfirm mingw-w64-ucrt-x86_64-gcc"',
];

const onWindows: Readonly<Record<string, InstallCommands>> = {
  cpp: gccForWindows,
  c: gccForWindows,
  python: ['winget install Python.Python.3.13'],
  java: ['winget install EclipseAdoptium.Temurin.21.JDK'],
  rust: ['winget install Rustlang.Rustup'],
  go: ['winget install GoLang.Go'],
};

const onMacOs: Readonly<Record<string, InstallCommands>> = {
  cpp: ['xcode-select --install'],
  c: ['xcode-select --install'],
  python: ['xcode-select --install'],
  java: ['brew install openjdk'],
  rust: ['brew install rust'],
  go: ['brew install go'],
  pascal: ['brew install fpc'],
  kotlin: ['brew install kotlin'],
  csharp: ['brew install mono'],
  haskell: ['brew install ghc'],
};

const onLinux: Readonly<Record<string, InstallCommands>> = {
  cpp: [`${debian} g++`, `${fedora} gcc-c++`, `${arch} gcc`],
  c: [`${debian} gcc`, `${fedora} gcc`, `${arch} gcc`],
  python: [`${debian} python3`, `${fedora} python3`, `${arch} python`],
  java: [`${debian} default-jdk`, `${fedora} java-latest-openjdk-devel`, `${arch} jdk-openjdk`],
  rust: [`${debian} rustc`, `${fedora} rust`, `${arch} rust`],
  go: [`${debian} golang-go`, `${fedora} golang`, `${arch} go`],
  pascal: [`${debian} fpc`, `${fedora} fpc`, `${arch} fpc`],
  kotlin: ['sudo snap install --classic kotlin'],
  csharp: [`${debian} mono-mcs mono-runtime`, `${fedora} mono-core`, `${arch} mono`],
  haskell: [`${debian} ghc`, `${fedora} ghc`, `${arch} ghc`],
};
