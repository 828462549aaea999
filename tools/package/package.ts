// npm run package: creates the published form of the extension (.vsix) in out/.
import { packageExtension } from './vsix';

packageExtension().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
