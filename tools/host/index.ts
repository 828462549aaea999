// A VS Code to run in.
//
//   JUDGE_TEST_HOST    headless, desktop, or the path of a VS Code executable; empty: desktop VS Code where it can be
//                      downloaded and shown, else the headless one
//   JUDGE_TEST_VSCODE  the version of a downloaded desktop VS Code (1.100.0, stable, insiders); empty: stable
//   JUDGE_TEST_CACHE   where VS Code is kept; empty: judge-results in the user's cache folder
export { launchBrowser, type BrowserOptions } from './browser';
export { workbenchUrl } from './address';
export { headlessHost, headlessRunsHere } from './headless';
export { installVsix } from './install-vsix';
export { startServer, type Server, type ServerOptions } from './server';
export { vscodeExecutable, wantsHeadless, type Executable } from './choose';
export { prepareMachine } from './machine';
export { quietSettings } from './settings';
