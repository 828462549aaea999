import fs from 'node:fs/promises';
import { commands, Uri } from 'vscode';
import { originsOf } from '../../judges';
import { writeUserSetting } from '../shared/settings/settings';
import { reveal } from '../list';
import type { Core } from '../shared/core';
import type { WithList } from '../list';

/** Contents of a development session's file, which only its user can read. */
interface DevSession {
  /** values of the settings `judgeResults.*`: the judge, and the name of the chosen one */
  readonly settings: Readonly<Record<string, unknown>>;
  /** null: no sign-in */
  readonly token: string | null;
  /** the user's name at the judge */
  readonly account?: string;
  readonly requests: readonly {
    readonly id: string;
    readonly hint?: string;
    readonly label?: string;
    readonly source?: string;
  }[];
}

/**
 * Opens a development session. Packaged builds don't contain this code. If `JUDGE_RESULTS_DEV_SESSION` contains the path
 * of a file, uses the local judge described in that file and tracks its requests. Can't check the extension's mode
 * instead, because `npm start` installs the development build like any other extension.
 */
export async function registerDevSession(extension: Core & WithList): Promise<void> {
  extension.context.subscriptions.push(
    commands.registerCommand('judgeResults.development.openSession', (file: string) =>
      openSession(extension, file),
    ),
  );
  const file = process.env['JUDGE_RESULTS_DEV_SESSION'];
  if (file) await openSession(extension, file);
}

async function openSession(extension: Core & WithList, file: string): Promise<void> {
  const session = JSON.parse(await fs.readFile(file, 'utf8')) as DevSession;

  for (const [name, value] of Object.entries(session.settings)) await writeUserSetting(name, value);
  const judge = await extension.judges.chosen();
  if (!judge) return;
  if (judge.authentication.scheme !== 'none' && session.token !== null) {
    await extension.judges.credentials.save(judge.id, {
      id: 'development',
      origins: originsOf(judge),
      authentication: judge.authentication,
      secret: session.token,
      account: session.account ?? null,
    });
  }
  for (const { id, hint, label, source } of session.requests) {
    await extension.tracking.track(judge, id, {
      hint: hint ?? null,
      label: label ?? null,
      source: source ? { uri: Uri.file(source).toString(), how: 'tied', textHash: null } : null,
    });
  }
  const [newest] = extension.store.records();
  if (newest) await reveal(extension, newest.key);
}
