import assert from 'node:assert/strict';
import { JudgeClient, type ClientOptions } from '../../../src/judges/client';
import { type Credential, originsOf } from '../../../src/judges/signIn/credentials';
import { RequestFailed } from '../../../src/judges/requestFailed';
import { nodeFetch } from '../../../src/judges/http/nodeFetch';
import type { Judge } from '../../../src/judges/judge';
import type { RequestName } from '../../../src/judges/requestName';
import type { Quota, Submission } from '../../../src/judges/submission';
import { judge } from '../../../src/judges/adapters/specification';
import { luogu } from '../../../src/judges/adapters/luogu';
import { described } from '../../support/profiles';
import type { LocalService } from '../../../tools/service';

export const userAgent = 'judge-results/0.0.0 (VS Code 0.0.0)';

/** Creates the judge that the service's own settings describe. */
export function judgeOf(service: LocalService): Judge {
  return judgeAt(service.origin, service.description);
}

/** Creates a judge at `address`, by default without authentication. */
export function judgeAt(
  url: string,
  description: Readonly<Record<string, unknown>> = { type: 'judge' },
): Judge {
  return described(description['type'] === 'luogu' ? luogu : judge, 'test', { ...description, url });
}

/** A request that only needs its ID. */
export function request(requestId: string): RequestName {
  return { requestId, hint: null };
}

export function credentialFor(judge: Judge, secret: string): Credential {
  const { authentication } = judge;
  assert.ok(authentication.scheme !== 'none');
  return { id: 'first', origins: originsOf(judge), authentication, secret };
}

export function clientAt(judge: Judge, options: Partial<ClientOptions> = {}): JudgeClient {
  return new JudgeClient(judge, {
    fetch: nodeFetch,
    userAgent,
    credential: () => Promise.resolve(null),
    ...options,
  });
}

/** Creates a client that sends the service's token. */
export function signedIn(service: LocalService, options: Partial<ClientOptions> = {}): JudgeClient {
  const judge = judgeOf(service);
  const credential = credentialFor(judge, service.token);
  return clientAt(judge, { credential: () => Promise.resolve(credential), ...options });
}

/** Returns the `RequestFailed` with which `request` rejects. */
export async function failureOf(request: Promise<unknown>): Promise<RequestFailed> {
  try {
    await request;
  } catch (error) {
    assert.ok(error instanceof RequestFailed, String(error));
    return error;
  }
  return assert.fail('the request succeeded');
}

/** A program to submit. */
export const submission = {
  problemId: 'P1001',
  language: 'js/node/lts',
  optimise: true,
  code: 'console.log(1)\n',
  trackId: 'random',
  place: null,
  inputs: null,
};

/** Submits it and returns the request ID. */
export async function submit(
  client: JudgeClient,
  program: Submission,
  signal?: AbortSignal,
): Promise<string> {
  const offer = client.judge.submission;
  assert.ok(offer);
  const submitted = await client.ask((http) => offer.submit(http, program), signal);
  assert.equal(submitted.kind, 'accepted');
  return submitted.requestId;
}

export async function quotas(client: JudgeClient): Promise<readonly Quota[]> {
  assert.ok(client.judge.quota);
  return client.ask(client.judge.quota.fetchQuotas);
}
