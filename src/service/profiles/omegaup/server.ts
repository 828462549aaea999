import type { Answer } from '../../adapter';
import type { RefusalReason, ServiceFailed } from '../../failure';
import { refusal } from '../refusals';
import { bodyOf } from '../responseBody';
import { objectOf, textOf, type Raw } from '../jsonValues';

/** Returns the failure that a response reports. Checks `errorname`, because failures can have any content type. */
export function refusalIn(answer: Answer): ServiceFailed | null {
  const body = objectOf(bodyOf(answer));
  const status = answer.status >= 400 ? answer.status : 400;
  const type = body.status === 'error' ? textOf(body.errorname) : null;
  if (type === null) return answer.status >= 400 ? refusal(answer) : null;
  const reason = reasonIn(type, textOf(body.parameter));
  return refusal(answer, {
    // the site sends 403, but no other credentials would help
    status: reason === 'tooSoon' ? 429 : status,
    type,
    message: sentenceIn(body),
    refusesAnybody: type !== 'userNotAllowed',
    refusesLanguage: type === 'parameterNotInExpectedSet' && body.parameter === 'language',
    ...(type === 'contestNotStarted' ? { closed: 'notBegun' as const } : {}),
    ...(reason === null ? {} : { reason }),
  });
}

/** Returns the site's sentence. Null: none, or a placeholder such as `{untranslated:serviceUnavailable}`. */
function sentenceIn({ error }: Raw): string | null {
  const sentence = textOf(error);
  return sentence === null || /^\{[^{}]{0,200}\}$/.test(sentence.trim()) ? null : sentence;
}

/** `parameter`: the field that the site rejected; null: none. Null: the reason has no sentence of ours. */
function reasonIn(name: string, parameter: string | null): RefusalReason | null {
  switch (name) {
    case 'runWaitGap':
      return 'tooSoon';
    case 'runNotEvenOpened':
      return 'notOpened';
    case 'runNotInsideContest':
      return 'contestClosed';
    case 'problemIsPrivate':
    case 'problemIsNotPublic':
      return 'problemNotPublic';
    case 'contestNotFound':
    case 'problemsetNotFound':
      return 'contestUnknown';
    case 'parameterNotFound':
      return parameter === 'contest_alias'
        ? 'contestUnknown'
        : parameter === 'problem_alias'
          ? 'notInContest'
          : null;
    default:
      return null;
  }
}
