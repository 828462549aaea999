import { isObject } from '../../judge';
import { isInPrivateNetwork, parseUrl } from '../address';
import { FieldReader, type SettingFault } from '../fields';
import type { Judge } from '../judge';
import { isServiceName, isServiceType, serviceKinds, serviceTypes, type ServiceType } from '../profiles';
import { withReadyFields } from '../profiles/ready';
import { hostileTextIn } from './hostileText';

/** Fields of a judge's entry in the settings. */
export type EntryFields = Readonly<Record<string, unknown>>;

/** A judge in a link or a file. */
export interface SharedJudge {
  /** null: not named */
  readonly name: string | null;
  /** its entry in the settings, without credentials and without fields that each user decides */
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
  /** each user decides about this field */
  | { readonly kind: 'decision'; readonly at: string }
  /** pages, or pushed results, are on `host`, which doesn't belong to the judge's host */
  | { readonly kind: 'otherHost'; readonly at: string; readonly host: string; readonly judgeHost: string }
  | { readonly kind: 'field'; readonly at: string; readonly fault: SettingFault };

/** A description that passed all checks. */
export interface CheckedJudge extends SharedJudge {
  readonly type: ServiceType;
  /** The judge. Fields of the user that are missing have example values. */
  readonly judge: Judge;
  /** Required or useful fields that each user enters, such as a handle. */
  readonly missingFields: readonly string[];
  /** The judge has no encryption, in a private network. The user must agree before credentials are sent. */
  readonly isUnencrypted: boolean;
  /** Base URL of its web pages, if it isn't the judge's; null: the same */
  readonly website: string | null;
}

export type CheckedOrProblem =
  | { readonly ok: true; readonly checked: CheckedJudge }
  | { readonly ok: false; readonly problem: SharedProblem };

/** Fields that contain the user's consent. A link can't give it for someone else. */
const DECISIONS = ['follow', 'allowPlainHttp'] as const;

/** Fields that contain the user's name at the judge. They are left out of links. */
const OWN_NAMES = ['handle', 'user'] as const;

/** Constants of a JSON API that contain the user's name. They are emptied in links. */
const ownConstants = new Set(['account', 'handle', 'login', 'user', 'userName', 'username']);

/** Returns the fields of an entry in the settings that other people need: no consent, and no name of the user. */
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

/** Checks the description of a judge that another person wrote. Rejects every field that it doesn't know. */
export function checkShared({ name, entry }: SharedJudge): CheckedOrProblem {
  const hostile = hostileTextIn({ ...entry, ...(name === null ? {} : { name }) });
  if (hostile?.kind === 'tooDeep') return wrong({ kind: 'notADescription' });
  if (hostile) return wrong({ kind: hostile.kind, at: hostile.at });
  const decision = DECISIONS.find((field) => Object.hasOwn(entry, field));
  if (decision) return wrong({ kind: 'decision', at: decision });
  if (name !== null && (!isServiceName(name) || name === '__proto__'))
    return wrong({ kind: 'field', at: 'name', fault: { kind: 'serviceName' } });
  const { type } = entry;
  if (!isServiceType(type)) {
    return wrong({ kind: 'field', at: 'type', fault: { kind: 'oneOf', options: serviceTypes } });
  }
  const { site, promptedFields } = serviceKinds[type];
  const missingFields = OWN_NAMES.filter(
    (own) => entry[own] === undefined && promptedFields.some(({ field }) => field === own),
  );
  const examples = Object.fromEntries(missingFields.map((field) => [field, 'x']));
  const isUnencrypted = site?.mayBeUnencrypted === true && isUnencryptedAddress(entry['url']);
  const complete = { ...entry, ...examples, ...(isUnencrypted ? { allowPlainHttp: true } : {}) };
  const described = withReadyFields(complete);
  const reader = new FieldReader('', described, 'rejected');
  const judge = serviceKinds[type].describe(name ?? 'x', reader);
  const unknown = Object.keys(entry).find((field) => field !== 'type' && !reader.hasRead(field));
  if (unknown !== undefined) return wrong({ kind: 'field', at: unknown, fault: { kind: 'unknownField' } });
  const [problem] = reader.problems;
  if (problem) return wrong({ kind: 'field', at: problem.at, fault: problem.what });
  if (!judge) return wrong({ kind: 'notADescription' });
  const otherHost = entry['url'] === undefined ? null : otherHostIn(described, judge);
  if (otherHost) return wrong(otherHost);
  const website = described['website'];
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

function wrong(problem: SharedProblem): CheckedOrProblem {
  return { ok: false, problem };
}

/** Returns whether a URL uses plain HTTP in a private network. */
function isUnencryptedAddress(value: unknown): boolean {
  const url = typeof value === 'string' ? parseUrl(value.trim()) : null;
  return url !== null && url.protocol === 'http:' && isInPrivateNetwork(url);
}

/**
 * Finds web pages or pushed results on a foreign host. Pages, and push without credentials, may be on a parent or a
 * subdomain of the judge's host. Credentials are only pushed to the same host. Null: there is none.
 */
function otherHostIn(described: EntryFields, { baseUrl }: Judge): SharedProblem | null {
  const { website, push } = described;
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
    const isOwn = isStrict ? url.hostname === judgeHost : areRelated(url.hostname, judgeHost);
    if (!isOwn) return { kind: 'otherHost', at, host: url.host, judgeHost };
  }
  return null;
}

/** Returns whether two hosts are the same, or one is a subdomain of the other. */
function areRelated(host: string, other: string): boolean {
  if (host === other) return true;
  const [parent, child] = host.length < other.length ? [host, other] : [other, host];
  return parent.includes('.') && child.endsWith(`.${parent}`);
}

/** One of the user's judges. */
export interface OwnJudge {
  readonly type: string;
  /** URL without a trailing slash */
  readonly baseUrl: string;
  readonly entry: EntryFields;
}

/**
 * Returns whether one of the user's judges is the shared one: it has the same type, URL, and other fields. Ignores the
 * user's name unless the shared description contains one.
 */
export function isSameJudge({ type, entry, judge }: CheckedJudge, own: OwnJudge): boolean {
  if (own.type !== type || own.baseUrl !== judge.baseUrl) return false;
  const names = OWN_NAMES.filter((field) => entry[field] !== undefined);
  return (
    names.every((field) => entry[field] === own.entry[field]) &&
    comparableText(entry) === comparableText(own.entry)
  );
}

/** Returns the same text for entries that differ only in the order of fields, in the URL, or in fields of the user. */
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
