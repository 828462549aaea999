/*
 * A process that fights for locks.
 *   locker.ts hammer <folder> <ms>    takes and releases a few names all the time; prints how often it had one
 *   locker.ts takeOver <folder> <n>   takes what it gets of n names that a vanished machine held; prints them
 * In either case it prints `violation` when it has what another living process has.
 */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { thisProcess } from '../../../../src/records/disk/fileLocks';
import { FileLocks } from '../../../../src/records/disk/fileLocks';
import { nodeFiles } from '../../../../src/records/disk/files';

const [mode, folder = '', amount] = process.argv.slice(2);
const lockOwner = thisProcess();
const locks = new FileLocks(nodeFiles, join(folder, 'locks'), lockOwner);
/** longer than the test: a lock ends by its release or with its process, never because the machine was slow */
const duration = 600_000;

/**
 * What only the owner may do: its file must not be there yet, unless a killed owner left it. The file is there with
 * its owner's number or not at all: one who is killed between creating and writing it would look like nobody we know.
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
    console.log(`violation ${path} was taken away`); // only its living owner does that
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
  process.stdin.resume(); // lives, and so holds what it has, until it is told to go
}

console.log('ready');
process.stdin.once('data', () => void (mode === 'hammer' ? hammer : takeOver)(Number(amount)));
