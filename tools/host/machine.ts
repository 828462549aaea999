// What a bare Debian lacks: fonts for the pictures, and Chinese for g++ (the public service's compiler speaks it).
// Nothing here is needed to run; where it cannot be installed a line says so.
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import { promisify } from 'node:util';
import { exists } from './cache';
import { progress } from './progress';

const run = promisify(execFile);

interface Want {
  readonly what: string;
  readonly isThere: () => Promise<boolean>;
  /** Debian packages that bring it. */
  readonly packages: () => Promise<readonly string[]>;
  /** What is left to do once they are installed. */
  readonly finish?: () => Promise<unknown>;
}

const wants: readonly Want[] = [
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
];

/**
 * Installs on a Debian where we are root what pictures and compiler tests are better with. `JUDGE_TEST_APT=no`
 * forbids it. Never throws: a run without them is a run, too.
 */
export async function prepareMachine(): Promise<void> {
  if (process.platform !== 'linux') return;
  const missing: Want[] = [];
  for (const want of wants) if (!(await want.isThere())) missing.push(want);
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
    const said = (error instanceof Error ? error.message : String(error)).trim().split('\n');
    progress(`can't install ${list}: ${said.at(-1)}`);
  }
}

async function install(packages: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const patient = ['-q', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=5'];
  // a minimal image leaves translations out of what it installs: those of gcc are what we came for
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

/** The major version of g++; empty where there is none. */
async function gccVersion(): Promise<string> {
  return (await output('g++', '-dumpversion')).trim().split('.')[0] ?? '';
}

async function output(command: string, ...args: string[]): Promise<string> {
  return run(command, args).then(
    ({ stdout }) => stdout,
    () => '',
  );
}
