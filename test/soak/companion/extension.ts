// The companion extension of fault runs: calls the API like any other extension, for the process that drives the run. They
// communicate through files, because this process may be killed at any time.
import fs from 'node:fs/promises';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { commands, extensions, workspace } from 'vscode';
import type { JudgeResultsApi } from '../../../src/api';
import { nameOf, type Judging } from '../judgings';
import type { HostReport } from '../protocol';
import { inboxVariable, names } from '../protocol';
import { watchResources } from './resources';

const lookEvery = 100;

setFlagsFromString('--expose-gc');
/** Collects garbage, so that the reported memory contains only objects in use. */
const collectGarbage = runInNewContext('gc') as () => void;

/** Activated with VS Code, before the tested extension, to observe everything that it opens. */
export async function activate(): Promise<void> {
  const root = process.env[inboxVariable];
  if (!root) return;
  const resources = watchResources(/[\\/]judge-results\.judge-results-/);
  const inbox = path.join(root, String(process.pid));
  await fs.mkdir(inbox, { recursive: true });
  const started = new Set<string>();
  const put = async (name: string, content: string): Promise<void> => {
    await fs.writeFile(path.join(inbox, `.${name}`), content);
    await fs.rename(path.join(inbox, `.${name}`), path.join(inbox, name));
  };
  const product = async (): Promise<JudgeResultsApi> => {
    const installed = extensions.getExtension<JudgeResultsApi>('judge-results.judge-results');
    if (!installed) throw new Error('Judge Results is not installed');
    return installed.activate();
  };
  const track = async (judging: Pick<Judging, 'service' | 'id'>): Promise<void> => {
    const label = nameOf(judging);
    try {
      await (await product()).track(judging.id, { service: judging.service, label });
      await put(names.tracked(label), '');
    } catch (error) {
      await put(names.refused(label), error instanceof Error ? error.message : String(error));
    }
  };
  const askCredentials = async (service: string): Promise<void> => {
    await product();
    await commands.executeCommand('judgeResults.setCredentials', service);
  };
  const report = async (): Promise<void> => {
    collectGarbage();
    const of: HostReport = { ...process.memoryUsage(), open: resources() };
    await put(names.report, JSON.stringify(of));
  };
  const look = async (): Promise<void> => {
    for (const name of await fs.readdir(inbox)) {
      if (started.has(name)) continue;
      const [judging, service] = [names.toTrack(name), names.toSignIn(name)];
      if (judging || service !== null) started.add(name);
      if (judging) void track(judging);
      if (service !== null) void askCredentials(service);
      if (name !== names.wantReport) continue;
      await fs.rm(path.join(inbox, name));
      await report();
    }
  };
  const next = (): void => {
    setTimeout(() => void look().then(next, next), lookEvery);
  };
  next();
  await put(names.ready, JSON.stringify({ folder: workspace.workspaceFolders?.[0]?.uri.fsPath ?? null }));
}
