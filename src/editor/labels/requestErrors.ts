import { l10n } from 'vscode';
import type { ErrorBody } from '../../results';
import type { RefusalCause, RequestFailure, JudgeId } from '../../judges';
import { isLoopback, parseUrl, trimmedPath } from '../../judges/address';
import { shortMoment } from './dateFormats';
import { spacedAfterChinese, sanitizeForUi } from './sanitizeText';
import {
  certificateProblem,
  expectationWords,
  hasOwnIssuer,
  foundWords,
  proxyProblem,
} from './requestErrorReasons';
import { nameOfJudgeId } from './judgeLabels';

const openSettings = 'workbench.action.openSettings';

/**
 * Returns the buttons that can follow a failure of `service`: their labels and the commands that they run. An empty
 * command means that the caller handles the button.
 */
export function remedyButtons(service: JudgeId) {
  return {
    tryAgain: { title: l10n.t('Try Again'), command: [] },
    editId: { title: l10n.t('Edit ID'), command: [] },
    setCredentials: { title: l10n.t('Sign In'), command: ['judgeResults.setCredentials', service] },
    chooseService: { title: l10n.t('Choose Online Judge'), command: ['judgeResults.chooseService'] },
    openAddressSetting: { title: l10n.t('Check URL'), command: [openSettings, 'judgeResults.services'] },
    checkContest: { title: l10n.t('Check Contest'), command: [openSettings, 'judgeResults.services'] },
    checkSpace: { title: l10n.t('Check Space ID'), command: [openSettings, 'judgeResults.services'] },
    openJudgeSetting: { title: l10n.t('Open Setting'), command: [openSettings, 'judgeResults.services'] },
    openProxySetting: { title: l10n.t('Proxy Settings'), command: [openSettings, 'http.proxy'] },
    openCertificateSetting: {
      title: l10n.t('Certificate Setting'),
      command: [openSettings, 'http.proxyStrictSSL'],
    },
    showQuota: { title: l10n.t('Show Remaining Points'), command: ['judgeResults.showQuota'] },
    showLog: { title: l10n.t('Show Log'), command: ['judgeResults.showLog'] },
  };
}

export type Remedy = keyof ReturnType<typeof remedyButtons>;

/** The subject of the request. `password`: `credentials` that are a user name and a password. */
export type Topic = 'result' | 'submission' | 'contestSubmission' | 'quota' | 'credentials' | 'password';

/** Returns whether credentials were checked that the user has just entered. */
export function isSignIn(about: Topic): boolean {
  return about === 'credentials' || about === 'password';
}

function isSubmission(about: Topic): boolean {
  return about === 'submission' || about === 'contestSubmission';
}

/** A field of a judge's settings, and its right value. */
export interface Correction {
  readonly field: 'url' | 'contest';
  readonly value: string;
}

/** Returns the label of the button that corrects the settings. */
export function correctionTitle({ value }: Correction): string {
  return l10n.t('Use {0}', sanitizeForUi(value, 100));
}

export interface Explanation {
  readonly message: string;
  readonly remedies: readonly Remedy[];
  /** the first button corrects the judge's settings; absent: the right value is unknown */
  readonly correction?: Correction;
}

/** The requested judge: its display name, and its URL without user information and query. */
export interface Asked {
  readonly name: string;
  readonly address: string;
}

/** Creates an explanation. `remedies`: in the order of the buttons. */
function explanation(message: string, ...remedies: readonly Remedy[]): Explanation {
  // the message ends with a space if the judge didn't send a message
  return { message: message.trim(), remedies };
}

/** Creates an explanation whose only button corrects the settings. */
function corrected(message: string, correction: Correction): Explanation {
  return { message, remedies: [], correction };
}

