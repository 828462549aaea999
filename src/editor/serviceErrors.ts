import { l10n } from 'vscode';
import type { ServiceError } from '../judge';
import type { ServiceFailure } from '../service';
import { sanitizeForUi } from './sanitizeForUi';
import { certificateProblem, expectationWords, foundWords, proxyProblem } from './serviceErrorReasons';

/** What helps after a failure; each is a button whose command runs when it is pressed. */
export type Remedy =
  | 'tryAgain'
  | 'setCredentials'
  | 'chooseService'
  | 'openAddressSetting'
  | 'openProxySetting'
  | 'openCertificateSetting'
  | 'showQuota'
  | 'showLog';

/** What was asked for. */
export type Topic = 'result' | 'submission' | 'quota' | 'credentials';

/** A failure in words: what happened and what helps. */
export interface Explanation {
  readonly message: string;
  readonly remedies: readonly Remedy[];
}

/** Who was asked, as people know it: `name` the service's, `address` without user information and query. */
export interface Asked {
  readonly name: string;
  readonly address: string;
  /** a result without it */
  readonly about?: Topic;
}

/** The words of a remedy's button. */
export function remedyTitle(remedy: Remedy): string {
  switch (remedy) {
    case 'tryAgain':
      return l10n.t('Try Again');
    case 'setCredentials':
      return l10n.t('Set Credentials');
    case 'chooseService':
      return l10n.t('Choose Service');
    case 'openAddressSetting':
      return l10n.t('Check Address');
    case 'openProxySetting':
      return l10n.t('Proxy Settings');
    case 'openCertificateSetting':
      return l10n.t('Certificate Setting');
    case 'showQuota':
      return l10n.t('Show Quota');
    case 'showLog':
      return l10n.t('Show Log');
  }
}

/** The one place that turns any failure of a service into words and actions. */
export function explain(failure: ServiceFailure, asked: Asked): Explanation {
  const { name, address } = asked;
  switch (failure.kind) {
    case 'status':
      return explainStatus(failure, asked);
    case 'dns':
      return {
        message: l10n.t(
          'No computer named {0} was found. Check the address of the service and your network.',
          sanitizeForUi(failure.host),
        ),
        remedies: ['tryAgain', 'openAddressSetting'],
      };
    case 'refused':
      return {
        message: l10n.t(
          '{0} refused the connection. Nothing is listening there right now.',
          sanitizeForUi(failure.host),
        ),
        remedies: ['tryAgain', 'openAddressSetting'],
      };
    case 'reset':
      return {
        message: l10n.t('{0} broke the connection off before the answer was complete.', name),
        remedies: ['tryAgain'],
      };
    case 'tls':
      return {
        message: l10n.t(
          'No safe connection to {0}: {1} ({2}). Check the address and this computer’s clock; behind a company proxy, its certificate has to be among this computer’s.',
          address,
          certificateProblem(failure.reason),
          sanitizeForUi(failure.reason, 100),
        ),
        remedies: ['tryAgain', 'openAddressSetting', 'openProxySetting'],
      };
    case 'proxy':
      return {
        message: l10n.t(
          'The proxy did not let the request through: {0} ({1}). The settings “http.proxy” and “http.proxySupport” decide which proxy is used.',
          proxyProblem(failure.reason),
          sanitizeForUi(failure.reason, 100),
        ),
        remedies: ['tryAgain', 'openProxySetting'],
      };
    case 'timeout':
      return {
        message: l10n.t(
          '{0} did not answer within {1} seconds.',
          name,
          Math.max(1, Math.round(failure.limit / 1000)),
        ),
        remedies: ['tryAgain'],
      };
    case 'cancelled':
      return { message: l10n.t('Cancelled.'), remedies: ['tryAgain'] };
    case 'tooLarge':
      return {
        message: l10n.t(
          'The answer of {0} is larger than {1} MiB and was not read.',
          name,
          Math.round(failure.limit / 1024 / 1024),
        ),
        remedies: ['showLog'],
      };
    case 'notJson':
      return failure.looksLikeHtml
        ? {
            message: l10n.t(
              '{0} answered with a web page instead of a result. Check that the address is the service’s interface and that no sign-in page of a network is in between.',
              address,
            ),
            remedies: ['tryAgain', 'openAddressSetting'],
          }
        : {
            message: l10n.t(
              'The answer of {0} is not JSON. Check that the address is the service’s interface.',
              address,
            ),
            remedies: ['tryAgain', 'openAddressSetting', 'showLog'],
          };
    case 'shape':
      return {
        message: l10n.t(
          'The answer of {0} is not a result. {1}: expected {2}, found {3}.',
          name,
          failure.path === '' ? l10n.t('The body') : sanitizeForUi(failure.path),
          expectationWords(failure.expected),
          foundWords(failure.found),
        ),
        remedies: ['tryAgain', 'showLog'],
      };
    case 'redirect':
      return {
        message: l10n.t(
          '{0} redirects to {1}. Credentials and requests don’t follow to another address: if it is the right one, set it as the address of the service.',
          address,
          failure.to === '' ? l10n.t('nowhere') : sanitizeForUi(failure.to),
        ),
        remedies: ['openAddressSetting'],
      };
    case 'redirectLoop':
      return {
        message: l10n.t('{0} redirects to itself. Check the service URL.', address),
        remedies: ['tryAgain', 'openAddressSetting'],
      };
    case 'insecure':
      return explainInsecure(failure.why, sanitizeForUi(failure.origin));
    case 'browser':
      return {
        message: l10n.t(
          '{0} does not allow browsers, or could not be reached: a browser doesn’t tell which of the two. Judge Results in VS Code on a computer can ask it.',
          name,
        ),
        remedies: ['tryAgain', 'openAddressSetting'],
      };
    case 'network':
      return {
        message: l10n.t('The network failed on the way to {0}: {1}', address, sanitizeForUi(failure.reason)),
        remedies: ['tryAgain', 'showLog'],
      };
  }
}

