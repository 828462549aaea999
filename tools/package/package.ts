// npm run package: the extension as people install it, in out/.
import { packageExtension } from './vsix';

packageExtension().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
