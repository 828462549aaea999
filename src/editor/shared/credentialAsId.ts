import { l10n, window } from 'vscode';
import type { Redaction } from '../../judges/signIn/redaction';
import type { Core } from './core';

/** The part of the redaction that recognizes credentials among IDs. */
export type KnownSecrets = Pick<Redaction, 'complete' | 'isSecret' | 'text'>;

/** Explains why a text that could be an ID is rejected. */
export function credentialAsIdWords(): string {
  return l10n.t('This is one of your credentials, not an ID');
}

/**
 * Returns whether an ID is one of the user's credentials, saved or entered in this window. Call it before an ID from
 * outside is shown or sent.
 */
export async function isCredential({ judges }: Pick<Core, 'judges'>, id: string): Promise<boolean> {
  const { redaction } = judges.credentials;
  await redaction.complete();
  return redaction.isSecret(id);
}

/** Like `isCredential`. Shows an error if the ID is a credential. */
export async function rejectsCredential(extension: Pick<Core, 'judges'>, id: string): Promise<boolean> {
  const isRejected = await isCredential(extension, id);
  if (isRejected) void window.showWarningMessage(credentialAsIdWords());
  return isRejected;
}
