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
    Pick<ServerOptions, 'settings' | 'machineSettings' | 'env' | 'locale'>,
    Pick<BrowserOptions, 'viewport' | 'deviceScaleFactor'> {
  /** The folder whose copy is opened; without one the sample workspace. */
  readonly folder?: string;
  /** Where extensions are installed; without it where run.ts has installed the package. */
  readonly extensions?: string;
  /** Those of VS Code's own extensions that are there besides languages and themes. */
  readonly builtins?: readonly string[];
  /** Keys of the user's own, as `keybindings.json` has them; they may name files of the folder that is opened. */
  readonly keybindings?: (folder: string) => readonly unknown[];
}

/**
 * Opens one workbench for all tests of the `describe` it is called in, and closes it after them. The answer gives it
 * to the tests. What has to be there first, such as a service, is started by a function that gives the setup. A test
 * that fails leaves a picture in out/screenshots/failed.
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
    // by a hook that failed; where tests were chosen the others have no state either
    const cutShort = !process.env['TEST_FILTER'] && suite?.tests.some(({ state }) => state === undefined);
    if (suite && cutShort) await keepPicture(suite.fullTitle());
    for (const cleanup of cleanups) await cleanup();
  });

  return () => {
    if (!workbench) throw new Error('the workbench is there only inside a test');
    return workbench;
  };
}
