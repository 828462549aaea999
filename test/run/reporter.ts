import Mocha from 'mocha';
import { record, type Recording } from './recording';

/** Mocha's own list of tests, and the report; one given as the reporter's option `recording` goes on in the next run. */
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const { recording } = (options.reporterOptions ?? {}) as { readonly recording?: Recording };
    if (recording) recording.watch(runner);
    else record(runner);
  }
}
