import { endSteps, type Outcome } from './step';
import { add, summary, type Counts } from './report';

/** Results of the steps of a run. */
export class Results {
  private total: Counts = { passed: 0, failed: 0, skipped: 0 };
  private readonly failures: string[] = [];

  count({ counts, failures }: Outcome): void {
    this.total = add(this.total, counts);
    this.failures.push(...failures);
  }

  /** Counts a failure outside of any step. */
  countFailure(problem: unknown): void {
    console.error(problem);
    this.count({
      counts: { passed: 0, failed: 1, skipped: 0 },
      failures: [problem instanceof Error ? problem.message : String(problem)],
    });
  }

  /** Prints all failures again at the end, because a long log may have been truncated. */
  end(): never {
    const said = this.failures.map((failure) => `✘ ${failure}\n`).join('');
    process.stdout.write(`\n${said ? `${said}\n` : ''}${summary(this.total)}\n`);
    process.exit(this.total.failed > 0 ? 1 : 0);
  }
}

/**
 * Runs `main`, which counts results, and ends the process with a line of totals, whatever happens. Steps that are still
 * running are stopped.
 */
export function runAndSumUp(main: (results: Results) => Promise<void>): void {
  const results = new Results();
  const fail = (problem: unknown): never => {
    results.countFailure(problem);
    return results.end();
  };
  process.on('exit', endSteps);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => fail(`terminated by ${signal}`));
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  main(results).then(() => results.end(), fail);
}
