// npm run bench [-- name …] [--write]: every benchmark of this folder, each in a process of its own, one table of all their
// figures at the end, and all of them as JSON in out/benchmarks.json. `--write` puts what a reader needs into
// docs/development/benchmarks.md, with the machine it was measured on. Ends with 1 over budget.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../tools/root';
import { rowsVariable, table } from './row';
import type { Row } from './row';
import { contents } from './size';
import { soakSectionIn, withSoakSection } from './soakSection';

/** In the order in which they are run and read, with what each is about. */
const benchmarks: Readonly<Record<string, string>> = {
  size: 'What is downloaded and what each start loads',
  startup: 'Start of VS Code',
  roundtrip: 'From Enter to rows',
  decode: 'Decoding',
  hostile: 'Hostile responses',
  cleaning: 'Cleaning what a service sent',
  records: 'Updates and history',
  memory: 'Memory',
  compiler: 'Compile messages',
  polling: 'Polling, simulated',
  ui: 'In the window',
  load: 'Load',
};

interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
  /** what went wrong, where there are no rows */
  readonly problem?: string;
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { write: { type: 'boolean', default: false } },
  });
  const names = Object.keys(benchmarks);
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${names.join(', ')}.`);
  const chosen = positionals.length > 0 ? positionals : names;
  const sections: Section[] = [];
  for (const name of chosen) {
    console.log(`\n── ${benchmarks[name] ?? name}`);
    const section = await run(name);
    sections.push(section);
    console.log(section.problem ?? table(section.rows));
  }
  console.log(
    `\n${'═'.repeat(40)}\n\n${tables(sections)}\n\n${summary(sections)}\n${missed(sections)
      .map(({ measure }) => `Over budget: ${measure}`)
      .join('\n')}`,
  );
  const all = { measuredOn: machine(), sections, chunks: (await contents()).split('\n') };
  await fs.writeFile(path.join(root, 'out/benchmarks.json'), `${JSON.stringify(all, null, 1)}\n`);
  if (values.write) {
    const file = path.join(root, 'docs/development/benchmarks.md');
    const soak = soakSectionIn(await fs.readFile(file, 'utf8'));
    await fs.writeFile(file, withSoakSection(page(sections), soak));
    console.log('Written to docs/development/benchmarks.md.');
  }
  if (sections.some(({ rows, problem }) => problem || rows.some(({ met }) => met === false)))
    process.exitCode = 1;
}

async function run(name: string): Promise<Section> {
  const title = benchmarks[name] ?? name;
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judge-bench-'));
  const file = path.join(folder, 'rows.json');
  try {
    const child = spawn(
      process.execPath,
      [...process.execArgv, path.join(import.meta.dirname, `${name}.ts`)],
      {
        cwd: root,
        env: { ...process.env, [rowsVariable]: file },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    const rows = await fs.readFile(file, 'utf8').catch(() => null);
    if (rows === null)
      return { title, rows: [], problem: `not measured (the process ended with ${signal ?? code})` };
    return { title, rows: JSON.parse(rows) as Row[] };
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

function summary(sections: readonly Section[]): string {
  const rows = sections.flatMap((section) => section.rows).filter(({ role }) => role !== 'worst');
  const budgeted = rows.filter(({ met }) => met !== undefined).length;
  const failed = sections.filter(({ problem }) => problem).map(({ title }) => title);
  const parts = [
    `${rows.length} figures, ${budgeted - missed(sections).length} of ${budgeted} budgets met`,
    ...(failed.length > 0 ? [`not measured: ${failed.join('; ')}`] : []),
  ];
  return `${parts.join('; ')}.`;
}

function missed(sections: readonly Section[]): readonly Row[] {
  const rows = sections.flatMap((section) => section.rows);
  return rows.filter(({ met, role }) => met === false && role !== 'worst');
}

/** What is over budget, each with the sentence that says why. Throws where one has none. */
function reasons(sections: readonly Section[]): string[] {
  return missed(sections).map(({ measure, ifMissed }) => {
    if (ifMissed === undefined) throw new Error(`Over budget without a reason (ifMissed): ${measure}`);
    return `- Over budget: ${measure}. ${ifMissed}`;
  });
}

function tables(sections: readonly Section[]): string {
  return sections
    .map(({ title, rows, problem }) => {
      const shown = rows.filter(({ role }) => role !== 'detail');
      return `## ${title}\n\n${problem ?? table(shown)}`;
    })
    .join('\n\n');
}

function page(sections: readonly Section[]): string {
  const parts = [
    '# Benchmarks',
    `As \`npm run bench -- --write\` printed it on ${new Date().toISOString().slice(0, 10)}. ${summary(sections)}`,
    'Each result is compared with a baseline or a limit measured in the same run. Ratio = this project ÷ baseline. Absolute times depend on the machine, ratios hardly do.',
    `${machine()} Every figure, and what the code is made of, is in \`out/benchmarks.json\` after a run.`,
    ...(missed(sections).length > 0 ? [reasons(sections).join('\n')] : []),
    tables(sections),
  ];
  return `${parts.join('\n\n')}\n`;
}

function machine(): string {
  const cpus = os.cpus();
  const [load = 0] = os.loadavg();
  const facts = [
    `${cpus[0]?.model.trim() || 'unknown processor'}, ${cpus.length} cores`,
    `${Math.round(os.totalmem() / 2 ** 30)} GiB of memory`,
    `${os.type()} ${os.release().split('-')[0]} (${os.arch()})`,
    `Node ${process.versions.node}`,
    `load average ${load.toFixed(1)} at the end`,
  ];
  return `Measured on: ${facts.join(', ')}.`;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
