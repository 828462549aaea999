import * as codeforces from './codeforces';
import * as dmoj from './dmoj';
import * as hydro from './hydro/answers';
import * as judge0 from './judge0';
import type { PlainAnswer, ResultAnswer } from './reading';
import { readResult } from './specification';

/** The kinds of services there are. */
export type ServiceType = 'judge' | 'luogu' | 'hydro' | 'judge0' | 'dmoj' | 'codeforces';

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
  switch (type) {
    case 'judge':
    case 'luogu':
      return readResult(answer, now);
    case 'hydro':
      return hydro.readResult(answer, requestId, now);
    case 'judge0':
      return judge0.readResult(answer, requestId, now);
    case 'dmoj':
      return dmoj.readResult(answer, requestId, now);
    case 'codeforces':
      return codeforces.readResult(answer, requestId, now);
  }
}
