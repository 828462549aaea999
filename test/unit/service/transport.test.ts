import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { startLocalService, startOtherOrigin, type LocalService, type OtherOrigin } from '../../service';
import type { Misbehaviour } from '../../service';
import type { FetchInit } from '../../../src/service/fetch';
import type { Answering } from './answering';
import { answering, answeringOverTls, closedPort, connecting, trusting } from './answering';
import { clientAt, credentialFor, failureOf, profileAt, profileOf, signedIn, userAgent } from './clients';

const envelope = { type: 'judge', data: null, requestId: 'one', trackId: 't' };

describe('a service that cannot be reached', () => {
  const failureAt = (baseUrl: string) => failureOf(clientAt(profileAt(baseUrl)).result('one'));

  it('by an unknown name is told by that name, and nothing was sent', async () => {
    const { failure, sent } = await failureAt('http://judge.invalid');
    assert.deepEqual([failure, sent], [{ kind: 'dns', host: 'judge.invalid' }, 'no']);
  });

  it('because nothing listens is told as refused, and nothing was sent', async () => {
    const port = await closedPort();
    const { failure, sent } = await failureAt(`http://127.0.0.1:${port}`);
    assert.deepEqual([failure, sent], [{ kind: 'refused', host: `127.0.0.1:${port}` }, 'no']);
  });

  it('because the connection ends is told as reset, and something may have been sent', async () => {
    const server = await connecting((socket) => socket.resetAndDestroy());
    try {
      const { failure, sent } = await failureAt(server.origin);
      assert.deepEqual([failure, sent], [{ kind: 'reset' }, 'maybe']);
    } finally {
      await server.close();
    }
  });

  it('because it speaks no HTTP is told without the address in it', async () => {
    const server = await connecting((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    try {
      const { failure } = await failureAt(server.origin);
      assert.ok(failure.kind === 'network');
      assert.match(failure.reason, /^HPE_/);
    } finally {
      await server.close();
    }
  });
});

describe('a service over TLS', () => {
  let server: Answering | null = null;
  afterEach(async () => {
    await server?.close();
    server = null;
  });

  async function ask(certificate: string) {
    server = await answeringOverTls(certificate, (_, response) => response.end(JSON.stringify(envelope)));
    return clientAt(profileAt(server.origin)).result('one');
  }

  it('answers where its certificate is trusted', async () => {
    assert.equal((await trusting(() => ask('good'))).kind, 'result');
  });

  for (const [what, certificate, reason] of [
    ['has expired', 'expired', 'CERT_HAS_EXPIRED'],
    ['is for another host', 'other-host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['is signed by itself', 'self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ] as const) {
    it(`is refused when its certificate ${what}, and nothing was sent`, async () => {
      const { failure, sent } = await failureOf(trusting(() => ask(certificate)));
      assert.deepEqual([failure, sent], [{ kind: 'tls', reason }, 'no']);
    });
  }

  it('is refused when nobody known signed its certificate, and nothing was sent', async () => {
    const { failure, sent } = await failureOf(ask('good'));
    assert.deepEqual([failure, sent], [{ kind: 'tls', reason: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'no']);
  });

  it('that speaks plain HTTP instead is told as a TLS problem', async () => {
    server = await answering((_, response) => response.end('{}'));
    const { failure } = await failureOf(
      clientAt(profileAt(`https://127.0.0.1:${server.port}`)).result('one'),
    );
    assert.equal(failure.kind, 'tls');
  });
});

describe('time and size', () => {
  let service: LocalService;
  beforeEach(async () => {
    service = await startLocalService();
    service.script('one', [{ body: envelope }]);
  });
  afterEach(() => service.close());

  const failureWith = async (what: Misbehaviour, options: { timeout?: number; bodyLimit?: number }) => {
    service.misbehave({ what });
    return failureOf(signedIn(service, options).result('one'));
  };

  it('ends a request that is never answered', async () => {
    const { failure, sent } = await failureWith({ kind: 'silence' }, { timeout: 60 });
    assert.deepEqual([failure, sent], [{ kind: 'timeout', limit: 60 }, 'maybe']);
  });

  it('counts the time of the body too', async () => {
    const { failure } = await failureWith({ kind: 'trickle', bytes: 1, ms: 40 }, { timeout: 150 });
    assert.deepEqual(failure, { kind: 'timeout', limit: 150 });
  });

  it('counts redirects as one answer', async () => {
    service.misbehave({ what: { kind: 'delay', ms: 60 } });
    const { failure } = await failureWith({ kind: 'redirect' }, { timeout: 100 });
    assert.deepEqual(failure, { kind: 'timeout', limit: 100 });
  });

  it('can be cancelled while the body comes', async () => {
    service.misbehave({ what: { kind: 'trickle', bytes: 1, ms: 30 } });
    const leaving = new AbortController();
    const left = failureOf(signedIn(service).result('one', leaving.signal));
    while (service.log.entries.length === 0) await new Promise((resolve) => setImmediate(resolve));
    leaving.abort();
    assert.equal((await left).failure.kind, 'cancelled');
  });

  it('recognises a body that was cut', async () => {
    const { failure, sent } = await failureWith({ kind: 'cut', bytes: 10 }, {});
    assert.deepEqual([failure, sent], [{ kind: 'reset' }, 'maybe']);
  });

  it('refuses a body that is announced as too large, before reading it', async () => {
    const { failure } = await failureWith({ kind: 'huge', bytes: 5_000_000 }, { bodyLimit: 100_000 });
    assert.deepEqual(failure, { kind: 'tooLarge', limit: 100_000 });
  });

  it('counts what a body is after decompression', async () => {
    const { failure } = await failureWith({ kind: 'gzipBomb', bytes: 50_000_000 }, { bodyLimit: 100_000 });
    assert.deepEqual(failure, { kind: 'tooLarge', limit: 100_000 });
  });

  it('keeps the status where the body of a refusal is too large', async () => {
    const body = 'x'.repeat(5000);
    const { failure } = await failureWith({ kind: 'status', status: 500, body }, { bodyLimit: 100 });
    assert.deepEqual(failure, { kind: 'status', status: 500, error: null, retryAfter: null });
  });

  it('recognises a compressed body that was cut or is none', async () => {
    const zipped = gzipSync(JSON.stringify(envelope));
    for (const [bytes, sent, kind] of [
      [zipped, zipped.length, 'result'],
      [zipped.subarray(0, 20), zipped.length, 'reset'],
      [Buffer.from('{"type":"judge"}'), 16, 'network'],
    ] as const) {
      const server = await answering((_, response) => {
        response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': sent });
        response.write(bytes, () => response.destroy());
      });
      try {
        const client = clientAt(profileAt(server.origin));
        const outcome =
          kind === 'result' ? await client.result('one') : (await failureOf(client.result('one'))).failure;
        assert.equal(outcome.kind, kind);
      } finally {
        await server.close();
      }
    }
  });

  it('recognises a chunked body that ends early', async () => {
    const server = await answering((_, response) => {
      response.write('{"type":', () => response.destroy());
    });
    try {
      const { failure } = await failureOf(clientAt(profileAt(server.origin)).result('one'));
      assert.deepEqual(failure, { kind: 'reset' });
    } finally {
      await server.close();
    }
  });

  it('reads UTF-8 across chunks, with or without a mark at its start', async () => {
    const text = `\ufeff${JSON.stringify({ ...envelope, trackId: '评测𝒳' })}`;
    const server = await answering((_, response) => {
      const bytes = Buffer.from(text);
      const send = (at: number): void => {
        if (at >= bytes.length) response.end();
        else response.write(bytes.subarray(at, at + 1), () => setImmediate(send, at + 1));
      };
      send(0);
    });
    try {
      const answer = await clientAt(profileAt(server.origin)).result('one');
      assert.equal(answer.kind === 'result' && answer.envelope.trackId, '评测𝒳');
    } finally {
      await server.close();
    }
  });
});

describe('redirects', () => {
  let service: LocalService;
  let other: OtherOrigin;
  beforeEach(async () => {
    [service, other] = await Promise.all([startLocalService(), startOtherOrigin(envelope)]);
    service.script('one', [{ body: envelope }]);
  });
  afterEach(() => Promise.all([service.close(), other.close()]));

  for (const status of [301, 302, 303, 307, 308] as const) {
    it(`${status} within the origin are followed, with the credential`, async () => {
      service.misbehave({ what: { kind: 'redirect', status }, times: 1 });
      assert.equal((await signedIn(service).result('one')).kind, 'result');
      assert.equal(service.log.entries.length, 2);
    });

    it(`${status} to another origin are refused: it receives nothing`, async () => {
      const to = `${other.origin}/judge/result?id=one`;
      service.misbehave({ what: { kind: 'redirect', to, status } });
      const { failure } = await failureOf(signedIn(service).result('one'));
      assert.deepEqual(failure, { kind: 'redirect', to: other.origin });
      assert.deepEqual(other.received, []);
    });

    it(`${status} of a submission are never followed, and it may have been accepted`, async () => {
      service.misbehave({ what: { kind: 'redirect', status } });
      const { failure, sent } = await failureOf(signedIn(service).submit(submission));
      assert.deepEqual([failure, sent], [{ kind: 'redirect', to: service.origin }, 'maybe']);
      assert.equal(service.log.entries.length, 1);
    });
  }

  it('are followed three times and not a fourth', async () => {
    service.misbehave({ what: { kind: 'redirect' }, times: 3 });
    assert.equal((await signedIn(service).result('one')).kind, 'result');
    service.misbehave({ what: { kind: 'redirect' }, times: 4 });
    const { failure } = await failureOf(signedIn(service).result('one'));
    assert.deepEqual(failure, { kind: 'redirect', to: service.origin });
  });

  it('with user information in them, or to nowhere, are refused', async () => {
    for (const [to, told] of [
      [service.origin.replace('//', '//user:pass@'), service.origin],
      ['http://[', ''],
      ['data:application/json,{}', ''],
      ['file:///etc/passwd', ''],
    ] as const) {
      service.behave();
      service.misbehave({ what: { kind: 'redirect', to } });
      const { failure } = await failureOf(signedIn(service).result('one'));
      assert.deepEqual(failure, { kind: 'redirect', to: told });
    }
  });
});

describe('a credential on its way', () => {
  const init: FetchInit[] = [];
  const recorded = {
    fetch: async (_: string, one: FetchInit) => {
      init.push(one);
      return { status: 204, headers: { get: () => null }, body: null };
    },
  };
  beforeEach(() => init.splice(0));

  const custom = { service: 'custom', 'authentication.scheme': 'bearer' };

  it('goes to its origin', async () => {
    const profile = profileAt('https://judge.test/api', custom);
    const credential = credentialFor(profile, 'secret');
    await clientAt(profile, { ...recorded, credential: async () => credential }).result('one');
    assert.equal(init[0]?.headers.Authorization, 'Bearer secret');
  });

  it('goes nowhere when the base address has changed since it was saved', async () => {
    const credential = credentialFor(profileAt('https://judge.test', custom), 'secret');
    for (const address of ['https://judge.test:8443', 'https://evil.test', 'https://judge.test.evil.test']) {
      const client = clientAt(profileAt(address, custom), {
        ...recorded,
        credential: async () => credential,
      });
      const { failure, sent } = await failureOf(client.result('one'));
      assert.deepEqual(failure, { kind: 'insecure', origin: address, why: 'otherOrigin' });
      assert.equal(sent, 'no');
    }
    assert.deepEqual(init, []);
  });

  it('never goes over plain http to another machine, even where it was saved for it', async () => {
    const profile = { ...profileAt('https://judge.test', custom), baseUrl: 'http://judge.test' };
    const credential = { ...credentialFor(profile, 'secret'), origins: ['http://judge.test'] };
    const client = clientAt(profile, { ...recorded, credential: async () => credential });
    const { failure } = await failureOf(client.result('one'));
    assert.deepEqual(failure, { kind: 'insecure', origin: 'http://judge.test', why: 'plainHttp' });
    assert.deepEqual(init, []);
  });

  it('goes over plain http to this machine', async () => {
    for (const address of ['http://127.0.0.1:81', 'http://localhost:81', 'http://[::1]:81']) {
      const profile = profileAt(address, custom);
      const credential = credentialFor(profile, 'secret');
      await clientAt(profile, { ...recorded, credential: async () => credential }).result('one');
    }
    assert.equal(init.filter(({ headers }) => headers.Authorization === 'Bearer secret').length, 3);
  });

  it('is named in what fails, never shown', async () => {
    const service = await startLocalService();
    try {
      const profile = profileOf(service);
      const credential = { ...credentialFor(profile, 'wrong:secret'), id: 'third' };
      const error = await failureOf(clientAt(profile, { credential: async () => credential }).result('one'));
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

const submission = {
  problemId: 'P1001',
  language: 'js/node/lts',
  optimise: true,
  code: 'console.log(1)\n',
  trackId: 'random',
};

describe('submitting and asking for points', () => {
  let service: LocalService;
  beforeEach(async () => {
    service = await startLocalService();
  });
  afterEach(() => service.close());

  const answeredWith = (status: number, body: unknown) => {
    service.misbehave({ what: { kind: 'status', status, body } });
    return failureOf(signedIn(service).submit(submission));
  };

  it('gives the request ID', async () => {
    service.misbehave({ what: { kind: 'status', status: 200, body: { requestId: 'a-new_ID', more: 1 } } });
    assert.equal(await signedIn(service).submit(submission), 'a-new_ID');
    const [entry] = service.log.entries;
    assert.equal(`${entry?.method} ${entry?.path}`, 'POST /judge/problem');
    assert.equal(entry?.headers['content-type'], 'application/json');
  });

  it('sends the fields as the service names them, as UTF-8 JSON', async () => {
    let body = '';
    const server = await answering((request, response) => {
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => response.end('{"requestId":"x"}'));
    });
    try {
      const profile = profileAt(server.origin, { service: 'luogu' });
      await clientAt(profile).submit({ ...submission, code: '// 评测\n' });
      assert.deepEqual(JSON.parse(body), {
        pid: 'P1001',
        lang: 'js/node/lts',
        o2: true,
        code: '// 评测\n',
        trackId: 'random',
      });
    } finally {
      await server.close();
    }
  });

  it('gives the fields of a real form error: surely not accepted', async () => {
    const { failure, sent } = await failureOf(
      signedIn(service).submit({ ...submission, language: 'cxx', problemId: '' }),
    );
    assert.ok(failure.kind === 'status');
    assert.deepEqual([failure.status, sent], [400, 'no']);
    const names = failure.error?.form?.fields.map(({ name }) => name) ?? [];
    assert.ok(names.includes('lang') && names.includes('pid'), names.join());
  });

  it('says that no points are left: surely not accepted', async () => {
    service.setQuota(0);
    const { failure, sent } = await failureOf(signedIn(service).submit(submission));
    assert.deepEqual([failure.kind === 'status' && failure.status, sent], [402, 'no']);
  });

  it('may have been accepted after a 5xx, a lost connection, silence or an answer that makes no sense', async () => {
    assert.equal((await answeredWith(502, '')).sent, 'maybe');
    service.behave();
    assert.equal((await answeredWith(200, {})).sent, 'maybe');
    service.behave();
    assert.equal((await answeredWith(200, '<html>')).sent, 'maybe');
    for (const what of [{ kind: 'reset' }, { kind: 'cut', bytes: 3 }, { kind: 'silence' }] as const) {
      service.behave();
      service.misbehave({ what });
      assert.equal((await failureOf(signedIn(service, { timeout: 200 }).submit(submission))).sent, 'maybe');
    }
  });

  it('was surely not accepted when it never went out', async () => {
    const cancelled = await failureOf(signedIn(service).submit(submission, AbortSignal.abort()));
    assert.deepEqual([cancelled.failure.kind, cancelled.sent], ['cancelled', 'no']);
    const away = profileAt(`http://127.0.0.1:${await closedPort()}`, { service: 'luogu' });
    assert.equal((await failureOf(clientAt(away).submit(submission))).sent, 'no');
    assert.equal(service.log.entries.length, 0);
  });

  it('is sent once, whatever comes back', async () => {
    for (const status of [408, 409, 429, 500, 503]) await answeredWith(status, '');
    assert.equal(service.log.entries.length, 5);
  });

  for (const [body, path, expected, found] of [
    [{}, 'requestId', 'a request ID', 'nothing'],
    [{ requestId: 'with space' }, 'requestId', 'a request ID', '"with space"'],
    [{ requestId: 7 }, 'requestId', 'text', '7'],
    [[], '', 'an object', 'a list'],
  ] as const) {
    it(`names what is wrong with ${JSON.stringify(body)}`, async () => {
      const { failure } = await answeredWith(200, body);
      assert.deepEqual(failure, { kind: 'shape', path, expected, found });
    });
  }

  it('tells the points that are left, with times in milliseconds', async () => {
    service.setQuota(17);
    const [quota] = await signedIn(service).quota();
    assert.deepEqual([quota?.available, quota?.most, quota?.used], [17, 17, 0]);
    assert.ok(quota?.validAfter && quota.expiresAt);
    assert.equal((quota.expiresAt - quota.validAfter) / 86_400_000, 90);
  });

  for (const [body, path, expected] of [
    [{}, 'quotas', 'a list'],
    [{ quotas: 3 }, 'quotas', 'a list'],
    [{ quotas: [{}] }, 'quotas[0].availablePoints', 'a number'],
    [{ quotas: [{ availablePoints: 'x' }] }, 'quotas[0].availablePoints', 'a number'],
    [{ quotas: [{ availablePoints: 1, points: { max: [] } }] }, 'quotas[0].points.max', 'a number'],
    [{ quotas: [{ availablePoints: 1, expireTime: 'soon' }] }, 'quotas[0].expireTime', 'a number'],
  ] as const) {
    it(`names what is wrong with the points ${JSON.stringify(body)}`, async () => {
      service.misbehave({ what: { kind: 'status', status: 200, body } });
      const { failure } = await failureOf(signedIn(service).quota());
      assert.ok(failure.kind === 'shape');
      assert.deepEqual([failure.path, failure.expected], [path, expected]);
    });
  }

  it('takes points without details', async () => {
    service.misbehave({
      what: { kind: 'status', status: 200, body: { quotas: [{ availablePoints: '5' }] } },
    });
    assert.deepEqual(await signedIn(service).quota(), [
      { available: 5, most: null, used: null, validAfter: null, expiresAt: null },
    ]);
  });

  it('is not offered by a service that has neither', async () => {
    const client = clientAt(profileAt(service.origin));
    await assert.rejects(client.submit(submission), TypeError);
    await assert.rejects(client.quota(), TypeError);
  });
});

describe('before anything is sent', () => {
  const profile = () =>
    profileAt('https://judge.test', { service: 'custom', 'authentication.scheme': 'bearer' });
  const unsent = { fetch: () => assert.fail('something was sent') };

  it('a credential store that never answers ends like a service that never does', async () => {
    const client = clientAt(profile(), {
      ...unsent,
      timeout: 20,
      credential: () => new Promise(() => undefined),
    });
    const { failure, sent } = await failureOf(client.result('one'));
    assert.deepEqual([failure, sent], [{ kind: 'timeout', limit: 20 }, 'no']);
  });

  it('a credential store that fails is told by its words', async () => {
    const client = clientAt(profile(), { ...unsent, credential: () => Promise.reject(new Error('locked')) });
    const { failure, sent } = await failureOf(client.result('one'));
    assert.deepEqual([failure, sent], [{ kind: 'network', reason: 'locked' }, 'no']);
  });

  it('nothing is asked of the store where the service wants no credential', async () => {
    const sent: FetchInit[] = [];
    const fetch = async (_: string, init: FetchInit) => {
      sent.push(init);
      return { status: 204, headers: { get: () => null }, body: null };
    };
    const client = clientAt(profileAt('http://judge.test'), {
      fetch,
      credential: () => assert.fail('asked'),
    });
    assert.deepEqual(await client.result('one'), { kind: 'notReady' });
    assert.deepEqual(sent[0]?.headers, { Accept: 'application/json', 'User-Agent': userAgent });
  });
});
