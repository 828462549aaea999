// Installs packages that a minimal Debian system lacks: fonts for screenshots, the Chinese messages of g++, which public
// judges use, and compilers for tests of programs on this computer. If they can't be installed, a message lists them.
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import { promisify } from 'node:util';
import { exists } from './cache';
import { progress } from './progress';

const run = promisify(execFile);

interface Requirement {
  readonly what: string;
  readonly isThere: () => Promise<boolean>;
  /** Returns the Debian packages that meet the requirement. */
  readonly packages: () => Promise<readonly string[]>;
  /** Runs after the installation. */
  readonly finish?: () => Promise<unknown>;
}

const requirements: readonly Requirement[] = [
  {
    what: 'monospace font',
    isThere: () => exists('/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf'),
    packages: async () => ['fonts-dejavu-core'],
  },
  {
    what: 'Chinese font',
    isThere: async () =>
      (await fontNames()).some((name) => /cjk|wqy|sourcehan|droidsansfallback/i.test(name)),
    packages: async () => ['fonts-wqy-microhei'],
  },
  {
    what: 'locale zh_CN.UTF-8',
    isThere: async () => /^zh_CN\.utf-?8$/im.test(await output('locale', '-a')),
    packages: async () => ['locales'],
    finish: () => run('localedef', ['-i', 'zh_CN', '-f', 'UTF-8', 'zh_CN.UTF-8']),
  },
  {
    what: 'Chinese messages of g++',
    isThere: async () => {
      const version = await gccVersion();
      return version === '' || exists(`/usr/share/locale/zh_CN/LC_MESSAGES/gcc-${version}.mo`);
    },
    packages: async () => [`gcc-${await gccVersion()}-locales`],
  },
  {
    what: 'Java compiler',
    isThere: async () => (await output('javac', '-version')) !== '',
    packages: async () => ['default-jdk-headless'],
  },
  {
    what: 'Rust compiler',
    isThere: async () => (await output('rustc', '--version')) !== '',
    packages: async () => ['rustc'],
  },
  {
    what: 'Haskell compiler',
    isThere: async () => (await output('ghc', '--version')) !== '',
    packages: async () => ['ghc'],
  },
];

/**
 * Installs missing packages for screenshots and compiler tests, if the system is Debian and the user is root.
 * `JUDGE_TEST_APT=no` prevents this. Never rejects, because most tests need none of the packages.
 */
export async function prepareMachine(): Promise<void> {
  if (process.platform !== 'linux') return;
  const missing: Requirement[] = [];
  for (const want of requirements) if (!(await want.isThere())) missing.push(want);
  if (missing.length === 0) return;
  const list = missing.map(({ what }) => what).join(', ');
  const packages = (await Promise.all(missing.map((want) => want.packages()))).flat();
  if (
    process.env['JUDGE_TEST_APT'] === 'no' ||
    process.getuid?.() !== 0 ||
    !(await exists('/usr/bin/apt-get'))
  ) {
    progress(`missing: ${list} (on Debian: apt-get install ${packages.join(' ')})`);
    return;
  }
  progress(`installing ${list}`);
  try {
    await install(packages);
    for (const want of missing) await want.finish?.();
  } catch (error) {
    const lines = (error instanceof Error ? error.message : String(error)).trim().split('\n');
    progress(`can't install ${list}: ${lines.at(-1)}`);
  }
}

async function install(packages: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const patient = ['-q', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=5'];
  // Minimal images omit translations when they install packages, but gcc's translations are needed here.
  const translations = ['-o', 'DPkg::Options::=--path-include=/usr/share/locale/zh_CN/*'];
  await run('apt-get', ['update', ...patient], { env });
  await run(
    'apt-get',
    ['install', '-y', '--no-install-recommends', ...patient, ...translations, ...packages],
    {
      env,
    },
  );
}

async function fontNames(): Promise<readonly string[]> {
  return fs.readdir('/usr/share/fonts', { recursive: true }).catch(() => []);
}

/** Returns the major version of g++; empty: none. */
async function gccVersion(): Promise<string> {
  return (await output('g++', '-dumpversion')).trim().split('.')[0] ?? '';
}

async function output(command: string, ...args: string[]): Promise<string> {
  return run(command, args).then(
    ({ stdout }) => stdout,
    () => '',
  );
}
