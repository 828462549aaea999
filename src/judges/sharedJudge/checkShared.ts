import { isObject } from '../../results';
import { isInPrivateNetwork, isLoopback, parseUrl } from '../address';
import { FieldReader, type SettingFault } from '../settingFields';
import type { Judge } from '../judge';
import { isJudgeName, isJudgeTypeName, judgeTypes, judgeTypeNames, type JudgeTypeName } from '../adapters';
import { withReadyFields } from '../adapters/ready';
import { hostileTextIn } from './hostileText';

export type EntryFields = Readonly<Record<string, unknown>>;

/** A judge in a link or a file. */
export interface SharedJudge {
  /** null: not named */
  readonly name: string | null;
  /** its entry in the settings, without credentials and without the fields in `DECISIONS` */
  readonly entry: EntryFields;
}

/** Why a link or a file with a judge is rejected. `src/editor` has the messages. */
export type SharedProblem =
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'notJson' }
  /** not an object, or nested too deeply */
  | { readonly kind: 'notADescription' }
  /** `at` contains control, bidirectional, or invisible characters */
  | { readonly kind: 'deceptive'; readonly at: string }
  | { readonly kind: 'credential'; readonly at: string }
  /** the path in `at` leads out of the judge's URL */
  | { readonly kind: 'pathAbove'; readonly at: string }
  /** each user decides about this field */
  | { readonly kind: 'decision'; readonly at: string }
  /** the web pages or the pushed results are on `host`, which is unrelated to the judge's host */
  | { readonly kind: 'otherHost'; readonly at: string; readonly host: string; readonly judgeHost: string }
  | { readonly kind: 'field'; readonly at: string; readonly fault: SettingFault };

/** A description that passed all checks. */
export interface CheckedJudge extends SharedJudge {
  readonly type: JudgeTypeName;
  /** has example values for `missingFields` */
  readonly judge: Judge;
  /** fields that each user enters, such as a handle */
  readonly missingFields: readonly string[];
  /** the judge uses plain HTTP in a private network; the user must agree before credentials are sent */
  readonly isUnencrypted: boolean;
  /** URL of the judge's web pages; null: `judge.baseUrl` */
  readonly website: string | null;
}

interface Rejection {
  readonly ok: false;
  readonly problem: SharedProblem;
}

export type CheckResult = { readonly ok: true; readonly checked: CheckedJudge } | Rejection;

/** Fields that contain the user's consent. Nobody else can give it. */
const DECISIONS = ['follow', 'allowPlainHttp'] as const;

/** Fields that contain the user's name at the judge. They are left out of links. */
const OWN_NAMES = ['handle', 'user'] as const;

/** Constants of a JSON API that contain the user's name. They are emptied in links. */
const ownConstants = new Set(['account', 'handle', 'login', 'user', 'userName', 'username']);

/** Returns the fields of an entry in the settings that can be shared: all except the user's consent and name. */
export function withoutOwnFields(entry: EntryFields): EntryFields {
  const own: readonly string[] = [...DECISIONS, ...OWN_NAMES];
  const shared = Object.fromEntries(Object.entries(entry).filter(([field]) => !own.includes(field)));
  const { constants } = shared;
  if (!isObject(constants)) return shared;
  const emptied = Object.entries(constants).map(([name, value]) => [
    name,
    ownConstants.has(name) ? '' : value,
  ]);
  return { ...shared, constants: Object.fromEntries(emptied) as EntryFields };
}

/** Checks the description of a judge that another person wrote. Rejects unknown fields. */
export function checkShared(shared: SharedJudge): CheckResult {
  const forbidden = forbiddenContentIn(shared);
  if (forbidden) return rejected(forbidden);
  const { name, entry } = shared;
  const { type } = entry;
  if (!isJudgeTypeName(type)) {
    return rejected({ kind: 'field', at: 'type', fault: { kind: 'oneOf', options: judgeTypeNames } });
  }
  const missingFields = missingFieldsOf(type, entry);
  const { site, mayBeUnencrypted = site?.mayBeUnencrypted ?? false } = judgeTypes[type];
  const isUnencrypted = mayBeUnencrypted && isUnencryptedAddress(entry['url']);
  const completeEntry = withReadyFields({
    ...entry,
    ...Object.fromEntries(missingFields.map((field) => [field, 'x'])),
    ...(isUnencrypted ? { allowPlainHttp: true } : {}),
  });
  const read = readJudge(type, shared, completeEntry);
  if (!read.ok) return read;
  const { judge } = read;
  // without a URL, the description that comes with the extension is for this host, so its own pages are right
  const otherHost = otherHostIn(entry['url'] === undefined ? entry : completeEntry, judge);
  if (otherHost) return rejected(otherHost);
  const website = completeEntry['website'];
  return {
    ok: true,
    checked: {
      name,
      entry,
      type,
      judge,
      missingFields,
      isUnencrypted,
      website: typeof website === 'string' && website !== '' ? website : null,
    },
  };
}

