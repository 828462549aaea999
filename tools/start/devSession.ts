import fs from 'node:fs/promises';
import path from 'node:path';
import type { StartedService } from './startService';

/** Names the file that a development build of the extension reads at its start; a packaged one doesn't know it. */
export const sessionVariable = 'JUDGE_RESULTS_DEV_SESSION';

/**
 * Writes what the extension needs to know of this session: the service, its token, and the requests to show. The token
 * goes through a file that only its owner can read: arguments and addresses are seen by others.
 */
export async function writeDevSession(
  folder: string,
  {
    settings,
    token,
    account,
    submitted,
  }: Pick<StartedService, 'settings' | 'token' | 'account' | 'submitted'>,
  workspace: string,
): Promise<string> {
  const file = path.join(folder, 'session.json');
  const requests = submitted.map(({ sample, requestId, hint }) => ({
    id: requestId,
    hint,
    label: sample.file,
    source: path.join(workspace, ...sample.file.split('/')),
  }));
  const session = { settings, token, ...(account === null ? {} : { account }), requests };
  await fs.writeFile(file, JSON.stringify(session), { mode: 0o600, flag: 'wx' });
  return file;
}

/** The settings with which the extension finds the service. They hold no secret. */
export function settingsFor({ settings }: Pick<StartedService, 'settings'>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [`judgeResults.${name}`, value]));
}