/** Converts a failure of a judge to a message with buttons. No other function does this. */
export function explain(failure: RequestFailure, asked: Asked, about: Topic = 'result'): Explanation {
  const { name, address } = asked;
  switch (failure.kind) {
    case 'status':
      return withAnsweredStatus(explainStatus(failure, asked, about), failure);
    case 'dns':
      return explanation(
        l10n.t(
          '{0} wasn’t found: there is no host {1}. Check the judge’s URL and your network.',
          name,
          sanitizeForUi(failure.host),
        ),
        'tryAgain',
        'openAddressSetting',
      );
    case 'refused':
      return explanation(
        isOnThisComputer(failure.host) && !isSubmission(about)
          ? l10n.t('{0} refused the connection. Check that it is running.', name)
          : l10n.t('{0} refused the connection.', name),
        'tryAgain',
        'openAddressSetting',
      );
    case 'reset':
      return explanation(l10n.t('{0} closed the connection unexpectedly.', name), 'tryAgain');
    case 'tls':
      return explanation(
        hasOwnIssuer(failure.reason)
          ? l10n.t(
              'Can’t establish a secure connection to {0}: {1} ({2}). If the site or your proxy uses a private certificate authority, install its certificate on your computer.',
              address,
              certificateProblem(failure.reason),
              sanitizeForUi(failure.reason, 100),
            )
          : l10n.t(
              'Can’t establish a secure connection to {0}: {1} ({2}). Check the URL and your computer’s clock.',
              address,
              certificateProblem(failure.reason),
              sanitizeForUi(failure.reason, 100),
            ),
        'tryAgain',
        'openAddressSetting',
        'openProxySetting',
      );
    case 'proxy':
      return explanation(
        l10n.t(
          'The proxy blocked the request: {0} ({1}). Check the settings “http.proxy” and “http.proxySupport”.',
          proxyProblem(failure.reason),
          sanitizeForUi(failure.reason, 100),
        ),
        'tryAgain',
        'openProxySetting',
      );
    case 'timeout':
      return explanation(
        l10n.t('{0} didn’t respond within {1} seconds.', name, Math.max(1, Math.round(failure.limit / 1000))),
        'tryAgain',
      );
    case 'cancelled':
      return explanation(l10n.t('Canceled.'), 'tryAgain');
    case 'secretsTimeout':
      return explanation(
        l10n.t(
          'VS Code’s storage for credentials doesn’t respond. Unlock your keyring, or reload the window.',
        ),
        'tryAgain',
      );
    case 'tooLarge':
      return explanation(
        l10n.t(
          'The response from {0} is larger than {1} MiB and wasn’t read.',
          name,
          Math.round(failure.limit / 1024 / 1024),
        ),
        'showLog',
      );
    case 'encoding':
      return explanation(
        l10n.t(
          'The response from {0} is encoded as {1}, which wasn’t requested.',
          name,
          sanitizeForUi(failure.encoding, 40),
        ),
        'tryAgain',
        'showLog',
      );
    case 'notJson':
      return failure.looksLikeHtml
        ? explanation(
            l10n.t(
              '{0} returned a web page instead of a result. It may be a bot check or your network’s sign-in page. Try again later, or check the judge’s URL.',
              address,
            ),
            'tryAgain',
            'openAddressSetting',
          )
        : explanation(
            l10n.t('The response from {0} isn’t JSON. Check the judge’s URL.', address),
            'tryAgain',
            'openAddressSetting',
            'showLog',
          );
    case 'shape':
      return explanation(
        l10n.t(
          'The response from {0} isn’t a result. {1}: expected {2}, found {3}.',
          name,
          failure.path === '' ? l10n.t('Response body') : sanitizeForUi(failure.path),
          spacedAfterChinese(expectationWords(failure.expected)),
          spacedAfterChinese(foundWords(failure.found)),
        ),
        'tryAgain',
        'showLog',
      );
    case 'place':
      return explanation(placeWords(failure, name), 'openAddressSetting', 'showLog');
    case 'problemUnknown':
      return explanation(
        l10n.t(
          '{0} needs the problem of this submission. Enter the URL of its page instead of its ID.',
          name,
        ),
      );
    case 'contestUnknown':
      return explanation(
        l10n.t(
          '{0} needs the contest. Enter the URL of the page instead of the ID, or set the contest in the settings.',
          name,
        ),
        'checkContest',
      );
    case 'notUnderstood':
      return explanation(
        l10n.t('{0} accepted the request, but its response can’t be read. See the log for details.', name),
        'showLog',
      );
    case 'unreadable':
      return explanation(
        l10n.t('The response from {0} can’t be read. See the log for details.', name),
        'tryAgain',
        'showLog',
      );
    case 'redirectedPost':
    case 'redirect':
      return explainRedirect(failure, address, about);
    case 'redirectLoop':
      return explanation(
        l10n.t('{0} redirects to itself. Check the judge’s URL.', address),
        'tryAgain',
        'openAddressSetting',
      );
    case 'notSetUp':
      return explanation(
        l10n.t('{0} is no longer set up, or its URL has changed.', nameOfJudgeId(failure.service)),
        'chooseService',
      );
    case 'insecure':
      return explainInsecure(failure.why, sanitizeForUi(failure.origin));
    case 'browser':
      return explanation(
        l10n.t('{0} doesn’t allow browser access or is unreachable. Use VS Code for desktop.', name),
        'tryAgain',
        'openAddressSetting',
      );
    case 'network':
      return explanation(
        l10n.t('Network error while connecting to {0}: {1}', address, sanitizeForUi(failure.reason)),
        'tryAgain',
        'showLog',
      );
  }
}

