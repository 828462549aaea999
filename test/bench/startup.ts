/**
 * npm run bench -- startup: cost of the extension at each start of VS Code, with histories of three sizes. Compared with an
 * extension that does nothing, in the same extension host. There are two figures:
 * - CPU time of the extension host's thread, from the first line of the extension until its promise resolves. It includes
 *   everything else that this thread does meanwhile, so it is an upper bound. The budget applies to it.
 * - Elapsed time, as “Developer: Startup Performance” shows it. It also includes waiting for the disk, for VS Code, and for
 *   other extensions.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { installVsix, launchBrowser, startServer, workbenchUrl } from '../../tools/host/index';
import { packageExtension } from '../../tools/package/vsix';
import { packedExtension } from './peer/extension';
import { writeHistory } from './records';
import { median, ms, runAlone } from './row';
import type { Row } from './row';

const rounds = 10;
/** CPU time beyond an empty extension, ms */
const budget = 40;
const sizes = [0, 100, 10_000];
const extension = 'judge-results.judge-results';
const empty = 'bench.empty';

/** The activation of one extension, ms. */
interface Activation {
  /** CPU time */
  readonly cpu: number;
  /** elapsed time until the code was read and compiled */
  readonly load: number;
  /** elapsed time from there until `activate` returned */
  readonly call: number;
  /** elapsed time from there until the promise that it returned was resolved */
  readonly finish: number;
}
type Activations = ReadonlyMap<string, Activation>;

