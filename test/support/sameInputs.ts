// Loaded before all tests: property tests use the same inputs in every run, so that a failure is caused by the change
// and not by chance. `npm run fuzz` uses new inputs; FAST_CHECK_SEED=<number> changes them here.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 20261121) });
