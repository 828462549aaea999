// npm test: installs missing packages, then runs every check. The last line always contains the totals.
import { ensurePackages, runTypeScript } from '../../tools/bootstrap.mjs';

try {
  await ensurePackages();
  process.exitCode = await runTypeScript('test/run/all.ts', process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
