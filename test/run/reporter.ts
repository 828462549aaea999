import Mocha from 'mocha';
import { record } from './recording';

/** Mocha's own list of tests, and the report. */
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    record(runner);
  }
}
