import assert from 'node:assert/strict';
import {
  startLocalService,
  startOtherOrigin,
  type LocalService,
  type OtherOrigin,
} from '../../../tools/service';
import { playedPrograms } from '../../support/playedPrograms';
import type { FetchInit } from '../../../src/judges/http/fetch';
import {
  clientAt,
  credentialFor,
  failureOf,
  judgeAt,
  judgeOf,
  request,
  signedIn,
  submission,
  submit,
} from './clients';

const envelope = { type: 'judge', data: null, requestId: 'one', trackId: 't' };

describe('Redirects', () => {
  let service: LocalService;
  let other: OtherOrigin;
  beforeEach(async () => {
    [service, other] = await Promise.all([
      startLocalService({ programs: playedPrograms }),
      startOtherOrigin(envelope),
    ]);
    service.script('one', [{ body: envelope }]);
  });
  afterEach(() => Promise.all([service.close(), other.close()]));

  for (const status of [301, 302, 303, 307, 308] as const) {
    it(`${status} within the origin are followed with the credential`, async () => {
      service.misbehave({ what: { kind: 'redirect', status }, times: 1 });
      assert.equal((await signedIn(service).result(request('one'))).kind, 'result');
      assert.equal(service.log.entries.length, 2);
    });

    it(`${status} to another origin are rejected without a request there`, async () => {
      const to = `${other.origin}/judge/result?id=one`;
      service.misbehave({ what: { kind: 'redirect', to, status } });
      const { failure } = await failureOf(signedIn(service).result(request('one')));
      assert.deepEqual(failure, { kind: 'redirect', to: other.origin });
      assert.deepEqual(other.received, []);
    });

    it(`${status} of a submission are never followed, and it may have been accepted`, async () => {
      service.misbehave({ what: { kind: 'redirect', status } });
      const { failure, sent } = await failureOf(submit(signedIn(service), submission));
      const to = `${service.origin}/judge/problem`;
      assert.deepEqual([failure, sent], [{ kind: 'redirectedPost', to }, 'maybe']);
      assert.equal(service.log.entries.length, 1);
    });
  }

  it('of a submission are reported with their target, without user information and query', async () => {
    for (const [to, told] of [
      ['/v2/judge/problem?token=a#b', `${service.origin}/v2/judge/problem`],
      [`${other.origin}/judge/problem`, `${other.origin}/judge/problem`],
      [other.origin, other.origin],
      [service.origin.replace('//', '//user:pass@'), service.origin],
      ['http://[', ''],
      ['file:///etc/passwd', ''],
    ] as const) {
      service.behave();
      service.misbehave({ what: { kind: 'redirect', to } });
      const { failure } = await failureOf(submit(signedIn(service), submission));
      assert.deepEqual(failure, { kind: 'redirectedPost', to: told });
    }
    assert.deepEqual(other.received, []);
  });

  it('are followed three times but not a fourth time', async () => {
    service.misbehave({ what: { kind: 'redirect' }, times: 3 });
    assert.equal((await signedIn(service).result(request('one'))).kind, 'result');
    service.misbehave({ what: { kind: 'redirect' }, times: 4 });
    const { failure } = await failureOf(signedIn(service).result(request('one')));
    assert.deepEqual(failure, { kind: 'redirectLoop' });
  });

  it('with user information or without a valid target are rejected', async () => {
    for (const [to, told] of [
      [service.origin.replace('//', '//user:pass@'), service.origin],
      ['http://[', ''],
      ['data:application/json,{}', ''],
      ['file:///etc/passwd', ''],
    ] as const) {
      service.behave();
      service.misbehave({ what: { kind: 'redirect', to } });
      const { failure } = await failureOf(signedIn(service).result(request('one')));
      assert.deepEqual(failure, { kind: 'redirect', to: told });
    }
  });
});

describe('A credential in a request', () => {
  const init: FetchInit[] = [];
  const recorded = {
    fetch: async (_: string, one: FetchInit) => {
      init.push(one);
      return { status: 204, headers: { get: () => null }, body: null };
    },
  };
  beforeEach(() => init.splice(0));

  const custom = { type: 'judge', authentication: { scheme: 'bearer' } };

  it('is sent to its origin', async () => {
    const judge = judgeAt('https://judge.test/api', custom);
    const credential = credentialFor(judge, 'secret');
    await clientAt(judge, { ...recorded, credential: async () => credential }).result(request('one'));
    assert.equal(init[0]?.headers.Authorization, 'Bearer secret');
  });

  it('isn’t sent if the base URL has changed since the credential was saved', async () => {
    const credential = credentialFor(judgeAt('https://judge.test', custom), 'secret');
    for (const address of ['https://judge.test:8443', 'https://evil.test', 'https://judge.test.evil.test']) {
      const client = clientAt(judgeAt(address, custom), {
        ...recorded,
        credential: async () => credential,
      });
      const { failure, sent } = await failureOf(client.result(request('one')));
      assert.deepEqual(failure, { kind: 'insecure', origin: address, why: 'otherOrigin' });
      assert.equal(sent, 'no');
    }
    assert.deepEqual(init, []);
  });

  it('is never sent over plain HTTP to another machine, even if the credential was saved for it', async () => {
    const judge = { ...judgeAt('https://judge.test', custom), baseUrl: 'http://judge.test' };
    const credential = { ...credentialFor(judge, 'secret'), origins: ['http://judge.test'] };
    const client = clientAt(judge, { ...recorded, credential: async () => credential });
    const { failure } = await failureOf(client.result(request('one')));
    assert.deepEqual(failure, { kind: 'insecure', origin: 'http://judge.test', why: 'plainHttp' });
    assert.deepEqual(init, []);
  });

  it('is sent over plain HTTP to this machine', async () => {
    for (const address of ['http://127.0.0.1:81', 'http://localhost:81', 'http://[::1]:81']) {
      const judge = judgeAt(address, custom);
      const credential = credentialFor(judge, 'secret');
      await clientAt(judge, { ...recorded, credential: async () => credential }).result(request('one'));
    }
    assert.equal(init.filter(({ headers }) => headers.Authorization === 'Bearer secret').length, 3);
  });

  it('is identified in a failure without its secret', async () => {
    const service = await startLocalService({ programs: playedPrograms });
    try {
      const judge = judgeOf(service);
      const credential = { ...credentialFor(judge, 'wrong:secret'), id: 'third' };
      const error = await failureOf(
        clientAt(judge, { credential: async () => credential }).result(request('one')),
      );
      assert.equal(error.credentialId, 'third');
      assert.equal(
        JSON.stringify([error, error.stack, error.message, error.failure]).includes('secret'),
        false,
      );
      assert.equal(error.cause, undefined);
    } finally {
      await service.close();
    }
  });
});
