// Checks for any value that was read from a response, and for its rejection.
import assert from 'node:assert/strict';
import { decodeEnvelope } from '../../src/results';
import { encodeEnvelope } from '../../src/results/model';
import { RequestFailed } from '../../src/judges/requestFailed';
import type { Judge } from '../../src/judges/judge';
import type { RequestName } from '../../src/judges/requestName';
import type { ProblemName } from '../../src/judges/submission';
import type { PlainAnswer, ResultAnswer } from '../../src/judges/adapters/shared/makeResult';
import { type BoundOperation, requestsOf, resultAt, run } from '../support/operations';
import { isEnvelope, isLabel } from './envelopes';

type Read = Extract<ResultAnswer, { kind: 'result' }>;

/** Checks that an envelope can be encoded and decoded again, and that all values have their declared types. */
export function isRead(envelope: Read['envelope'], about: Read['about']): void {
  isEnvelope(envelope);
  const again = decodeEnvelope(JSON.parse(encodeEnvelope(envelope)), 'stored');
  assert.ok(again.ok);
  // JSON has no -0
  assert.deepEqual(again.envelope, JSON.parse(JSON.stringify(envelope)));
  for (const text of [about?.code, about?.language, about?.hint, about?.problem?.id]) {
    assert.ok(text === null || text === undefined || typeof text === 'string');
  }
}

/**
 * Checks that listed submissions can be requested, and that their pages belong to the site. The spaces of Eolymp have
 * websites on other hosts.
 */
export async function canBeAsked(judge: Judge, request: RequestName, problem?: ProblemName): Promise<void> {
  const sent = await requestsOf(resultAt(judge, request));
  const pages = [judge.pages?.record?.(request), problem && judge.pages?.problem?.(problem)];
  const addresses = [...sent.map(({ path }) => judge.baseUrl + path), ...pages];
  for (const address of addresses) {
    if (address === null || address === undefined) continue;
    const { origin } = new URL(address);
    const isOfSpace = judge.type === 'eolymp' && /^https:\/\/[\w.-]+\.eolymp\.(?:com|space)$/.test(origin);
    if (!isOfSpace) assert.equal(origin, new URL(judge.baseUrl).origin);
  }
}

/**
 * Runs an operation. The first request gets this response, later ones get `later`; null: 404. Returns null if it was
 * rejected correctly.
 */
export async function valueOf<Value>(
  question: BoundOperation<Value>,
  answer: PlainAnswer,
  later: PlainAnswer | null = null,
): Promise<Value | null> {
  let isFirst = true;
  const reply = (): PlainAnswer => {
    const received = isFirst ? answer : (later ?? { ...answer, status: 404, text: '' });
    isFirst = false;
    return received;
  };
  const outcome = await run(question, reply).then(
    (one) => ({ value: one }),
    (error: unknown) => ({ error }),
  );
  return value(() => {
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  });
}

/** Returns the value; null if it was rejected with a valid `RequestFailed`. */
function value<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    assert.ok(error instanceof RequestFailed, String(error));
    const { failure: why } = error;
    if (why.kind === 'shape') [why.path, why.found].forEach((text) => isLabel(text, 1000));
    const wait = why.kind === 'status' ? (why.retryAfter ?? 0) : 0;
    assert.ok(Number.isFinite(wait) && wait >= 0, `${wait} ms`);
    return null;
  }
}
