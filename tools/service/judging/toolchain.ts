import path from 'node:path';
import { fileBesides } from './files';
import { bareEnvironment, runTool } from './process';

/** What this machine can compile and run programs with, besides Node. */
export interface Toolchain {
  /** null: there is none */
  readonly cxx: string | null;
  readonly c: string | null;
  readonly python: string | null;
  /** environment of the compilers: Chinese messages where that locale is installed */
  readonly environment: NodeJS.ProcessEnv;
  readonly chinese: boolean;
  /** runs programs under limits; null: no C compiler to build it with, so Node measures what it can */
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

/** Looks for compilers, once a start. `directory` is private to this start: the runner is built there. */
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

/** Variables that make the compiler speak Chinese, or null: its translation is a package of its own on many systems. */
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
  const { code } = await runTool(compiler, ['-O1', '-o', runner, fileBesides('runner.c')], {
    timeLimit: 60_000,
  });
  return code === 0 ? runner : null;
}
