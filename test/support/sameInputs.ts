// Loaded before all tests: property tests draw the same inputs in every run, so that a run says something about the
// change and not about its luck. New inputs are drawn by `npm run fuzz`; FAST_CHECK_SEED=<number> draws others here.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 20261121) });
