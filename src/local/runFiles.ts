import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { withRetries } from '../base/fileErrors';
import { errorMessage, type Log } from '../base/log';
import { jsonIn } from '../results';
import type { Fetch, FetchResponse } from '../judges/fetch';
import { parseLocalRun, stoppedRun, type LocalRun } from '../judges/adapters/local';
import { MAX_COMPILE_MS, MAX_RUN_FILES, MAX_SILENT_MS } from './limits';
import { NoPrivateFolder, type PrivateFolder } from './privateFolder';

/**
 * The runs of this computer as files in a private folder, so that every window can read them, also after the window
 * that ran a program has ended.
 */
export class RunFiles {
  /** IDs of the runs that this window has written */
  private readonly own = new Set<string>();
  /** newest states of runs of this window that couldn't be written, by ID */
  private readonly unwritten = new Map<string, LocalRun>();

  constructor(
    private readonly folder: PrivateFolder,
    private readonly log: Pick<Log, 'error'>,
  ) {}

  /**
   * Replaces the file of a run of this window. If that fails, for example because the disk is full, only this window can
   * read the state. Never rejects. `id`: letters, digits, and `-`
   */
  async write(id: string, run: LocalRun): Promise<void> {
    this.own.add(id);
    try {
      await replaceFile(await this.fileOf(id), JSON.stringify({ owner: process.pid, run }));
      this.unwritten.delete(id);
    } catch (error) {
      this.unwritten.set(id, run);
      const [oldest] = this.unwritten.keys();
      if (oldest !== undefined && this.unwritten.size > MAX_RUN_FILES) this.unwritten.delete(oldest);
      this.log.error(`a state of a local run could not be written: ${errorMessage(error)}`);
    }
  }

  /**
   * Returns a run; null: there is none with this ID. If its window has ended, none of its cases is pending. Rejects with
   * `NoPrivateFolder`.
   */
  async read(id: string): Promise<LocalRun | null> {
    const unwritten = this.unwritten.get(id);
    if (unwritten) return unwritten;
    const file = await this.fileOf(id);
    const found = await fs.stat(file).catch(() => null);
    const text = await fs.readFile(file, 'utf8').catch(() => null);
    if (found === null || text === null) return null;
    const { owner, run } = v.parse(runFile, jsonIn(text));
    const known = parseLocalRun(run);
    // after a restart of the computer, another process can have the ID of the window
    const isOwnerKnown = this.own.has(id) || Date.now() - found.mtimeMs <= longestSilence(known);
    return isOwnerKnown && isRunning(owner) ? known : stoppedRun(known);
  }

  /** Removes the files of all but the newest runs. Skips files that can't be removed. */
  async removeOld(): Promise<void> {
    const folder = await this.runsFolder();
    const names = await fs.readdir(folder).catch(() => []);
    const dated = await Promise.all(
      names.map(async (name) => {
        const found = await fs.stat(path.join(folder, name)).catch(() => null);
        return { name, changedAt: found?.mtimeMs ?? 0 };
      }),
    );
    const old = dated.sort((a, b) => b.changedAt - a.changedAt).slice(MAX_RUN_FILES);
    await Promise.all(
      old.map(({ name }) => fs.rm(path.join(folder, name), { force: true }).catch(() => undefined)),
    );
  }

  /** Answers the requests of the judge’s adapter: `GET /runs/<id>`. */
  readonly fetch: Fetch = async (url) => {
    const id = /^\/runs\/([\w-]{1,64})$/.exec(new URL(url).pathname)?.[1];
    const run = id === undefined ? null : await this.readIfPrivate(id);
    return run === null ? responseOf(404, null) : responseOf(200, run);
  };

  /** Like `read`. Null if no folder is private, because other users may have written its files. */
  private async readIfPrivate(id: string): Promise<LocalRun | null> {
    try {
      return await this.read(id);
    } catch (error) {
      if (error instanceof NoPrivateFolder) return null;
      throw error;
    }
  }

  private async fileOf(id: string): Promise<string> {
    return path.join(await this.runsFolder(), `${id}.json`);
  }

  private async runsFolder(): Promise<string> {
    return path.join(await this.folder.open(), 'runs');
  }
}

/** Replaces a file that another window may be reading. Leaves nothing behind if that fails. */
async function replaceFile(file: string, text: string): Promise<void> {
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    await fs.writeFile(part, text, { mode: 0o600 });
    await withRetries(() => fs.rename(part, file), { platform: process.platform, sleep });
  } catch (error) {
    await fs.rm(part, { force: true });
    throw error;
  }
}

const runFile = v.object({ owner: v.pipe(v.number(), v.integer(), v.minValue(1)), run: v.unknown() });

function responseOf(status: number, body: LocalRun | null): FetchResponse {
  return {
    status,
    headers: { get: (name) => (name === 'content-type' ? 'application/json' : null) },
    body: (async function* () {
      yield await Promise.resolve(JSON.stringify(body));
    })(),
  };
}

/** Returns the time after which the file of a run that is in progress must have changed, ms. */
function longestSilence({ timeLimit }: LocalRun): number {
  return Math.max(MAX_COMPILE_MS, timeLimit) + MAX_SILENT_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: a process of another user
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
