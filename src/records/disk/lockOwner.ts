import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import type { LockOwner } from './fileLocks';

/** This process as a lockOwner. */
export function thisProcess(): LockOwner {
  return {
    machine: machineName(),
    pid: process.pid,
    nonce: randomBytes(6).toString('hex'),
    isAlive,
    elapsed: () => performance.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: () => Math.random(),
  };
}

/**
 * The same for all processes whose IDs can be told apart here, and for no others: computers (and containers) that
 * share a network folder may share a host name too, so their boot, process namespace and network cards count.
 */
function machineName(): string {
  const cards = Object.values(networkInterfaces()).flatMap((some) => some?.map(({ mac }) => mac) ?? []);
  const facts = [
    hostname(),
    unlessAbsent(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    unlessAbsent(() => readlinkSync('/proc/self/ns/pid')),
    ...(process.platform === 'linux' ? [] : [...new Set(cards)].sort()),
  ];
  return createHash('sha256').update(facts.join('\n')).digest('hex').slice(0, 12);
}

/** Only Linux has these files. */
function unlessAbsent(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
