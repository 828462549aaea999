import path from 'node:path';
import { fileInThisFolder } from './files';
import { bareEnvironment, runTool } from './process';

/** The compilers and interpreters of this computer, other than Node. */
export interface Toolchain {
  /** Command of the C++ compiler; null if there is none. */
  readonly cxx: string | null;
  readonly c: string | null;
  readonly python: string | null;
  /** Environment of the compilers. It selects Chinese messages if they are installed. */
  readonly environment: NodeJS.ProcessEnv;
  readonly chinese: boolean;
  /**
   * Path of the runner, which runs programs under limits; null without a C compiler to build it. Node then measures as
   * much as it can.
   */
  readonly runner: string | null;
}

export const noCompilers: Toolchain = {
  cxx: null,
  c: null,
  python: null,
  environment: bareEnvironment(),
  chinese: false,
  runner: null,
};

/**
 * Finds the compilers and interpreters. `directory`: private folder in which the runner is built. `english`: compiler
 * messages are in English.
 */
export async function findToolchain(directory: string, english = false): Promise<Toolchain> {
  const names = [['g++', 'c++'], ['gcc', 'cc'], ['python3']];
  const [cxx = null, c = null, python = null] = await Promise.all(names.map(firstOf));
  const compiler = c ?? cxx;
  if (compiler === null) return { ...noCompilers, python };
  const [locale, runner] = await Promise.all([
    english ? null : chineseLocale(compiler),
    buildRunner(c, directory),
  ]);
  const environment = bareEnvironment(locale ?? { LC_ALL: 'C.UTF-8' });
  return { cxx, c, python, environment, chinese: locale !== null, runner };
}

async function firstOf(names: readonly string[]): Promise<string | null> {
  for (const name of names) {
    const { code } = await runTool(name, ['--version'], { timeLimit: 10_000 });
    if (code === 0) return name;
  }
  return null;
}

/**
 * Returns environment variables that select Chinese compiler messages. Null: these aren't installed. On many systems,
 * they are a separate package.
 */
async function chineseLocale(compiler: string): Promise<Record<string, string> | null> {
  const candidates = ['zh_CN.UTF-8', 'zh_CN.utf8', 'C.UTF-8'].map((locale) => ({
    LANG: locale,
    LC_ALL: locale,
    LANGUAGE: 'zh_CN',
  }));
  for (const locale of candidates) {
    const { output } = await runTool(compiler, ['-x', 'c', '-fsyntax-only', path.join('missing', 'file')], {
      env: bareEnvironment(locale),
      timeLimit: 10_000,
    });
    if (/[\u4e00-\u9fff]/.test(output)) return locale;
  }
  return null;
}

async function buildRunner(compiler: string | null, directory: string): Promise<string | null> {
  if (compiler === null || process.platform === 'win32') return null;
  const runner = path.join(directory, 'runner');
  const { code } = await runTool(compiler, ['-O1', '-o', runner, fileInThisFolder('runner.c')], {
    timeLimit: 60_000,
  });
  return code === 0 ? runner : null;
}
