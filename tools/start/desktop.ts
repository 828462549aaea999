import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { quietSettings, vscodeExecutable } from '../host/index';
import type { Cleanups } from './cleanups';
import { sessionVariable } from './devSession';

/** Opens desktop VS Code with its own profile. `exited` resolves to its exit code when the window is closed. */
export async function openDesktop(
  session: {
    readonly folder: string;
    readonly workspace: string;
    readonly extensionsDir: string;
    readonly sessionFile: string;
  },
  settings: Readonly<Record<string, unknown>>,
  cleanups: Cleanups,
): Promise<{ readonly exited: Promise<number> }> {
  const executable = await vscodeExecutable();
  const userData = path.join(session.folder, 'user-data');
  await fs.mkdir(path.join(userData, 'User'), { recursive: true });
  const all = JSON.stringify({ ...quietSettings, ...settings });
  await fs.writeFile(path.join(userData, 'User', 'settings.json'), all);
  const args = [
    session.workspace,
    `--user-data-dir=${userData}`,
    `--extensions-dir=${session.extensionsDir}`,
    '--new-window',
    '--skip-welcome',
    '--skip-release-notes',
    '--disable-workspace-trust',
  ];
  const child = spawn(executable.path, args, {
    env: { ...process.env, [sessionVariable]: session.sessionFile },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  cleanups.add(async () => {
    child.kill();
    await ended;
  });
  console.log('\nVS Code is opening in a new window. Close it, or press Ctrl+C, to stop.\n');
  return { exited: ended.then(([code]) => code ?? 0) };
}
