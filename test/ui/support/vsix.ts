/** Where run.ts has put the packaged extension. */
export const vsixVariable = 'TEST_VSIX';

/** The packaged extension, for a test that installs it together with others. */
export function packagedExtension(): string {
  const file = process.env[vsixVariable];
  if (!file)
    throw new Error('UI tests are started by npm run test:ui, which packages the extension for them');
  return file;
}

/** Where run.ts has installed the packaged extension. */
export const extensionsVariable = 'TEST_EXTENSIONS';

/** Where run.ts has put those of VS Code's own extensions that the tests need. */
export const builtinsVariable = 'TEST_BUILTINS';

/** What the server is started with to have no others of its own. */
export function onlyNeededBuiltins(): readonly string[] {
  const folder = process.env[builtinsVariable];
  return folder ? ['--builtin-extensions-dir', folder] : [];
}

/** The folder of extensions that has the packaged one. */
export function installedExtensions(): string {
  const folder = process.env[extensionsVariable];
  if (!folder)
    throw new Error('UI tests are started by npm run test:ui, which installs the extension for them');
  return folder;
}
