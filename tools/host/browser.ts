import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
} from 'playwright-core';
import { exists } from './cache';
import { headlessHost } from './headless';

export interface BrowserOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Device pixels per CSS pixel. Use 2 for screenshots on high-resolution screens. */
  readonly deviceScaleFactor?: number;
  /** Language of the browser, such as `zh-CN`. */
  readonly locale?: string;
  /** Path of a font configuration; absent: the fonts of this computer. */
  readonly fontConfiguration?: string;
}

/** Launches the headless browser with one window. It can connect only to this computer. */
export async function launchBrowser(
  options: BrowserOptions = {},
): Promise<{ browser: Browser; context: BrowserContext }> {
  const browser = await chromium.launch(await launchOptions(options));
  return { browser, context: await standingStill(await browser.newContext(contextOptions(options))) };
}

/**
 * Launches the headless browser with a profile in a folder. The profile keeps the compiled code of pages, so that the
 * next page with the same URL loads twice as fast.
 */
export async function launchProfile(folder: string, options: BrowserOptions = {}): Promise<BrowserContext> {
  return standingStill(
    await chromium.launchPersistentContext(folder, {
      ...(await launchOptions(options)),
      ...contextOptions(options),
    }),
  );
}

/** Disables animations in all pages of the context. They use a quarter of the browser's CPU time. */
async function standingStill(context: BrowserContext): Promise<BrowserContext> {
  await context.addInitScript({
    content: `document.addEventListener('DOMContentLoaded', () => {
      const still = new CSSStyleSheet();
      still.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important }');
      document.adoptedStyleSheets.push(still);
    })`,
  });
  return context;
}

async function launchOptions({ fontConfiguration }: BrowserOptions): Promise<LaunchOptions> {
  const host = await headlessHost();
  const bundledFonts = (await exists('/etc/fonts/fonts.conf')) ? undefined : host.fontConfiguration;
  const fonts = fontConfiguration ?? bundledFonts;
  return {
    executablePath: host.chromium,
    headless: true,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: {
      ...definedOnly(process.env),
      LD_LIBRARY_PATH: [process.env['LD_LIBRARY_PATH'], host.libraries].filter(Boolean).join(':'),
      ...(fonts === undefined ? {} : { FONTCONFIG_FILE: fonts }),
    },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-dev-shm-usage',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    ],
  };
}

function contextOptions(options: BrowserOptions): BrowserContextOptions {
  return {
    viewport: options.viewport ?? { width: 1280, height: 800 },
    deviceScaleFactor: options.deviceScaleFactor ?? 1,
    locale: options.locale ?? 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
  };
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
