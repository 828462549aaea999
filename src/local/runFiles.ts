import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { withRetries } from '../base/fileErrors';
import { jsonIn } from '../judge';
import type { Fetch, FetchResponse } from '../service/fetch';
import { parseLocalRun, stoppedRun, type LocalRun } from '../service/profiles/local';
import { MAX_COMPILE_MS, MAX_RUN_FILES, MAX_SILENT_MS } from './limits';

/**
 * The runs of this computer as files in a private folder, so that every window can read them, also after the window
 * that ran a program has ended.
 */
export class RunFiles {
  /** IDs of the runs that this window has written */
  private readonly own = new Set<string>();

  /** `folder`: private folder, see `openPrivateFolder` */
  constructor(private readonly folder: string) {}

  /** Replaces the file of a run of this window. `id`: letters, digits, and `-` */
  async write(id: string, run: LocalRun): Promise<void> {
    this.own.add(id);
    const file = this.fileOf(id);
    await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const part = `${file}.${randomBytes(4).toString('hex')}`;
    await fs.writeFile(part, JSON.stringify({ owner: process.pid, run }), { mode: 0o600 });
    // another window may be reading the file
    await withRetries(() => fs.rename(part, file), { platform: process.platform, sleep });
  }

  /** Returns a run; null: there is none with this ID. If its window has ended, none of its cases is pending. */
  async read(id: string): Promise<LocalRun | null> {
    const file = this.fileOf(id);
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
    const folder = path.dirname(this.fileOf('x'));
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
    const run = id === undefined ? null : await this.read(id);
    return run === null ? responseOf(404, null) : responseOf(200, run);
  };

  private fileOf(id: string): string {
    return path.join(this.folder, 'runs', `${id}.json`);
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
