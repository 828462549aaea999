import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Toolchains } from '../../../../src/local/tools/toolchains';
import { readLanguageSettings } from '../../../../src/local/languages/languageSettings';
import { withToolsFirst } from '../../../../src/local/environment';
import { toolPlaces } from '../../../support/localRuns';
import { givenFolder, localFolder, writeTool } from '../localFolder';

/** A computer that only consists of files. */
interface Machine {
  readonly name: string;
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
  /** the tool to use, by the name in a command; null: none */
  readonly wanted: Readonly<Record<string, string | null>>;
}

const windows = {
  Path: 'C:\\Windows\\system32;C:\\Windows;C:\\Users\\ann\\AppData\\Local\\Microsoft\\WindowsApps',
  USERPROFILE: 'C:\\Users\\ann',
  LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local',
  ProgramFiles: 'C:\\Program Files',
  'ProgramFiles(x86)': 'C:\\Program Files (x86)',
  SystemRoot: 'C:\\Windows',
};
const store = 'C:\\Users\\ann\\AppData\\Local\\Microsoft\\WindowsApps';
const python = 'C:\\Users\\ann\\AppData\\Local\\Programs\\Python';
const mac = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', HOME: '/Users/ann' };
const linux = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/ann' };

const machines: readonly Machine[] = [
  {
    name: 'Windows with MSYS2 that is not on PATH',
    platform: 'win32',
    environment: windows,
    files: [
      'C:\\msys64\\mingw64\\bin\\g++.exe',
      'C:\\msys64\\ucrt64\\bin\\g++.exe',
      'C:\\msys64\\ucrt64\\bin\\gcc.exe',
      `${store}\\python.exe`,
      `${store}\\python3.exe`,
    ],
    wanted: {
      'g++': 'C:\\msys64\\ucrt64\\bin\\g++.exe',
      gcc: 'C:\\msys64\\ucrt64\\bin\\gcc.exe',
      'clang++': null,
      // last, because it may only open the Store
      python3: `${store}\\python3.exe`,
    },
  },
  {
    name: 'Windows with two versions of Python',
    platform: 'win32',
    environment: windows,
    files: [`${store}\\python.exe`, `${python}\\Python39\\python.exe`, `${python}\\Python312\\python.exe`],
    wanted: {
      python: `${python}\\Python312\\python.exe`,
      python3: `${python}\\Python312\\python.exe`,
      py: null,
    },
  },
  {
    name: 'Windows with an IDE for contests and the settings of C/C++',
    platform: 'win32',
    environment: windows,
    settings: { 'C_Cpp.default.compilerPath': 'D:/tools/mingw/bin/gcc.exe' },
    files: [
      'C:\\Program Files (x86)\\Dev-Cpp\\MinGW64\\bin\\g++.exe',
      'D:\\tools\\mingw\\bin\\g++.exe',
      'D:\\tools\\mingw\\bin\\gcc.exe',
      'C:\\Windows\\py.exe',
      `${python}\\Python312\\python.exe`,
    ],
    wanted: {
      'g++': 'D:\\tools\\mingw\\bin\\g++.exe',
      gcc: 'D:\\tools\\mingw\\bin\\gcc.exe',
      python: 'C:\\Windows\\py.exe',
      py: 'C:\\Windows\\py.exe',
    },
  },
  {
    name: 'Windows with Red Panda C++, a JDK, Rust and Go',
    platform: 'win32',
    environment: { ...windows, CARGO_HOME: 'D:\\rust' },
    files: [
      'C:\\Program Files\\RedPanda-Cpp\\mingw64\\bin\\g++.exe',
      'C:\\Program Files\\Java\\jdk1.8.0_202\\bin\\javac.exe',
      'C:\\Program Files\\Eclipse Adoptium\\jdk-8.0.402.6-hotspot\\bin\\javac.exe',
      'C:\\Program Files\\Java\\jdk-21\\bin\\javac.exe',
      'D:\\rust\\bin\\rustc.exe',
      'C:\\Program Files\\Go\\bin\\go.exe',
    ],
    wanted: {
      'g++': 'C:\\Program Files\\RedPanda-Cpp\\mingw64\\bin\\g++.exe',
      javac: 'C:\\Program Files\\Java\\jdk-21\\bin\\javac.exe',
      rustc: 'D:\\rust\\bin\\rustc.exe',
      go: 'C:\\Program Files\\Go\\bin\\go.exe',
    },
  },
  {
    name: 'macOS without Command Line Tools',
    platform: 'darwin',
    environment: mac,
    files: [
      '/usr/bin/g++',
      '/usr/bin/clang++',
      '/usr/bin/python3',
      '/usr/bin/javac',
      '/Library/Frameworks/Python.framework/Versions/3.9/bin/python3',
      '/Library/Frameworks/Python.framework/Versions/3.12/bin/python3',
      '/opt/homebrew/bin/g++-14',
      '/opt/homebrew/bin/g++-15',
    ],
    wanted: {
      'g++': '/opt/homebrew/bin/g++-15',
      'clang++': null,
      python3: '/Library/Frameworks/Python.framework/Versions/3.12/bin/python3',
      javac: null,
    },
  },
  {
    name: 'macOS with Command Line Tools and a JDK',
    platform: 'darwin',
    environment: mac,
    files: [
      '/Library/Developer/CommandLineTools/usr/bin/clang',
      '/usr/bin/g++',
      '/usr/bin/javac',
      '/Library/Java/JavaVirtualMachines/temurin-21.jdk/Contents/Home/bin/javac',
      '/Users/ann/.cargo/bin/rustc',
    ],
    wanted: { 'g++': '/usr/bin/g++', javac: '/usr/bin/javac', rustc: '/Users/ann/.cargo/bin/rustc' },
  },
  {
    name: 'Linux with tools on PATH',
    platform: 'linux',
    environment: linux,
    files: ['/usr/bin/g++', '/usr/bin/python3', '/opt/gcc/bin/g++'],
    wanted: { 'g++': '/usr/bin/g++', python3: '/usr/bin/python3' },
  },
  {
    name: 'Linux with JDKs, Go, and a compiler that has a version in its name',
    platform: 'linux',
    environment: { ...linux, JAVA_HOME: '/opt/jdk-21' },
    files: [
      '/usr/bin/g++-12',
      '/usr/bin/g++-13',
      '/usr/bin/g++-13.txt',
      '/usr/lib/jvm/java-17-openjdk-amd64/bin/javac',
      '/opt/jdk-21/bin/javac',
      '/usr/local/go/bin/go',
      '/usr/lib/llvm-9/bin/clang++',
      '/usr/lib/llvm-18/bin/clang++',
    ],
    wanted: {
      'g++': '/usr/bin/g++-13',
      javac: '/opt/jdk-21/bin/javac',
      go: '/usr/local/go/bin/go',
      'clang++': '/usr/lib/llvm-18/bin/clang++',
    },
  },
  {
    name: 'Linux with a JDK and a Python that are set for other extensions',
    platform: 'linux',
    environment: linux,
    settings: {
      'java.jdt.ls.java.home': '/srv/jdk',
      'python.defaultInterpreterPath': '/srv/venv/bin/python',
      'C_Cpp.default.compilerPath': '/usr/bin/clang-cl',
    },
    files: [
      '/srv/jdk/bin/javac',
      '/srv/venv/bin/python',
      '/usr/lib/jvm/java-17/bin/javac',
      '/usr/bin/clang-cl',
    ],
    wanted: { javac: '/srv/jdk/bin/javac', python3: '/srv/venv/bin/python', 'clang++': null },
  },
  {
    name: 'Flatpak',
    platform: 'linux',
    environment: { ...linux, PATH: '/app/bin:/usr/bin', FLATPAK_ID: 'com.visualstudio.code' },
    files: ['/home/ann/.cargo/bin/rustc', '/usr/bin/python3'],
    wanted: { rustc: null, python3: '/usr/bin/python3' },
  },
];

