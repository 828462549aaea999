import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import Mocha from 'mocha';
import { reportVariable, writeReport, type Counts } from './report';

const {
  EVENT_RUN_END,
  EVENT_SUITE_BEGIN,
  EVENT_SUITE_END,
  EVENT_TEST_FAIL,
  EVENT_TEST_PASS,
  EVENT_TEST_PENDING,
} = Mocha.Runner.constants;

/** Keeps the report that the starting process checks, if it has asked for one. */
export function record(runner: Mocha.Runner): void {
  if (process.env['FORCE_COLOR'] === '0') plainSymbols();
  const file = process.env[reportVariable];
  if (!file) return;
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  const seconds: Record<string, number> = {};
  const write = (finished: boolean) => writeReport(file, { ...counts, failures, seconds, finished });
  let begin = performance.now();
  const ofFile = (suite: Mocha.Suite) => suite.parent?.root === true && suite.file;
  const count = (what: keyof Counts) => {
    counts[what]++;
    write(false); // at once: the next test may end the process
  };
  write(false);
  runner
    .on(EVENT_TEST_PASS, () => count('passed'))
    .on(EVENT_TEST_FAIL, (test: Mocha.Runnable, error: unknown) => {
      // from another process it comes as an object that is no `Error`
      const message = typeof error === 'object' && error && 'message' in error ? error.message : error;
      const said = String(message).replace(/\s+/g, ' ');
      failures.push(`${test.fullTitle()}: ${said.slice(0, 400)}`);
      count('failed');
    })
    .on(EVENT_TEST_PENDING, () => count('skipped'))
    .on(EVENT_SUITE_BEGIN, (suite: Mocha.Suite) => {
      if (ofFile(suite)) begin = performance.now();
    })
    .on(EVENT_SUITE_END, (suite: Mocha.Suite) => {
      const name = ofFile(suite) && path.relative(process.cwd(), suite.file ?? '');
      if (name)
        seconds[name] = Math.round(10 * (seconds[name] ?? 0) + (performance.now() - begin) / 100) / 10;
    })
    .on(EVENT_RUN_END, () => write(true));
}

/** Mocha colors its signs even where it colors nothing else. */
function plainSymbols(): void {
  const { symbols } = Mocha.reporters.Base;
  symbols.ok = stripVTControlCharacters(symbols.ok);
  symbols.err = stripVTControlCharacters(symbols.err);
}
