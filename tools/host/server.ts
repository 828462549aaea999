import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { headlessHost, type HeadlessHost } from './headless';
import { quietSettings } from './settings';

export interface ServerOptions {
  /** User settings, on top of those that keep a test quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The user's keys, as `keybindings.json` has them. */
  readonly keybindings?: readonly unknown[];
  /** Settings of scope machine (`http.proxy` among them). */
  readonly machineSettings?: Readonly<Record<string, unknown>>;
  /** Where extensions are installed; without it the server has none but VS Code's own. */
  readonly extensionsDir?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where it listens; without it on a free port of its own choice. */
  readonly port?: number;
  /** More arguments for the server. */
  readonly args?: readonly string[];
  /** The display language, such as `zh-cn`: the extension's words, not the workbench's. */
  readonly locale?: string;
  /**
   * The secret in the workbench's address. Without one every process of this machine has a shell: only for tests.
   */
  readonly connectionToken?: string;
  /** The smoke-test driver: needed to run a test suite, refuses dialogs and hides notification toasts. */
  readonly driver?: boolean;
  /** Called with each piece of the server's output. */
  readonly onLog?: (text: string) => void;
}

/** How the extension host ended, in the words of the server's log. */
export interface HostExit {
  readonly code: string;
  readonly signal: string;
}

export interface Server {
  readonly port: number;
  /** `127.0.0.1:<port>` */
  readonly authority: string;
  readonly connectionToken: string | undefined;
  /** User data, logs and scratch files; removed by `stop`. */
  readonly dataDir: string;
  readonly pid: number;
  /** Settles with the exit code when the server's process ends, whyever. */
  readonly exited: Promise<number | null>;
  /** Settles when an extension host of this server ends. */
  readonly extensionHostExit: Promise<HostExit>;
  /** The last of the server's output. */
  tail(): string;
  /** Ends the server and all it started, and removes its data. */
  stop(): Promise<void>;
}

const startTimeoutMs = 60_000;

/** Starts a VS Code server on loopback. @throws when it doesn't answer within a minute, with its last output */
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
  if (options.locale) await writeLanguagePack(options.locale, path.join(dataDir, 'data'), write);
}

/** An empty language pack under an invented name is enough for VS Code to give extensions that language. */
async function writeLanguagePack(
  locale: string,
  data: string,
  write: (file: string, content: unknown) => Promise<void>,
): Promise<void> {
  await write('data/empty-translation.json', { contents: {} });
  await write('data/languagepacks.json', {
    [locale]: {
      hash: locale,
      label: locale,
      extensions: [{ extensionIdentifier: { id: 'test.language-pack' }, version: '1.0.0' }],
      translations: { vscode: path.join(data, 'empty-translation.json') },
    },
  });
}

async function launch(host: HeadlessHost, dataDir: string, options: ServerOptions): Promise<Server> {
  const preload = path.join(import.meta.dirname, 'headless', 'end-with-parent.cjs');
  const token = options.connectionToken;
  const child = spawn(
    host.node,
    [
      ...['--require', preload, host.serverMain, '--accept-server-license-terms', '--telemetry-level', 'off'],
      ...['--host', '127.0.0.1', '--port', String(options.port ?? 0), '--server-data-dir', dataDir],
      ...(token
        ? ['--connection-token-file', await tokenFile(dataDir, token)]
        : ['--without-connection-token']),
      '--force-disable-user-env', // it has the environment of who starts it, and needs no login shell
      ...(options.driver ? ['--enable-smoke-test-driver'] : []),
      ...(options.locale ? ['--locale', options.locale] : []),
      ...['--extensions-dir', options.extensionsDir ?? path.join(dataDir, 'extensions')],
      ...(options.args ?? []),
    ],
    { env: serverEnvironment(dataDir, options.env), stdio: ['pipe', 'pipe', 'pipe'], detached: true },
  );
  const output = new Output(child, options.onLog);
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  });
  const extensionHostExit = output
    .says(/<\d+> Extension Host Process exited with code: (\w+), signal: (\w+)/)
    .then(([, code = '', signal = '']) => ({ code, signal }));
  const stop = () => end(child, exited, dataDir);
  const port = await Promise.race([
    // it may have chosen a free port itself
    output.says(/^Extension host agent listening on (\d+)$/m).then(([, port]) => Number(port)),
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

/** In a file, because arguments are open to every user of the machine. */
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
  // what an outer VS Code or Electron left there would be taken for ours
  for (const name of Object.keys(env)) if (/^(VSCODE|ELECTRON)_/.test(name)) delete env[name];
  return {
    ...env,
    EXTENSIONS_GALLERY: '{}', // no look-ups in a marketplace
    TMPDIR: path.join(dataDir, 'tmp'), // sockets and scratch files go when the data goes
    ...more,
  };
}

/** The last of what the server writes. */
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

  /** Settles when this comes to be read there. */
  says(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve) => {
      this.onText(() => {
        const found = pattern.exec(this.text);
        if (found) resolve(found);
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
  throw new Error(`It didn't listen within ${startTimeoutMs / 1000} s.`);
}

async function end(child: ChildProcess, exited: Promise<number | null>, dataDir: string): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, name);
    } catch {
      // the group is gone already
    }
  };
  signal('SIGTERM');
  const timer = setTimeout(signal, 3000, 'SIGKILL');
  await exited.catch(() => null);
  clearTimeout(timer);
  signal('SIGKILL'); // whatever outlived its parent
  await removeFolder(dataDir);
}

async function removeFolder(folder: string): Promise<void> {
  await fs.rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
