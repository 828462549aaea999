import type { Answer } from '../../adapter';
import { RequestFailed } from '../../requestFailed';
import { bodyOf } from '../shared/responseBody';
import { plainWordsIn, refusal, saidIn } from '../shared/refusals';
import { encoded } from '../shared/jsonValues';
import { contestPage } from './addresses';

export function contestPath(contest: string, path: string): string {
  return `/contests/${encoded(contest)}/${path}`;
}

export function refusalIn(answer: Answer): RequestFailed | null {
  return answer.status >= 400 ? refusal(answer, { message: wordsOf(answer) }) : null;
}

/** Returns the failure of a request for a run. Another user's run is rejected with 403. */
export function runRefusalIn(answer: Answer): RequestFailed | null {
  if (answer.status !== 403) return refusalIn(answer);
  return refusal(answer, { message: wordsOf(answer), cause: { kind: 'notOwn', whose: 'unclear' } });
}

/**
 * Returns the failure of a request for a contest or its problems. A contest that the user must still join is rejected
 * like one that doesn't exist, and one that isn't running with 403. `site`: URL of the website.
 */
export function contestRefusalIn(answer: Answer, contest: string, site: string): RequestFailed | null {
  const message = wordsOf(answer);
  const page = site + contestPage(contest);
  switch (answer.status) {
    case 403:
      return refusal(answer, { message, page, cause: { kind: 'notTakingPart' } });
    case 404:
      return refusal(answer, { message, page, cause: { kind: 'notJoined' } });
    default:
      return refusalIn(answer);
  }
}

export function submissionRefusalIn(answer: Answer, contest: string, site: string): RequestFailed | null {
  const message = wordsOf(answer);
  if (answer.status === 400 && /duplicate/i.test(message ?? '')) {
    return refusal(answer, { message, cause: { kind: 'duplicate' } });
  }
  return contestRefusalIn(answer, contest, site);
}

/** Returns the failure of a request for the list of submissions, which only managers of a contest may read. */
export function listRefusalIn(answer: Answer, contest: string, site: string): RequestFailed | null {
  if (answer.status !== 403) return contestRefusalIn(answer, contest, site);
  return refusal(answer, { message: wordsOf(answer), cause: { kind: 'onlyForManagers' } });
}

/** Creates the failure of an operation that needs a contest, if neither the request nor the settings contain one. */
export function contestUnknown(): RequestFailed {
  return new RequestFailed({ kind: 'contestUnknown' }, { sent: 'no' });
}

function wordsOf(answer: Answer): string | null {
  return saidIn(bodyOf(answer)) ?? plainWordsIn(answer);
}
