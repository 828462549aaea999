// Provides the VS Code that tests and tools run in.
//
//   JUDGE_TEST_HOST    headless, desktop, or the path of a VS Code executable; empty: desktop VS Code if it can be
//                      downloaded and shown, and headless VS Code if not
//   JUDGE_TEST_VSCODE  oldest: the oldest version that the extension supports; newest, or empty: the current version;
//                      desktop VS Code also accepts any other version (1.110.0, insiders)
//   JUDGE_TEST_CACHE   folder for downloaded VS Code versions; empty: judge-results in the user's cache folder
export { launchBrowser, launchProfile, type BrowserOptions } from './browser';
export { workbenchUrl } from './address';
export { chineseStrings } from './chineseStrings';
export { headlessHost, headlessRunsHere, wantedAge } from './headless';
export { installVsix } from './install-vsix';
export { startServer, type Server, type ServerOptions } from './server';
export { vscodeExecutable, type Executable } from './choose';
export { prepareMachine } from './machine';
export { pictureFonts } from './pictureFonts';
export { quietSettings } from './settings';
