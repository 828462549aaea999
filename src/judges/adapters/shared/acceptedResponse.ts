import { TypeMismatch } from '../../../results';
import { RequestFailed } from '../../requestFailed';
import type { Answer } from '../../http/judgeHttp';

/**
 * Reads the response to a submission. Call it after the judge's own refusals were ruled out, because the judge accepted
 * the request then. If `read` can't read the response, throws `RequestFailed` (`notUnderstood`), so that nothing is
 * submitted twice. Rejections that `read` throws stay as they are.
 */
export function readAccepted<Value>(answer: Answer, read: (answer: Answer) => Value): Value {
  try {
    return read(answer);
  } catch (error) {
    throw isMisread(error) ? notUnderstood() : error;
  }
}

/** Creates the failure of an accepted request whose response can't be read. `taken`: see `RequestFailed`. */
export function notUnderstood(taken: readonly string[] = []): RequestFailed {
  return new RequestFailed({ kind: 'notUnderstood' }, { sent: 'maybe', taken });
}

function isMisread(error: unknown): boolean {
  if (error instanceof TypeMismatch) return true;
  return error instanceof RequestFailed && ['notJson', 'shape'].includes(error.failure.kind);
}