/** Describes which configured path is missing from the response, and which paths exist nearby. */
function placeWords(
  { field, place, nearbyPaths }: Extract<RequestFailure, { kind: 'place' }>,
  name: string,
): string {
  const [at, asked] = [sanitizeForUi(field), sanitizeForUi(place)];
  return nearbyPaths.length === 0
    ? l10n.t('{0}: {1} isn’t in the response from {2}.', at, asked, name)
    : l10n.t(
        '{0}: {1} isn’t in the response from {2}. Found: {3}.',
        at,
        asked,
        name,
        sanitizeForUi(nearbyPaths.join(', ')),
      );
}

function explainRedirect(
  failure: Extract<RequestFailure, { kind: 'redirect' | 'redirectedPost' }>,
  address: string,
  about: Topic,
): Explanation {
  const message = redirectWords(failure, address, about);
  const value = failure.kind === 'redirect' ? sameHostAt(failure.to, address) : null;
  return value === null
    ? explanation(message, 'openAddressSetting')
    : corrected(message, { field: 'url', value });
}

/**
 * Returns the encrypted address with the same host, also without `www.`; null: the origin isn't encrypted, or has another
 * host.
 */
function sameHostAt(origin: string, address: string): string | null {
  const [to, from] = [parseUrl(origin), parseUrl(address)];
  if (!to || !from || to.protocol !== 'https:') return null;
  const [host, before] = [to, from].map(({ hostname }) => hostname.replace(/^www\./, ''));
  return host === before ? to.origin + trimmedPath(from) : null;
}

function redirectWords(
  { kind, to }: Extract<RequestFailure, { kind: 'redirect' | 'redirectedPost' }>,
  address: string,
  about: Topic,
): string {
  const target = sanitizeForUi(to);
  if (to === '') return l10n.t('{0} redirects to an invalid address. Check the judge’s URL.', address);
  if (kind === 'redirect') {
    return l10n.t(
      '{0} redirects to {1}. Redirects to other addresses aren’t followed. If {1} is correct, set it as the judge’s URL.',
      address,
      target,
    );
  }
  return isSubmission(about)
    ? l10n.t('{0} redirects to {1}. Submissions aren’t redirected. Check the judge’s URL.', address, target)
    : l10n.t(
        '{0} redirects to {1}. Requests that send data aren’t redirected. Check the judge’s URL.',
        address,
        target,
      );
}

type Insecure = Extract<RequestFailure, { kind: 'insecure' }>;

