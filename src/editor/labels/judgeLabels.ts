import { env, l10n } from 'vscode';
import {
  displayAddress,
  parseUrl,
  builtInJudge,
  localJudge,
  judgeIdentity,
  type JudgeId,
} from '../../judges/address';
import type {
  Quota,
  Judge,
  ReadyJudge,
  JudgeTypeName,
  SubmissionLanguage,
  UnsupportedWebsite,
} from '../../judges';
import { isChinese, punctuation, sanitizeForUi } from './sanitizeText';

/** Returns the display name of a judge, in the editor's language. Chinese sentences put spaces around it. */
export function nameOfJudge({ name, chineseName }: Pick<Judge, 'name' | 'chineseName'>): string {
  if (isChinese()) return sanitizeForUi(chineseName ?? name, 100);
  return name === localJudge.label ? l10n.t('This Computer') : sanitizeForUi(name, 100);
}

/** Like `nameOfJudge`, by the judge ID. Also works for a removed judge. */
export function nameOfJudgeId(id: JudgeId): string {
  const { name } = judgeIdentity(id);
  const builtIn = [builtInJudge, localJudge].find((service) => service.name === name);
  return builtIn
    ? nameOfJudge({ name: builtIn.label, chineseName: builtIn.chineseLabel })
    : nameOfJudge({ name: name || id, chineseName: null });
}

/** Returns the prompt below an input box for a secret: which secret to enter, and to which judge it is sent. */
export function secretPrompt(judge: Judge): string {
  const { signIn } = judge;
  const address = addresses(judge);
  if (signIn.kind === 'secret' && signIn.name !== undefined)
    return l10n.t('{0}. Sent only to {1}.', sanitizeForUi(signIn.name, 60), address);
  switch (signIn.kind === 'secret' ? signIn.secret : 'any') {
    case 'openAppToken':
      return l10n.t(
        'OpenApp token from the Open Platform console (user:password). Sent only to {0}.',
        address,
      );
    case 'apiToken':
      return l10n.t('API token. Sent only to {0}.', address);
    case 'oauthToken':
      return l10n.t(
        'OAuth token of an application that you register with the permission contest:submit. Sent only to {0}.',
        address,
      );
    case 'tokenOfPair':
      return l10n.t(
        'Token from the page “API keys” of the contest, not the secret. Sent only to {0}.',
        address,
      );
    case 'accessKey':
      return l10n.t('Access key from your developer settings (etkn-…). Sent only to {0}.', address);
    case 'userAndPassword':
    case 'keyAndSecret':
    case 'file':
    case 'any':
      return l10n.t('Token for this judge. Sent only to {0}.', address);
  }
}

/** Appends advice to the message about a rejected secret, if the judge requires a special one. */
export function withSecretAdvice(words: string, { signIn }: Pick<Judge, 'signIn'>): string {
  if (signIn.kind !== 'secret' || signIn.secret !== 'tokenOfPair') return words;
  const advice = l10n.t('Enter the token. The secret isn’t needed.');
  const { fullStop } = punctuation();
  return /[.。!！?？]$/.test(words)
    ? `${words}${fullStop.slice(1)}${advice}`
    : `${words}${fullStop}${advice}`;
}

/** Returns the URLs that the credential is sent to: the judge, and its push socket if on another host. */
export function addresses({ baseUrl, origin, push }: Judge): string {
  const known = displayAddress(baseUrl);
  const pushed = push && push.authentication.kind !== 'none' ? parseUrl(push.origin) : null;
  return !pushed || pushed.host === parseUrl(origin)?.host ? known : `${known}, ${displayAddress(pushed)}`;
}

/** Returns the price of a submission; empty if unknown. */
export function judgingPrice({ quota }: Pick<Judge, 'quota'>): string {
  const price = quota?.price;
  return !price ? '' : l10n.t('Each submission costs {0}–{1} points', price.least, price.most);
}

/** Returns the total of all quotas that are valid at `now` (ms since 1970). */
export function pointsLeft(quotas: readonly Quota[], now: number): number {
  return quotas.filter((quota) => isValid(quota, now)).reduce((sum, { available }) => sum + available, 0);
}

/** Returns whether a quota is valid at `now` (ms since 1970). */
export function isValid({ validAfter, expiresAt }: Quota, now: number): boolean {
  return (validAfter === null || validAfter <= now) && (expiresAt === null || now < expiresAt);
}

export function pointsWords(points: number): string {
  return points === 1 ? l10n.t('1 point left') : l10n.t('{0} points left', points);
}

/**
 * Returns the judge's name for the ID of a submission. `type`: type of judge, which may be unknown if a newer
 * version saved it.
 */
export function idName(type: string): string {
  if (type === localJudge.type) return l10n.t('Run ID');
  const words: Readonly<Record<string, TypeWords>> = wordsOfTypes();
  return (Object.hasOwn(words, type) ? words[type]?.id : undefined) ?? l10n.t('Submission ID');
}

