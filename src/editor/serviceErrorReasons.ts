import { l10n } from 'vscode';
import type { Expectation } from '../judge';
import { sanitizeForUi } from './sanitizeForUi';

/** What is wrong with a certificate, by the code that Node gives it. */
export function certificateProblem(reason: string): string {
  switch (reason) {
    case 'CERT_HAS_EXPIRED':
      return l10n.t('its certificate has expired');
    case 'CERT_NOT_YET_VALID':
      return l10n.t('its certificate is not valid yet');
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return l10n.t('its certificate is signed by itself');
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return l10n.t('the issuer of its certificate is not known here');
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return l10n.t('its certificate belongs to another name');
    case 'CERT_REVOKED':
      return l10n.t('its certificate was taken back by its issuer');
    case 'wrong version number':
    case 'EPROTO':
      return l10n.t('what answers there does not speak https');
    default:
      return l10n.t('its certificate could not be verified');
  }
}

/** What the answer of a proxy, or the way it failed, means. */
export function proxyProblem(reason: string): string {
  switch (reason) {
    case '407':
      return l10n.t('it wants a user name and a password');
    case 'CONNECT':
      return l10n.t('it can’t be reached, or it refuses this address');
    case 'ECONNREFUSED':
      return l10n.t('nothing is listening at its address');
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return l10n.t('its name was not found');
    case 'ETIMEDOUT':
      return l10n.t('it did not answer');
    default:
      return l10n.t('it failed');
  }
}

/** What the specification wants at some place of a body. */
export function expectationWords(expected: Expectation): string {
  switch (expected) {
    case 'an object':
      return l10n.t('an object');
    case 'a list':
      return l10n.t('a list');
    case 'a number':
      return l10n.t('a number');
    case 'a whole number':
      return l10n.t('a whole number');
    case 'text':
      return l10n.t('text');
    case 'true or false':
      return l10n.t('true or false');
    case '"judge"':
      return '"judge"';
    case 'a request ID':
      return l10n.t('a request ID');
    case 'at most 64 levels of nesting':
      return l10n.t('at most 64 levels of nesting');
    case 'at most 1,000,000 entries':
      return l10n.t('at most 1,000,000 entries');
  }
}

/** What stands there instead: a value as the service wrote it, or its kind. */
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
