import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  startServer,
  workbenchUrl,
  type BrowserOptions,
  type ServerOptions,
} from '../../../tools/host/index';
import { copySamples } from '../../../tools/samples/copy';
import { patienceMs } from '../../../tools/workbench/eventually';
import { housekeepingKeys } from '../../../tools/workbench/housekeeping';
import { Workbench } from '../../../tools/workbench/workbench';
import { linkBuiltins } from '../../support/builtins';
import { installedExtensions, onlyNeededBuiltins } from '../support/vsix';
import { openPage, workbenchPort } from './one-browser';

export interface WorkbenchSetup
  extends
    Pick<ServerOptions, 'settings' | 'machineSettings' | 'env' | 'locale' | 'translations'>,
    Pick<BrowserOptions, 'viewport' | 'deviceScaleFactor' | 'fontConfiguration'> {
  /** Folder to copy and open; by default the sample workspace. */
  readonly folder?: string;
  /** Folder of extensions; by default the one in which run.ts installed the package. */
  readonly extensions?: string;
  /** VS Code's built-in extensions to enable in addition to languages and themes. */
  readonly builtins?: readonly string[];
  /** The user's `keybindings.json`, which may refer to files of the opened folder. */
  readonly keybindings?: (folder: string) => readonly unknown[];
}

/**
 * Opens one workbench for all tests of the current `describe`, and closes it after them. Returns a function that returns
 * it. A setup function can start services first and returns the options. A failed test leaves a picture in
 * out/screenshots/failed.
 */
export function useWorkbench(
  setupOrMaker: WorkbenchSetup | (() => Promise<WorkbenchSetup>) = {},
): () => Workbench {
  let workbench: Workbench | undefined;
  const cleanups: (() => Promise<unknown>)[] = [];

  before('opens VS Code', async function () {
    this.timeout(4 * patienceMs);
    const setup = typeof setupOrMaker === 'function' ? await setupOrMaker() : setupOrMaker;
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-ui-'));
    cleanups.push(() => fs.rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    await (setup.folder ? fs.cp(setup.folder, folder, { recursive: true }) : copySamples(folder));
    const port = await workbenchPort();
    const builtins = setup.builtins ? await fs.mkdtemp(path.join(os.tmpdir(), 'judge-builtins-')) : null;
    if (builtins) {
      cleanups.push(() => fs.rm(builtins, { recursive: true, force: true }));
      await linkBuiltins(builtins, setup.builtins);
    }
    const [server, { page }] = await Promise.all([
      startServer({
        ...setup,
        port,
        extensionsDir: setup.extensions ?? installedExtensions(),
        args: builtins ? ['--builtin-extensions-dir', builtins] : onlyNeededBuiltins(),
        keybindings: [...housekeepingKeys, ...(setup.keybindings?.(folder) ?? [])],
      }).then((started) => {
        cleanups.unshift(() => started.stop());
        return started;
      }),
      openPage(setup).then((opened) => {
        cleanups.unshift(() => opened.close());
        return opened;
      }),
    ]);
    page.setDefaultTimeout(patienceMs);
    await page.goto(workbenchUrl(server, { folder }), { waitUntil: 'domcontentloaded' });
    workbench = new Workbench(page, server, folder);
    await workbench.ready();
  });

  const keepPicture = async (title: string) => {
    const name = title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100);
    const file = await workbench?.screenshot(path.join('failed', name));
    if (file) console.log(`      picture: ${path.relative(process.cwd(), file)}`);
  };

  afterEach('keeps a picture of a failure', async function () {
    if (this.currentTest?.state === 'failed') await keepPicture(this.currentTest.fullTitle());
  });

  after('closes VS Code', async function () {
    this.timeout(2 * patienceMs);
    const suite = this.test?.parent;
    // A failed hook leaves tests without a state. With a filter, skipped tests have none either.
    const cutShort = !process.env['TEST_FILTER'] && suite?.tests.some(({ state }) => state === undefined);
    if (suite && cutShort) await keepPicture(suite.fullTitle());
    for (const cleanup of cleanups) await cleanup();
  });

  return () => {
    if (!workbench) throw new Error('the workbench is there only inside a test');
    return workbench;
  };
}
