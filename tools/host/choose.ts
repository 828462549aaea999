import fs from 'node:fs/promises';
import https from 'node:https';
import path from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { cacheRoot } from './cache';
import { headlessHost, headlessRunsHere } from './headless';
import { progress } from './progress';
import { root } from '../root';

/** A VS Code that accepts the arguments of the desktop executable. */
export interface Executable {
  readonly kind: 'desktop' | 'headless';
  readonly path: string;
}

const headlessExecutable = path.join(import.meta.dirname, 'headless', 'vscode.mjs');
const releases = 'https://update.code.visualstudio.com/api/releases/stable';
const probeTimeoutMs = 3000;

/**
 * Returns the VS Code for test suites, and installs it if necessary. `JUDGE_TEST_HOST` selects it. If that variable
 * isn't set, the choice is automatic.
 */
export async function vscodeExecutable(): Promise<Executable> {
  const selection = process.env['JUDGE_TEST_HOST'] || 'automatic';
  switch (selection) {
    case 'headless':
      return headless();
    case 'desktop':
      return desktop();
    case 'automatic':
      return automatic();
    default:
      return { kind: 'desktop', path: path.resolve(selection) };
  }
}

/** Returns whether headless VS Code is chosen without testing the connection. */
function wantsHeadless(): boolean {
  const wish = process.env['JUDGE_TEST_HOST'];
  return wish === 'headless' || (!wish && headlessRunsHere() && !hasDisplay());
}

async function automatic(): Promise<Executable> {
  if (wantsHeadless()) return headless();
  if (!headlessRunsHere()) return desktop();
  if (!(await downloadReachable())) return headless();
  try {
    return await desktop();
  } catch (error) {
    progress(`can't download desktop VS Code (${String(error)}); using headless VS Code`);
    return headless();
  }
}

async function headless(): Promise<Executable> {
  await headlessHost();
  return { kind: 'headless', path: headlessExecutable };
}

async function desktop(): Promise<Executable> {
  const version = await desktopVersion();
  const cachePath = path.join(await cacheRoot(), 'desktop');
  return { kind: 'desktop', path: await downloadAndUnzipVSCode({ version, cachePath }) };
}

async function desktopVersion(): Promise<string> {
  const wish = process.env['JUDGE_TEST_VSCODE'] || 'newest';
  if (wish === 'newest') return 'stable';
  if (wish !== 'oldest') return wish;
  const manifest = await fs.readFile(path.join(root, 'package.json'), 'utf8');
  const { engines } = JSON.parse(manifest) as { engines: { vscode: string } };
  return engines.vscode.replace('^', '');
}

function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

/**
 * Returns whether the download server responds within a few seconds. If it drops packets, the download itself would
 * fail only after a minute.
 */
async function downloadReachable(): Promise<boolean> {
  // Behind a proxy, only the download itself can test the connection.
  if (process.env['HTTPS_PROXY'] || process.env['https_proxy']) return true;
  return new Promise((resolve) => {
    const request = https.get(releases, { timeout: probeTimeoutMs }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('timeout', () => request.destroy(new Error('no answer')));
    request.once('error', () => resolve(false));
  });
}
