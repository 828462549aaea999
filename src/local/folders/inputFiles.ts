import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Launchers } from '../debugConfiguration';
import { MAX_INPUT_FILES } from '../limits';
import { STACK_BYTES } from '../processes/stackLimit';

/** Replaces the standard input of a Python program, then runs it as the main module. */
const pythonLauncher = `import os
import runpy
import sys

try:
    import resource
    size = ${STACK_BYTES}
    highest = resource.getrlimit(resource.RLIMIT_STACK)[1]
    size = size if highest == resource.RLIM_INFINITY else min(size, highest)
    resource.setrlimit(resource.RLIMIT_STACK, (size, highest))
except (ImportError, OSError, ValueError):
    pass # Windows has no such limit, and some systems don't let it be raised.

program, source = sys.argv[1:3]
descriptor = os.open(source, os.O_RDONLY | getattr(os, 'O_BINARY', 0))
os.dup2(descriptor, 0)
os.close(descriptor)
sys.stdin = sys.__stdin__ = open(0, encoding='utf-8', closefd=False)
sys.argv = [program, *sys.argv[3:]]
sys.path[0] = os.path.dirname(program)
runpy.run_path(program, run_name='__main__')
`;

/** Replaces descriptor 0 before the program runs. An opened file gets the lowest free descriptor. */
const nodePreload = `'use strict';
const fs = require('node:fs');
const input = process.env.JUDGE_RESULTS_INPUT;
delete process.env.JUDGE_RESULTS_INPUT;
if (input !== undefined) {
  fs.closeSync(0);
  fs.openSync(input, 'r');
}
`;

/** Returns an input with the line breaks of judges, which run Linux: CRLF becomes LF, except on Windows. */
export function withJudgeLineBreaks(
  input: string | Uint8Array,
  platform: NodeJS.Platform = process.platform,
): string | Uint8Array {
  if (platform === 'win32') return input;
  if (typeof input === 'string') return input.replaceAll('\r\n', '\n');
  return Buffer.from(Buffer.from(input).toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

/**
 * Writes the input of a case to a file that only the user can read. Equal inputs share a file. Removes the oldest files
 * if there are too many.
 *
 * @param folder private folder, see `PrivateFolder`
 * @returns absolute path
 */
export async function writeInput(folder: string, input: string | Uint8Array): Promise<string> {
  const inputs = path.join(folder, 'inputs');
  const file = await writeOnce(inputs, input, '.in');
  await fs.utimes(file, new Date(), new Date());
  await removeOldest(inputs, MAX_INPUT_FILES);
  return file;
}

/** Writes the helper files of debuggers. `folder`: private folder */
export async function writeLaunchers(folder: string): Promise<Launchers> {
  const launchers = path.join(folder, 'launchers');
  return {
    python: await writeOnce(launchers, pythonLauncher, '.py'),
    node: await writeOnce(launchers, nodePreload, '.cjs'),
  };
}

/** Writes a file whose name is determined by its content. Another command or window may be writing the same file. */
async function writeOnce(folder: string, content: string | Uint8Array, extension: string): Promise<string> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const name = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const file = path.join(folder, `${name}${extension}`);
  const known = await fs.readFile(file).catch(() => null);
  if (known?.equals(Buffer.from(content))) return file;
  const temporary = path.join(folder, `${name}-${randomBytes(4).toString('hex')}.tmp`);
  await fs.writeFile(temporary, content, { mode: 0o600 });
  await fs.rename(temporary, file);
  return file;
}

/** Removes all but the newest files. Skips files that can't be removed, for example because a program has them open. */
async function removeOldest(folder: string, kept: number): Promise<void> {
  const names = await fs.readdir(folder);
  const dated = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const found = await fs.stat(file).catch(() => null);
      return { file, usedAt: found?.mtimeMs ?? 0 };
    }),
  );
  const oldest = dated.sort((a, b) => b.usedAt - a.usedAt).slice(kept);
  await Promise.all(oldest.map(({ file }) => fs.rm(file, { force: true }).catch(() => undefined)));
}
