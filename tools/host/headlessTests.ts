// Runs a test suite in headless VS Code. Accepts the command line that `runTests` of @vscode/test-electron passes to
// desktop VS Code. Exits with the suite's exit code. If the extension host, the server, or the browser ends unexpectedly,
// exits with a different code.
import util from 'node:util';
import type { Page } from 'playwright-core';
import { workbenchUrl } from './address';
import { launchBrowser } from './browser';
import { startServer, type Server } from './server';

const debug = Boolean(process.env['JUDGE_TEST_DEBUG']);
/**
 * How long the window may print nothing. Longer than the timeout of any test, because a suite prints a line for each.
 * The suite as a whole has no limit here: on a slow machine it takes three times as long.
 */
const silenceMs = 15 * 60 * 1000;
const hostEndMs = 5000;
/** Small, because nobody sees the window. Compared with the usual size, this saves a sixth of the CPU time. */
const smallWindow = { width: 640, height: 480 };

/** Irrelevant messages that VS Code logs in this host. */
const noise =
  /^(Resolv(ing|ed) connection token|Creating a socket|\[reconnection-grace-time\]|Updating additional builtin|\[AgentHost|\[AccountPolicyGate\]|\[Service Worker\]|ChatSessionStore|Canceled|Ignoring fetching additional builtin|A system error occurred|EntryNotFound)|open-vsx\.org|Could not locate the bindings file/;

interface CommandLine {
  readonly extensionDevelopmentPath: readonly string[];
  readonly options: ReadonlyMap<string, string>;
  readonly folder: string | undefined;
}

function parse(args: readonly string[]): CommandLine {
  const extensionDevelopmentPath: string[] = [];
  const options = new Map<string, string>();
  let folder: string | undefined;
  for (const arg of args) {
    const match = /^--([^=]+)(?:=(.*))?$/s.exec(arg);
    if (!match) folder = arg;
    else if (match[1] === 'extensionDevelopmentPath') extensionDevelopmentPath.push(match[2] ?? '');
    else options.set(match[1] ?? '', match[2] ?? '');
  }
  return { extensionDevelopmentPath, options, folder };
}

class Run {
  private readonly cleanups: (() => Promise<void>)[] = [];
  private finishing = false;
  /** Each printed line starts it again. */
  private readonly silence = setTimeout(
    () => void this.finish(124, `the suite printed nothing for ${silenceMs / 60_000} minutes`),
    silenceMs,
  ).unref();

  async start(line: CommandLine): Promise<void> {
    const builtins = line.options.get('builtin-extensions-dir');
    const [server, { browser, context }] = await Promise.all([
      startServer({
        driver: true,
        args: builtins ? ['--builtin-extensions-dir', builtins] : [],
        extensionsDir: line.options.get('extensions-dir'),
        settings: parseSettings(process.env['JUDGE_TEST_SETTINGS']),
        locale: line.options.get('locale'),
        onLog: (text) => void (debug && process.stderr.write(text)),
      }).then((started) => this.withCleanup(started, () => started.stop())),
      launchBrowser({ viewport: smallWindow }).then((launched) =>
        this.withCleanup(launched, () => launched.browser.close()),
      ),
    ]);
    if (this.finishing) return;
    void server.exited.then((code) =>
      this.finish(71, `the VS Code server exited (${code})\n${server.tail()}`),
    );
    browser.on('disconnected', () => void this.finish(72, 'the browser closed unexpectedly'));
    const page = await context.newPage();
    page.on('crash', () => void this.finish(73, 'the page crashed'));
    await this.listen(page, server);
    const address = workbenchUrl(server, {
      folder: line.folder,
      extensionDevelopmentPath: line.extensionDevelopmentPath,
      extensionTestsPath: line.options.get('extensionTestsPath'),
    });
    await page.goto(address, { waitUntil: 'domcontentloaded' });
  }

  /**
   * Adds the two functions that the smoke-test driver calls in the page: one for each line of the suite's output, and
   * one when the suite ends.
   */
  private async listen(page: Page, server: Server): Promise<void> {
    await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
      const line = util.format(...args);
      if (!debug && noise.test(line)) return;
      this.silence.refresh();
      const stream = type === 'error' || type === 'warn' ? process.stderr : process.stdout;
      stream.write(`${line}\n`);
    });
    let reported = false;
    await page.exposeFunction('codeAutomationExit', async (code: number) => {
      reported = true;
      if (code !== 0) return this.finish(code);
      // The workbench also reports 0 if the extension host crashed. Only the server's log shows the difference.
      const host = await Promise.race([server.extensionHostExit, after(hostEndMs)]);
      if (!host) return this.finish(75, 'the extension host did not exit');
      if (host.code === '0') return this.finish(0);
      return this.finish(
        Number(host.code) || 74,
        `the extension host crashed (${host.code}, ${host.signal})`,
      );
    });
    void server.extensionHostExit.then(async (host) => {
      await after(hostEndMs);
      if (!reported)
        await this.finish(
          74,
          `the extension host exited (${host.code}, ${host.signal}) before the suite finished`,
        );
    });
  }

  async finish(code: number, why?: string): Promise<void> {
    if (this.finishing) return;
    this.finishing = true;
    if (why) console.error(why);
    await Promise.allSettled(this.cleanups.map((cleanup) => cleanup()));
    // flushes the pipes first, because their content is lost when this process ends
    process.stdout.write('', () => process.stderr.write('', () => setTimeout(() => process.exit(code), 100)));
  }

  private withCleanup<T>(value: T, cleanup: () => Promise<void>): T {
    this.cleanups.push(cleanup);
    if (this.finishing) void cleanup();
    return value;
  }
}

function parseSettings(text: string | undefined): Record<string, unknown> {
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined));
}

const run = new Run();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void run.finish(130, `terminated by ${signal}`));
}
for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (error: unknown) => void run.finish(70, util.format(error)));
}
void run.start(parse(process.argv.slice(2))).catch((error: unknown) => run.finish(70, util.format(error)));
