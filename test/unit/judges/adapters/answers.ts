import assert from 'node:assert/strict';
import { RequestFailed } from '../../../../src/judges/requestFailed';
import type { PlainAnswer } from '../../../../src/judges/adapters/shared/makeResult';

export const now = Date.parse('2026-11-22T06:13:53Z');

/** A response in JSON. */
export function answer(body: unknown, status = 200): PlainAnswer {
  return { status, contentType: 'application/json', text: JSON.stringify(body) };
}

/** Runs `read` and returns its failure as text: status and message of a rejection, otherwise the kind of failure. */
export function failing(read: () => unknown): string {
  const { failure } = failureIn(read);
  if (failure.kind === 'shape') return `${failure.path}: ${failure.expected}, not ${failure.found}`;
  if (failure.kind !== 'status') return failure.kind;
  return [failure.status, failure.error?.errorMessage].filter(Boolean).join(' ');
}

/** Runs `read` and returns the `RequestFailed` that it throws. */
function failureIn(read: () => unknown): RequestFailed {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof RequestFailed, String(error));
    return error;
  }
  return assert.fail('it was read');
}

/** A response that isn't JSON. */
export function page(text: string, status = 200): PlainAnswer {
  return { status, contentType: 'text/html', text };
}