/** Returns where a tool is on a computer. */
function placesOn({ platform, environment, settings = {}, files }: Machine, tool: string): readonly string[] {
  const separator = platform === 'win32' ? '\\' : '/';
  return toolPlaces(tool, {
    platform,
    environment,
    settings,
    exists: (file) => files.some((present) => present === file || present.startsWith(file + separator)),
    list: (folder) => {
      const start = folder.endsWith(separator) ? folder : folder + separator;
      const inside = files.filter((file) => file.startsWith(start));
      const names = inside.map((file) => file.slice(start.length).split(separator)[0] ?? '');
      return names.length === 0 ? null : [...new Set(names)];
    },
  });
}

describe('toolPlaces', () => {
  for (const machine of machines) {
    it(`finds the tools of ${machine.name}`, () => {
      for (const [tool, wanted] of Object.entries(machine.wanted)) {
        assert.equal(placesOn(machine, tool)[0] ?? null, wanted, tool);
      }
    });
  }

  it('returns each place once, those on PATH before others and files that open the Store last', () => {
    const files = [
      `${store}\\python.exe`,
      'C:\\Windows\\py.exe',
      'D:\\py\\python.exe',
      `${python}\\Python312\\python.exe`,
    ];
    const environment = { ...windows, Path: `${windows.Path};"D:\\py";d:\\PY;py` };
    const machine: Machine = { name: '', platform: 'win32', environment, files, wanted: {} };
    assert.deepEqual(placesOn(machine, 'python'), [
      'D:\\py\\python.exe',
      'C:\\Windows\\py.exe',
      `${python}\\Python312\\python.exe`,
      `${store}\\python.exe`,
    ]);
  });
});

