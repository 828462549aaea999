import { l10n, ProgressLocation, window } from 'vscode';
import {
  isJudgeTypeName,
  judgeNamed,
  originsOf,
  RequestFailed,
  judgeTypes,
  type Account,
  type Authentication,
  type Credential,
  type Judge,
  type RefusalCause,
  type RequestFailure,
} from '../../../judges';
import { accountWords } from '../../labels/accountWords';
import { joined } from '../../labels/recordLabels';
import { nameOfJudge } from '../../labels/judgeLabels';
import { sanitizeForUi } from '../../labels/sanitizeText';
import { judgeDescription } from '../../shared/settings/judgeSettings';
import { urlOf } from '../settingsEntry';
import { findSite } from '../findSite';
import { GUEST_CHECK_TIMEOUT_MS } from '../limits';
import { orFailure, showFailure } from '../../shared/failures/showFailure';
import type { Core } from '../../shared/core';

export type SecretAuthentication = Exclude<Authentication, { scheme: 'none' }>;

/** A credential that was checked with a request, and the outcome. */
export interface CheckedCredential {
  readonly credential: Credential;
  readonly answer: Account | RequestFailed;
}

/** Creates a credential for a judge. Neither checks nor saves it. */
export function makeCredential(
  judge: Judge,
  authentication: SecretAuthentication,
  secret: string,
): Credential {
  return { id: crypto.randomUUID(), authentication, secret, ...bindingTo(judge) };
}

/** Returns the origins to which a credential of a judge may be sent. */
function bindingTo(judge: Judge): Pick<Credential, 'origins' | 'allowsPlainHttp'> {
  const origins = originsOf(judge);
  return judge.allowsPlainHttp ? { origins, allowsPlainHttp: true } : { origins };
}

/** Checks a credential with a request. Saves nothing. */
export async function checkCredential(
  extension: Core,
  judge: Judge,
  credential: Credential,
  signal?: AbortSignal,
): Promise<CheckedCredential> {
  const client = extension.judges.clientWith(judge, credential);
  const answer = await orFailure(client.then((it) => it.ask(judge.checkAccount, signal)));
  if (!(answer instanceof RequestFailed)) return { credential, answer };
  const elsewhere =
    (await siteElsewhere(extension, judge, answer.failure, signal)) ??
    (await describedElsewhere(extension, judge, credential, answer.failure, signal));
  return { credential, answer: elsewhere ?? answer };
}

/**
 * Checks whether the judge recognizes the user without a secret, for example by the computer's IP address. Null: it
 * doesn't.
 */
export async function checkWithoutSecret(
  { judges }: Core,
  judge: Judge,
  authentication: SecretAuthentication,
): Promise<CheckedCredential | null> {
  const client = judges.clientWith(judge, null);
  const signal = AbortSignal.timeout(GUEST_CHECK_TIMEOUT_MS);
  const answer = await orFailure(client.then((it) => it.ask(judge.checkAccount, signal)));
  if (answer instanceof RequestFailed || answer.name === null) return null;
  return { credential: makeCredential(judge, authentication, ''), answer };
}

/** Returns the failure with the right URL if the judge isn't at its URL, but at another one of the host; null: it isn't. */
async function siteElsewhere(
  extension: Core,
  { type, baseUrl, origin }: Judge,
  failure: RequestFailure,
  signal: AbortSignal | undefined,
): Promise<RequestFailed | null> {
  const isMissing =
    failure.kind === 'notJson' ||
    (failure.kind === 'status' && failure.status === 404 && !isOfSettings(failure.cause));
  if (!isMissing || !isJudgeTypeName(type)) return null;
  const { site } = judgeTypes[type];
  if (!site) return null;
  const found = await findSite(extension, { type, site, text: baseUrl, soFar: {} }, signal);
  const apiUrl = found.kind === 'taken' ? urlOf(found.value) : baseUrl;
  if (apiUrl === baseUrl || new URL(apiUrl).origin !== origin) return null;
  return misplacedApi(apiUrl);
}

/** Returns whether a judge rejected the contest of the settings, so it is at its URL. */
function isOfSettings(cause: RefusalCause | undefined): boolean {
  return cause?.kind === 'missingContest' || cause?.kind === 'notJoined';
}

/**
 * Like `siteElsewhere`, for a judge whose API is described: its URL may belong to a page. Repeats the check at the root
 * of the host.
 */
