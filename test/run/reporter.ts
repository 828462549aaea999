import Mocha from 'mocha';
import { record, type Recording } from './recording';

/** Mocha's own list of tests, and the report. The reporter's option `recording` continues an earlier report. */
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const { recording } = (options.reporterOptions ?? {}) as { readonly recording?: Recording };
    if (recording) recording.watch(runner);
    else record(runner);
  }
}
