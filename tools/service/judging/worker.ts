import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Surroundings } from './judge';
import { realPrograms, type Programs } from './programs';
import { Queue } from './queue';
import { findToolchain, noCompilers, type Toolchain } from './toolchain';

export interface WorkerOptions {
  /** ms that are waited before each case, so that a person can watch */
  readonly pace?: number;
  /** false: plays a machine without compilers; Node judges JavaScript all the same */
  readonly compilers?: boolean;
  /** runs JavaScript in another way, and nothing else: for tests that don’t need a program really run */
  readonly programs?: Programs;
  /** compile messages in English, even where the compiler's Chinese is installed */
  readonly english?: boolean;
}

/** Judges one program after the other, in a folder that is private to this start. It is NOT a sandbox. */
export class JudgeWorker {
  private readonly queue = new Queue(1);
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();
  private directory: Promise<string> | null = null;
  private tools: Promise<Toolchain> | null = null;

  /** `name` goes into the folder's name. */
  constructor(
    private readonly name: string,
    private readonly options: WorkerOptions,
  ) {}

  /** What this machine can compile with; looked for once. */
  toolchain(): Promise<Toolchain> {
    this.tools ??=
      this.options.compilers === false || this.options.programs
        ? Promise.resolve(noCompilers)
        : this.privateDirectory().then((directory) =>
            findToolchain(directory, this.options.english ?? false),
          );
    return this.tools;
  }

  /** Does `work` when it is its turn; resolves when it is done. `failed` is told why it was not, unless the worker stops. */
  run(work: (around: Surroundings) => Promise<void>, failed: (error: unknown) => void): Promise<void> {
    const { signal } = this.stopping;
    const { programs = realPrograms, pace = 0 } = this.options;
    const done = this.queue.run(async () => {
      if (signal.aborted) return;
      try {
        const [tools, directory] = await Promise.all([this.toolchain(), this.privateDirectory()]);
        await work({ tools, programs, directory, pace, stopping: signal });
      } catch (error) {
        if (!signal.aborted) failed(error);
      }
    });
    this.running.add(done);
    void done.finally(() => this.running.delete(done));
    return done;
  }

  /** Resolves when all that was handed in so far is done. */
  async idle(): Promise<void> {
    await Promise.all(this.running);
  }

  /** Ends what runs and removes every file. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.idle();
    await this.tools;
    const directory = await this.directory;
    if (directory !== null) await fs.rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }

  private privateDirectory(): Promise<string> {
    // the real path: compilers print it, whatever link led to it
    this.directory ??= fs
      .mkdtemp(path.join(os.tmpdir(), `judge-results-${this.name}-`))
      .then((directory) => fs.realpath(directory));
    return this.directory;
  }
}
