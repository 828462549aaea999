import type { PlainAnswer, ResultAnswer } from './reading';
import { readResult } from './specification';

/** The kinds of services there are. */
export type ServiceType = 'judge' | 'luogu' | 'hydro' | 'judge0' | 'dmoj' | 'codeforces';

/**
 * What an answer of a service of that type to «the result of this ID» says: times in ms and memory in KiB, but for
 * `judge`, whose units its setting tells. Throws `ServiceFailed`, in one form whatever the service sent.
 */
export async function decodeResult(
  type: ServiceType,
  answer: PlainAnswer,
  requestId: string,
  now: number = Date.now(),
): Promise<ResultAnswer> {
  switch (type) {
    case 'judge':
    case 'luogu':
      return readResult(answer, now);
    case 'hydro':
      return (await import('./hydro/answers')).readResult(answer, requestId, now);
    case 'judge0':
      return (await import('./judge0')).readResult(answer, requestId, now);
    case 'dmoj':
      return (await import('./dmoj')).readResult(answer, requestId, now);
    case 'codeforces':
      return (await import('./codeforces')).readResult(answer, requestId, now);
  }
}
