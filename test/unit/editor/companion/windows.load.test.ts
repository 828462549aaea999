import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { seededRandom, until } from '../../support/fakeClock';

interface Window {
  readonly name: string;
  readonly process: ChildProcess;
  readonly received: string[];
  state: string;
  focusedAt: number;
  isAlive: boolean;
  /** Sends a command. Resolves when the window has run it. */
  run(command: string): Promise<void>;
}

/** Sends a problem as a browser extension does. Returns the status; null: nothing listens. */
function send(port: number, name: string): Promise<number | null> {
  return new Promise((resolve) => {
    const request = http.request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: 'chrome-extension://abc' },
      agent: false,
    });
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    });
    request.on('error', () => resolve(null));
    request.end(JSON.stringify({ name }));
  });
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => net.createServer());
  const ports: number[] = [];
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address === 'object' && address) ports.push(address.port);
  }
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

describe('Windows that receive problems', function () {
  this.timeout(180_000);
  let scripts: string;
  let folder: string;
  let ports: readonly number[];
  let windows: Window[] = [];
  let errors: string[] = [];
  let time = 0;

  // Compiles once. Each process would take a second to load TypeScript.
  before(async () => {
    scripts = fs.mkdtempSync(join(tmpdir(), 'windows-'));
    await build({
      entryPoints: [join(import.meta.dirname, 'children/window.ts')],
      outdir: scripts,
      bundle: true,
      platform: 'node',
      logLevel: 'warning',
    });
  });
  after(() => fs.rmSync(scripts, { recursive: true, force: true }));

  beforeEach(async () => {
    folder = fs.mkdtempSync(join(tmpdir(), 'shared-'));
    ports = await freePorts(3);
    [windows, errors, time] = [[], [], 0];
  });
  afterEach(async () => {
    await Promise.all(windows.map(kill));
    fs.rmSync(folder, { recursive: true, force: true });
  });

  async function open(): Promise<Window> {
    const own = spawn(process.execPath, [join(scripts, 'window.js'), folder, ...ports.map(String)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const done = new Map<string, () => void>();
    const window: Window = {
      name: `window ${windows.length + 1}`,
      process: own,
      received: [],
      state: '',
      focusedAt: 0,
      isAlive: true,
      run: (command) =>
        new Promise((resolve) => {
          done.set(`did ${command}`, resolve);
          own.stdin.write(`${command}\n`);
        }),
    };
    const ready = new Promise<void>((resolve) => done.set('ready', resolve));
    createInterface({ input: own.stdout }).on('line', (line) => {
      if (line.startsWith('problem ')) window.received.push(line.slice('problem '.length));
      if (line.startsWith('state ')) window.state = line.slice('state '.length).trim();
      if (line.startsWith('error ')) errors.push(`${window.name}: ${line}`);
      done.get(line)?.();
    });
    own.stdin.on('error', () => undefined); // it was killed
    windows.push(window);
    await ready;
    return window;
  }

  async function kill(window: Window): Promise<void> {
    if (!window.isAlive) return;
    window.isAlive = false;
    const closed = new Promise((resolve) => window.process.once('close', resolve));
    window.process.kill('SIGKILL');
    await closed;
  }

  const alive = (): readonly Window[] => windows.filter(({ isAlive }) => isAlive);
  const owners = (): readonly Window[] => alive().filter(({ state }) => state.startsWith('owner'));

  /** Waits until one window is the owner, and all others wait at its port. */
  async function untilSettled(): Promise<number> {
    await until(
      () => owners().length === 1 && alive().every(({ state }) => /^(?:owner|waiting) /.test(state)),
    );
    return Number(owners()[0]?.state.split(' ')[1]);
  }

  async function focus(window: Window): Promise<void> {
    time += 1;
    window.focusedAt = time;
    await window.run(`focus ${time}`);
  }

  function lastFocused(): Window {
    const [last] = alive().toSorted((a, b) => b.focusedAt - a.focusedAt);
    assert.ok(last);
    return last;
  }

  const receivers = (name: string): readonly string[] =>
    windows.flatMap((window) => window.received.filter((one) => one === name).map(() => window.name));

  it('get each of 200 problems once, in the window that had the focus last, despite 100 focus changes and 20 kills', async () => {
    const random = seededRandom(1);
    const any = (): Window => alive()[Math.floor(random() * alive().length)] ?? lastFocused();
    await Promise.all(Array.from({ length: 5 }, open));
    await Promise.all(windows.map((window) => window.run('start 0')));
    await focus(any());
    let port = await untilSettled();
    const expected = new Map<string, string>();
    const duringKill = new Map<string, string>();
    for (let number = 0; number < 200; number += 1) {
      if (number % 2 === 0) await focus(any());
      if (number % 10 === 5) {
        await until(() => [...expected.keys()].every((name) => receivers(name).length > 0));
        const victim = number % 20 === 5 ? (owners()[0] ?? any()) : any();
        if (owners().includes(victim)) for (const window of alive()) window.state = '';
        const killed = kill(victim);
        await send(port, `while killing ${number}`);
        duringKill.set(`while killing ${number}`, lastFocused().name);
        await killed;
        const opened = await open();
        await opened.run('start 0');
        port = await untilSettled();
      }
      const name = `problem ${number}`;
      expected.set(name, lastFocused().name);
      assert.equal(await send(port, name), 204, name);
      // a new owner first waits for the other windows, and the focus mustn't change meanwhile
      if (number === 0 || number % 10 === 5) await until(() => receivers(name).length > 0);
    }
    await until(() => [...expected.keys()].every((name) => receivers(name).length > 0));
    for (const [name, window] of expected) assert.deepEqual(receivers(name), [window], name);
    for (const [name, window] of duringKill) {
      const got = receivers(name).filter((receiver) => receiver !== window);
      assert.ok(receivers(name).length <= 1 && got.length === 0, `${name}: ${receivers(name).join()}`);
    }
    assert.deepEqual(errors, []);
    assert.equal(windows.length, 25);
  });

  it('have one owner if five of them start at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const opened = await Promise.all(Array.from({ length: 5 }, open));
      await Promise.all(opened.map((window) => window.run('start 0')));
      await focus(opened[round] ?? lastFocused());
      const port = await untilSettled();
      assert.equal(await send(port, `round ${round}`), 204);
      await until(() => receivers(`round ${round}`).length > 0);
      assert.deepEqual(receivers(`round ${round}`), [lastFocused().name]);
      assert.deepEqual(await Promise.all(ports.map((other) => send(other, 'other'))), [204, null, null]);
      await Promise.all(opened.map(kill));
    }
  });

  it('wait at the port of the owner even if a preferred port is free again', async () => {
    const foreign = net.createServer((socket) => socket.resume().end('hello\n'));
    await new Promise<void>((resolve) => foreign.listen(ports[0], '127.0.0.1', resolve));
    const first = await open();
    await first.run('start 1');
    assert.equal(await untilSettled(), ports[1]);
    await new Promise((resolve) => foreign.close(resolve));
    const second = await open();
    await second.run('start 2');
    assert.equal(await untilSettled(), ports[1]);
    assert.equal(second.state, `waiting ${ports[1]}`);
  });

  it('wait for an owner that hangs, and use no other port meanwhile', async () => {
    const first = await open();
    await first.run('start 1');
    const port = await untilSettled();
    const second = await open();
    const resumed = first.run('hang 2500');
    await second.run('start 2');
    const [status] = await Promise.all([send(port, 'while it hangs'), resumed]);
    assert.equal(status, 204);
    assert.equal(await untilSettled(), port);
    await until(() => receivers('while it hangs').length > 0);
    assert.equal(receivers('while it hangs').length, 1);
    assert.equal(await send(port, 'afterwards'), 204);
    await until(() => receivers('afterwards').length > 0);
    assert.deepEqual(receivers('afterwards'), [second.name]);
  });

  it('all stop if the user turns off receiving in one of them', async () => {
    await Promise.all(Array.from({ length: 3 }, open));
    await Promise.all(windows.map((window) => window.run('start 0')));
    await untilSettled();
    await windows.find(({ state }) => state.startsWith('waiting'))?.run('off');
    await until(() => windows.every(({ state }) => state === 'closed'));
    assert.deepEqual(await Promise.all(ports.map((port) => send(port, 'nobody'))), [null, null, null]);
  });
});
