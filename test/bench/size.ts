// npm run bench:size: what a person downloads, and what every start of their VS Code loads. Ends with 1 over budget.
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { stage } from '../run/stage';
import { root } from '../run/step';
import { packageExtension } from '../run/vsix';

interface Row {
  readonly what: string;
  readonly measured: number;
  readonly budget: number;
  readonly unit: 'B' | 'files';
}

const entry = 'dist/extension.js';

async function measure(): Promise<readonly Row[]> {
  const vsix = await packageExtension();
  const { size } = await fs.stat(vsix);
  const files = (await fs.readdir(stage, { recursive: true, withFileTypes: true })).filter((it) =>
    it.isFile(),
  );
  const activation = await activationBytes();
  return [
    { what: '.vsix', measured: size, budget: 250_000, unit: 'B' },
    // the package adds its own manifest and content types
    { what: 'files in the .vsix', measured: files.length + 2, budget: 40, unit: 'files' },
    { what: 'loaded by activation', measured: activation, budget: 60_000, unit: 'B' },
  ];
}

/** The size of the entry point and of every chunk that it imports before its first line runs. */
async function activationBytes(): Promise<number> {
  const metafile = JSON.parse(await fs.readFile(path.join(root, 'out/meta.json'), 'utf8')) as Metafile;
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    const output = metafile.outputs[file];
    if (!output) throw new Error(`the build describes no ${file}`);
    seen.add(file);
    for (const { path: imported, kind, external } of output.imports) {
      if (kind === 'import-statement' && !external) visit(imported);
    }
  };
  visit(entry);
  const sizes = await Promise.all([...seen].map(async (file) => (await fs.stat(path.join(root, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function amount(value: number, unit: Row['unit']): string {
  return unit === 'B' ? `${(value / 1000).toFixed(1)} kB` : String(value);
}

async function main(): Promise<void> {
  const rows = await measure();
  console.log('\n| what | measured | budget | |\n| --- | ---: | ---: | --- |');
  for (const { what, measured, budget, unit } of rows) {
    const verdict = measured <= budget ? 'met' : 'NOT met';
    console.log(`| ${what} | ${amount(measured, unit)} | ${amount(budget, unit)} | ${verdict} |`);
  }
  if (rows.some(({ measured, budget }) => measured > budget)) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
