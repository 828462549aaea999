// npm run bench [-- name …] [--write]: runs these benchmarks, or all, each in a process of its own. Prints a table of all
// figures, and writes them to out/benchmarks.json. `--write` updates docs/development/benchmarks.md. The exit code is 1 if a
// budget isn’t met.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../tools/root';
import { benchmarks, machine, writePage } from './page';
import { rowsVariable, table } from './row';
import type { Row } from './row';
import { contents } from './size';

interface Section {
  readonly name: string;
  readonly title: string;
  readonly rows: readonly Row[];
  /** Why there are no rows. */
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
    for (const { name, rows, problem } of sections) if (problem === undefined) await writePage(name, rows);
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
      return { name, title, rows: [], problem: `not measured (the process ended with ${signal ?? code})` };
    return { name, title, rows: JSON.parse(rows) as Row[] };
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

function tables(sections: readonly Section[]): string {
  return sections
    .map(({ title, rows, problem }) => {
      const shown = rows.filter(({ role }) => role !== 'detail');
      return `## ${title}\n\n${problem ?? table(shown)}`;
    })
    .join('\n\n');
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