function explainInsecure(why: Insecure['why'], origin: string): Explanation {
  switch (why) {
    case 'plainHttp':
      return explanation(
        l10n.t(
          'Nothing was sent. {0} doesn’t use HTTPS. Credentials are sent only over HTTPS or to localhost.',
          origin,
        ),
        'openAddressSetting',
      );
    case 'publicHost':
      return explanation(
        l10n.t(
          'Nothing was sent. {0} doesn’t use HTTPS and isn’t in a private network, so your password could be read.',
          origin,
        ),
        'openAddressSetting',
      );
    case 'unknownHost':
      return explanation(
        l10n.t(
          'Nothing was sent. {0} doesn’t use HTTPS. Through a proxy, or in a browser, it can’t be checked that it is in a private network.',
          origin,
        ),
        'openAddressSetting',
      );
    case 'otherOrigin':
      return explanation(
        l10n.t(
          'Nothing was sent. The credentials weren’t saved for {0}. If the address is correct, sign in again.',
          origin,
        ),
        'setCredentials',
        'openAddressSetting',
      );
    case 'unchecked':
      return explanation(
        l10n.t(
          'Nothing was sent. The certificate of {0} may not be verified because “http.proxyStrictSSL” is off.',
          origin,
        ),
        'tryAgain',
        'openCertificateSetting',
      );
  }
}

type StatusFailure = Extract<RequestFailure, { kind: 'status' }>;

/**
 * Corrects the status in a message. Messages contain the status that corresponds to the failure. If the response had
 * another error status, shows that one instead. If it had a success status, shows none.
 */
function withAnsweredStatus(explained: Explanation, { status, answered }: StatusFailure): Explanation {
  if (answered === undefined) return explained;
  const number = new RegExp(` \\(${status}\\)|（${status}）`, 'u');
  const message = explained.message.replace(number, (shown) =>
    answered < 400 ? '' : shown.replace(String(status), String(answered)),
  );
  return { ...explained, message };
}

function explainStatus(failure: StatusFailure, { name, address }: Asked, about: Topic): Explanation {
  const { status, cause } = failure;
  const said = ownWords(failure.error);
  if (cause) return explainCause(cause, failure, { name, address }, said);
  switch (status) {
    case 400:
    case 422:
      return explainForm(failure, name, about);
    case 401:
      return explanation(
        about === 'password'
          ? l10n.t('Wrong user name or password. {0}', said)
          : about === 'credentials'
            ? l10n.t('{0} rejected the credentials (401). {1}', name, said)
            : l10n.t('{0} requires sign-in (401). {1}', name, said),
        'setCredentials',
      );
    case 402:
      return explanation(
        l10n.t('No points left on {0} (402). Top up to continue. {1}', name, said),
        ...(isSubmission(about) ? (['showQuota'] as const) : []),
      );
    case 403:
      if (failure.refusesAnybody) {
        return explanation(
          said === ''
            ? l10n.t('{0} denied access (403). A firewall or a bot check may have blocked the request.', name)
            : l10n.t('{0} denied permission (403). {1}', name, said),
          'tryAgain',
        );
      }
      if (isSubmission(about)) {
        return explanation(
          said === ''
            ? about === 'contestSubmission'
              ? l10n.t(
                  '{0} refused the submission (403). The contest may not be running, or these credentials may not be allowed to submit.',
                  name,
                )
              : l10n.t(
                  '{0} refused the submission (403). These credentials may not be allowed to submit.',
                  name,
                )
            : l10n.t('{0} refused the submission (403). {1}', name, said),
          'tryAgain',
          'setCredentials',
        );
      }
      return explanation(
        l10n.t('{0} denied permission (403). Check your credentials. {1}', name, said),
        'setCredentials',
      );
    case 404:
      if (isSubmission(about) && failure.error) {
        return explanation(l10n.t('Not found on {0} (404). {1}', name, said), 'tryAgain');
      }
      return about === 'result'
        ? explanation(
            l10n.t('ID not found on {0} (404). Check the ID and the judge. {1}', name, said),
            'editId',
            'chooseService',
          )
        : explanation(
            l10n.t(
              'No judge API found at {0} (404). Check the judge’s URL. {1}',
              sanitizeForUi(failure.requestedUrl ?? address, 300),
              said,
            ),
            'openAddressSetting',
          );
    case 405:
      if (isSubmission(about)) {
        return explanation(
          l10n.t(
            '{0} doesn’t accept submissions through its API (405). Submit on its website. {1}',
            name,
            said,
          ),
        );
      }
      return explanation(
        l10n.t('{0} doesn’t support this request (405). Check the judge’s URL. {1}', name, said),
        'openAddressSetting',
      );
    case 410:
      return explanation(l10n.t('The result has expired on {0} (410). {1}', name, said));
    case 413:
      return explanation(l10n.t('The request is too large for {0} (413). {1}', name, said));
    case 503:
      return explanation(
        !failure.retryAfter
          ? l10n.t('{0} is temporarily unavailable (503). Try again later. {1}', name, said)
          : l10n.t(
              '{0} is temporarily unavailable (503). Try again in {1}. {2}',
              name,
              spanWords(failure.retryAfter),
              said,
            ),
        'tryAgain',
      );
    case 429:
      return explanation(
        !failure.retryAfter
          ? l10n.t('Rate limit reached on {0} (429). Try again later. {1}', name, said)
          : l10n.t(
              'Rate limit reached on {0} (429). Try again in {1}. {2}',
              name,
              spanWords(failure.retryAfter),
              said,
            ),
        'tryAgain',
      );
    default:
      return explanation(
        status >= 500
          ? l10n.t('Server error on {0} ({1}). Try again later. {2}', name, status, said)
          : l10n.t('{0} returned status code {1}. {2}', name, status, said),
        'tryAgain',
        'showLog',
      );
  }
}

