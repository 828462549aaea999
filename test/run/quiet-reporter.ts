import Mocha from 'mocha';
import { record } from './recording';

/** A dot a test, the failures at the end, and the report: for suites of many quick tests. */
export default class QuietReporter extends Mocha.reporters.Dot {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    record(runner);
  }
}
