// Another extension in the workbench of the UI tests. It changes user settings at a test's request, because editing
// settings.json in the workbench would take longer than most tests.
import fs from 'node:fs/promises';
import path from 'node:path';
import { ConfigurationTarget, workspace, type ExtensionContext } from 'vscode';
import { settingsInbox, type SettingChange } from './inbox';

const lookEveryMs = 100;

export async function activate(context: ExtensionContext): Promise<void> {
  const inbox = settingsInbox(process.env['TMPDIR'] ?? '');
  await fs.mkdir(inbox, { recursive: true });
  const look = async (): Promise<void> => {
    for (const name of await fs.readdir(inbox)) {
      if (!name.endsWith('.json')) continue;
      const file = path.join(inbox, name);
      const change = JSON.parse(await fs.readFile(file, 'utf8')) as SettingChange;
      const problem = await apply(change);
      await fs.writeFile(file.replace(/json$/, 'done'), problem);
      await fs.rm(file);
    }
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, lookEveryMs);
  context.subscriptions.push({ dispose: () => clearInterval(timer) });
}

/** Returns VS Code's error; empty if the change succeeded. */
async function apply({ name, value }: SettingChange): Promise<string> {
  try {
    await workspace.getConfiguration().update(name, value, ConfigurationTarget.Global);
    return '';
  } catch (error) {
    return String(error);
  }
}