/** Explains a rejection whose cause is known. `said`: the judge's message, empty if there is none */
function explainCause(
  cause: RefusalCause,
  { status, retryAfter }: StatusFailure,
  { name, address }: Asked,
  said: string,
): Explanation {
  switch (cause.kind) {
    case 'noApi':
      return explanation(
        cause.isOlder
          ? l10n.t(
              '{0} runs a version of CMS without an API (404). The API was added after version 1.5.1.',
              name,
            )
          : l10n.t('{0} has no API (404). Results can’t be fetched from this site.', name),
        'chooseService',
        'openAddressSetting',
      );
    case 'apiElsewhere':
      return corrected(
        l10n.t('The judge’s API isn’t at {0}, but at {1}.', address, sanitizeForUi(cause.url, 300)),
        { field: 'url', value: cause.url },
      );
    case 'listOfContests':
      return explanation(
        l10n.t('{0} is a list of contests. Enter the URL of one of them.', address),
        'openAddressSetting',
      );
    case 'noContestAtUrl':
      return explanation(
        l10n.t('There is no contest at {0} (404). Check its name in the URL.', address),
        'openAddressSetting',
      );
    case 'missingContest':
      return explainMissingContest(cause, name, said);
    case 'inactiveContest':
      return explanation(
        l10n.t(
          'The contest {1} is no longer active on {0} (404), so its results can’t be fetched. Stored results stay as they are. {2}',
          name,
          sanitizeForUi(cause.id, 64),
          said,
        ),
        'tryAgain',
      );
    case 'unclearSpace':
      return explanation(
        l10n.t(
          'Server error on {0} ({1}). If it persists, check the space ID {2} in the settings. {3}',
          name,
          status,
          sanitizeForUi(cause.id, 64),
          said,
        ),
        'tryAgain',
        'checkSpace',
      );
    case 'notJoined':
      return explanation(
        l10n.t(
          'You haven’t joined this contest on {0}, or it doesn’t exist (404). Join it on its website, then try again. {1}',
          name,
          said,
        ),
        'tryAgain',
      );
    case 'notTakingPart':
      return explanation(
        l10n.t('You haven’t joined this contest or homework, or it isn’t open (403). {0}', said),
        'tryAgain',
      );
    case 'notInDomain':
      return explanation(l10n.t('Join the domain on {0} first, then try again (403).', name), 'tryAgain');
    case 'deniedInContest':
      return explanation(
        l10n.t(
          '{0} denied access (401). The token may be wrong or expired, the contest number may be wrong, or you may not be registered for the contest. {1}',
          name,
          said,
        ),
        'setCredentials',
        'checkContest',
      );
    case 'lostCredential':
      return explanation(
        l10n.t(
          '{0} received no token (401). If you are signed in, its web server removes the “Authorization” header. Ask the administrator.',
          name,
        ),
        'setCredentials',
      );
    case 'closed':
      return explainClosed(cause, status, name, said);
    case 'tooSoon':
      return explainTooSoon(retryAfter, name);
    case 'notOpened':
      return explanation(
        l10n.t(
          'You haven’t opened this contest or problem on {0} ({1}). Open it on its website, then try again. This may start your time.',
          name,
          status,
        ),
        'tryAgain',
      );
    case 'problemNotPublic':
      return explanation(
        l10n.t(
          'The problem on {0} isn’t public ({1}). If it belongs to your contest or course, enter the URL of its page there.',
          name,
          status,
        ),
        'tryAgain',
      );
    case 'contestUnknown':
      return explanation(
        l10n.t('{0} has no such contest or assignment ({1}). Check its URL.', name, status),
        'tryAgain',
      );
    case 'notInContest':
      return explanation(
        l10n.t('The contest or assignment on {0} doesn’t contain this problem ({1}).', name, status),
        'tryAgain',
      );
    case 'notOwn':
      return explanation(
        cause.whose === 'team'
          ? l10n.t('This submission on {0} belongs to another team, so its result can’t be read (403).', name)
          : l10n.t(
              '{0} doesn’t show this submission to you (403). It may belong to another user. {1}',
              name,
              said,
            ),
        'editId',
      );
    case 'onlyForManagers':
      return explanation(
        l10n.t(
          '{0} lists submissions only for managers of the contest (403). Fetch a submission by the URL of its page. {1}',
          name,
          said,
        ),
      );
    case 'ofSeveralUsers':
      return explanation(
        l10n.t('To list your submissions on {0}, add your user name to its settings.', name),
        'openJudgeSetting',
      );
    case 'privateProfile':
      return explanation(
        l10n.t(
          '{0} doesn’t list your submissions because your profile is private (403). Make it public on its website, or turn off “Follow My Submissions”.',
          name,
        ),
      );
    case 'language':
      return explanation(
        l10n.t('{0} doesn’t accept this language ({1}). {2}', name, status, said),
        'tryAgain',
      );
    case 'files':
      return explanation(
        l10n.t(
          '{0} doesn’t accept these files or this language ({1}). Expected files: {2}. {3}',
          name,
          status,
          sanitizeForUi(cause.expected.slice(0, 20).join(', '), 300),
          said,
        ),
        'tryAgain',
      );
    case 'duplicate':
      return explanation(
        l10n.t(
          '{0} already has this program for this problem ({1}). Change the program, or fetch the earlier result.',
          name,
          status,
        ),
      );
  }
}

