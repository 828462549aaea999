import { FieldReader, type SettingProblem } from '../fields';
import { builtInService } from '../identity';
import type { ServiceProfile } from '../profile';
import type { ServiceKind } from './kind';
import type { PlainAnswer, ResultAnswer } from './reading';

/** The registration: each type's file is loaded when the first service of that type is used. */
const kinds = {
  judge: async () => (await import('./judge')).judge,
  luogu: async () => (await import('./luogu')).luogu,
  hydro: async () => (await import('./hydro')).hydro,
  judge0: async () => (await import('./judge0')).judge0,
  dmoj: async () => (await import('./dmoj')).dmoj,
  codeforces: async () => (await import('./codeforces')).codeforces,
} satisfies Readonly<Record<string, () => Promise<ServiceKind>>>;

export type ServiceType = keyof typeof kinds;

export const serviceTypes = Object.keys(kinds) as readonly ServiceType[];

export function isServiceType(value: unknown): value is ServiceType {
  return typeof value === 'string' && Object.hasOwn(kinds, value);
}

export function loadServiceType(type: ServiceType): Promise<ServiceKind> {
  return kinds[type]();
}

/**
 * What an answer of a service of that type to “the result of this ID” says: times in ms and memory in KiB, but for
 * `judge`, whose units its setting tells. Throws `ServiceFailed`, in one form whatever the service sent.
 */
export async function decodeResult(
  type: ServiceType,
  answer: PlainAnswer,
  requestId: string,
  now: number = Date.now(),
): Promise<ResultAnswer> {
  return (await loadServiceType(type)).readResult(answer, requestId, now);
}

export type ProfileFromSettings =
  | { readonly ok: true; readonly profile: ServiceProfile }
  | { readonly ok: false; readonly problems: readonly SettingProblem[] };

/** The setting `services`: what is said of each service, by its name; unchecked. */
export type ServiceDescriptions = Readonly<Record<string, unknown>>;

/** The services that can be chosen by name: the built-in one, and those of the setting that can have their name. */
export function serviceNames(descriptions: ServiceDescriptions): readonly string[] {
  return [builtInService.name, ...Object.keys(descriptions).filter(isServiceName)];
}

/** A name that can be shown and stored: not the built-in one, no control or invisible characters, no blanks around it. */
export function isServiceName(name: string): boolean {
  return (
    name !== builtInService.name && /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}]{0,62}[^\p{C}\p{Z}])?$/u.test(name)
  );
}

/** The profile of the service of that name, or everything that is wrong with its description. */
export async function profileNamed(
  name: string,
  descriptions: ServiceDescriptions,
): Promise<ProfileFromSettings> {
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

async function described(
  name: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<ProfileFromSettings> {
  const { type } = fields;
  if (!isServiceType(type)) {
    const what = { kind: 'oneOf', options: serviceTypes } as const;
    return { ok: false, problems: [{ setting: 'services', at: `${name}.type`, what }] };
  }
  const reader = new FieldReader(name, fields);
  const profile = (await loadServiceType(type)).describe(name, reader);
  return profile && reader.problems.length === 0
    ? { ok: true, profile }
    : { ok: false, problems: reader.problems };
}
