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
