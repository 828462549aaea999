// Installs packages where downloads stumble. Plain Node, because it runs before anything is installed.
import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

const settings = path.join(import.meta.dirname, '../.npmrc');
const triesWithoutNews = 3;
const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Installs what the lockfile of a folder names. npm gives up at one download that is cut off, however many `--fetch-retries` it is given, but keeps in its cache what is
 * complete: it is run again from there until several runs in a row have downloaded nothing more.
 * @param {string} folder where the lockfile is
 * @param {string} what what is installed, for the person who waits
 * @param {(line: string) => void} tell
 * @throws with one line that says what happened and what to do
 */
export async function installPackages(folder, what, tell) {
  const own = path.join(folder, '.npmrc');
  if (own !== settings) await fs.copyFile(settings, own);
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

/** How many packages a lockfile installs on every machine. */
async function countPackages(folder) {
  const { packages } = JSON.parse(await fs.readFile(path.join(folder, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).filter(([name, { optional }]) => name !== '' && !optional).length;
}

/** Runs npm once; the answer is why it failed, in one line, or null. */
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
    child.kill('SIGKILL'); // it takes its time to give up
  };
  for (const signal of interrupts) process.once(signal, stop);
  const timer = setInterval(() => progress.show(), 3000);
  const said = [];
  try {
    for await (const line of createInterface({ input: child.stderr })) {
      const [, address] = /^npm http fetch GET 200 (\S+)/.exec(line) ?? [];
      if (address) progress.downloaded.add(address);
      else if (/^npm (error|ERR!)/.test(line)) said.push(line.replace(/^npm \S+ ?/, ''));
    }
    const code = await closed;
    if (interrupted) throw new Error('interrupted');
    return code === 0 ? null : inOneLine(said, code);
  } finally {
    clearInterval(timer);
    for (const signal of interrupts) process.off(signal, stop);
  }
}

/** npm's code for what happened, and its first sentence about it. */
function inOneLine(said, exitCode) {
  const [, code = ''] = /^code (\S+)$/m.exec(said.join('\n')) ?? [];
  const sentence = said.find((line) => line && !/^(code|errno|syscall|path|dest) /.test(line)) ?? '';
  const words = sentence.replace(/^network /, '').replace(/\.$/, '');
  return [code, words].filter(Boolean).join(': ') || `npm exited with code ${exitCode}`;
}

class Progress {
  /** addresses of what is complete */
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
 * The npm this project was started with, or else the one on the path. On Windows npm is a batch file, which Node starts only
 * through a shell: there npm's own script is run with Node where it is known.
 */
function npmCommand() {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, script] : ['npm'];
}
