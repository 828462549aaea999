// Runs a TypeScript tool of the project, even in a fresh clone. First installs the packages if they are missing or
// differ from the lockfile. Written in plain JavaScript, because it runs before anything is installed.
//   node tools/bootstrap.mjs <file.ts> [arguments]
import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installPackages } from './npm.mjs';

const root = path.dirname(import.meta.dirname);

/** Installs the project's packages if they are missing or outdated. Throws if that fails. */
export async function ensurePackages() {
  requireNode();
  const reason = await whatIsMissing();
  if (!reason) return;
  console.log(`Installing packages (${reason})…`);
  await installPackages(root, 'the packages', console.log);
}

/** Runs a TypeScript file of the project. Resolves to its exit code. */
export async function runTypeScript(file, args) {
  const tsx = pathToFileURL(path.join(root, 'node_modules', 'tsx', 'dist', 'loader.mjs')).href;
  return run(['--import', tsx, path.join(root, file), ...args]);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Node 20.19 or later is required; this is ${process.versions.node}.`);
  }
}

/** Returns why the packages have to be installed; undefined if they match the lockfile. */
async function whatIsMissing() {
  const modules = path.join(root, 'node_modules');
  const stat = await fs.lstat(modules).catch(() => undefined);
  if (!stat) return 'first run';
  if (stat.isSymbolicLink()) return undefined; // The packages belong to another clone, which keeps them up to date.
  const locked = await lockedPackages(path.join(root, 'package-lock.json'));
  const present = await lockedPackages(path.join(modules, '.package-lock.json')).catch(() => ({}));
  for (const [name, { version, optional }] of Object.entries(locked)) {
    if (name === '' || optional) continue;
    if (present[name]?.version !== version) return `${name} isn't ${version}`;
  }
  return undefined;
}

async function lockedPackages(file) {
  return JSON.parse(await fs.readFile(file, 'utf8')).packages;
}

function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    const forward = (signal) => child.kill(signal);
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, forward);
    process.on('SIGINT', ignore); // The terminal sends it to the whole process group.
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const name of ['SIGTERM', 'SIGHUP']) process.off(name, forward);
      process.off('SIGINT', ignore);
      if (signal) reject(new Error(`${path.basename(args.at(-1))} was terminated by ${signal}`));
      else resolve(code ?? 1);
    });
  });
}

function ignore() {}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [file, ...args] = process.argv.slice(2);
  try {
    if (!file) throw new Error('usage: node tools/bootstrap.mjs <file.ts> [arguments]');
    await ensurePackages();
    process.exitCode = await runTypeScript(file, args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
