import { l10n } from 'vscode';
import {
  isPrivate,
  isJudgeTypeName,
  judgeNamed,
  RequestFailed,
  judgeTypes,
  withReadyFields,
  type Judge,
  type JudgeTypeName,
  type RequestFailure,
  type Site,
  type SiteCheck,
  type SiteFields,
} from '../../judges';
import type { Checked } from '../shared/dialogs/quickPick';
import { failureWords, orFailure } from '../shared/failures/showFailure';
import { typeWords } from '../labels/judgeLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { urlOf, without, withScheme, type Description } from './settingsEntry';
import type { Core } from '../shared/core';

export interface WantedSite {
  readonly type: JudgeTypeName;
  readonly site: Site;
  /** URL as it was entered, or of any page */
  readonly text: string;
  /** known data of the judge; empty: nothing */
  readonly soFar: Description;
}

type FoundSite =
  | { readonly kind: 'found'; readonly described: Description }
  /** the site refuses guests, and its URL was entered exactly */
  | { readonly kind: 'closed'; readonly described: Description }
  /** the host responds, but has no such site, or the URL can’t be used */
  | { readonly kind: 'none'; readonly words: string }
  /** the host doesn’t respond */
  | { readonly kind: 'failed'; readonly failure: RequestFailure; readonly words: string };

/**
 * Finds the site to which a URL leads, without credentials. If a site refuses guests, it is used only if its URL was
 * entered exactly.
 */
export async function findSite(
  extension: Core,
  wanted: WantedSite,
  signal?: AbortSignal,
): Promise<Checked<Description>> {
  const search = await searchSite(extension, wanted, signal);
  switch (search.kind) {
    case 'found':
    case 'closed':
      return { kind: 'taken', value: search.described };
    case 'none':
    case 'failed':
      return { kind: 'refused', words: search.words };
  }
}

/** Searches for the site of a type to which a URL leads, without credentials. */
export async function searchSite(
  extension: Core,
  { type, site, text, soFar }: WantedSite,
  signal?: AbortSignal,
): Promise<FoundSite> {
  const sites = site.sitesIn?.(text) ?? [site.siteIn(text)];
  let closed: Description | null = null;
  let outcome: FoundSite = { kind: 'none', words: l10n.t('This URL can’t be used') };
  for (const [index, there] of sites.entries()) {
    const described = descriptionAt(type, there, soFar);
    const judge = judgeAt(described);
    if (!judge) continue;
    const client = extension.judges.clientWith(judge, null);
    const answer = await orFailure(client.then((it) => it.ask(site.checkSite, signal)));
    if (answer === 'isThisType') return { kind: 'found', described };
    if (answer === 'closed' && urlOf(described) === withScheme(text.trim().replace(/\/$/, ''))) {
      closed = described;
    }
    const failure = answer instanceof RequestFailed ? answer.failure : null;
    const isSilent = failure !== null && failure.kind !== 'status';
    if (index === 0) {
      const words = wordsWithoutSite(extension, judge, type, answer);
      outcome = isSilent ? { kind: 'failed', failure, words } : { kind: 'none', words };
    }
    // the other URLs are at the same host
    if (isSilent) break;
  }
  return closed ? { kind: 'closed', described: closed } : outcome;
}

/** Returns a judge's entry with the fields of a site. */
function descriptionAt(
  type: JudgeTypeName,
  { url: address, ...others }: SiteFields,
  soFar: Description,
): Description {
  const url = withScheme(address);
  const needsConsent = URL.canParse(url) && !isPrivate(new URL(url));
  return {
    ...without(soFar, 'allowPlainHttp'),
    type,
    url,
    ...others,
    ...(needsConsent ? { allowPlainHttp: true } : {}),
  };
}

/** Returns the judge for requests that need only its URL; null: its settings are invalid. */
export function judgeAt(described: Description): Judge | null {
  const { type } = described;
  const url = urlOf(described);
  if (!isJudgeTypeName(type) || !URL.canParse(url)) return null;
  const name = new URL(url).host;
  const required = judgeTypes[type].promptedFields.filter(({ defaultValue }) => defaultValue === null);
  const known = withReadyFields(described);
  const missing = required.flatMap(({ field }) =>
    known[field] === undefined ? [[field, 'x'] as const] : [],
  );
  const read = judgeNamed(name, { [name]: { ...described, ...Object.fromEntries(missing) } });
  return read.ok ? read.judge : null;
}

/** Explains why a URL doesn't belong to a site of that type. */
function wordsWithoutSite(
  extension: Core,
  judge: Judge,
  type: JudgeTypeName,
  answer: SiteCheck | RequestFailed,
): string {
  return answer instanceof RequestFailed
    ? failureWords(extension, judge, answer, 'credentials')
    : l10n.t(
        'No {0} site found at {1}. Check the URL.',
        typeWords(type).label,
        sanitizeForUi(judge.baseUrl, 100),
      );
}
