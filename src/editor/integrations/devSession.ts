import fs from 'node:fs/promises';
import { commands, Uri } from 'vscode';
import { originsOf } from '../../service';
import type { ExtensionServices } from '../shared/extensionServices';
import { writeUserSetting } from '../shared/settings';
import { reveal } from '../list';

/** What a development session hands over in a file that only its user can read. */
interface DevSession {
  /** `judgeResults.*`: the service, and which one is chosen */
  readonly settings: Readonly<Record<string, unknown>>;
  /** null: nobody signs in */
  readonly token: string | null;
  /** the user's name at the service */
  readonly account?: string;
  readonly requests: readonly {
    readonly id: string;
    readonly hint?: string;
    readonly label?: string;
    readonly source?: string;
  }[];
}

/**
 * A development build that is started with `JUDGE_RESULTS_DEV_SESSION` set to a file uses the local judging service
 * named there and asks for its requests. Packaged builds don't have this at all; the extension's mode says nothing,
 * because a start for a person installs the development build like any other extension.
 */
export async function registerDevSession(extension: ExtensionServices): Promise<void> {
  extension.context.subscriptions.push(
    commands.registerCommand('judgeResults.development.openSession', (file: string) =>
      openSession(extension, file),
    ),
  );
  const file = process.env['JUDGE_RESULTS_DEV_SESSION'];
  if (file) await openSession(extension, file);
}

async function openSession(extension: ExtensionServices, file: string): Promise<void> {
  const session = JSON.parse(await fs.readFile(file, 'utf8')) as DevSession;

  for (const [name, value] of Object.entries(session.settings)) await writeUserSetting(name, value);
  const profile = await extension.services.chosen();
  if (!profile) return;
  if (profile.authentication.scheme !== 'none' && session.token !== null) {
    await extension.services.credentials.save(profile.id, {
      id: 'development',
      origins: originsOf(profile),
      authentication: profile.authentication,
      secret: session.token,
      account: session.account ?? null,
    });
  }
  for (const { id, hint, label, source } of session.requests) {
    await extension.tracking.track(profile, id, {
      hint: hint ?? null,
      label: label ?? null,
      source: source ? { uri: Uri.file(source).toString(), how: 'tied', textHash: null } : null,
    });
  }
  const [newest] = extension.store.records();
  if (newest) await reveal(extension, newest.key);
}
