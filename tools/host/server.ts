import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endGroup, spawnGroup } from '../processGroup';
import { headlessHost, type HeadlessHost } from './headless';
import { quietSettings } from './settings';

export interface ServerOptions {
  /** User settings that are added to `quietSettings`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Contents of `keybindings.json`. */
  readonly keybindings?: readonly unknown[];
  /** Settings with the scope `machine`, such as `http.proxy`. */
  readonly machineSettings?: Readonly<Record<string, unknown>>;
  /** Folder of the installed extensions; absent: only the built-in extensions of VS Code. */
  readonly extensionsDir?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Port to listen on; absent: a free port. */
  readonly port?: number;
  /** Additional arguments of the server. */
  readonly args?: readonly string[];
  /** Display language for extensions, such as `zh-cn`. The workbench stays in English. */
  readonly locale?: string;
  /** File with the translated strings of VS Code itself for `locale`. If absent, only extensions use the locale. */
  readonly translations?: string;
  /**
   * Secret in the workbench's URL. Without it, every process on this computer could open a shell through the server, so
   * only tests may omit it.
   */
  readonly connectionToken?: string;
  /**
   * Enables the smoke-test driver, which running test suites requires. The driver refuses dialogs and hides
   * notifications.
   */
  readonly driver?: boolean;
  /** Called with each piece of the server's output. */
  readonly onLog?: (text: string) => void;
}

/** Exit code and signal of the extension host, as written to the server's log. */
export interface HostExit {
  readonly code: string;
  readonly signal: string;
}

export interface Server {
  readonly port: number;
  /** `127.0.0.1:<port>` */
  readonly authority: string;
  readonly connectionToken: string | undefined;
  /** Folder for user data, logs, and temporary files. `stop` removes it. */
  readonly dataDir: string;
  readonly pid: number;
  /** Resolves to the exit code when the server's process ends, for any reason. */
  readonly exited: Promise<number | null>;
  /** Resolves when an extension host of this server ends. */
  readonly extensionHostExit: Promise<HostExit>;
  /** Returns the end of the server's output. */
  tail(): string;
  /** Ends the server and its child processes, and removes its data. */
  stop(): Promise<void>;
}

const startTimeoutMs = 60_000;

/**
 * Starts a VS Code server on the loopback interface.
 * @throws if it doesn't respond within a minute, with the end of its output
 */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const host = await headlessHost();
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-results-vscode-'));
  try {
    await writeData(dataDir, options);
    return await launch(host, dataDir, options);
  } catch (error) {
    await removeFolder(dataDir);
    throw error;
  }
}

async function writeData(dataDir: string, options: ServerOptions): Promise<void> {
  const write = async (file: string, content: unknown) => {
    await fs.mkdir(path.dirname(path.join(dataDir, file)), { recursive: true });
    await fs.writeFile(path.join(dataDir, file), JSON.stringify(content));
  };
  await fs.mkdir(path.join(dataDir, 'tmp'));
  await fs.mkdir(path.join(dataDir, 'extensions'));
  await write('data/User/settings.json', { ...quietSettings, ...options.settings });
  await write('data/Machine/settings.json', options.machineSettings ?? {});
  await write('data/User/keybindings.json', options.keybindings ?? []);
  if (options.locale) {
    await write('data/empty-translation.json', { contents: {} });
    const strings = options.translations ?? path.join(dataDir, 'data/empty-translation.json');
    await writeLanguagePack(options.locale, strings, write);
  }
}

/**
 * Writes a language pack with an invented name. Even without strings, it makes VS Code set the language of extensions.
 */
async function writeLanguagePack(
  locale: string,
  strings: string,
  write: (file: string, content: unknown) => Promise<void>,
): Promise<void> {
  await write('data/languagepacks.json', {
    [locale]: {
      hash: locale,
      label: locale,
      extensions: [{ extensionIdentifier: { id: 'test.language-pack' }, version: '1.0.0' }],
      translations: { vscode: strings },
    },
  });
}

