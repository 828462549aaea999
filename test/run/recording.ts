import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import Mocha from 'mocha';
import { reportVariable, writeReport, type Counts } from './report';

const {
  EVENT_HOOK_END,
  EVENT_RUN_END,
  EVENT_TEST_END,
  EVENT_TEST_FAIL,
  EVENT_TEST_PASS,
  EVENT_TEST_PENDING,
} = Mocha.Runner.constants;

/** Writes the report that the parent process checks, if it requested one. */
export function record(runner: Mocha.Runner): void {
  const recording = Recording.wanted();
  recording.watch(runner);
  runner.on(EVENT_RUN_END, () => recording.finish());
}

/** Collects the report of one or several runs of Mocha. */
export class Recording {
  private readonly counts = { passed: 0, failed: 0, skipped: 0 };
  private readonly failures: string[] = [];
  private readonly milliseconds: Record<string, number> = {};

  private constructor(private readonly file: string | undefined) {
    this.write(false);
  }

  /** Creates a recording for the file that the parent process requested. */
  static wanted(): Recording {
    return new Recording(process.env[reportVariable]);
  }

  watch(runner: Mocha.Runner): void {
    if (process.env['FORCE_COLOR'] === '0') plainSymbols();
    let name: string | undefined;
    // Files that run in parallel are reported at their end, by tests and hooks alone: suites don't have a file then.
    const took = ({ file, duration = 0 }: Mocha.Runnable) => {
      // hooks outside of suites don't have a file either
      if (file) name = path.relative(process.cwd(), file);
      if (name) this.milliseconds[name] = (this.milliseconds[name] ?? 0) + duration;
    };
    const count = (what: keyof Counts) => {
      this.counts[what]++;
      this.write(false); // Written immediately, because the next test may end the process.
    };
    runner
      .on(EVENT_TEST_PASS, () => count('passed'))
      .on(EVENT_TEST_FAIL, (test: Mocha.Runnable, error: unknown) => {
        // From another process, it is an object but not an `Error`.
        const message = typeof error === 'object' && error && 'message' in error ? error.message : error;
        const said = String(message).replace(/\s+/g, ' ');
        this.failures.push(`${test.fullTitle()}: ${said.slice(0, 400)}`);
        count('failed');
      })
      .on(EVENT_TEST_PENDING, () => count('skipped'))
      .on(EVENT_TEST_END, took)
      .on(EVENT_HOOK_END, took);
  }

  /** Called after the last test. `nothingLeft`: there was none, because other processes had taken all files. */
  finish({ nothingLeft = false } = {}): void {
    this.write(true, nothingLeft);
  }

  private write(finished: boolean, nothingLeft = false): void {
    if (!this.file) return;
    const { counts, failures } = this;
    const seconds = Object.fromEntries(
      Object.entries(this.milliseconds).map(([name, took]) => [name, Math.round(took / 100) / 10]),
    );
    writeReport(this.file, {
      ...counts,
      failures,
      seconds,
      finished,
      ...(nothingLeft ? { nothingLeft } : {}),
    });
  }
}

/** Makes Mocha's symbols plain: it colors them even if all other colors are off. */
function plainSymbols(): void {
  const { symbols } = Mocha.reporters.Base;
  symbols.ok = stripVTControlCharacters(symbols.ok);
  symbols.err = stripVTControlCharacters(symbols.err);
}
