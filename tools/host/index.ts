// A VS Code to run in.
//
//   JUDGE_TEST_HOST    headless, desktop, or the path of a VS Code executable; empty: desktop VS Code where it can be
//                      downloaded and shown, else the headless one
//   JUDGE_TEST_VSCODE  oldest: the oldest version that the extension supports; newest, or empty: what people have today;
//                      desktop VS Code also in any other version (1.110.0, insiders)
//   JUDGE_TEST_CACHE   where VS Code is kept; empty: judge-results in the user's cache folder
export { launchBrowser, launchProfile, type BrowserOptions } from './browser';
export { workbenchUrl } from './address';
export { headlessHost, headlessRunsHere, wantedAge } from './headless';
export { installVsix } from './install-vsix';
export { startServer, type Server, type ServerOptions } from './server';
export { vscodeExecutable, type Executable } from './choose';
export { prepareMachine } from './machine';
export { quietSettings } from './settings';