function explainMissingContest(
  { id, knownId }: Extract<RefusalCause, { kind: 'missingContest' }>,
  name: string,
  said: string,
): Explanation {
  const contest = sanitizeForUi(id, 64);
  if (knownId !== undefined) {
    return corrected(
      l10n.t('The ID of the contest {1} on {0} is {2} (404).', name, contest, sanitizeForUi(knownId, 64)),
      { field: 'contest', value: knownId },
    );
  }
  return explanation(
    l10n.t(
      '{0} shows you no contest with the ID {1} (404). It may be inactive, or you may not be registered for it. {2}',
      name,
      contest,
      said,
    ),
    'checkContest',
  );
}

/** Explains that the problem accepts the next submission later. `wait`: ms; null: unknown. The caller offers to wait. */
function explainTooSoon(wait: number | null, name: string): Explanation {
  if (wait === null || wait === 0) {
    const message = l10n.t(
      '{0} doesn’t accept another submission to this problem yet. Nothing was submitted. Try again in a minute.',
      name,
    );
    return wait === null ? explanation(message, 'tryAgain') : explanation(message);
  }
  return explanation(
    l10n.t(
      '{0} accepts the next submission to this problem in {1}. Nothing was submitted.',
      name,
      spanWords(wait),
    ),
  );
}

