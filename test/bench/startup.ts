/**
 * npm run bench -- startup: CPU time and elapsed time of activation, with histories of three sizes, compared with an
 * extension that does nothing. At the start of VS Code, the activations of all extensions overlap on one thread. So this
 * benchmark holds back each of the two until the extension host is idle, and then loads and activates it alone.
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

/** Loading the code of one extension, and activating it until its promise resolves. */
interface Activation {
  /** CPU time of the extension host, ms */
  readonly cpu: number;
  /** ms */
  readonly elapsed: number;
}
/** The host is idle if it takes at most `MAX_IDLE_CPU_MS` of CPU time in a period of `IDLE_PERIOD_MS`. */
const IDLE_PERIOD_MS = 500;
const MAX_IDLE_CPU_MS = 10;

/** By ID of the extension. */
type Activations = Readonly<Record<string, Activation>>;

export async function measure(): Promise<readonly Row[]> {
  const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-bench-'));
  try {
    const extensions = path.join(scratch, 'x');
    await installVsix(await packageExtension(), extensions);
    const emptyCode = 'exports.activate = () => {};';
    await installVsix(await packedExtension(path.join(scratch, 'empty'), 'empty', emptyCode, {}), extensions);
    for (const id of [extension, empty]) await addMeter(extensions, id);
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

/** Replaces the main file of an installed extension by one that measures the original. */
async function addMeter(extensions: string, id: string): Promise<void> {
  const folder = (await fs.readdir(extensions)).find((name) => name.startsWith(`${id}-`));
  assert.ok(folder, id);
  const manifestFile = path.join(extensions, folder, 'package.json');
  const manifest = JSON.parse(await fs.readFile(manifestFile, 'utf8')) as { readonly main: string };
  const main = path.join(extensions, folder, manifest.main);
  await fs.rename(main, path.join(path.dirname(main), 'measured.js'));
  await fs.writeFile(main, meter(id));
}

/** Runs in the extension host. Waits for other measurements, then until the host is idle. */
const meter = (id: string): string => `
const fs = require('node:fs');
const { setTimeout } = require('node:timers/promises');
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const idle = async () => {
  let before = -Infinity;
  while (cpu() - before > ${MAX_IDLE_CPU_MS}) {
    before = cpu();
    await setTimeout(${IDLE_PERIOD_MS});
  }
};
let extension;
const measure = async (context) => {
  await idle();
  const [cpuBefore, before] = [cpu(), performance.now()];
  extension = require('./measured.js');
  const api = await extension.activate(context);
  const measured = { cpu: cpu() - cpuBefore, elapsed: performance.now() - before };
  const file = process.env.BENCH_REPORTS + '/${id}';
  fs.writeFileSync(file + '.new', JSON.stringify(measured));
  fs.renameSync(file + '.new', file);
  return api;
};
exports.activate = (context) => {
  globalThis.benchTurn = (globalThis.benchTurn ?? Promise.resolve()).then(() => measure(context));
  return globalThis.benchTurn;
};
exports.deactivate = () => extension?.deactivate?.();
`;

function rowsOf(records: number, all: readonly Activations[]): readonly Row[] {
  const of = (id: string, what: keyof Activation) => median(all.map((one) => one[id]?.[what] ?? Number.NaN));
  const name = `activation, ${records.toLocaleString('en')} records in the history, median of ${rounds}`;
  const cpu = of(extension, 'cpu');
  const emptyCpu = of(empty, 'cpu');
  const measure = `CPU time of ${name}`;
  return [
    {
      measure,
      ...(records === Math.max(...sizes) ? { headline: measure } : {}),
      ours: ms(cpu),
      peer: `an empty extension ${ms(emptyCpu)}`,
      budget: `≤ ${budget} ms beyond it`,
      met: cpu - emptyCpu <= budget,
      ...(records === 0
        ? {}
        : { ifMissed: 'Most of the difference to an empty history is validating the 40 rows of the index.' }),
    },
    {
      measure: `elapsed time of ${name}`,
      ours: ms(of(extension, 'elapsed')),
      peer: `an empty extension ${ms(of(empty, 'elapsed'))}`,
      budget: '',
      met: undefined,
    },
  ];
}

/** Opens a window on this history, and returns the figures of both extensions. */
async function start(extensionsDir: string, history: string, scratch: string): Promise<Activations> {
  const reports = await fs.mkdtemp(path.join(scratch, 'reports-'));
  const folder = path.join(scratch, 'workspace');
  await fs.mkdir(folder, { recursive: true });
  const server = await startServer({ extensionsDir, env: { BENCH_REPORTS: reports } });
  try {
    const storage = path.join(server.dataDir, 'data/User/globalStorage', extension);
    await fs.mkdir(storage, { recursive: true });
    await fs.symlink(history, path.join(storage, 'history'));
    const { browser, context } = await launchBrowser();
    try {
      const page = await context.newPage();
      await page.goto(workbenchUrl(server, { folder }), { waitUntil: 'domcontentloaded' });
      return { [extension]: await reported(reports, extension), [empty]: await reported(reports, empty) };
    } finally {
      await browser.close();
    }
  } finally {
    await server.stop();
  }
}

async function reported(reports: string, id: string): Promise<Activation> {
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    const text = await fs.readFile(path.join(reports, id), 'utf8').catch(() => null);
    if (text !== null) return JSON.parse(text) as Activation;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${id} wasn’t activated within 2 minutes`);
}

runAlone(import.meta.filename, measure);
