// One browser and one port for all workbenches of a run: what the browser has compiled of VS Code it keeps for the
// next one, which starts in half of the time. Nothing else is kept.
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

/** The port on which the server of each workbench of this process listens, one after the other. */
export function workbenchPort(): Promise<number> {
  return (port ??= freePort());
}

/** How many times slower the browser is made than it is; empty: not at all. */
const slowness = Number(process.env['TEST_SLOWER'] ?? 1);

/** A page in the browser of all; in one of its own where more than the size of its window differs. */
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

/** The windows of the browser of all. */
export async function sharedContext(): Promise<BrowserContext> {
  return (await (profile ??= openProfile())).context;
}

/** Closes the browser of all, if there is one: at the end of the process, which may have run several files. */
export async function closeBrowser(): Promise<void> {
  if (!profile) return;
  const { folder, context } = await profile;
  profile = undefined;
  await context.close();
  await fs.rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function openProfile(): Promise<{ folder: string; context: BrowserContext }> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-browser-'));
  // where nobody closes it, it ends with this process
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return { folder, context: await launchProfile(folder) };
}

/** Closes a page, and removes what VS Code has stored in the browser: windows, state, secrets. */
async function forget(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const context = page.context();
  await page.close();
  if (origin === 'null') return; // it has never been anywhere
  const blank = await context.newPage();
  const session = await context.newCDPSession(blank);
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'cookies,file_systems,indexeddb,local_storage',
  });
  await blank.close();
}

/** One below those that the system gives to connections, which would come in between. */
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
