/** Where run.ts has put the packaged extension. */
export const vsixVariable = 'TEST_VSIX';

/** The packaged extension, for a test that installs it together with others. */
export function packagedExtension(): string {
  const file = process.env[vsixVariable];
  if (!file)
    throw new Error('UI tests are started by npm run test:ui, which packages the extension for them');
  return file;
}
