import Mocha from 'mocha';
import { record } from './recording';

/** Prints a dot per test and the failures at the end, and writes the report. For suites of many fast tests. */
export default class QuietReporter extends Mocha.reporters.Dot {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    record(runner);
  }
}
