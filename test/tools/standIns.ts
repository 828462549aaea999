import assert from 'node:assert/strict';
import { decodeResult } from '../support/profiles';
import http from 'node:http';
import { RequestFailed, type JudgeTypeName } from '../../src/judges';
import type { PlainAnswer, ResultAnswer } from '../../src/judges/adapters/shared/makeResult';
import type { StandIn } from '../../tools/standIn/standIn';

export type Result = Extract<ResultAnswer, { kind: 'result' }>;

/** Reads two numbers from standard input and prints their sum. Node runs it, so no compiler is needed. */
export const sum = `const [a, b] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number);\n`;
export const right = `${sum}console.log(a + b);\n`;

export async function ask(address: string, init: RequestInit = {}): Promise<PlainAnswer> {
  const response = await fetch(address, init);
  const { headers, status } = response;
  return {
    status,
    contentType: headers.get('content-type'),
    text: await response.text(),
    retryAfter: headers.get('retry-after'),
    date: headers.get('date'),
  };
}

export function bodyOf<T = Record<string, unknown>>({ text }: PlainAnswer): T {
  return JSON.parse(text) as T;
}

export async function resultOf(type: JudgeTypeName, answer: PlainAnswer, id: string): Promise<Result> {
  const result = await decodeResult(type, answer, id);
  assert.ok(result.kind === 'result');
  return result;
}

/** The failure of a response: its status, or its kind if it has none. */
export async function failureOf(
  type: JudgeTypeName,
  answer: PlainAnswer,
  id = '7',
): Promise<number | string> {
  const error: unknown = await decodeResult(type, answer, id).catch((it: unknown) => it);
  assert.ok(error instanceof RequestFailed, 'it was read as a result');
  return error.failure.kind === 'status' ? error.failure.status : error.failure.kind;
}

/** Tests that every mock rejects web pages, and foreign names of this machine. */
export function itAnswersNoWebPage(standIn: () => StandIn): void {
  it('rejects web pages and foreign names of this machine', async () => {
    const before = standIn().received;
    const statuses = [
      'Origin: https://evil.example',
      'Sec-Fetch-Site: same-origin',
      'Host: evil.example',
    ].map((line) => statusWith(standIn().url, line));
    assert.deepEqual(await Promise.all(statuses), [403, 403, 403]);
    assert.equal(standIn().received, before);
  });
}

/** Tests that requests without credentials can't fill the log. */
export function itLogsOnlyThoseLetIn(standIn: () => StandIn, path: string, header: string): void {
  it('counts a request without its credential, but doesn’t log it', async () => {
    const { url, requests, received } = standIn();
    const logged = requests.length;
    await ask(url + path);
    await ask(url + path, { headers: { [header]: 'Bearer wrong' } });
    assert.equal(requests.length, logged);
    assert.equal(standIn().received, received + 2);
  });
}

/** Sends a request without `fetch`, which sets these headers itself. */
function statusWith(url: string, line: string): Promise<number | undefined> {
  const [name = '', value = ''] = line.split(': ');
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers: { [name]: value } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject);
  });
}

/** Polls until the last response, and returns all of them. */
export async function followed(
  question: () => Promise<Result>,
  isPending: (result: Result) => boolean,
): Promise<Result[]> {
  const seen: Result[] = [];
  do {
    seen.push(await question());
  } while (isPending(seen.at(-1)!));
  return seen;
}
