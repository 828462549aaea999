import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { launchProfile, startServer, type Server } from '../../tools/host/index';
import { linkBuiltins } from '../support/builtins';
import { installForFaults } from './install';
import { watchNotices } from './notices';
import { inboxVariable } from './protocol';
import { startService, type JudgedService, type ServiceName } from './services';

export interface LabOptions {
  /** the packaged extension */
  readonly vsix: string;
  /** seed of everything random */
  readonly seed: number;
  /** judges in the settings, the first one is chosen; by default only `judge`, which needs no credential */
  readonly services?: readonly ServiceName[];
  /** more settings, without the prefix `judgeResults.` */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/**
 * Answers the request of the workbench for the encryption key of secrets, which the headless VS Code doesn’t answer. Then
 * the browser stores secrets, which survive reloads and kills, as on the desktop.
 */
const keepSecrets = `
  const fetched = globalThis.fetch;
  globalThis.fetch = (...args) =>
    String(args[0]).endsWith('/mint-key') ? Promise.resolve(new Response(new Uint8Array(32))) : fetched(...args);
`;

/** The environment of a fault run: VS Code with the packaged extension, a browser, and the judges. */
export class Lab {
  private constructor(
    readonly services: readonly JudgedService[],
    readonly server: Server,
    readonly context: BrowserContext,
    /** folder for messages between this process and the companion */
    readonly inbox: string,
    /** folder of the history, which all windows share */
    readonly history: string,
    private readonly scratch: string,
    private readonly cleanups: readonly (() => Promise<unknown>)[],
  ) {}

  /** Starts everything. Call `stop` at the end. */
  static async start({ vsix, seed, services: names = ['judge'], settings }: LabOptions): Promise<Lab> {
    const cleanups: (() => Promise<unknown>)[] = [];
    const own = <Value>(value: Value, cleanup: () => Promise<unknown>): Value => {
      cleanups.unshift(cleanup);
      return value;
    };
    try {
      const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-faults-'));
      cleanups.push(() => fs.rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
      const [inbox, extensionsDir] = [path.join(scratch, 'inbox'), path.join(scratch, 'extensions')];
      await fs.mkdir(inbox);
      await fs.mkdir(extensionsDir);
      await installForFaults(vsix, extensionsDir);
      const builtins = path.join(scratch, 'builtin');
      await linkBuiltins(builtins);
      const services: JudgedService[] = [];
      const ids: string[] = [];
      for (const name of names) {
        const service = await startService(name, seed, ids);
        services.push(own(service, () => service.stop()));
      }
      const described = Object.fromEntries(services.map(({ name, description }) => [name, description]));
      const all = { services: described, service: names[0], 'history.limit': 100_000, ...settings };
      const server = await startServer({
        settings: Object.fromEntries(
          Object.entries(all).map(([name, value]) => [`judgeResults.${name}`, value]),
        ),
        extensionsDir,
        args: ['--builtin-extensions-dir', builtins],
        env: { [inboxVariable]: inbox },
      });
      own(server, () => server.stop());
      const context = await launchProfile(path.join(scratch, 'browser'));
      own(context, () => context.close());
      await watchNotices(context);
      await context.addInitScript(keepSecrets);
      const history = path.join(
        server.dataDir,
        'data/User/globalStorage/judge-results.judge-results/history',
      );
      return new Lab(services, server, context, inbox, history, scratch, cleanups);
    } catch (error) {
      for (const cleanup of cleanups) await cleanup();
      throw error;
    }
  }

  /** Creates a workspace folder. */
  async folder(): Promise<string> {
    return fs.mkdtemp(path.join(this.scratch, 'workspace-'));
  }

  async stop(): Promise<void> {
    for (const cleanup of this.cleanups) await cleanup();
  }
}
