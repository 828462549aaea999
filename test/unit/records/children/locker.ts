/*
 * A process that competes for locks.
 *   locker.ts hammer <folder> <ms>    acquires and releases a few names repeatedly; prints how often it had one
 *   locker.ts takeOver <folder> <n>   takes over as many of n locks of a vanished machine as it can; prints them
 * Both print `violation` if they acquire a lock that another living process holds.
 */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { thisProcess } from '../../../../src/records/disk/fileLocks';
import { FileLocks } from '../../../../src/records/disk/fileLocks';
import { nodeFiles } from '../../../../src/records/disk/files';

const [mode, folder = '', amount] = process.argv.slice(2);
const lockOwner = thisProcess();
const locks = new FileLocks(nodeFiles, join(folder, 'locks'), lockOwner);
/** Longer than the test: a lock ends by its release or with its process, never because the machine was slow. */
const duration = 600_000;

/**
 * Enters the section that the lock protects: creates a file that must not exist yet unless a killed owner left it. The
 * file appears together with its owner's process ID, so that a process killed in between isn't mistaken for another owner.
 */
function enter(name: string): void {
  const path = join(folder, name);
  const signed = join(folder, `by-${process.pid}`);
  fs.writeFileSync(signed, String(process.pid));
  for (;;) {
    try {
      return fs.linkSync(signed, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = readOwner(path);
    if (owner !== null && lockOwner.isAlive(owner)) console.log(`violation ${name} ${owner}`);
    fs.rmSync(path, { force: true });
  }
}

function readOwner(path: string): number | null {
  try {
    return Number(fs.readFileSync(path, 'utf8'));
  } catch {
    console.log(`violation ${path} was taken away`); // Only its living owner does that.
    return null;
  }
}

async function hammer(ms: number): Promise<void> {
  const end = performance.now() + ms;
  let had = 0;
  while (performance.now() < end) {
    const name = `name${Math.floor(Math.random() * 2)}`;
    if (!(await locks.tryAcquire(name, duration))) continue;
    enter(name);
    await new Promise((resolve) => setImmediate(resolve));
    fs.rmSync(join(folder, name), { force: true });
    await locks.release(name);
    had += 1;
  }
  console.log(`had ${had}`);
}

async function takeOver(count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, at) => `old${at}`);
  const mine = new Set<string>();
  for (let round = 0; round < 5; round += 1) {
    for (const name of names) {
      if (mine.has(name) || !(await locks.tryAcquire(name, duration))) continue;
      mine.add(name);
      enter(name);
    }
  }
  console.log(`took ${[...mine].join(' ')}`);
  process.stdin.resume(); // Keeps running, and so keeps its locks, until it receives a line.
}

console.log('ready');
process.stdin.once('data', () => void (mode === 'hammer' ? hammer : takeOver)(Number(amount)));