async function describedElsewhere(
  { judges }: Core,
  { name, baseUrl, origin, describedFields }: Judge,
  credential: Credential,
  failure: RequestFailure,
  signal: AbortSignal | undefined,
): Promise<RequestFailed | null> {
  const isPage = failure.kind === 'notJson' || (failure.kind === 'status' && failure.status === 404);
  if (!isPage || baseUrl === origin || !describedFields) return null;
  const read = judgeNamed(name, { [name]: { ...judgeDescription(name), url: origin } });
  if (!read.ok) return null;
  const client = await judges.clientWith(read.judge, credential);
  const answer = await orFailure(client.ask(read.judge.checkAccount, signal));
  // a refusal in the form of the API also proves that the API is there
  const isApi =
    !(answer instanceof RequestFailed) ||
    (answer.failure.kind === 'status' && (answer.failure.status === 401 || answer.failure.error !== null));
  return isApi ? misplacedApi(origin) : null;
}

/** Creates the failure with the right URL of a judge. */
function misplacedApi(url: string): RequestFailed {
  return new RequestFailed(
    { kind: 'status', status: 404, error: null, retryAfter: null, cause: { kind: 'apiElsewhere', url } },
    { sent: 'no' },
  );
}

/**
 * Interprets a failed check of a credential. `refused`: the judge rejects the credential, or permits nothing with it;
 * `unclear`: unusable response, such as a sign-in page, or one that doesn't depend on the credential, such as a 404.
 */
export function credentialVerdict(failure: RequestFailure): 'refused' | 'unclear' {
  if (failure.kind !== 'status') return 'unclear';
  const { status, refusesAnybody = false, cause } = failure;
  // no other credential would work either
  if (cause?.kind === 'noApi') return 'refused';
  const isDenied = status === 401 || status === 403;
  return isDenied && !refusesAnybody ? 'refused' : 'unclear';
}

/** Returns the subject of a failed check of a judge's credential. A stored session was opened with a password before. */
export function checkedTopic({ signIn }: Judge): 'password' | 'credentials' {
  return signIn.kind === 'secret' && signIn.secret === 'userAndPassword' ? 'password' : 'credentials';
}

/** Checks a credential with a request, and saves it. */
export async function checkAndSave(extension: Core, judge: Judge, credential: Credential): Promise<void> {
  const title = l10n.t('Signing in to {0}…', nameOfJudge(judge));
  const checked = await window.withProgress({ location: ProgressLocation.Notification, title }, () =>
    checkCredential(extension, judge, credential),
  );
  await saveChecked(extension, judge, checked);
}

/** Saves an accepted credential. If the check was inconclusive, the user decides. */
export async function saveChecked(
  extension: Core,
  judge: Judge,
  { credential, answer }: CheckedCredential,
): Promise<void> {
  if (answer instanceof RequestFailed) {
    await showNotAccepted(extension, judge, credential, answer);
    return;
  }
  const saved = await extension.judges.credentials.save(judge.id, { ...credential, account: answer.name });
  const name = nameOfJudge(judge);
  const isRecognized = credential.secret === '' && answer.name !== null;
  const signedIn = isRecognized
    ? l10n.t(
        'Signed in to {0} as {1}. No password is needed on this computer.',
        name,
        sanitizeForUi(answer.name, 64),
      )
    : saved === 'kept'
      ? l10n.t('Signed in to {0}.', name)
      : l10n.t(
          'Signed in to {0}. The credentials couldn’t be saved and are used until this window closes.',
          name,
        );
  const more = accountWords(answer, extension.judges.timeAt(judge.id));
  const mayWantToSubmit = answer.isJury !== true;
  // a notification shows only the beginning of its text
  if (mayWantToSubmit && (answer.cannotSubmit || answer.contest?.acceptsSubmissions === false))
    void window.showWarningMessage(joined(' ', more, signedIn));
  else void window.showInformationMessage(joined(' ', signedIn, more));
}

/** Shows why a credential wasn't accepted. If the response was unclear, the user can save it nevertheless. */
async function showNotAccepted(
  extension: Core,
  judge: Judge,
  credential: Credential,
  failed: RequestFailed,
): Promise<void> {
  const save = {
    title: l10n.t('Save Without Checking'),
    run: async () => {
      await extension.judges.credentials.save(judge.id, credential);
      void window.showInformationMessage(
        l10n.t('The credentials for {0} are saved. They haven’t been checked yet.', nameOfJudge(judge)),
      );
    },
  };
  const tryAgain = (corrected = judge): Promise<void> =>
    checkAndSave(extension, corrected, { ...credential, ...bindingTo(corrected) });
  const otherButtons = credentialVerdict(failed.failure) === 'unclear' ? [save] : [];
  await showFailure(extension, failed, judge, tryAgain, checkedTopic(judge), otherButtons);
}
