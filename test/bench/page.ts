// docs/development/benchmarks.md: one table with the figures that matter most. `npm run bench -- --write` and
// `npm run soak -- --write` replace the rows of the benchmarks that ran. The other rows keep their values and their date.
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../tools/root';
import { shortened, type Row } from './row';

/** The title of each benchmark, in the order of the run. */
export const benchmarks: Readonly<Record<string, string>> = {
  size: 'What is downloaded and what each start loads',
  startup: 'Start of VS Code',
  roundtrip: 'From Enter to rows',
  decode: 'Decoding',
  hostile: 'Hostile responses',
  cleaning: 'Cleaning what a service sent',
  bounds: 'Files, statements, and streams of a hostile origin',
  compare: 'Comparing outputs',
  records: 'Updates and history',
  memory: 'Memory',
  compiler: 'Compile messages',
  polling: 'Polling, simulated',
  contest: 'A contest at DOMjudge, simulated',
  local: 'Programs on this computer',
  ui: 'In the window',
  load: 'Load',
};

/** The order of rows on the page. */
const order = [...Object.keys(benchmarks), 'soak'];

const head = `# Benchmarks

The most important figures. \`npm run bench -- --write\` and \`npm run soak -- --write\` update the rows of the benchmarks that
they run. \`npm run bench\` prints all figures, and writes them to \`out/benchmarks.json\`. Each figure is compared with a
baseline or a limit measured in the same run. Ratio = this project ÷ baseline. Absolute times depend on the machine.

| benchmark | measure | this project | baseline or limit | ratio | budget | date |
| --- | --- | --- | --- | --- | --- | --- |`;

/** Writes the rows of one benchmark to the page. */
export async function writePage(benchmark: string, rows: readonly Row[]): Promise<void> {
  const file = path.join(root, 'docs/development/benchmarks.md');
  const today = new Date().toISOString().slice(0, 10);
  await fs.writeFile(file, pageWith(await fs.readFile(file, 'utf8'), benchmark, rows, today, machine()));
  console.log(`${benchmark}: written to docs/development/benchmarks.md.`);
}

/**
 * Returns the page with these rows instead of the rows of the same benchmark. Only rows with a headline are listed. Rows
 * over budget are explained below the table.
 * @param date of the measurement, as YYYY-MM-DD
 */
export function pageWith(
  page: string,
  benchmark: string,
  rows: readonly Row[],
  date: string,
  machineText: string,
): string {
  const others = page.split('\n').filter((line) => benchmarkOf(line) !== benchmark);
  const lines = rows.flatMap((row) =>
    row.headline === undefined ? [] : [lineOf(benchmark, row.headline, row, date)],
  );
  const notes = rows
    .filter(({ met, role }) => met === false && role !== 'worst')
    .map((row) => noteOf(benchmark, row));
  const isRow = (line: string) => line.startsWith('| `');
  const isNote = (line: string) => line.startsWith('- `');
  const table = inOrder([...others.filter(isRow), ...lines]);
  const overBudget = inOrder([...others.filter(isNote), ...notes]);
  const parts = [
    [head, ...table].join('\n'),
    ...(overBudget.length > 0 ? [`Over budget:\n\n${overBudget.join('\n')}`] : []),
    machineText,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Returns the benchmark of a row or a note of the page; null for other lines. */
function benchmarkOf(line: string): string | null {
  return /^[|-] `(\w+)`/.exec(line)?.[1] ?? null;
}

function inOrder(lines: readonly string[]): readonly string[] {
  const position = (line: string) => order.indexOf(benchmarkOf(line) ?? '');
  return lines.toSorted((one, other) => position(one) - position(other));
}

function lineOf(benchmark: string, headline: string, row: Row, date: string): string {
  const { ours, peer, ratio, budget, met } = row;
  const cells = [
    `\`${benchmark}\``,
    headline,
    ours,
    peer,
    ratio === undefined ? '' : shortened(ratio),
    met === false ? `${budget} (**not met**)` : budget,
    date,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function noteOf(benchmark: string, { measure, ours, budget, ifMissed }: Row): string {
  const figure = `- \`${benchmark}\`: ${measure}: ${ours} (${budget}).`;
  return ifMissed === undefined ? figure : `${figure} ${ifMissed}`;
}

/** Returns one sentence about this machine. */
export function machine(): string {
  const cpus = os.cpus();
  const [load = 0] = os.loadavg();
  const facts = [
    `${cpus[0]?.model.trim() || 'unknown processor'}, ${cpus.length} cores`,
    `${Math.round(os.totalmem() / 2 ** 30)} GiB of memory`,
    `${os.type()} ${os.release().split('-')[0]} (${os.arch()})`,
    `Node ${process.versions.node}`,
    `load average ${load.toFixed(1)} at the end`,
  ];
  return `Machine of the last run: ${facts.join(', ')}.`;
}
