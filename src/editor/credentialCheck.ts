import type { ServiceFailure } from '../service';

/** What the answer to a first request says about the credential that it showed. */
export type CredentialVerdict =
  | 'accepted'
  /** the service doesn't know it, or doesn't allow it anything */
  | 'refused'
  /** nothing usable came back: the network, a sign-in page, an address that is no judging service */
  | 'unclear';

/**
 * Reads a failure as the outcome of a sign-in. Only an answer in the service's own error format shows that it
 * was the service and that it knew who asked: a plain 404 comes from any web server.
 */
export function credentialVerdict(failure: ServiceFailure): CredentialVerdict {
  if (failure.kind !== 'status') return 'unclear';
  switch (failure.status) {
    case 401:
    case 403:
      return 'refused';
    case 400:
    case 402:
    case 404:
    case 410:
    case 422:
      return failure.error === null ? 'unclear' : 'accepted';
    default:
      return 'unclear';
  }
}
