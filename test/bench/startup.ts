/**
 * npm run bench -- startup: what the extension costs each start of VS Code, as VS Code itself measures it («Developer: Startup
 * Performance»), with histories of three sizes. The peer is an extension that does nothing, in the same extension host.
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
/** ms beyond an empty extension */
const budget = 40;
const sizes = [0, 100, 10_000];
const extension = 'judge-results.judge-results';
const empty = 'bench.empty';

/** One extension of VS Code's table, ms. */
interface Activation {
  /** reading and compiling the code */
  readonly load: number;
  /** until `activate` returned */
  readonly call: number;
  /** until the promise that it returned was resolved */
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

function rowsOf(records: number, all: readonly Activations[]): readonly Row[] {
  const of = (id: string, what: keyof Activation) =>
    median(all.map((one) => one.get(id)?.[what] ?? Number.NaN));
  const name = `${records.toLocaleString('en')} records in the history`;
  const load = of(empty, 'load');
  const whole = of(extension, 'load') + of(extension, 'call') + of(extension, 'finish');
  return [
    {
      measure: `activation, ${name}: load + activate() + its promise, median of ${rounds}`,
      ours: `${ms(of(extension, 'load'))} + ${ms(of(extension, 'call'))} + ${ms(of(extension, 'finish'))}`,
      // the rest of the empty one's start is waiting for ours: both are on one thread
      peer: `an empty extension ${ms(load)}`,
      ...(load > 0 ? { ratio: whole / load } : {}),
      budget: `≤ ${budget} ms beyond it`,
      met: whole - load <= budget,
      ifMissed:
        'A start waits for the disk and for other extensions, too: on a busy machine all of them take longer.',
    },
  ];
}

/** Opens a window on this history, waits until VS Code has come to rest, and asks it what it measured. */
async function start(extensionsDir: string, history: string, scratch: string): Promise<Activations> {
  const file = path.join(scratch, 'startup.md');
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

async function reported(file: string): Promise<string> {
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    const text = await fs.readFile(file, 'utf8').catch(() => null);
    if (text !== null) return text;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('VS Code did not tell what it measured');
}

/** `| extension | eager | load | call | finish | event | by |` */
function activationsIn(text: string): Activations {
  const found = new Map<string, Activation>();
  for (const line of text.split('\n')) {
    const [id = '', , ...figures] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (id !== extension && id !== empty) continue;
    const [load, call, finish] = figures.slice(0, 3).map(Number);
    assert.ok(
      load !== undefined && call !== undefined && finish !== undefined && !Number.isNaN(load + call + finish),
      line,
    );
    found.set(id, { load, call, finish });
  }
  assert.equal(found.size, 2, text);
  return found;
}

/** Asks for VS Code's own report once both extensions are active, and writes it where the benchmark looks. */
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
      fs.writeFileSync(file + '.new', text);
      fs.renameSync(file + '.new', file);
      return;
    }
    await pause(200);
  }
}
`;

runAlone(import.meta.filename, measure);
