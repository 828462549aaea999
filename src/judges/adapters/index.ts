import { type JudgeSemantics, withoutInvisible } from '../../results';
import { FieldReader, type SettingProblem } from '../settingFields';
import { builtInJudge, localJudge, judgeIdentity, type JudgeId } from '../address';
import { headerParts, type Credential } from '../signIn/credentials';
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
import { judge } from './specification';
import { judge0 } from './judge0';
import { kattis } from './kattis';
import { local } from './thisComputer';
import type { JudgeType } from './judgeType';
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

export type JudgeTypeName = keyof typeof kinds;

export const judgeTypes: Readonly<Record<JudgeTypeName, JudgeType>> = kinds;

export const judgeTypeNames = Object.keys(kinds) as readonly JudgeTypeName[];

/** Types for users who describe the API of their judge. */
export const judgeTypeNamesByApi: readonly JudgeTypeName[] = ['luogu', 'json', 'judge'];

export function isJudgeTypeName(value: unknown): value is JudgeTypeName {
  return typeof value === 'string' && Object.hasOwn(kinds, value);
}

/** Returns all texts that would reveal a credential: the secret, and its secret parts. */
export function secretsOf(
  service: JudgeId,
  { authentication, secret }: Pick<Credential, 'authentication' | 'secret'>,
): readonly string[] {
  const { type } = judgeIdentity(service);
  const ownParts = isJudgeTypeName(type) ? (judgeTypes[type].secretParts?.(secret) ?? []) : [];
  const isHeader = authentication.scheme === 'header' || authentication.scheme === 'bearer';
  return [secret, ...ownParts, ...(isHeader ? headerParts(secret) : [])];
}

export type JudgeFromSettings =
  | { readonly ok: true; readonly judge: Judge }
  | { readonly ok: false; readonly problems: readonly SettingProblem[] };

/** The setting `services`: the unchecked entry of each judge, by name. */
export type JudgeDescriptions = Readonly<Record<string, unknown>>;

/** All judges: the built-in ones, and those of the setting with a valid name. */
export function judgeNames(descriptions: JudgeDescriptions): readonly string[] {
  return [...builtInTypes.keys(), ...Object.keys(descriptions).filter(isJudgeName)];
}

/** Returns whether the judge with that name needs no entry in the settings. */
export function isBuiltInName(name: string): boolean {
  return builtInTypes.has(name);
}

/** Returns the status codes of a type of judge. Null: the type is unknown, or each judge of it has its own codes. */
export function rulesOfType(type: unknown): JudgeSemantics | null {
  return typeNamed(type)?.rules ?? null;
}

/** Returns whether results of a type of judge don't follow the specification. False if the type is unknown. */
export function hasOwnForm(type: string): boolean {
  return typeNamed(type)?.followsSpecification === false;
}

/** Returns a type of judge, also one that the settings can't contain. Null: the type is unknown. */
function typeNamed(type: unknown): JudgeType | null {
  if (type === localJudge.type) return local;
  return isJudgeTypeName(type) ? judgeTypes[type] : null;
}

/** Types of the judges that need no entry in the settings, by their reserved names */
const builtInTypes: ReadonlyMap<string, JudgeType> = new Map([
  [builtInJudge.name, luogu],
  [localJudge.name, local],
]);

/**
 * Returns whether the name can be displayed and stored: not a built-in one, no control or invisible characters, no
 * surrounding blanks.
 */
export function isJudgeName(name: string): boolean {
  const isPrintable = /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}]{0,62}[^\p{C}\p{Z}])?$/u.test(name);
  return !isBuiltInName(name) && isPrintable && withoutInvisible(name) === name;
}

/** Creates the judge with that name, or returns all problems of its entry in the settings. */
export function judgeNamed(name: string, descriptions: JudgeDescriptions): JudgeFromSettings {
  const builtIn = builtInTypes.get(name);
  if (builtIn) return described(builtIn, name, {});
  if (!isJudgeName(name)) {
    return { ok: false, problems: [{ setting: 'services', at: name, what: { kind: 'serviceName' } }] };
  }
  const description = descriptions[name];
  if (typeof description !== 'object' || description === null || Array.isArray(description)) {
    const what = { kind: 'expected', expected: 'an object' } as const;
    return { ok: false, problems: [{ setting: 'services', at: name, what }] };
  }
  const fields = description as Readonly<Record<string, unknown>>;
  const { type } = fields;
  if (!isJudgeTypeName(type)) {
    const what = { kind: 'oneOf', options: judgeTypeNames } as const;
    return { ok: false, problems: [{ setting: 'services', at: `${name}.type`, what }] };
  }
  return described(judgeTypes[type], name, fields);
}

function described(
  type: JudgeType,
  name: string,
  fields: Readonly<Record<string, unknown>>,
): JudgeFromSettings {
  const reader = new FieldReader(name, withReadyFields(fields));
  const judge = type.describe(name, reader);
  return judge && reader.problems.length === 0
    ? { ok: true, judge }
    : { ok: false, problems: reader.problems };
}
