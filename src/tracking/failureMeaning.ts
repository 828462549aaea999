import { isBotCheck, RequestFailed, type RequestFailure } from '../judges/requestFailed';

/** Effect of a poll without a usable response on the record and on its judge. */
export type FailureMeaning =
  /**
   * The judge rejected this ID permanently (`refused`), or with 403 (`forbidden`) or 404 (`missing`). Several 403 in
   * a row mean that the credential is the cause.
   */
  | {
      readonly kind: 'refused' | 'forbidden' | 'missing';
      readonly status: number;
      readonly reason: string | null;
    }
  /** 410: the result existed, and the judge has deleted it. */
  | { readonly kind: 'gone' }
  /** The judge can't be polled until the user has acted. */
  | { readonly kind: 'paused'; readonly why: PauseReason }
  /** The poll was aborted because its result is no longer needed, or this window couldn't send it. */
  | { readonly kind: 'cancelled' }
  /** 402: the account has no balance for submissions. */
  | { readonly kind: 'payment' }
  /**
   * The judge's rate limit is exceeded (429), or it is temporarily unavailable (503). `retryAfter`: ms; null if not
   * sent.
   */
  | { readonly kind: 'throttled'; readonly retryAfter: number | null }
  /** The judge can't be reached or, if `gotResponse`, responds with an error. `retryAfter`: ms; null if not sent. */
  | { readonly kind: 'trouble'; readonly gotResponse: boolean; readonly retryAfter: number | null }
  /** The judge sent a response for this ID that can't be used. */
  | { readonly kind: 'unusable' };

/**
 * `signedOut`: 401. `forbidden`: several IDs in a row were rejected with 403. `insecure`: the credential must not be
 * sent to this address.
 */
export type PauseReason = 'signedOut' | 'forbidden' | 'insecure';

/** Classifies a failed poll by its effect on the request and on the judge. */
export function meaningOfFailure(failure: RequestFailure): FailureMeaning {
  switch (failure.kind) {
    case 'status':
      return meaningOfStatus(failure);
    case 'insecure':
    case 'notSetUp':
      return { kind: 'paused', why: 'insecure' };
    case 'shape':
    case 'place':
    case 'tooLarge':
    case 'problemUnknown':
    case 'contestUnknown':
    case 'notUnderstood':
    case 'unreadable':
      return { kind: 'unusable' };
    case 'cancelled':
    case 'secretsTimeout':
      return { kind: 'cancelled' };
    // A captive portal responds with its own redirects, pages, and certificates. Like a network failure, it is
    // temporary.
    case 'redirect':
    case 'redirectedPost':
    case 'redirectLoop':
    case 'notJson':
    case 'encoding':
    case 'tls':
    case 'proxy':
    case 'dns':
    case 'refused':
    case 'reset':
    case 'timeout':
    case 'browser':
    case 'network':
      return { kind: 'trouble', gotResponse: false, retryAfter: null };
  }
}

/**
 * Returns whether the judge rejected the batch or sent an unusable response for it, so that polling its requests one by
 * one may work.
 */
export function isBatchRejected(failure: RequestFailure): boolean {
  if (failure.kind !== 'status') return ['shape', 'place', 'tooLarge', 'unreadable'].includes(failure.kind);
  const { status } = failure;
  if (isBotCheck(failure)) return false;
  return status >= 400 && status < 500 && ![401, 402, 408, 425, 429].includes(status);
}

/** Returns whether a poll wasn't sent because this window couldn't read the credentials. */
export function isSecretsTimeout(error: unknown): boolean {
  return error instanceof RequestFailed && error.failure.kind === 'secretsTimeout';
}

function meaningOfStatus(failure: Extract<RequestFailure, { kind: 'status' }>): FailureMeaning {
  const { status, retryAfter } = failure;
  const details = { status, reason: failure.error?.errorMessage ?? null };
  // the result still exists, and can be fetched again if the contest is activated
  if (failure.cause?.kind === 'inactiveContest') return { kind: 'refused', ...details };
  switch (status) {
    case 401:
      return { kind: 'paused', why: 'signedOut' };
    case 402:
      return { kind: 'payment' };
    case 403:
      if (isBotCheck(failure)) return { kind: 'trouble', gotResponse: false, retryAfter };
      return { kind: failure.cause?.kind === 'notOwn' ? 'refused' : 'forbidden', ...details };
    case 404:
      return { kind: 'missing', ...details };
    case 410:
      return { kind: 'gone' };
    case 429:
      return { kind: 'throttled', retryAfter };
    case 503:
      return retryAfter === null
        ? { kind: 'trouble', gotResponse: true, retryAfter }
        : { kind: 'throttled', retryAfter };
    case 407:
      return { kind: 'trouble', gotResponse: false, retryAfter };
    case 408:
    case 425:
      return { kind: 'trouble', gotResponse: true, retryAfter };
    default:
      return status >= 400 && status < 500
        ? { kind: 'refused', ...details }
        : { kind: 'trouble', gotResponse: true, retryAfter };
  }
}
