import { l10n } from 'vscode';
import {
  judgeOfUrl,
  pastedUrl,
  searchedSites,
  urlsToTry,
  type JudgeTypeName,
  type ReadyJudge,
  type RequestFailure,
} from '../../judges';
import { unsupportedWords } from '../labels/judgeLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import type { Checked } from '../shared/dialogs/quickPick';
import type { Description } from './settingsEntry';
import { searchSite } from './findSite';
import type { Core } from '../shared/core';

export type JudgeAtUrl =
  | { readonly kind: 'ready'; readonly ready: ReadyJudge }
  /** `fields`: of its entry in the settings; without `url` if it is the default */
  | { readonly kind: 'type'; readonly type: JudgeTypeName; readonly fields: Description };

/**
 * Finds the judge that the URL of any page belongs to, by its host or by requests without credentials. Tries https first
 * if the URL has no scheme. If there is none, returns the reason.
 */
export async function judgeAtUrl(
  extension: Core,
  text: string,
  signal?: AbortSignal,
): Promise<Checked<JudgeAtUrl>> {
  const known = judgeOfUrl(text);
  if (known?.kind === 'unsupported') return { kind: 'refused', words: unsupportedWords(known.website) };
  if (known) return { kind: 'taken', value: known };
  let words: string | null = null;
  for (const url of urlsToTry(text)) {
    const found = await searchTypes(extension, url, signal);
    if (found.kind === 'taken') return found;
    // a later URL that has a server explains more than an earlier one without
    if (words === null || !found.mayBeUnencrypted) words = found.words;
    if (!found.mayBeUnencrypted) break;
  }
  return { kind: 'refused', words: words ?? l10n.t('This URL can’t be used') };
}

type Search =
  | { readonly kind: 'taken'; readonly value: JudgeAtUrl }
  /** `mayBeUnencrypted`: the server may have no encryption */
  | { readonly kind: 'refused'; readonly words: string; readonly mayBeUnencrypted: boolean };

/** Searches for a site of each kind. `isTarget`: whether a redirect led to the URL. */
async function searchTypes(
  extension: Core,
  url: string,
  signal: AbortSignal | undefined,
  isTarget = false,
): Promise<Search> {
  let closed: JudgeAtUrl | null = null;
  let moved: string | null = null;
  for (const { type, site, fields } of searchedSites) {
    const search = await searchSite(extension, { type, site, text: url, soFar: fields }, signal);
    if (search.kind === 'found') return taken(type, search.described);
    if (search.kind === 'closed') closed = { kind: 'type', type, fields: search.described };
    if (search.kind !== 'failed') continue;
    const { failure, words } = search;
    moved ??= targetOfRedirect(failure, url);
    if (!isResponse(failure)) return { kind: 'refused', words, mayBeUnencrypted: isLikeUnencrypted(failure) };
  }
  if (closed) return { kind: 'taken', value: closed };
  if (moved !== null && !isTarget) return searchTypes(extension, moved, signal, true);
  const host = sanitizeForUi(pastedUrl(url)?.host ?? '', 100);
  return {
    kind: 'refused',
    words: l10n.t(
      'No supported judge was found at {0}. If you know its type, choose it from the list.',
      host,
    ),
    mayBeUnencrypted: false,
  };
}

function taken(type: JudgeTypeName, fields: Description): Search {
  return { kind: 'taken', value: { kind: 'type', type, fields } };
}

/** Returns the URL to which a site moved; null: the failure isn’t a redirect to an encrypted URL. */
function targetOfRedirect(failure: RequestFailure, from: string): string | null {
  if (failure.kind !== 'redirect' || !failure.to.startsWith('https://')) return null;
  return failure.to + (pastedUrl(from)?.pathname ?? '');
}

/** Returns whether the host responded, so that it may have a site of another type. */
function isResponse({ kind }: RequestFailure): boolean {
  switch (kind) {
    case 'notJson':
    case 'shape':
    case 'tooLarge':
    case 'encoding':
    case 'redirect':
    case 'redirectLoop':
      return true;
    case 'status':
    case 'dns':
    case 'refused':
    case 'reset':
    case 'tls':
    case 'proxy':
    case 'timeout':
    case 'cancelled':
    case 'secretsTimeout':
    case 'place':
    case 'problemUnknown':
    case 'contestUnknown':
    case 'notUnderstood':
    case 'unreadable':
    case 'redirectedPost':
    case 'insecure':
    case 'notSetUp':
    case 'network':
    case 'browser':
      return false;
  }
}

/** Returns whether a server without encryption may respond like this to an encrypted request. */
function isLikeUnencrypted(failure: RequestFailure): boolean {
  switch (failure.kind) {
    case 'refused':
    case 'reset':
    case 'timeout':
    case 'network':
      return true;
    case 'tls':
      // a wrong certificate must not lead to a connection without encryption
      return !/CERT|SIGN|ISSUER|VERIFY|CHAIN/i.test(failure.reason);
    default:
      return false;
  }
}