/** Explains why a contest or a problem accepts no request. */
function explainClosed(
  { why, startsAt }: Extract<RefusalCause, { kind: 'closed' }>,
  status: number,
  name: string,
  said: string,
): Explanation {
  switch (why) {
    case 'notBegun':
      return explanation(
        startsAt === undefined
          ? l10n.t('The contest on {0} hasn’t begun. {1}', name, said)
          : l10n.t('The contest on {0} begins at {1}.', name, shortMoment(startsAt)),
        'tryAgain',
      );
    case 'ended':
      return explanation(l10n.t('The contest on {0} has ended. {1}', name, said));
    case 'deadline':
      return explanation(l10n.t('The deadline of this problem on {0} has passed. {1}', name, said));
    case 'attempts':
      return explanation(l10n.t('{0} accepts no more submissions from you to this problem. {1}', name, said));
    case 'suspended':
      return explanation(
        l10n.t('The contest on {0} is suspended. Try again later. {1}', name, said),
        'tryAgain',
      );
    case 'notRunning':
      return explanation(
        l10n.t('The contest or assignment on {0} has ended, or hasn’t begun ({1}).', name, status),
        'tryAgain',
      );
    case 'betweenPhases':
      return explanation(
        l10n.t(
          'The contest on {0} isn’t open (403). Its problems and submissions are available while it runs and in its analysis mode. {1}',
          name,
          said,
        ),
        'tryAgain',
      );
  }
}

/** Returns whether a host with a port is this computer, where the user can start the judge. */
function isOnThisComputer(host: string): boolean {
  const url = parseUrl(`http://${host}`);
  return url !== null && isLoopback(url);
}

/** Formats a time to wait (ms), rounded up. */
function spanWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.ceil(seconds / 60);
  if (seconds === 1) return l10n.t('a second');
  if (seconds < 120) return l10n.t('{0} seconds', seconds);
  return minutes < 120 ? l10n.t('{0} minutes', minutes) : l10n.t('{0} hours', Math.ceil(minutes / 60));
}

/** Explains 400 and 422: the message of each rejected field, or else the judge's message. */
function explainForm({ error, status }: StatusFailure, name: string, about: Topic): Explanation {
  const fields = error ? formWords(error) : '';
  const message =
    fields === ''
      ? l10n.t('{0} rejected the request ({1}). {2}', name, status, ownWords(error))
      : l10n.t('{0} rejected the request ({1}): {2}', name, status, fields);
  return isSubmission(about) ? explanation(message, 'tryAgain', 'showLog') : explanation(message, 'showLog');
}

/** Sentences that a judge sends in English, also if its pages are in another language. */
const knownSentences: Readonly<Record<string, () => string>> = {
  "You haven't attended this contest yet.": () => l10n.t('You haven’t joined this contest yet.'),
  'This contest is not live.': () => l10n.t('This contest isn’t running.'),
};

/** Quotes the judge's own message, translated if it is a known sentence; empty without a message. */
function ownWords(error: ErrorBody | null): string {
  const said = error?.errorMessage?.trim();
  if (!said) return '';
  const words = Object.hasOwn(knownSentences, said) ? knownSentences[said]?.() : undefined;
  return l10n.t('Message from the judge: {0}', words ?? sanitizeForUi(said));
}

/** Formats each rejected field with its message (section 7.1). */
function formWords(error: ErrorBody): string {
  return (error.form?.fields ?? [])
    .slice(0, 10)
    .map((field) => {
      const message = sanitizeForUi(field.message ?? l10n.t('not valid'));
      return field.name ? l10n.t('{0}: {1}', sanitizeForUi(field.name, 60), message) : message;
    })
    .join('; ');
}
