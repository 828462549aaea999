import { l10n } from 'vscode';
import type { Expectation } from '../../results';
import { sanitizeForUi } from './sanitizeText';

/** Describes the problem with a certificate, given Node's error code. */
export function certificateProblem(reason: string): string {
  switch (reason) {
    case 'CERT_HAS_EXPIRED':
      return l10n.t('the certificate has expired');
    case 'CERT_NOT_YET_VALID':
      return l10n.t('the certificate isn’t valid yet');
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return l10n.t('the certificate is self-signed');
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return l10n.t('the certificate’s issuer is unknown');
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return l10n.t('the certificate is for another host name');
    case 'CERT_REVOKED':
      return l10n.t('the certificate was revoked');
    case 'wrong version number':
    case 'EPROTO':
      return l10n.t('the server doesn’t use HTTPS');
    default:
      return l10n.t('the certificate couldn’t be verified');
  }
}

/**
 * Returns whether the certificate's issuer is unknown to this computer, such as the authority of a school or a company.
 */
export function hasOwnIssuer(reason: string): boolean {
  return /SELF_SIGNED|^UNABLE_TO_(?:VERIFY_LEAF|GET_ISSUER)/.test(reason);
}

/** Describes a proxy failure, given its status or error code. */
export function proxyProblem(reason: string): string {
  switch (reason) {
    case '407':
      return l10n.t('authentication required');
    case 'CONNECT':
      return l10n.t('unreachable, or the address is blocked');
    case 'ECONNREFUSED':
      return l10n.t('connection refused');
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return l10n.t('host not found');
    case 'ETIMEDOUT':
      return l10n.t('no response');
    default:
      return l10n.t('proxy error');
  }
}

export function expectationWords(expected: Expectation): string {
  const words: Readonly<Record<Expectation, string>> = {
    'an object': l10n.t('an object'),
    'a list': l10n.t('a list'),
    'a number': l10n.t('a number'),
    'a whole number': l10n.t('a whole number'),
    text: l10n.t('text'),
    'true or false': l10n.t('true or false'),
    '"judge"': '"judge"',
    'a request ID': l10n.t('an ID'),
    'at most 64 levels of nesting': l10n.t('at most 64 levels of nesting'),
    'at most 100,000 entries': l10n.t('at most 100,000 entries'),
  };
  return words[expected];
}

/** Describes the actual value: as the judge sent it, or by its type. */
export function foundWords(found: string): string {
  switch (found) {
    case 'nothing':
      return l10n.t('nothing');
    case 'an object':
      return l10n.t('an object');
    case 'a list':
      return l10n.t('a list');
    default:
      return sanitizeForUi(found);
  }
}
