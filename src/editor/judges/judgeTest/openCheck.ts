import { exchangesOf, replay, sendsTheSame, RequestFailed, type Exchange, type Judge } from '../../../judges';
import { orFailure } from '../../shared/failures/showFailure';
import type { Core } from '../../shared/core';

/** Responses to the sign-in check without credentials. If it succeeds without them, it can't verify credentials. */
export type OpenCheck =
  | { readonly kind: 'answered'; readonly exchanges: readonly Exchange[] }
  /** no response */
  | { readonly kind: 'failed' }
  /** The judge isn’t configured by paths, or needs no credentials. */
  | { readonly kind: 'notNeeded' };

/** Sends the sign-in check of a configured judge without credentials. */
export async function checkWithoutCredentials({ judges }: Core, judge: Judge): Promise<OpenCheck> {
  if (!needsCheck(judge)) return { kind: 'notNeeded' };
  const operation = exchangesOf(judge, judge.checkAccount, (answer) => answer);
  const exchanges = await orFailure(judges.clientWith(judge, null).then((client) => client.ask(operation)));
  return exchanges instanceof RequestFailed ? { kind: 'failed' } : { kind: 'answered', exchanges };
}

/** Returns whether the earlier responses are still valid after the judge's settings changed. */
export async function isSameCheck(judge: Judge, before: OpenCheck): Promise<boolean> {
  return (
    before.kind === 'answered' &&
    needsCheck(judge) &&
    sendsTheSame(judge, judge.checkAccount, before.exchanges)
  );
}

/** Returns whether the user configured the judge's API and the judge requires credentials. */
function needsCheck({ authentication, definesCodes }: Judge): boolean {
  return definesCodes && authentication.scheme !== 'none';
}

/** Returns whether the sign-in check would succeed without credentials. */
export async function isOpen(
  judge: Pick<Judge, 'checkAccount' | 'refusalIn'>,
  openCheck: OpenCheck,
): Promise<boolean> {
  if (openCheck.kind !== 'answered') return false;
  try {
    await replay(judge, judge.checkAccount, openCheck.exchanges);
    return true;
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    return false;
  }
}