describe('a tool that is not on PATH', function () {
  const folder = localFolder();
  before(function () {
    if (process.platform === 'win32') this.skip(); // scripts aren't executable
  });

  it('is used, with the tools next to it', async () => {
    const bin = path.join(folder(), 'jdk', 'bin');
    const onPath = path.join(folder(), 'bin');
    await writeTool(path.join(bin, 'javac'), '');
    await writeTool(path.join(bin, 'java'), '');
    await writeTool(path.join(onPath, 'java'), '');
    const toolchains = new Toolchains(
      { PATH: onPath, JAVA_HOME: path.join(folder(), 'jdk') },
      givenFolder(folder()),
    );
    const choice = await toolchains.choose('java', readLanguageSettings(undefined), 'run');
    assert.ok(choice.kind === 'installed');
    assert.deepEqual(
      [...choice.installed.tools],
      [
        ['javac', path.join(bin, 'javac')],
        ['java', path.join(bin, 'java')],
      ],
    );
  });

  it('is used if another toolchain on PATH does not work', async () => {
    const onPath = path.join(folder(), 'bin');
    const own = path.join(folder(), 'venv', 'python');
    await writeTool(path.join(onPath, 'python3'), 'process.exit(1)');
    await writeTool(own, '');
    const settings = readLanguageSettings(undefined, undefined, { 'python.defaultInterpreterPath': own });
    const toolchains = new Toolchains({ PATH: onPath }, givenFolder(folder()));
    const choice = await toolchains.choose('python', settings, 'run');
    assert.ok(choice.kind === 'installed');
    assert.deepEqual([...choice.installed.tools.values()], [own]);
    await fs.rm(own);
  });

  it('has its folder in front of PATH', () => {
    const before = { PATH: ['/usr/bin', '/opt/gcc/bin'].join(path.delimiter), HOME: '/home/ann' };
    assert.deepEqual(withToolsFirst(before, new Map([['g++', '/opt/gcc/bin/g++']])), {
      PATH: ['/opt/gcc/bin', '/usr/bin'].join(path.delimiter),
      HOME: '/home/ann',
    });
  });
});
