import type { Answer } from '../../adapter';
import { RequestFailed, type RefusalCause } from '../../requestFailed';
import { refusal } from '../shared/refusals';
import { bodyOf } from '../shared/responseBody';
import { objectOf, textOf, type Raw } from '../shared/jsonValues';
import { placePage, type OmegaupPlace } from './addresses';

/** Returns the failure that a response reports. Checks `errorname`, because failures can have any content type. */
export function refusalIn(answer: Answer): RequestFailed | null {
  const body = objectOf(bodyOf(answer));
  const status = answer.status >= 400 ? answer.status : 400;
  const type = body.status === 'error' ? textOf(body.errorname) : null;
  if (type === null) return answer.status >= 400 ? refusal(answer) : null;
  const cause = causeIn(type, textOf(body.parameter));
  return refusal(answer, {
    // the site sends 403, but no other credentials would help
    status: cause?.kind === 'tooSoon' ? 429 : status,
    type,
    message: sentenceIn(body),
    refusesAnybody: type !== 'userNotAllowed',
    ...(cause ? { cause } : {}),
  });
}

/**
 * Returns the failure that a response about a contest or an assignment reports. If the user has to open it or to join it
 * first, the failure has its page.
 */
export function refusalAt(answer: Answer, place: OmegaupPlace): RequestFailed | null {
  const refused = refusalIn(answer);
  if (refused?.failure.kind !== 'status') return refused;
  const { failure, sent, taken } = refused;
  const cause = failure.error?.errorType === 'userNotAllowed' ? closedPlace(place) : failure.cause;
  if (cause?.kind !== 'notOpened' && cause?.kind !== 'notTakingPart') return refused;
  return new RequestFailed({ ...failure, cause, page: placePage(place) }, { sent, taken });
}

/** Returns why the user can't see a contest or an assignment. */
function closedPlace({ kind }: OmegaupPlace): RefusalCause {
  switch (kind) {
    case 'contest':
      return { kind: 'notOpened' };
    case 'assignment':
      return { kind: 'notTakingPart' };
  }
}

/** Returns the site's sentence. Null: none, or a placeholder such as `{untranslated:serviceUnavailable}`. */
function sentenceIn({ error }: Raw): string | null {
  const sentence = textOf(error);
  return sentence === null || /^\{[^{}]{0,200}\}$/.test(sentence.trim()) ? null : sentence;
}

/**
 * Returns why the site rejected a request. `parameter`: the field that it rejected; null: none. Null: the site's sentence
 * explains it.
 */
function causeIn(name: string, parameter: string | null): RefusalCause | null {
  switch (name) {
    case 'runWaitGap':
      return { kind: 'tooSoon' };
    case 'runNotEvenOpened':
      return { kind: 'notOpened' };
    case 'runNotInsideContest':
      return { kind: 'closed', why: 'notRunning' };
    case 'contestNotStarted':
      return { kind: 'closed', why: 'notBegun' };
    case 'problemIsPrivate':
    case 'problemIsNotPublic':
      return { kind: 'problemNotPublic' };
    case 'contestNotFound':
    case 'problemsetNotFound':
      return { kind: 'contestUnknown' };
    case 'parameterNotFound':
      return parameter === 'contest_alias'
        ? { kind: 'contestUnknown' }
        : parameter === 'problem_alias'
          ? { kind: 'notInContest' }
          : null;
    case 'parameterNotInExpectedSet':
      return parameter === 'language' ? { kind: 'language' } : null;
    default:
      return null;
  }
}
