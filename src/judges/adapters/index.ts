import { type JudgeSemantics, withoutInvisible } from '../../results';
import { FieldReader, type SettingProblem } from '../fields';
import { builtInService, localService, serviceIdentity, type ServiceId } from '../address';
import { headerParts, type Credential } from '../credentials';
import type { Judge } from '../judge';
import { clics } from './clics';
import { cms } from './cms';
import { codeforces } from './codeforces';
import { cses } from './cses';
import { dmoj } from './dmoj';
import { ejudge } from './ejudge';
import { eolymp } from './eolymp';
import { hydro } from './hydro';
import { json } from './json';
import { withReadyFields } from './ready';
import { judge } from './specificationJudge';
import { judge0 } from './judge0';
import { kattis } from './kattis';
import { localJudge } from './local';
import type { ServiceKind } from './judgeType';
import { luogu } from './luogu';
import { omegaup } from './omegaup';
import { yandexContest } from './yandexContest';

/** The adapters of all types. The UI lists them in this order, most used first. */
const kinds = {
  hydro,
  codeforces,
  dmoj,
  judge0,
  kattis,
  clics,
  omegaup,
  ejudge,
  cms,
  cses,
  'yandex-contest': yandexContest,
  eolymp,
  luogu,
  json,
  judge,
};

export type ServiceType = keyof typeof kinds;

/** All types of judges. */
export const serviceKinds: Readonly<Record<ServiceType, ServiceKind>> = kinds;

export const serviceTypes = Object.keys(kinds) as readonly ServiceType[];

export function isServiceType(value: unknown): value is ServiceType {
  return typeof value === 'string' && Object.hasOwn(kinds, value);
}

/** Returns all texts that would reveal a credential: the secret, and its secret parts. */
export function secretsOf(
  service: ServiceId,
  { authentication, secret }: Pick<Credential, 'authentication' | 'secret'>,
): readonly string[] {
  const { type } = serviceIdentity(service);
  const ownParts = isServiceType(type) ? (serviceKinds[type].secretParts?.(secret) ?? []) : [];
  const isHeader = authentication.scheme === 'header' || authentication.scheme === 'bearer';
  return [secret, ...ownParts, ...(isHeader ? headerParts(secret) : [])];
}

export type JudgeFromSettings =
  | { readonly ok: true; readonly judge: Judge }
  | { readonly ok: false; readonly problems: readonly SettingProblem[] };

/** The setting `services`: the unchecked entry of each judge, by name. */
export type ServiceDescriptions = Readonly<Record<string, unknown>>;

/** Names of all judges: the built-in ones, and those of the setting with a valid name. */
export function serviceNames(descriptions: ServiceDescriptions): readonly string[] {
  return [...reservedNames, ...Object.keys(descriptions).filter(isServiceName)];
}

/** Returns whether the judge with that name needs no entry in the settings. */
export function isBuiltInName(name: string): boolean {
  return reservedNames.includes(name);
}

/** Returns the status codes of a type of judge. Null: the type is unknown, or each judge of it has its own codes. */
export function rulesOfType(type: unknown): JudgeSemantics | null {
  if (type === localService.type) return localJudge().rules;
  return isServiceType(type) ? serviceKinds[type].rules : null;
}

/** Returns whether results of a type of judge don't follow the specification. False if the type is unknown. */
export function hasOwnForm(type: string): boolean {
  if (type === localService.type) return true;
  return isServiceType(type) && !serviceKinds[type].followsSpecification;
}

const reservedNames: readonly string[] = [builtInService.name, localService.name];

/**
 * Returns whether the name can be displayed and stored: not a built-in one, no control or invisible characters, no
 * surrounding blanks.
 */
export function isServiceName(name: string): boolean {
  const isPrintable = /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}]{0,62}[^\p{C}\p{Z}])?$/u.test(name);
  return !isBuiltInName(name) && isPrintable && withoutInvisible(name) === name;
}

/** Creates the judge with that name, or returns all problems of its entry in the settings. */
export function judgeNamed(name: string, descriptions: ServiceDescriptions): JudgeFromSettings {
  if (name === localService.name) return { ok: true, judge: localJudge() };
  if (name === builtInService.name) return described(name, { type: builtInService.type });
  if (!isServiceName(name)) {
    return { ok: false, problems: [{ setting: 'services', at: name, what: { kind: 'serviceName' } }] };
  }
  const description = descriptions[name];
  if (typeof description !== 'object' || description === null || Array.isArray(description)) {
    const what = { kind: 'expected', expected: 'an object' } as const;
    return { ok: false, problems: [{ setting: 'services', at: name, what }] };
  }
  return described(name, description as Readonly<Record<string, unknown>>);
}

function described(name: string, fields: Readonly<Record<string, unknown>>): JudgeFromSettings {
  const { type } = fields;
  if (!isServiceType(type)) {
    const what = { kind: 'oneOf', options: serviceTypes } as const;
    return { ok: false, problems: [{ setting: 'services', at: `${name}.type`, what }] };
  }
  const reader = new FieldReader(name, withReadyFields(fields));
  const judge = serviceKinds[type].describe(name, reader);
  return judge && reader.problems.length === 0
    ? { ok: true, judge }
    : { ok: false, problems: reader.problems };
}
