type InstallCommands = readonly string[];

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