export function languageLabel({ name, isByExtension }: SubmissionLanguage): string {
  return isByExtension ? l10n.t('By file extension') : name;
}

interface TypeWords {
  readonly label: string;
  readonly detail: string;
  /** name of a submission's ID; absent: “Submission ID” */
  readonly id?: string;
  /** prompts of fields that only this type has */
  readonly prompts?: Readonly<Record<string, string>>;
}

/** Returns the name of a judge with a ready description, and one line about it in the editor's language. */
export function readyWords({ name, detail }: ReadyJudge): Pick<TypeWords, 'label' | 'detail'> {
  return { label: name, detail: detail[env.language] ?? detail.en };
}

export function unsupportedWords(website: UnsupportedWebsite): string {
  switch (website) {
    case 'AtCoder':
      return l10n.t('Not supported, because AtCoder has no public API.');
    case 'LeetCode':
      return l10n.t('Not supported, because LeetCode has no public API.');
    case 'Luogu':
      return l10n.t(
        'Not supported, because the website has no public API. The Luogu Open Platform is a paid service of its own.',
      );
  }
}

export function typeWords(type: JudgeTypeName): TypeWords {
  return wordsOfTypes()[type];
}

function wordsOfTypes(): Readonly<Record<JudgeTypeName, TypeWords>> {
  return {
    hydro: {
      label: 'Hydro',
      id: l10n.t('Record ID'),
      detail: l10n.t('A school or club site, or hydro.ac. Sign in with your account.'),
      prompts: { domain: l10n.t('Domain to submit to. Leave empty for the site’s default.') },
    },
    codeforces: {
      label: 'Codeforces',
      detail: l10n.t('Results for a handle. No sign-in needed; an API key adds private contests.'),
      prompts: { handle: l10n.t('Codeforces handle') },
    },
    kattis: {
      label: 'Kattis',
      detail: l10n.t('open.kattis.com or another Kattis site. Requires your .kattisrc file.'),
    },
    clics: {
      label: 'DOMjudge, PC²',
      detail: l10n.t('A contest with the CLICS API. Sign in with your team’s account.'),
      prompts: {
        contest: l10n.t('ID or short name of the contest. The site shows it next to your team’s name.'),
      },
    },
    ejudge: {
      label: l10n.t('ejudge contest'),
      id: l10n.t('Run ID'),
      detail: l10n.t(
        'A contest on an ejudge site. Requires an API token from the contest’s “API keys” page.',
      ),
      prompts: {
        url: l10n.t('Contest URL from your browser (…/new-client?…)'),
        contest: l10n.t('Number of the contest (contest_id in the URL of its sign-in page)'),
      },
    },
    cses: {
      label: 'CSES',
      detail: l10n.t('The problem set, a course, or a contest on cses.fi. Sign in with your browser.'),
      prompts: {
        scope: l10n.t('ID of the course or number of the contest. You can also paste the URL of a task.'),
      },
    },
    'yandex-contest': {
      label: 'Yandex Contest',
      id: l10n.t('Run ID'),
      detail: l10n.t('Contests on contest.yandex.ru. Requires an OAuth token of an application of your own.'),
      prompts: {
        url: l10n.t('URL of the contest from your browser, or of the API'),
        contest: l10n.t('Number of the contest. Leave empty if you only paste URLs.'),
        user: l10n.t('Your name in the list of submissions, if you manage the contest. Leave empty to skip.'),
      },
    },
    eolymp: {
      label: 'Eolymp',
      detail: l10n.t('eolymp.com, or the space of a school. Requires an access key.'),
      prompts: {
        url: l10n.t('URL of the API, or of a page on basecamp.eolymp.com'),
        space: l10n.t('ID of the space. Leave empty for the public archive.'),
        contest: l10n.t('ID of the contest. Leave empty for the archive.'),
      },
    },
    cms: {
      label: 'CMS',
      detail: l10n.t('A contest on a Contest Management System site. Sign in with your account.'),
    },
    omegaup: {
      label: 'omegaUp',
      id: l10n.t('Run ID'),
      detail: l10n.t('Requires an API token from your profile.'),
    },
    dmoj: {
      label: 'DMOJ',
      detail: l10n.t('dmoj.ca or another DMOJ site. Requires an API token from your profile.'),
      prompts: { user: l10n.t('Your user name, to list your recent submissions. Leave empty to skip.') },
    },
    judge0: { label: 'Judge0', detail: l10n.t('A Judge0 server. A token is optional.') },
    luogu: {
      label: l10n.t('Luogu Open Platform at another URL'),
      id: l10n.t('Request ID'),
      detail: l10n.t('Requires a paid Open Platform token. A luogu.com.cn account doesn’t work.'),
    },
    json: {
      label: l10n.t('JSON API'),
      detail: l10n.t('Any judge with a JSON API. Map its response fields in the settings.'),
    },
    judge: {
      label: l10n.t('Luogu-compatible API'),
      id: l10n.t('Request ID'),
      detail: l10n.t('Any judge with the same API as the Luogu Open Platform.'),
    },
  };
}
