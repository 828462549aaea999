import assert from 'node:assert/strict';
import type { ClientOptions } from '../../../../src/judges/client';
import type { Credential } from '../../../../src/judges/signIn/credentials';
import { replay, type Answer, type Exchange } from '../../../../src/judges/http/judgeHttp';
import { specifiedJudge } from '../../../support/profiles';
import { clientAt, failureOf } from '../clients';
import { scriptedFetch, type ScriptedResponse } from '../scriptedFetch';

const judge = specifiedJudge({ url: 'https://judge.test', authentication: { scheme: 'bearer' } });
const MINUTE = 60_000;

function credentialNamed(id: string): Credential {
  return { id, origins: ['https://judge.test'], secret: id, authentication: { scheme: 'bearer' } };
}

/** A client of a judge that numbers its responses. */
function world(options: Partial<ClientOptions> = {}) {
  let now = 1_000_000;
  let credential = credentialNamed('first');
  let respond = (text: string): ScriptedResponse | Promise<ScriptedResponse> => ({ status: 200, text });
  const { fetch, received } = scriptedFetch(() => respond(String(received.length)));
  const client = clientAt(judge, { fetch, now: () => now, credential: async () => credential, ...options });
  return {
    client,
    received,
    pass: (ms: number) => (now += ms),
    signInAs: (id: string) => (credential = credentialNamed(id)),
    respond: (by: typeof respond) => (respond = by),
    languages: (keptFor: (answer: Answer) => number = () => MINUTE, signal?: AbortSignal) =>
      client.ask(async (http) => {
        const answer = await http.send({ method: 'GET', path: '/languages', keptFor });
        return `${answer.status} ${answer.text}`;
      }, signal),
  };
}

describe('A response that may be kept', () => {
  it('is used again for the same path until it is too old', async () => {
    const { client, languages, pass, received } = world();
    assert.equal(await languages(), '200 1');
    pass(MINUTE - 1);
    assert.equal(await languages(), '200 1');
    assert.equal((await client.ask((http) => http.get('/other', { keptFor: () => MINUTE }))).text, '2');
    assert.equal((await client.ask((http) => http.get('/languages'))).text, '3');
    pass(1);
    assert.equal(await languages(), '200 4');
    assert.equal(received.length, 4);
  });

  it('is kept as long as the response itself allows', async () => {
    const { languages, received } = world();
    const unlessEmpty = ({ text }: Answer) => (text === '1' ? 0 : MINUTE);
    for (const text of ['1', '2', '2']) assert.equal(await languages(unlessEmpty), `200 ${text}`);
    assert.equal(received.length, 2);
    for (const odd of [NaN, -1]) await languages(() => odd);
    assert.equal(received.length, 4);
  });

  it('is used again for as long as the request that reuses it allows', async () => {
    const { languages, pass } = world();
    assert.equal(await languages(), '200 1');
    pass(10 * MINUTE);
    assert.equal(await languages(() => Infinity), '200 1');
    assert.equal(await languages(), '200 2');
    assert.equal(await languages(() => Infinity), '200 2');
  });

  it('is replaced by the response to a request that is sent anyway', async () => {
    const { client, languages } = world();
    const path = '/languages';
    const refresh = () =>
      client.ask((http) => http.send({ method: 'GET', path, keptFor: () => MINUTE, refreshes: true }));
    assert.equal(await languages(), '200 1');
    assert.equal((await refresh()).text, '2');
    assert.equal(await languages(), '200 2');
  });

  it('is discarded when the credential changes', async () => {
    const { languages, signInAs } = world();
    assert.equal(await languages(), '200 1');
    signInAs('second');
    assert.equal(await languages(), '200 2');
    signInAs('first');
    assert.equal(await languages(), '200 3');
  });

  it('is discarded when the clock is set back', async () => {
    const { languages, pass } = world();
    assert.equal(await languages(), '200 1');
    pass(-1);
    assert.equal(await languages(), '200 2');
  });

  it('isn’t an error of the judge or of the sign-in', async () => {
    for (const status of [401, 429, 500, 503]) {
      const { languages, respond, received } = world();
      respond(() => ({ status }));
      for (let sent = 0; sent < 2; sent += 1) await languages();
      assert.equal(received.length, 2, String(status));
    }
    const { languages, respond, received } = world();
    respond(() => ({ status: 404 }));
    for (let sent = 0; sent < 2; sent += 1) assert.equal(await languages(), '404 ');
    assert.equal(received.length, 1);
  });

  it('is shared by requests at the same time, even if one of them is canceled', async () => {
    const { languages, respond, received } = world();
    let answer = (): void => undefined;
    const asked = new Promise<void>((reached) =>
      respond((text) => {
        reached();
        return new Promise((resolve) => (answer = () => resolve({ status: 200, text })));
      }),
    );
    const control = new AbortController();
    const first = failureOf(languages(undefined, control.signal));
    const second = languages();
    await asked;
    control.abort();
    assert.equal((await first).failure.kind, 'cancelled');
    answer();
    assert.equal(await second, '200 1');
    assert.equal(received.length, 1);
  });

  it('isn’t kept if there was no response', async () => {
    const { languages, respond } = world();
    respond(() => Promise.reject(new Error('cut')));
    await failureOf(languages());
    respond((text) => ({ status: 200, text }));
    assert.equal(await languages(), '200 2');
  });

  it('is an exchange like any other when the operation is replayed', async () => {
    const { client } = world();
    const exchanges: Exchange[] = [];
    const request = { method: 'GET', path: '/languages', keptFor: () => MINUTE } as const;
    for (let sent = 0; sent < 2; sent += 1) {
      exchanges.length = 0;
      await client.ask(async (http) => exchanges.push({ request, answer: await http.send(request) }));
    }
    const text = await replay(judge, async (http) => (await http.send(request)).text, exchanges);
    assert.equal(text, '1');
  });
});
