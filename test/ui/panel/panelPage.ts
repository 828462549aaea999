// The page of the record panel in a plain browser: built from the sources, under its own content security policy, with
// a stand-in for the editor around it. It records every message to the extension.
import path from 'node:path';
import { build } from 'esbuild';
import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { builds } from '../../../esbuild.js';
import { pageHtml } from '../../../src/editor/shared/pageHtml';
import type { FromPage, ToPage } from '../../../src/resultPage/messages';
import { themes, type ThemeName } from './themes';

const origin = 'http://127.0.0.1:1';

export interface PanelPageOptions {
  readonly theme?: ThemeName;
  /** what the page saved before */
  readonly state?: unknown;
}

/** Pages that were used before: another load costs a fifth of what another page does. */
const idle = new WeakMap<BrowserContext, Page[]>();

export class PanelPage {
  private constructor(
    readonly page: Page,
    /** What the browser complained about: errors, and all that the policy forbade. */
    readonly complaints: readonly string[],
    /** Gives the page to whoever opens the next one. */
    readonly release: () => Promise<void>,
  ) {}

  static async open(context: BrowserContext, options: PanelPageOptions = {}): Promise<PanelPage> {
    const page = idle.get(context)?.pop() ?? (await newPage(context));
    const complaints: string[] = [];
    const onError = (error: Error) => void complaints.push(error.message);
    const onMessage = (message: ConsoleMessage) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    };
    page.on('pageerror', onError);
    page.on('console', onMessage);
    const { bodyClass, variables } = themes[options.theme ?? 'dark'];
    const { state = null } = options;
    const told = JSON.stringify({ bodyClass, variables, state });
    await page.setViewportSize({ width: 1000, height: 760 });
    await page.goto(`${origin}/?${new URLSearchParams({ told }).toString()}`);
    return new PanelPage(page, complaints, async () => {
      page.off('pageerror', onError);
      page.off('console', onMessage);
      await page.goto('about:blank');
      idle.set(context, [...(idle.get(context) ?? []), page]);
    });
  }

  async send(message: ToPage): Promise<void> {
    await this.paint(message);
  }

  /** Sends a message; how long until the page has painted what it changes, ms. */
  async paint(message: ToPage): Promise<number> {
    return this.page.evaluate<number>(`(${receive})(${JSON.stringify(JSON.stringify(message))})`);
  }

  /** What the page has said, from the first on. */
  async said(): Promise<FromPage[]> {
    return this.page.evaluate<FromPage[]>('window.said');
  }

  async saved(): Promise<unknown> {
    return this.page.evaluate('window.saved');
  }
}

let built: Promise<ReadonlyMap<string, string>> | undefined;

/** Builds the page in memory, minified as in the package. Returns the content of each file by its name. */
function builtFiles(): Promise<ReadonlyMap<string, string>> {
  return (built ??= buildPage());
}

async function buildPage(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles = [] } = await build({
    ...builds['panel'],
    minify: true,
    sourcemap: false,
    write: false,
  });
  return new Map(outputFiles.map((file) => [path.basename(file.path), file.text]));
}

async function newPage(context: BrowserContext): Promise<Page> {
  const files = await builtFiles();
  const page = await context.newPage();
  await page.addInitScript({ content: `(${editorStandIn})()` });
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const name = pathname.slice(1);
    if (name === '') {
      await route.fulfill({ contentType: 'text/html', body: html() });
      return;
    }
    const body = files.get(name);
    if (body === undefined) await route.fulfill({ status: 204 });
    else await route.fulfill({ contentType: name.endsWith('js') ? 'text/javascript' : 'text/css', body });
  });
  return page;
}

function html(): string {
  return pageHtml({
    script: `${origin}/panel.js`,
    style: `${origin}/panel.css`,
    source: origin,
    nonce: 'dGhpcyBpcyBhIHRlc3Q',
    language: 'en',
    title: 'P1001',
  });
}

// Both run in the page, whose types this project doesn't know.
const receive = `(text) => {
  const data = JSON.parse(text);
  const start = performance.now();
  window.dispatchEvent(new MessageEvent('message', { data }));
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(performance.now() - start);
    requestAnimationFrame(() => port2.postMessage(null));
  });
}`;

const editorStandIn = `() => {
  const told = new URLSearchParams(location.search).get('told');
  if (told === null) return;
  const { bodyClass, variables, state } = JSON.parse(told);
  window.said = [];
  window.saved = state;
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => window.said.push(message),
    getState: () => window.saved,
    setState: (next) => (window.saved = next),
  });
  new MutationObserver((_, self) => {
    if (!document.body) return;
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(variables)) style.setProperty('--vscode-' + name, value);
    document.body.className = bodyClass;
    self.disconnect();
  }).observe(document, { childList: true, subtree: true });
}`;
