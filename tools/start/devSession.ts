import fs from 'node:fs/promises';
import path from 'node:path';
import type { StartedService } from './startService';

/** Environment variable with the path of the session file. Only a development build of the extension reads it. */
export const sessionVariable = 'JUDGE_RESULTS_DEV_SESSION';

/**
 * Writes the session file for the extension: the service, its token, and the requests to show. Returns its path. Only
 * the owner can read the file. The token can't be passed in command lines or URLs, because these are visible to other
 * users.
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

/** Returns the settings for the service, with the prefix `judgeResults.`. They contain no secret. */
export function settingsFor({ settings }: Pick<StartedService, 'settings'>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [`judgeResults.${name}`, value]));
}