async function launch(host: HeadlessHost, dataDir: string, options: ServerOptions): Promise<Server> {
  const preload = path.join(import.meta.dirname, 'headless', 'end-with-parent.cjs');
  const token = options.connectionToken;
  const child = spawnGroup(
    host.node,
    [
      ...['--require', preload, host.serverMain, '--accept-server-license-terms', '--telemetry-level', 'off'],
      ...['--host', '127.0.0.1', '--port', String(options.port ?? 0), '--server-data-dir', dataDir],
      ...(token
        ? ['--connection-token-file', await tokenFile(dataDir, token)]
        : ['--without-connection-token']),
      // The server inherits this process's environment, so it doesn't have to start a login shell.
      '--force-disable-user-env',
      ...(options.driver ? ['--enable-smoke-test-driver'] : []),
      ...(options.locale ? ['--locale', options.locale] : []),
      ...['--extensions-dir', options.extensionsDir ?? path.join(dataDir, 'extensions')],
      ...(options.args ?? []),
    ],
    { env: serverEnvironment(dataDir, options.env), stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const output = new Output(child, options.onLog);
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  });
  const extensionHostExit = output
    .waitForOutput(/<\d+> Extension Host Process exited with code: (\w+), signal: (\w+)/)
    .then(([, code = '', signal = '']) => ({ code, signal }));
  const stop = () => end(child, exited, dataDir);
  const port = await Promise.race([
    // The server may have chosen a free port.
    output.waitForOutput(/^Extension host agent listening on (\d+)$/m).then(([, port]) => Number(port)),
    exited.then((code) => Promise.reject(new Error(`The VS Code server exited (${code}).`))),
    tooLate(),
  ]).catch(async (error: unknown) => {
    await stop();
    throw new Error(`The VS Code server didn't start.\n${output.tail()}`, { cause: error });
  });
  return {
    port,
    authority: `127.0.0.1:${port}`,
    connectionToken: token,
    dataDir,
    pid: child.pid ?? 0,
    exited,
    extensionHostExit,
    tail: () => output.tail(),
    stop,
  };
}

/** Writes the token to a file, because all users of the computer can see the arguments of a process. */
async function tokenFile(dataDir: string, token: string): Promise<string> {
  const file = path.join(dataDir, 'connection-token');
  await fs.writeFile(file, token, { mode: 0o600 });
  return file;
}

export function serverEnvironment(
  dataDir: string,
  more: ServerOptions['env'] = {},
): Record<string, string | undefined> {
  const env: Record<string, string | undefined> = { ...process.env };
  // Prevents the server from using the variables of an outer VS Code or Electron.
  for (const name of Object.keys(env)) if (/^(VSCODE|ELECTRON)_/.test(name)) delete env[name];
  return {
    ...env,
    EXTENSIONS_GALLERY: '{}', // Disables requests to the marketplace.
    TMPDIR: path.join(dataDir, 'tmp'), // Sockets and temporary files are removed together with the data.
    ...more,
  };
}

/** Collects the end of the server's output. */
class Output {
  private text = '';

  constructor(
    private readonly child: ChildProcess,
    onLog: ((text: string) => void) | undefined,
  ) {
    this.onText((text) => {
      this.text = (this.text + text).slice(-16_000);
      onLog?.(text);
    });
  }

  /** Resolves when the output matches the pattern. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve) => {
      this.onText(() => {
        const match = pattern.exec(this.text);
        if (match) resolve(match);
      });
    });
  }

  tail(): string {
    return this.text;
  }

  private onText(listener: (text: string) => void): void {
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', listener);
    }
  }
}

async function tooLate(): Promise<never> {
  await sleep(startTimeoutMs, undefined, { ref: false });
  throw new Error(`The VS Code server didn't start within ${startTimeoutMs / 1000} s.`);
}

async function end(child: ChildProcess, exited: Promise<number | null>, dataDir: string): Promise<void> {
  endGroup(child, 'SIGTERM');
  const timer = setTimeout(() => endGroup(child), 3000);
  await exited.catch(() => null);
  clearTimeout(timer);
  endGroup(child); // Ends processes that are still running after their parent has ended.
  await removeFolder(dataDir);
}

async function removeFolder(folder: string): Promise<void> {
  await fs.rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
