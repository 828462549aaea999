// npm run bench -- size: size of the package, and number of files of code that each start of VS Code loads.
import fs from 'node:fs/promises';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { loadedAtStart, maxStartFiles } from '../../tools/package/startFiles';
import { stage } from '../../tools/package/stage';
import { root } from '../../tools/root';
import { packageExtension } from '../../tools/package/vsix';
import { runAlone } from './row';
import type { Row } from './row';

/**
 * Compressed, the code for desktops has 500 kB, that for browsers 420 kB, which repeats most of it because browsers load a
 * single file, the MCP server 130 kB, and the strings of five languages 225 kB. The rest leaves room for one more judge or
 * language. A larger package contains something twice or by mistake.
 */
const maxPackageBytes = 1_450_000;

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
    {
      // a VSIX also contains a manifest and a list of content types
      measure: `package (.vsix), ${files.length + 2} files`,
      headline: `package (.vsix), ${files.length + 2} files`,
      ours: kilobytes(size),
      peer: '',
      ratio: size / maxPackageBytes,
      budget: `≤ ${kilobytes(maxPackageBytes)}`,
      met: size <= maxPackageBytes,
      ifMissed: await whyLarge(files.map((file) => path.join(file.parentPath, file.name))),
    },
    {
      measure: `files of code that each start of VS Code loads, ${kilobytes(bytes)} minified`,
      headline: `files of code that each start of VS Code loads, ${kilobytes(bytes)} minified`,
      ours: String(start.length),
      peer: '',
      ratio: start.length / maxStartFiles,
      budget: `≤ ${maxStartFiles}`,
      met: start.length <= maxStartFiles,
    },
  ];
}

/** Explains the size of the package by its largest parts. `files`: their paths. */
async function whyLarge(files: readonly string[]): Promise<string> {
  const languages = await compressedBytes(
    files.filter((file) => /(?:bundle\.l10n|package\.nls)\.[\w-]+\.json$/.test(file)),
  );
  const server = await compressedBytes([path.join(stage, 'dist/mcp.js')]);
  const web = await compressedBytes([path.join(stage, 'dist/web.js')]);
  return (
    `Compressed, the translations have ${kilobytes(languages)}, the MCP server ${kilobytes(server)}, and the build for ` +
    `browsers ${kilobytes(web)}, which repeats most of the code because browsers load a single file. Only the download is larger.`
  );
}

/** Returns the size of files in a package, bytes. */
async function compressedBytes(files: readonly string[]): Promise<number> {
  const contents = await Promise.all(files.map((file) => fs.readFile(file)));
  return contents.reduce((sum, content) => sum + deflateRawSync(content).length, 0);
}

/** Maximum number of folders and packages that are listed for a chunk. The others are added up. */
const maxParts = 8;

/** Returns a table of the chunks of the build: bytes of each folder of this project and of each package, the largest first. */
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
      const left = made.slice(maxParts).reduce((sum, [, size]) => sum + size, 0);
      const named = [...made.slice(0, maxParts), ...(left > 0 ? [['others', left] as const] : [])]
        .filter(([, size]) => size > 50)
        .map(([part, size]) => `${part} ${(size / 1000).toFixed(1)}`);
      const name = path.basename(file, '.mjs').replace(/-[A-Z0-9]{8}$/, '');
      const when = atStart.has(file) ? 'at the start' : 'on first use';
      return `| ${name} | ${when} | ${(bytes / 1000).toFixed(1)} | ${named.join(', ')} |`;
    });
  return ['| chunk | loaded | kB | made of (kB) |', '| --- | --- | ---: | --- |', ...lines].join('\n');
}

/** Returns the folder, as `src/editor/list`, or the name of the package. */
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