function explainInsecure(why: 'plainHttp' | 'otherOrigin' | 'unchecked', origin: string): Explanation {
  switch (why) {
    case 'plainHttp':
      return {
        message: l10n.t(
          'Nothing was sent: {0} is not encrypted, and credentials only go over https or to this computer.',
          origin,
        ),
        remedies: ['openAddressSetting'],
      };
    case 'otherOrigin':
      return {
        message: l10n.t(
          'Nothing was sent: {0} is not the address that the credentials were saved for. Set them again if it is right.',
          origin,
        ),
        remedies: ['setCredentials', 'openAddressSetting'],
      };
    case 'unchecked':
      return {
        message: l10n.t(
          'Nothing was sent: the certificate of {0} may go unchecked, because the setting “http.proxyStrictSSL” is off.',
          origin,
        ),
        remedies: ['tryAgain', 'openCertificateSetting'],
      };
  }
}

type StatusFailure = Extract<ServiceFailure, { kind: 'status' }>;

function explainStatus(failure: StatusFailure, { name, address, about = 'result' }: Asked): Explanation {
  const { status } = failure;
  const said = ownWords(failure.error);
  switch (status) {
    case 400:
    case 422:
      return explainForm(failure, name, about);
    case 401:
      return {
        message:
          about === 'credentials'
            ? l10n.t('{0} does not accept these credentials (401). {1}', name, said)
            : l10n.t('{0} wants to know who is asking (401). {1}', name, said),
        remedies: ['setCredentials'],
      };
    case 402:
      return {
        message: l10n.t('The balance at {0} is used up (402). It must be topped up there. {1}', name, said),
        remedies: about === 'submission' ? ['showQuota'] : [],
      };
    case 403:
      return {
        message:
          about === 'submission'
            ? l10n.t('{0} does not allow these credentials to hand in programs (403). {1}', name, said)
            : l10n.t('{0} does not allow this with the present credentials (403). {1}', name, said),
        remedies: ['setCredentials'],
      };
    case 404:
      return about === 'result'
        ? {
            message: l10n.t(
              '{0} doesn’t know this request ID (404). It may be mistyped, belong to another service, or be too old. {1}',
              name,
              said,
            ),
            remedies: ['tryAgain', 'chooseService'],
          }
        : {
            message: l10n.t(
              'There is no judging service at {0} (404). Check its address. {1}',
              address,
              said,
            ),
            remedies: ['openAddressSetting'],
          };
    case 405:
      return {
        message: l10n.t(
          '{0} doesn’t answer this kind of request at its address (405). Check the address of the service. {1}',
          name,
          said,
        ),
        remedies: ['openAddressSetting'],
      };
    case 410:
      return {
        message: l10n.t('{0} no longer keeps this result (410). {1}', name, said),
        remedies: [],
      };
    case 413:
      return {
        message: l10n.t('What was sent is too large for {0} (413). {1}', name, said),
        remedies: [],
      };
    case 429:
      return {
        message: !failure.retryAfter
          ? l10n.t('{0} was asked too often (429). Wait a little, then try again. {1}', name, said)
          : l10n.t(
              '{0} was asked too often (429). Try again in {1}. {2}',
              name,
              spanWords(failure.retryAfter),
              said,
            ),
        remedies: ['tryAgain'],
      };
    default:
      return {
        message:
          status >= 500
            ? l10n.t('{0} has a problem of its own ({1}). Try again later. {2}', name, status, said)
            : l10n.t('{0} answered with status {1}. {2}', name, status, said),
        remedies: ['tryAgain', 'showLog'],
      };
  }
}

/** A time to wait (ms), as one says it: never shorter than it is. */
function spanWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.ceil(seconds / 60);
  if (seconds === 1) return l10n.t('a second');
  if (seconds < 120) return l10n.t('{0} seconds', seconds);
  return minutes < 120 ? l10n.t('{0} minutes', minutes) : l10n.t('{0} hours', Math.ceil(minutes / 60));
}

/** 400: the form error field by field where there is one, else the service's words. */
function explainForm({ error, status }: StatusFailure, name: string, about: Topic): Explanation {
  const fields = error ? formWords(error) : '';
  const again: readonly Remedy[] = about === 'submission' ? ['tryAgain', 'showLog'] : ['showLog'];
  return {
    message:
      fields === ''
        ? l10n.t('{0} found the request wrong ({1}). {2}', name, status, ownWords(error))
        : l10n.t('{0} refused the request ({1}): {2}', name, status, fields),
    remedies: again,
  };
}

/** The service's own message, quoted; empty where it said none. */
function ownWords(error: ServiceError | null): string {
  const said = error?.errorMessage?.trim();
  return said ? l10n.t('It says: “{0}”', sanitizeForUi(said)) : '';
}

/** Each refused field with its message (section 7.1). */
function formWords(error: ServiceError): string {
  return (error.form?.fields ?? [])
    .slice(0, 10)
    .map((field) => {
      const message = sanitizeForUi(field.message ?? l10n.t('not valid'));
      return field.name ? l10n.t('{0}: {1}', sanitizeForUi(field.name, 60), message) : message;
    })
    .join('; ');
}
