import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { JudgeResultsApi } from '../../../src/api';
import { recordKey } from '../../../src/records/record';
import { judgeIdOf } from '../../../src/judges/address';
import { localName, startLocalService, type LocalService } from '../../../tools/service';

/** The extension in this window, with its own local service. */
export interface Session {
  readonly service: LocalService;
  readonly api: JudgeResultsApi;
  /** Folder for files of the test. */
  readonly folder: string;
  /** Tracks a request as a user with its ID would. `source`: file of the record. */
  track(requestId: string, source?: string): Promise<void>;
  /** Tracks several requests at the same time. */
  trackAll(requestIds: readonly string[]): Promise<void>;
  /** Key of a request's record. */
  keyOf(requestId: string): string;
  close(): Promise<void>;
}

/** Adds the service, and removes it at the end. `withPush`: whether it also pushes by WebSocket. */
export async function openSession({ withPush = true } = {}): Promise<Session> {
  const extension = vscode.extensions.getExtension<JudgeResultsApi>('judge-results.judge-results');
  if (!extension) throw new Error('the extension is not there');
  const api = await extension.activate();
  const service = await startLocalService();
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'session-'));
  const { push, ...unpushed } = service.description;
  const description = withPush ? { ...unpushed, push } : unpushed;
  const settings = { services: { [localName]: description }, service: localName };
  const open = async (requests: readonly { id: string; source?: string | undefined }[]): Promise<void> => {
    const file = path.join(folder, 'session.json');
    const { token } = service;
    await fs.writeFile(file, JSON.stringify({ token, settings, requests }));
    await vscode.commands.executeCommand('judgeResults.development.openSession', file);
  };
  await open([]);
  return {
    service,
    api,
    folder,
    track: (id, source) => open([{ id, source }]),
    trackAll: (ids) => open(ids.map((id) => ({ id }))),
    keyOf: (id) => recordKey(judgeIdOf({ type: 'luogu', address: service.origin, name: localName }), id),
    close: async () => {
      await vscode.commands.executeCommand('judgeResults.stopAll');
      for (const name of Object.keys(settings)) await setting(name, undefined);
      await service.close();
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}

export async function setting(name: string, value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration('judgeResults')
    .update(name, value, vscode.ConfigurationTarget.Global);
}

/** Waits for a state, not for a time. The test's own time-out ends it. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}
