import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Surroundings } from './judge';
import { realPrograms, type Programs } from './programs';
import { Queue } from './queue';
import { findToolchain, noCompilers, type Toolchain } from './toolchain';

export interface WorkerOptions {
  /** Delay before each case, ms, so that users can watch the progress. */
  readonly pace?: number;
  /** Whether the computer's compilers are used. Without them, JavaScript can still be judged with Node. */
  readonly compilers?: boolean;
  /**
   * Replaces compiling and running of JavaScript, for tests that don't need a real process. Other languages aren't
   * available then.
   */
  readonly programs?: Programs;
  /** Whether compiler messages are in English even if the Chinese ones are installed. */
  readonly english?: boolean;
}

/** Judges one program after the other, in a private folder. It is NOT a sandbox. */
export class JudgeWorker {
  private readonly queue = new Queue(1);
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();
  private directory: Promise<string> | null = null;
  private tools: Promise<Toolchain> | null = null;

  /** `name`: part of the private folder's name. */
  constructor(
    private readonly name: string,
    private readonly options: WorkerOptions,
  ) {}

  /** Returns the compilers of this computer. Searches for them only once. */
  toolchain(): Promise<Toolchain> {
    this.tools ??=
      this.options.compilers === false || this.options.programs
        ? Promise.resolve(noCompilers)
        : this.privateDirectory().then((directory) =>
            findToolchain(directory, this.options.english ?? false),
          );
    return this.tools;
  }

  /**
   * Runs `work` after the previous tasks. Resolves when it has finished. If it fails, calls `failed` with the error,
   * unless the worker is stopping.
   */
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

  /** Resolves when all submitted tasks have finished. */
  async idle(): Promise<void> {
    await Promise.all(this.running);
  }

  /** Stops running tasks and removes all files. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.idle();
    await this.tools;
    const directory = await this.directory;
    if (directory !== null) await fs.rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }

  private privateDirectory(): Promise<string> {
    // Resolves links, because compilers print the real path.
    this.directory ??= fs
      .mkdtemp(path.join(os.tmpdir(), `judge-results-${this.name}-`))
      .then((directory) => fs.realpath(directory));
    return this.directory;
  }
}
