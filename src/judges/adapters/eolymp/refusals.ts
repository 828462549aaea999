import type { Answer } from '../../adapter';
import type { RequestFailed, RequestFailure } from '../../requestFailed';
import { MAX_ERROR_MESSAGE_LENGTH } from '../limits';
import { bodyOf } from '../shared/responseBody';
import { refusal } from '../shared/refusals';
import { type Raw, objectOf, textOf } from '../shared/jsonValues';
import { ARCHIVE_SPACE, type EolympSite } from './addresses';

/** HTTP statuses by gRPC error code. Other codes mean 500. */
const statuses = new Map<unknown, number>([
  [3, 400],
  [5, 404],
  [6, 409],
  [7, 403],
  [8, 429],
  [9, 412],
  [10, 503],
  [14, 503],
  [16, 401],
]);

const UNAUTHENTICATED = 16;

/**
 * Returns the failure that a response reports. Null: it reports success. Eolymp responds to a wrong space ID with an
 * internal error, so the failure of such an error contains the space.
 */
export function refusalIn({ space }: EolympSite, answer: Answer): RequestFailed | null {
  if (answer.status < 400) return null;
  const { code, message } = objectOf(bodyOf(answer));
  const status = code === UNAUTHENTICATED ? 401 : answer.status;
  const mayBeWrongSpace = status === 500 && space !== ARCHIVE_SPACE;
  return refusal(answer, {
    status,
    message: textOf(message),
    ...(mayBeWrongSpace ? { cause: { kind: 'unclearSpace', id: space } as const } : {}),
  });
}

/** Returns the failure in an event of the push connection. Null: the event contains no error code. */
export function failureIn({ code, message }: Raw): RequestFailure | null {
  if (typeof code !== 'number') return null;
  const status = statuses.get(code) ?? 500;
  const errorMessage = textOf(message)?.slice(0, MAX_ERROR_MESSAGE_LENGTH) ?? null;
  return {
    kind: 'status',
    status,
    error: { errorCode: status, errorType: null, errorMessage, errorData: null, form: null },
    retryAfter: null,
  };
}
