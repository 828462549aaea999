import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Returns whether a browser window can be shown. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}

/**
 * Opens a URL that contains a secret in the user's browser. Passes it to the browser through a page in the private
 * `folder`, because all users of the computer can see the arguments of a process. Returns false if no browser could be
 * started.
 */
export async function openBrowser(address: string, folder: string): Promise<boolean> {
  const page = path.join(folder, 'open.html');
  const target = address.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  await fs.writeFile(page, `<!DOCTYPE html><meta http-equiv="refresh" content="0; url=${target}">\n`, {
    mode: 0o600,
  });
  const [command, ...args] = opener(pathToFileURL(page).href);
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function opener(url: string): [string, ...string[]] {
  switch (process.platform) {
    case 'darwin':
      return ['open', url];
    case 'win32':
      return ['explorer.exe', url];
    default:
      return ['xdg-open', url];
  }
}
