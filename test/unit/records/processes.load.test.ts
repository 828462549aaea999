import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { recordKey } from '../../../src/records';
import { safeName } from '../../../src/records/disk/layout';
import { service } from './fixtures';
import { openWindow, temporaryFolder } from './folders';

interface Child {
  readonly process: ChildProcess;
  readonly lines: string[];
  /** Resolves with the first line that begins with `start`. */
  line(start: string): Promise<string>;
  readonly ended: Promise<void>;
}

describe('Several processes', function () {
  this.timeout(180_000);
  const folder = temporaryFolder();
  let children: Child[] = [];
  let scripts: string;

  // Compiles once. Each process would take a second to load TypeScript.
  before(async () => {
    scripts = fs.mkdtempSync(join(tmpdir(), 'children-'));
    const entryPoints = ['locker', 'writer'].map((name) => join(import.meta.dirname, `children/${name}.ts`));
    await build({ entryPoints, outdir: scripts, bundle: true, platform: 'node', logLevel: 'warning' });
  });
  after(() => fs.rmSync(scripts, { recursive: true, force: true }));

  beforeEach(() => {
    fs.mkdirSync(folder(), { recursive: true });
    children = [];
  });
  afterEach(async () => {
    for (const child of children) child.process.kill('SIGKILL');
    await Promise.all(children.map(({ ended }) => ended));
  });

  function start(script: string, ...args: string[]): Child {
    const own = spawn(process.execPath, [join(scripts, script), ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    const waiting = new Map<string, (line: string) => void>();
    createInterface({ input: own.stdout }).on('line', (line) => {
      lines.push(line);
      for (const [begin, resolve] of waiting) if (line.startsWith(begin)) resolve(line);
    });
    const child: Child = {
      process: own,
      lines,
      ended: new Promise((resolve) => own.once('close', () => resolve())),
      line: (begin) => new Promise((resolve) => waiting.set(begin, resolve)),
    };
    children.push(child);
    return child;
  }

  function violations(): string[] {
    return children.flatMap(({ lines }) => lines.filter((line) => line.startsWith('violation')));
  }

  it('never hold the same lock at once, even if some are killed while holding it', async () => {
    const hammering = [1, 2, 3].map(() => start('locker.js', 'hammer', folder(), '800'));
    const victim = start('locker.js', 'hammer', folder(), '60000');
    await Promise.all([...hammering, victim].map((child) => child.line('ready')));
    for (const { process: own } of [...hammering, victim]) own.stdin?.write('go\n');
    await Promise.race([victim.ended, new Promise((resolve) => setTimeout(resolve, 300))]);
    victim.process.kill('SIGKILL');
    const totals = await Promise.all(hammering.map((child) => child.line('had')));
    assert.deepEqual(violations(), []);
    assert.ok(
      totals.some((total) => Number(total.split(' ')[1]) > 0),
      totals.join(', '),
    );
  });

  it('take over each of a vanished process’s locks exactly once', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `old${at}`);
    const then = new Date(Date.now() - 3_600_000);
    for (const name of names) {
      const path = join(folder(), 'locks', safeName(name));
      fs.mkdirSync(path, { recursive: true });
      fs.writeFileSync(join(path, 'elsewhere~1~gone~1~1000'), '');
      fs.utimesSync(join(path, 'elsewhere~1~gone~1~1000'), then, then);
    }
    const takers = [1, 2, 3].map(() => start('locker.js', 'takeOver', folder(), String(names.length)));
    await Promise.all(takers.map((child) => child.line('ready')));
    for (const { process: own } of takers) own.stdin?.write('go\n');
    const took = await Promise.all(takers.map((child) => child.line('took')));
    assert.deepEqual(violations(), []);
    const all = took.flatMap((line) =>
      line
        .split(' ')
        .slice(1)
        .filter((name) => name !== ''),
    );
    assert.deepEqual(all.sort(), names.sort());
  });

  it('lose no acknowledged change when they are killed at any moment', async () => {
    const acknowledged = new Map<string, number>();
    let step = 0;
    for (let round = 0; round < 3; round += 1) {
      const writer = start('writer.js', folder(), String(step + 1));
      await writer.line('label');
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 250));
      writer.process.kill('SIGKILL');
      await writer.ended;
      assert.deepEqual(
        writer.lines.filter((line) => line.startsWith('problem')),
        [],
      );
      for (const line of writer.lines) {
        const [what, id, at] = line.split(' ');
        acknowledged.set(`${what} ${id}`, Number(at));
        step = Math.max(step, Number(at));
      }
      await checkFolder(acknowledged);
    }
    assert.ok(step >= 3, String(step));
  });

  async function checkFolder(acknowledged: ReadonlyMap<string, number>): Promise<void> {
    const window = openWindow(folder());
    await window.store.loadAll();
    for (const [name, step] of acknowledged) {
      const [what, id = ''] = name.split(' ');
      const key = recordKey(service, id);
      const found = {
        label: async () => window.store.get(key)?.label,
        result: async () => (await window.store.loadEnvelope(key))?.data?.judge?.id,
        plan: async () => window.store.trackedOne(key)?.plan.dueAt,
      }[what ?? ''];
      const value = Number((await found?.()) ?? NaN);
      assert.ok(value >= step, `${name}: acknowledged ${step}, found ${value}`);
    }
    assert.deepEqual(window.problems, []);
    await window.store.close();
  }
});
