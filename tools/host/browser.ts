import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { exists } from './cache';
import { headlessHost } from './headless';

export interface BrowserOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Device pixels to a CSS pixel; 2 for a picture that stays sharp. */
  readonly deviceScaleFactor?: number;
  /** The language of the browser, such as `zh-CN`. */
  readonly locale?: string;
}

/** Launches the headless browser with one window. It reaches nothing but this machine. */
export async function launchBrowser(
  options: BrowserOptions = {},
): Promise<{ browser: Browser; context: BrowserContext }> {
  const host = await headlessHost();
  const hasFonts = await exists('/etc/fonts/fonts.conf');
  const browser = await chromium.launch({
    executablePath: host.chromium,
    headless: true,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: {
      ...definedOnly(process.env),
      LD_LIBRARY_PATH: [process.env['LD_LIBRARY_PATH'], host.libraries].filter(Boolean).join(':'),
      ...(hasFonts ? {} : { FONTCONFIG_FILE: host.fontConfiguration }),
    },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-dev-shm-usage',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    ],
  });
  const context = await browser.newContext({
    viewport: options.viewport ?? { width: 1280, height: 800 },
    deviceScaleFactor: options.deviceScaleFactor ?? 1,
    locale: options.locale ?? 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  return { browser, context };
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
