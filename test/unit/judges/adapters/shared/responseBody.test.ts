import assert from 'node:assert/strict';
import { RequestFailed } from '../../../../../src/judges/requestFailed';
import { inGroups } from '../../../../../src/judges/adapters/shared/listedSubmissions';
import { isRefusal, refusal, unknownId } from '../../../../../src/judges/adapters/shared/refusals';
import { jsonOf } from '../../../../../src/judges/adapters/shared/responseBody';
import { type PlainAnswer, figuresOf } from '../../../../../src/judges/adapters/shared/makeResult';
import {
  decodedTexts,
  fromDecimal,
  milliseconds,
  textOf,
} from '../../../../../src/judges/adapters/shared/jsonValues';
import type { JudgeTypeName } from '../../../../../src/judges';
import { failureOf, resultAt } from '../../../../support/operations';
import { leastJudge } from '../../../../support/profiles';
import { answer, now } from '../answers';

describe('A response that isn’t JSON', () => {
  const told = (text: string, contentType: string | null = null) => {
    try {
      jsonOf({ status: 200, contentType, text });
    } catch (error) {
      assert.ok(error instanceof RequestFailed && error.failure.kind === 'notJson');
      return [error.failure.contentType, error.failure.looksLikeHtml];
    }
    return assert.fail();
  };

  it('is recognized as a page by its beginning or its type', () => {
    for (const page of ['<!doctype html>', ' \n<HTML>', '<head>', '<body>', '<!-- x', '<?xml']) {
      assert.deepEqual(told(page), [null, true], page);
    }
    for (const type of ['text/html', 'TEXT/HTML; charset=utf-8'])
      assert.deepEqual(told('x', type), [type, true]);
    for (const text of ['', 'x <html>', '<p>', `${' '.repeat(1000)}<html>`])
      assert.deepEqual(told(text), [null, false], text);
    for (const type of ['text/htmlx', 'x-text/html', 'text/plain'])
      assert.deepEqual(told('x', type), [type, false]);
  });
});

describe('A 403 that is a web page', () => {
  const page = { status: 403, contentType: 'text/html', text: '<!doctype html>Just a moment…' };
  /** The response as each type of service reads it. Codeforces and DMOJ use some pages with another meaning. */
  const isForAnybody = async (given: PlainAnswer, type: JudgeTypeName) => {
    const question = resultAt(leastJudge(type), { requestId: '1', hint: null });
    const { failure } = await failureOf(question, () => given);
    assert.ok(failure.kind === 'status', type);
    return failure.refusesAnybody ?? false;
  };

  it('comes from a firewall or a bot check, for any user', async () => {
    for (const type of ['judge', 'luogu', 'hydro', 'judge0', 'dmoj'] as const) {
      assert.equal(await isForAnybody(page, type), true, type);
      assert.equal(await isForAnybody({ ...page, status: 404 }, type), false, type);
    }
  });

  it('is about the credentials if the judge itself rejects the request', async () => {
    const said = JSON.stringify({
      errorMessage: 'not yours',
      error: { code: 403, message: 'no', name: 'PermissionError' },
    });
    for (const type of ['judge', 'luogu', 'hydro', 'judge0', 'dmoj'] as const) {
      assert.equal(await isForAnybody({ ...page, text: said }, type), false, type);
      if (type !== 'hydro')
        assert.equal(await isForAnybody({ ...page, contentType: null, text: '' }, type), false, type);
    }
  });
});

describe('A failure in the common form', () => {
  const at = (status: number, meant?: number, details?: Parameters<typeof refusal>[1]) => {
    const { failure, sent } = refusal(
      { ...answer({}, status), retryAfter: '7', receivedAt: now },
      { ...details, status: meant ?? status },
    );
    assert.ok(failure.kind === 'status');
    return { ...failure, sent };
  };

  it('contains the judge’s error, or null without an error', () => {
    assert.deepEqual(at(404), { kind: 'status', status: 404, error: null, retryAfter: 7000, sent: 'no' });
    const bare = { errorCode: 400, errorType: null, errorMessage: null, errorData: null, form: null };
    assert.deepEqual(at(400, 400, { type: 'T' }).error, { ...bare, errorType: 'T' });
    assert.deepEqual(at(400, 400, { message: 'm' }).error, { ...bare, errorMessage: 'm' });
    const form = { submitted: true, valid: false, fields: [] };
    assert.deepEqual(at(400, 400, { form }).error, { ...bare, form });
    assert.equal(at(400, 400, { retryAfter: 3 }).retryAfter, 3);
    const dated = {
      ...answer({}, 429),
      retryAfter: 'Sun, 22 Nov 2026 06:13:56 GMT',
      date: 'Sun, 22 Nov 2026 06:13:55 GMT',
    };
    const { failure } = refusal({ ...dated, receivedAt: now });
    assert.equal(failure.kind === 'status' && failure.retryAfter, 1000);
  });

  it('means “certainly not submitted” if its status is 400 to 499, sent or derived', () => {
    assert.deepEqual([399, 400, 499, 500].map(isRefusal), [false, true, true, false]);
    assert.deepEqual(
      [at(400).sent, at(200, 404).sent, at(403, 500).sent, at(500).sent],
      ['no', 'no', 'no', 'maybe'],
    );
    assert.equal(unknownId().sent, 'no');
  });
});

describe('inGroups', () => {
  it('returns groups of the requested size, and the last group with the remaining items', () => {
    assert.deepEqual(inGroups([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]);
    assert.deepEqual(inGroups([1, 2], 2), [[1, 2]]);
    assert.deepEqual(inGroups([], 2), []);
  });
});

describe('A value in a response', () => {
  it('is text only if the JSON value is text', () => {
    assert.deepEqual([textOf('a\ud800'), textOf(''), textOf(3), textOf(null)], ['a\ufffd', '', null, null]);
  });

  it('is decoded from Base64 if all related texts can be decoded', () => {
    const fields = ['a', 'b'];
    assert.deepEqual(decodedTexts({ a: 'YQ==', b: 'Yg==', c: 'Yw==' }, fields), { a: 'a', b: 'b' });
    assert.deepEqual(decodedTexts({ a: 'YQ==', b: 'b!' }, fields), { a: 'YQ==', b: 'b!' });
    assert.deepEqual(decodedTexts({ a: 'YQ==', b: null }, fields), { a: 'a' });
  });

  it('is a number if the JSON value is a number as text', () => {
    for (const [text, number] of [
      ['0', 0],
      ['12', 12],
      ['12.345', 12.345],
    ] as const) {
      assert.equal(fromDecimal(text), number);
    }
    for (const other of ['', '-1', 'x1', '1x', '1.', '.5', '1e3', null, 3, ['3']])
      assert.equal(fromDecimal(other), other);
  });

  it('is in whole microseconds within the safe range', () => {
    assert.deepEqual([0.057, 1, null, NaN].map(milliseconds), [57, 1000, null, null]);
    assert.equal(milliseconds(1e300), null);
  });

  it('is the sum of all times, and the maximum memory', () => {
    const one = (time: number | null, memory: number | null) => ({
      id: 1,
      status: 1,
      score: null,
      time,
      memory,
      signal: null,
      exitCode: null,
      description: null,
    });
    assert.deepEqual(figuresOf([one(1, 5), one(null, null), one(2, 7), one(4, 6)]), { time: 7, memory: 7 });
    assert.deepEqual(figuresOf([one(null, null)]), { time: null, memory: null });
  });
});