/** Finds content that no shared judge of any type may have. Null: there is none. */
function forbiddenContentIn({ name, entry }: SharedJudge): SharedProblem | null {
  const hostile = hostileTextIn({ ...entry, ...(name === null ? {} : { name }) });
  if (hostile?.kind === 'tooDeep') return { kind: 'notADescription' };
  if (hostile) return { kind: hostile.kind, at: hostile.at };
  const decision = DECISIONS.find((field) => Object.hasOwn(entry, field));
  if (decision) return { kind: 'decision', at: decision };
  const isValidName = name === null || (isJudgeName(name) && name !== '__proto__');
  return isValidName ? null : { kind: 'field', at: 'name', fault: { kind: 'serviceName' } };
}

/** Returns the fields that a judge of that type requires and each user must enter. */
function missingFieldsOf(type: JudgeTypeName, entry: EntryFields): readonly string[] {
  const { promptedFields } = judgeTypes[type];
  return OWN_NAMES.filter(
    (own) => entry[own] === undefined && promptedFields.some(({ field }) => field === own),
  );
}

/** Creates the judge from its complete entry. Fails if a field of the shared entry is unknown or invalid. */
function readJudge(
  type: JudgeTypeName,
  { name, entry }: SharedJudge,
  completeEntry: EntryFields,
): Rejection | { readonly ok: true; readonly judge: Judge } {
  const reader = new FieldReader('', completeEntry, 'rejected');
  const judge = judgeTypes[type].describe(name ?? 'x', reader);
  const unknown = Object.keys(entry).find((field) => field !== 'type' && !reader.hasRead(field));
  if (unknown !== undefined) return rejected({ kind: 'field', at: unknown, fault: { kind: 'unknownField' } });
  const [problem] = reader.problems;
  if (problem) return rejected({ kind: 'field', at: problem.at, fault: problem.what });
  return judge ? { ok: true, judge } : rejected({ kind: 'notADescription' });
}

function rejected(problem: SharedProblem): Rejection {
  return { ok: false, problem };
}

function isUnencryptedAddress(value: unknown): boolean {
  const url = typeof value === 'string' ? parseUrl(value.trim()) : null;
  return url !== null && url.protocol === 'http:' && !isLoopback(url) && isInPrivateNetwork(url);
}

/**
 * Finds a URL of web pages or of pushed results on an unrelated host. Null: there is none. If the push connection sends
 * credentials, it must have the judge's host. Other URLs can also have a parent domain or a subdomain of it.
 */
function otherHostIn({ website, push }: EntryFields, { baseUrl }: Judge): SharedProblem | null {
  const { hostname: judgeHost } = new URL(baseUrl);
  const pushFields = isObject(push) ? push : {};
  const sendsCredential = !['', 'none', undefined].includes(pushFields['authentication'] as string);
  const addresses = [
    { at: 'website', address: website, isStrict: false },
    { at: 'push.webSocketUrl', address: pushFields['webSocketUrl'], isStrict: sendsCredential },
    { at: 'push.eventsUrl', address: pushFields['eventsUrl'], isStrict: sendsCredential },
  ];
  for (const { at, address, isStrict } of addresses) {
    const url = typeof address === 'string' ? parseUrl(address.trim()) : null;
    if (!url) continue;
    const isAllowed = isStrict ? url.hostname === judgeHost : areRelated(url.hostname, judgeHost);
    if (!isAllowed) return { kind: 'otherHost', at, host: url.host, judgeHost };
  }
  return null;
}

/** Returns whether two hosts are the same, or one is a subdomain of the other. */
function areRelated(host: string, other: string): boolean {
  if (host === other) return true;
  const [parent, child] = host.length < other.length ? [host, other] : [other, host];
  return parent.includes('.') && child.endsWith(`.${parent}`);
}

export interface OwnJudge {
  readonly type: string;
  /** URL without a trailing slash */
  readonly baseUrl: string;
  readonly entry: EntryFields;
}

/**
 * Returns whether one of the user's judges has the same type, URL, and other fields as the shared one. Ignores the user's
 * consent, and also the user's name unless the shared description contains one.
 */
export function isSameJudge({ type, entry, judge }: CheckedJudge, own: OwnJudge): boolean {
  if (own.type !== type || own.baseUrl !== judge.baseUrl) return false;
  const names = OWN_NAMES.filter((field) => entry[field] !== undefined);
  return (
    names.every((field) => entry[field] === own.entry[field]) &&
    comparableText(entry) === comparableText(own.entry)
  );
}

/** Serializes an entry. Ignores the URL, empty fields, the order of fields, and the user's consent and name. */
function comparableText(entry: EntryFields): string {
  return JSON.stringify({ ...withoutOwnFields(entry), url: '' }, (_key, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, field]) => field !== '')
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value,
  );
}
