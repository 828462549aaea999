import { l10n } from 'vscode';
import {
  isPrivate,
  isJudgeTypeName,
  judgeNamed,
  RequestFailed,
  judgeTypes,
  type Judge,
  type JudgeTypeName,
  type Site,
  type SiteCheck,
  type SiteFields,
} from '../../judges';
import type { Checked } from '../shared/quickPick';
import { failureWords, orFailure } from '../shared/showFailure';
import { typeWords } from '../labels/judgeLabels';
import { sanitizeForUi } from '../labels/text';
import { urlOf, without, withScheme, type Description } from './entry';
import type { Core } from '../shared/core';

/**
 * Finds the site for which a URL stands, without credentials. If a site refuses guests, it is used only if its URL was
 * entered exactly.
 */
export async function findSite(
  extension: Core,
  type: JudgeTypeName,
  site: Site,
  soFar: Description,
  text: string,
  signal?: AbortSignal,
): Promise<Checked<Description>> {
  const sites = site.sitesIn?.(text) ?? [site.siteIn(text)];
  let [closed, wrong]: [Description | null, string] = [null, l10n.t('This URL can’t be used')];
  for (const [index, there] of sites.entries()) {
    const described = descriptionAt(type, there, soFar);
    const judge = judgeAt(described);
    if (!judge) continue;
    const client = extension.judges.clientWith(judge, null);
    const answer = await orFailure(client.then((it) => it.ask(site.checkSite, signal)));
    if (answer === 'isThisType') return { kind: 'taken', value: described };
    if (answer === 'closed' && urlOf(described) === withScheme(text.trim().replace(/\/$/, ''))) {
      closed = described;
    }
    if (index === 0) wrong = wordsWithoutSite(extension, judge, type, answer);
    // the other URLs are at the same host
    if (answer instanceof RequestFailed && answer.failure.kind !== 'status') break;
  }
  return closed ? { kind: 'taken', value: closed } : { kind: 'refused', words: wrong };
}

/** Returns a judge's entry with the fields of a site. */
function descriptionAt(
  type: JudgeTypeName,
  { url: address, ...others }: SiteFields,
  soFar: Description,
): Description {
  const url = withScheme(address);
  const isUnencrypted = URL.canParse(url) && !isPrivate(new URL(url));
  return {
    ...without(soFar, 'allowPlainHttp'),
    type,
    url,
    ...others,
    ...(isUnencrypted ? { allowPlainHttp: true } : {}),
  };
}

/** Returns the judge for requests that need only its URL; null: its settings are invalid. */
export function judgeAt(described: Description): Judge | null {
  const { type } = described;
  const url = urlOf(described);
  if (!isJudgeTypeName(type) || !URL.canParse(url)) return null;
  const name = new URL(url).host;
  const required = judgeTypes[type].promptedFields.filter(({ defaultValue }) => defaultValue === null);
  const missing = required.map(({ field }) => [field, described[field] ?? 'x'] as const);
  const read = judgeNamed(name, { [name]: { ...described, ...Object.fromEntries(missing) } });
  return read.ok ? read.judge : null;
}

/** Explains why a URL isn't that of a site of that type. */
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
