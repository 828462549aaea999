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

/** The folder of extensions that has the packaged one. */
export function installedExtensions(): string {
  const folder = process.env[extensionsVariable];
  if (!folder)
    throw new Error('UI tests are started by npm run test:ui, which installs the extension for them');
  return folder;
}