export async function measure(): Promise<readonly Row[]> {
  const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-bench-'));
  try {
    const extensions = path.join(scratch, 'x');
    await installVsix(await packageExtension(), extensions);
    for (const [name, main, manifest] of [
      ['empty', 'exports.activate = () => {};', {}],
      ['probe', probe, { contributes: { commands: [{ command: 'bench.report', title: 'Bench: Report' }] } }],
    ] as const) {
      await installVsix(await packedExtension(path.join(scratch, name), name, main, manifest), extensions);
    }
    for (const id of [extension, empty]) await measureCpu(extensions, id);
    const rows: Row[] = [];
    for (const records of sizes) {
      const history = path.join(scratch, `history-${records}`);
      await writeHistory(history, records);
      const all: Activations[] = [];
      for (let round = 0; round < rounds; round += 1) all.push(await start(extensions, history, scratch));
      rows.push(...rowsOf(records, all));
    }
    return rows;
  } finally {
    await fs.rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Makes an installed extension report its CPU time: puts a file in front of its main file. Its activation adds a few
 * microseconds.
 */
async function measureCpu(extensions: string, id: string): Promise<void> {
  const folder = (await fs.readdir(extensions)).find((name) => name.startsWith(`${id}-`));
  assert.ok(folder, id);
  const manifestFile = path.join(extensions, folder, 'package.json');
  const manifest = JSON.parse(await fs.readFile(manifestFile, 'utf8')) as { readonly main: string };
  const main = path.join(extensions, folder, manifest.main);
  await fs.rename(main, path.join(path.dirname(main), 'measured.js'));
  await fs.writeFile(main, cpuMeter(id));
}

const cpuMeter = (id: string): string => `
const before = process.threadCpuUsage();
const extension = require('./measured.js');
exports.deactivate = extension.deactivate;
exports.activate = async (context) => {
  const api = await extension.activate(context);
  const { user, system } = process.threadCpuUsage(before);
  (globalThis.benchCpu ??= {})['${id}'] = (user + system) / 1000;
  return api;
};
`;

function rowsOf(records: number, all: readonly Activations[]): readonly Row[] {
  const of = (id: string, what: keyof Activation) =>
    median(all.map((one) => one.get(id)?.[what] ?? Number.NaN));
  const name = `${records.toLocaleString('en')} records in the history, median of ${rounds}`;
  const cpu = of(extension, 'cpu');
  const emptyCpu = of(empty, 'cpu');
  const load = of(empty, 'load');
  const whole = of(extension, 'load') + of(extension, 'call') + of(extension, 'finish');
  return [
    {
      measure: `CPU time of activation, ${name}`,
      ...(records === Math.max(...sizes) ? { headline: `CPU time of activation, ${name}` } : {}),
      ours: ms(cpu),
      peer: `an empty extension ${ms(emptyCpu)}`,
      budget: `≤ ${budget} ms beyond it`,
      met: cpu - emptyCpu <= budget,
      ifMissed:
        'Includes everything else that the extension host does until the promise of activation resolves.',
    },
    {
      measure: `elapsed time of activation (load + activate() + its promise), ${name}`,
      ours: `${ms(of(extension, 'load'))} + ${ms(of(extension, 'call'))} + ${ms(of(extension, 'finish'))}`,
      // the empty extension waits for this one after its code is loaded: both are on one thread
      peer: `an empty extension ${ms(load)}`,
      ...(load > 0 ? { ratio: whole / load } : {}),
      budget: '',
      met: undefined,
    },
  ];
}

/** Opens a window on this history, and returns the figures of VS Code and of the CPU meters. */
async function start(extensionsDir: string, history: string, scratch: string): Promise<Activations> {
  const file = path.join(scratch, 'startup.json');
  await fs.rm(file, { force: true });
  const folder = path.join(scratch, 'workspace');
  await fs.mkdir(folder, { recursive: true });
  const server = await startServer({ extensionsDir, env: { BENCH_REPORT: file } });
  try {
    const storage = path.join(server.dataDir, 'data/User/globalStorage', extension);
    await fs.mkdir(storage, { recursive: true });
    await fs.symlink(history, path.join(storage, 'history'));
    const { browser, context } = await launchBrowser();
    try {
      const page = await context.newPage();
      await page.goto(workbenchUrl(server, { folder }), { waitUntil: 'domcontentloaded' });
      return activationsIn(await reported(file));
    } finally {
      await browser.close();
    }
  } finally {
    await server.stop();
  }
}

/** What the probe writes. */
interface Report {
  /** the text of “Developer: Startup Performance” */
  readonly text: string;
  /** CPU time by ID of the extension, ms */
  readonly cpu: Readonly<Record<string, number>>;
}

async function reported(file: string): Promise<Report> {
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    const text = await fs.readFile(file, 'utf8').catch(() => null);
    if (text !== null) return JSON.parse(text) as Report;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('VS Code did not report its figures within 2 minutes');
}

/** Reads the rows `| extension | eager | load | call | finish | event | by |`. */
function activationsIn({ text, cpu: cpuTimes }: Report): Activations {
  const found = new Map<string, Activation>();
  for (const line of text.split('\n')) {
    const [id = '', , ...figures] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (id !== extension && id !== empty) continue;
    const [load, call, finish] = figures.slice(0, 3).map(Number);
    const cpu = cpuTimes[id];
    assert.ok(cpu !== undefined, `no CPU time of ${id}`);
    assert.ok(
      load !== undefined && call !== undefined && finish !== undefined && !Number.isNaN(load + call + finish),
      line,
    );
    found.set(id, { cpu, load, call, finish });
  }
  assert.equal(found.size, 2, text);
  return found;
}

/** Opens VS Code's own report once both extensions are active, and writes it to the file that the benchmark reads. */
const probe = `
const vscode = require('vscode');
const fs = require('node:fs');
const file = process.env.BENCH_REPORT;
const ids = ${JSON.stringify([extension, empty])};
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
exports.activate = () => void report();
async function report() {
  while (!ids.every((id) => vscode.extensions.getExtension(id)?.isActive)) await pause(200);
  await vscode.commands.executeCommand('perfview.show');
  for (;;) {
    const text = vscode.workspace.textDocuments.find((one) => one.uri.scheme === 'perf')?.getText() ?? '';
    if (ids.every((id) => text.includes(id))) {
      fs.writeFileSync(file + '.new', JSON.stringify({ text, cpu: globalThis.benchCpu }));
      fs.renameSync(file + '.new', file);
      return;
    }
    await pause(200);
  }
}
`;

runAlone(import.meta.filename, measure);
