// One browser and one port for all workbenches of a run: the browser reuses compiled code of VS Code, so that the next
// workbench starts in half the time. Nothing else is kept.
import { rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { launchBrowser, launchProfile, type BrowserOptions } from '../../../tools/host/index';

export interface OpenedPage {
  readonly page: Page;
  close(): Promise<void>;
}

let port: Promise<number> | undefined;
let profile: Promise<{ readonly folder: string; readonly context: BrowserContext }> | undefined;

/** The port for the server of each workbench of this process, one after the other. */
export function workbenchPort(): Promise<number> {
  return (port ??= freePort());
}

/** Factor by which the browser is slowed down; empty: 1. */
const slowness = Number(process.env['TEST_SLOWER'] ?? 1);

/** Opens a page in the shared browser, or in a separate one if options other than the window size differ. */
export async function openPage(options: BrowserOptions): Promise<OpenedPage> {
  const opened = await open(options);
  if (slowness > 1) {
    const session = await opened.page.context().newCDPSession(opened.page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  }
  return opened;
}

async function open(options: BrowserOptions): Promise<OpenedPage> {
  if (options.deviceScaleFactor !== undefined || options.locale !== undefined) {
    const { browser, context } = await launchBrowser(options);
    return { page: await context.newPage(), close: () => browser.close() };
  }
  const page = await (await sharedContext()).newPage();
  if (options.viewport) await page.setViewportSize(options.viewport);
  return { page, close: () => forget(page) };
}

/** The context of the shared browser. */
export async function sharedContext(): Promise<BrowserContext> {
  return (await (profile ??= openProfile())).context;
}

/** Closes the shared browser at the end of the process, which may have run several files. */
export async function closeBrowser(): Promise<void> {
  if (!profile) return;
  const { folder, context } = await profile;
  profile = undefined;
  await context.close();
  await fs.rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function openProfile(): Promise<{ folder: string; context: BrowserContext }> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-browser-'));
  // If nobody closes it, it ends with this process.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return { folder, context: await launchProfile(folder) };
}

/**
 * Closes a page and removes VS Code's browser storage: windows, state, secrets. Leaves the workbench first, so that its
 * extension host ends. If a page only disappears, VS Code's server keeps its extension host for a reconnection.
 */
async function forget(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const context = page.context();
  // VS Code asks before it leaves a file that isn't saved
  page.removeAllListeners('dialog');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto('about:blank');
  await page.close();
  if (origin === 'null') return; // A blank page has no browser history.
  const blank = await context.newPage();
  const session = await context.newCDPSession(blank);
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'cookies,file_systems,indexeddb,local_storage',
  });
  await blank.close();
}

/** Returns a port below the range that the system uses for connections, which could take it. */
async function freePort(): Promise<number> {
  for (;;) {
    const wanted = 20_000 + Math.floor(Math.random() * 12_000);
    const server = net.createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(wanted, '127.0.0.1', () => resolve(true));
    });
    if (!free) continue;
    await new Promise((resolve) => server.close(resolve));
    return wanted;
  }
}
