/** Contains the path of the packaged extension, set by run.ts. */
export const vsixVariable = 'TEST_VSIX';

/** Path of the packaged extension, for tests that install it together with others. */
export function packagedExtension(): string {
  const file = process.env[vsixVariable];
  if (!file)
    throw new Error('UI tests are started by npm run test:ui, which packages the extension for them');
  return file;
}

/** Contains the folder in which run.ts installed the packaged extension. */
export const extensionsVariable = 'TEST_EXTENSIONS';

/** Contains the folder of VS Code's built-in extensions that the tests need, set by run.ts. */
export const builtinsVariable = 'TEST_BUILTINS';

/** Server arguments that disable all other built-in extensions. */
export function onlyNeededBuiltins(): readonly string[] {
  const folder = process.env[builtinsVariable];
  return folder ? ['--builtin-extensions-dir', folder] : [];
}

/** The folder of installed extensions, including the packaged one. */
export function installedExtensions(): string {
  const folder = process.env[extensionsVariable];
  if (!folder)
    throw new Error('UI tests are started by npm run test:ui, which installs the extension for them');
  return folder;
}
