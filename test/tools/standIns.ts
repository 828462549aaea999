import assert from 'node:assert/strict';
import { decodeResult } from '../support/profiles';
import http from 'node:http';
import { ServiceFailed, type ServiceType } from '../../src/service';
import type { PlainAnswer, ResultAnswer } from '../../src/service/profiles/reading';
import type { StandIn } from '../../tools/standIn/standIn';

export type Result = Extract<ResultAnswer, { kind: 'result' }>;

/** Reads a number from standard input twice and prints the sum. Node judges it, and needs no compiler. */
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

export async function resultOf(type: ServiceType, answer: PlainAnswer, id: string): Promise<Result> {
  const result = await decodeResult(type, answer, id);
  assert.ok(result.kind === 'result');
  return result;
}

/** The failure that an answer is: its status, or its kind where it has none. */
export async function failureOf(type: ServiceType, answer: PlainAnswer, id = '7'): Promise<number | string> {
  const error: unknown = await decodeResult(type, answer, id).catch((it: unknown) => it);
  assert.ok(error instanceof ServiceFailed, 'it was read as a result');
  return error.failure.kind === 'status' ? error.failure.status : error.failure.kind;
}

/** What every stand-in refuses: a web page, and a name that was rebound to this machine. */
export function itAnswersNoWebPage(standIn: () => StandIn): void {
  it('answers no web page and no other name of this machine', async () => {
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

/** Whoever floods one without its credentials leaves nothing in it. */
export function itLogsOnlyThoseLetIn(standIn: () => StandIn, path: string, header: string): void {
  it('logs no request without its credential, and counts it', async () => {
    const { url, requests, received } = standIn();
    const logged = requests.length;
    await ask(url + path);
    await ask(url + path, { headers: { [header]: 'Bearer wrong' } });
    assert.equal(requests.length, logged);
    assert.equal(standIn().received, received + 2);
  });
}

/** `fetch` sets these headers by itself, so the request is made without it. */
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

/** Asks until the answer is the last one; tells all of them. */
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
