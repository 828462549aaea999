// npm run bench -- size: what a person downloads, and what every start of their VS Code loads. Ends with 1 over budget.
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { loadedAtStart, maxStartFiles } from '../../tools/package/startFiles';
import { stage } from '../../tools/package/stage';
import { root } from '../../tools/root';
import { packageExtension } from '../../tools/package/vsix';
import { runAlone } from './row';
import type { Row } from './row';

export async function measure(): Promise<readonly Row[]> {
  const vsix = await packageExtension();
  const { size } = await fs.stat(vsix);
  const files = (await fs.readdir(stage, { recursive: true, withFileTypes: true })).filter((it) =>
    it.isFile(),
  );
  const { outputs } = await metafile();
  const start = [...loadedAtStart(outputs)];
  const bytes = start.reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
  return [
    // the package adds its own manifest and content types
    row(`the package that a person downloads (.vsix), ${files.length + 2} files`, size, 600_000),
    {
      measure: `files of code that every start of VS Code loads, ${kilobytes(bytes)} minified`,
      ours: String(start.length),
      peer: '',
      ratio: start.length / maxStartFiles,
      budget: `≤ ${maxStartFiles}`,
      met: start.length <= maxStartFiles,
    },
  ];
}

/** @param measured, budget in bytes */
function row(name: string, measured: number, budget: number): Row {
  return {
    measure: name,
    ours: kilobytes(measured),
    peer: '',
    ratio: measured / budget,
    budget: `≤ ${kilobytes(budget)}`,
    met: measured <= budget,
  };
}

const mostParts = 8;

/** What each chunk of the build is made of: bytes of every folder of ours and of every package, the largest first. */
export async function contents(): Promise<string> {
  const { outputs } = await metafile();
  const atStart = loadedAtStart(outputs);
  const chunks = Object.entries(outputs).filter(([file, { bytes }]) => file.endsWith('.mjs') && bytes >= 500);
  const lines = chunks
    .sort(([, a], [, b]) => b.bytes - a.bytes)
    .map(([file, { inputs, bytes }]) => {
      const parts = new Map<string, number>();
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const part = partOf(input);
        parts.set(part, (parts.get(part) ?? 0) + bytesInOutput);
      }
      const made = [...parts].sort(([, a], [, b]) => b - a);
      const left = made.slice(mostParts).reduce((sum, [, size]) => sum + size, 0);
      const named = [...made.slice(0, mostParts), ...(left > 0 ? [['others', left] as const] : [])]
        .filter(([, size]) => size > 50)
        .map(([part, size]) => `${part} ${(size / 1000).toFixed(1)}`);
      const name = path.basename(file, '.mjs').replace(/-[A-Z0-9]{8}$/, '');
      const when = atStart.has(file) ? 'at the start' : 'on first use';
      return `| ${name} | ${when} | ${(bytes / 1000).toFixed(1)} | ${named.join(', ')} |`;
    });
  return ['| chunk | loaded | kB | made of (kB) |', '| --- | --- | ---: | --- |', ...lines].join('\n');
}

/** `src/editor/list`, or the package's name. */
function partOf(input: string): string {
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1];
  return inPackage ?? path.posix.dirname(input.replace(/^[\w-]+:/, ''));
}

async function metafile(): Promise<Metafile> {
  return JSON.parse(await fs.readFile(path.join(root, 'out/build/desktop.json'), 'utf8')) as Metafile;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

runAlone(import.meta.filename, measure);
