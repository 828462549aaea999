import { until } from '../../support/fakeClock';
import assert from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { startLocalService, type LocalService } from '../../../../tools/service';
import type { Misbehaviour } from '../../../../tools/service';
import { playedPrograms } from '../../../support/playedPrograms';
import type { FetchInit } from '../../../../src/judges/http/fetch';
import { nodeFetch } from '../../../../src/judges/http/nodeFetch';
import { exchange } from '../../../../src/judges/http/transport';
import type { Answering } from '../answering';
import { answering, answeringOverTls, closedPort, connecting, trusting } from '../answering';
import { clientAt, failureOf, judgeAt, request, signedIn, userAgent } from '../clients';

const envelope = { type: 'judge', data: null, requestId: 'one', trackId: 't' };

describe('An unreachable judge', () => {
  const failureAt = (baseUrl: string) => failureOf(clientAt(judgeAt(baseUrl)).result(request('one')));

  it('is reported with its unknown host name, and nothing was sent', async () => {
    const { failure, sent } = await failureAt('http://judge.invalid');
    assert.deepEqual([failure, sent], [{ kind: 'dns', host: 'judge.invalid' }, 'no']);
  });

  it('is reported as refused if nothing listens, and nothing was sent', async () => {
    const port = await closedPort();
    const { failure, sent } = await failureAt(`http://127.0.0.1:${port}`);
    assert.deepEqual([failure, sent], [{ kind: 'refused', host: `127.0.0.1:${port}` }, 'no']);
  });

  it('causes a “reset” error if the connection ends', async () => {
    const server = await connecting((socket) => socket.resetAndDestroy());
    try {
      const { failure, sent } = await failureAt(server.origin);
      assert.deepEqual([failure, sent], [{ kind: 'reset' }, 'no']);
    } finally {
      await server.close();
    }
  });

  it('causes an error without its URL if it doesn’t use HTTP', async () => {
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

describe('A judge over TLS', () => {
  let server: Answering | null = null;
  afterEach(async () => {
    await server?.close();
    server = null;
  });

  async function ask(certificate: string) {
    server = await answeringOverTls(certificate, (_, response) => response.end(JSON.stringify(envelope)));
    return clientAt(judgeAt(server.origin)).result(request('one'));
  }

  it('responds if its certificate is trusted', async () => {
    assert.equal((await trusting(() => ask('good'))).kind, 'result');
  });

  for (const [what, certificate, reason] of [
    ['has expired', 'expired', 'CERT_HAS_EXPIRED'],
    ['is for another host', 'other-host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['is signed by itself', 'self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ] as const) {
    it(`is rejected if its certificate ${what}, and nothing was sent`, async () => {
      const { failure, sent } = await failureOf(trusting(() => ask(certificate)));
      assert.deepEqual([failure, sent], [{ kind: 'tls', reason }, 'no']);
    });
  }

  it('is rejected if its certificate has no known signer, and nothing was sent', async () => {
    const { failure, sent } = await failureOf(ask('good'));
    assert.deepEqual([failure, sent], [{ kind: 'tls', reason: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'no']);
  });

  it('is reported as a TLS error if it uses plain HTTP', async () => {
    server = await answering((_, response) => response.end('{}'));
    const { failure } = await failureOf(
      clientAt(judgeAt(`https://127.0.0.1:${server.port}`)).result(request('one')),
    );
    assert.equal(failure.kind, 'tls');
  });
});

describe('Time and size limits', () => {
  let service: LocalService;
  beforeEach(async () => {
    service = await startLocalService({ programs: playedPrograms });
    service.script('one', [{ body: envelope }]);
  });
  afterEach(() => service.close());

  const failureWith = async (what: Misbehaviour, options: { timeout?: number; bodyLimit?: number }) => {
    service.misbehave({ what });
    return failureOf(signedIn(service, options).result(request('one')));
  };

  it('end a request without a response', async () => {
    const { failure, sent } = await failureWith({ kind: 'silence' }, { timeout: 60 });
    assert.deepEqual([failure, sent], [{ kind: 'timeout', limit: 60 }, 'no']);
  });

  it('include the time for the body', async () => {
    const { failure } = await failureWith({ kind: 'trickle', bytes: 1, ms: 40 }, { timeout: 150 });
    assert.deepEqual(failure, { kind: 'timeout', limit: 150 });
  });

  it('count redirects as part of one response', async () => {
    service.misbehave({ what: { kind: 'delay', ms: 60 } });
    const { failure } = await failureWith({ kind: 'redirect' }, { timeout: 100 });
    assert.deepEqual(failure, { kind: 'timeout', limit: 100 });
  });

  it('allow cancelling while the body arrives', async () => {
    service.misbehave({ what: { kind: 'trickle', bytes: 1, ms: 30 } });
    const leaving = new AbortController();
    const left = failureOf(signedIn(service).result(request('one'), leaving.signal));
    await until(() => service.log.entries.length > 0);
    leaving.abort();
    assert.equal((await left).failure.kind, 'cancelled');
  });

  it('detect an incomplete body', async () => {
    const { failure, sent } = await failureWith({ kind: 'cut', bytes: 10 }, {});
    assert.deepEqual([failure, sent], [{ kind: 'reset' }, 'no']);
  });

  it('reject an announced body that is too large before reading it', async () => {
    const { failure } = await failureWith({ kind: 'huge', bytes: 5_000_000 }, { bodyLimit: 100_000 });
    assert.deepEqual(failure, { kind: 'tooLarge', limit: 100_000 });
  });

  it('apply to the body after decompression', async () => {
    const { failure } = await failureWith({ kind: 'gzipBomb', bytes: 50_000_000 }, { bodyLimit: 100_000 });
    assert.deepEqual(failure, { kind: 'tooLarge', limit: 100_000 });
  });

  it('don’t hide the HTTP status of an error whose body is too large', async () => {
    const body = 'x'.repeat(5000);
    const { failure } = await failureWith({ kind: 'status', status: 500, body }, { bodyLimit: 100 });
    assert.deepEqual(failure, { kind: 'status', status: 500, error: null, retryAfter: null });
  });

  it('keep the bytes of a response that isn’t text', async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7) % 256));
    const server = await answering((_, response) => response.writeHead(200).end(bytes));
    try {
      const client = clientAt(judgeAt(server.origin));
      const ask = () => client.ask((http) => http.send({ method: 'GET', path: '/file.zip', isBinary: true }));
      assert.equal((await ask()).text, bytes.toString('base64'));
    } finally {
      await server.close();
    }
  });

  it('distinguish an incomplete compressed body from invalid JSON', async () => {
    const whole = Buffer.from(JSON.stringify(envelope));
    for (const [encoding, packed] of [
      ['gzip', gzipSync(whole)],
      ['br', brotliCompressSync(whole)],
    ] as const) {
      for (const length of [packed.length, packed.length - 1, 20, 0]) {
        const server = await answering((_, response) => {
          response.writeHead(200, { 'Content-Encoding': encoding }).end(packed.subarray(0, length));
        });
        try {
          const client = clientAt(judgeAt(server.origin));
          const outcome =
            length === packed.length
              ? await client.result(request('one'))
              : (await failureOf(client.result(request('one')))).failure;
          assert.equal(outcome.kind, length === packed.length ? 'result' : 'reset', `${encoding} ${length}`);
        } finally {
          await server.close();
        }
      }
    }
  });

  it('report an unsupported encoding, and the status of an error with such an encoding', async () => {
    const whole = Buffer.from(JSON.stringify(envelope));
    const encoded = (encoding: string) => ({ kind: 'encoding', encoding });
    const refused = { kind: 'status', status: 410, error: null, retryAfter: null };
    for (const [encoding, body, status, outcome] of [
      ['deflate', deflateSync(whole), 200, encoded('deflate')],
      ['gzip, br', brotliCompressSync(gzipSync(whole)), 200, encoded('gzip, br')],
      ['ZSTD', whole, 200, encoded('zstd')],
      ['x'.repeat(1000), whole, 200, encoded('x'.repeat(39) + '…')],
      ['zstd', whole, 410, refused],
      ['identity', whole, 200, null],
      [' X-GZip ', gzipSync(whole), 200, null],
    ] as const) {
      const server = await answering((_, response) => {
        response.writeHead(status, { 'Content-Encoding': encoding }).end(body);
      });
      try {
        const result = clientAt(judgeAt(server.origin)).result(request('one'));
        if (outcome) assert.deepEqual((await failureOf(result)).failure, outcome);
        else assert.equal((await result).kind, 'result', encoding);
      } finally {
        await server.close();
      }
    }
  });

  it('detect an incomplete or invalid compressed body', async () => {
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
        const client = clientAt(judgeAt(server.origin));
        const outcome =
          kind === 'result'
            ? await client.result(request('one'))
            : (await failureOf(client.result(request('one')))).failure;
        assert.equal(outcome.kind, kind);
      } finally {
        await server.close();
      }
    }
  });

  it('detect an incomplete chunked body', async () => {
    const server = await answering((_, response) => {
      response.write('{"type":', () => response.destroy());
    });
    try {
      const { failure } = await failureOf(clientAt(judgeAt(server.origin)).result(request('one')));
      assert.deepEqual(failure, { kind: 'reset' });
    } finally {
      await server.close();
    }
  });

  it('allow UTF-8 across chunks, with or without a byte order mark', async () => {
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
      const answer = await clientAt(judgeAt(server.origin)).result(request('one'));
      assert.equal(answer.kind === 'result' && answer.envelope.trackId, '评测𝒳');
    } finally {
      await server.close();
    }
  });
});

describe('Before a request is sent,', () => {
  const judge = () => judgeAt('https://judge.test', { type: 'judge', authentication: { scheme: 'bearer' } });
  const unsent = { fetch: () => assert.fail('something was sent') };

  it('a credential store that never responds ends the request with a time-out', async () => {
    const client = clientAt(judge(), {
      ...unsent,
      timeout: 20,
      credential: () => new Promise(() => undefined),
    });
    const { failure, sent } = await failureOf(client.result(request('one')));
    assert.deepEqual([failure, sent], [{ kind: 'timeout', limit: 20 }, 'no']);
  });

  it('a failing credential store is reported with its message', async () => {
    const client = clientAt(judge(), { ...unsent, credential: () => Promise.reject(new Error('locked')) });
    const { failure, sent } = await failureOf(client.result(request('one')));
    assert.deepEqual([failure, sent], [{ kind: 'network', reason: 'locked' }, 'no']);
  });

  it('the credential store isn’t used if the judge requires no credential', async () => {
    const sent: FetchInit[] = [];
    const fetch = async (_: string, init: FetchInit) => {
      sent.push(init);
      return { status: 204, headers: { get: () => null }, body: null };
    };
    const client = clientAt(judgeAt('http://judge.test'), {
      fetch,
      credential: () => assert.fail('asked'),
    });
    assert.deepEqual(await client.result(request('one')), { kind: 'notReady' });
    assert.deepEqual(sent[0]?.headers, { Accept: 'application/json', 'User-Agent': userAgent });
  });
});

describe('The text of a response', () => {
  const options = {
    fetch: nodeFetch,
    userAgent,
    credential: () => Promise.resolve(null),
  };

  async function textOf(contentType: string, body: Uint8Array): Promise<string> {
    const server = await answering((_, response) => {
      response.setHeader('Content-Type', contentType);
      response.end(body);
    });
    try {
      const { text } = await exchange({ method: 'GET', url: new URL(server.origin) }, options);
      return text;
    } finally {
      await server.close();
    }
  }

  const gbk = Buffer.from([0x7b, 0x22, 0x6d, 0x22, 0x3a, 0x22, 0xb4, 0xf0, 0xb0, 0xb8, 0x22, 0x7d]);

  it('is decoded with the announced character set', async () => {
    assert.equal(await textOf('application/json; charset=gbk', gbk), '{"m":"答案"}');
    assert.equal(await textOf('application/json;Charset="GBK"', gbk), '{"m":"答案"}');
    const cyrillic = Buffer.from([0xc7, 0xe0, 0xe4, 0xe0, 0xf7, 0xe0]);
    assert.equal(await textOf('text/html; charset=windows-1251', cyrillic), 'Задача');
    assert.equal(await textOf('text/html; charset=iso-8859-1', Buffer.from([0x63, 0xe9])), 'cé');
  });

  it('is UTF-8 if no known character set is announced, or a wrong one', async () => {
    const text = Buffer.from('答案');
    for (const contentType of [
      'application/json',
      'application/json; charset=x-unknown',
      'application/json; charset=iso-8859-1',
    ])
      assert.equal(await textOf(contentType, text), '答案');
  });
});

describe('The target of a redirect', () => {
  it('may be UTF-8 that isn’t escaped', async () => {
    const targets: string[] = [];
    const server = await connecting((socket) => {
      socket.once('data', (data) => {
        const target = data.toString('latin1').split(' ')[1] ?? '';
        targets.push(target);
        const head =
          target === '/api' ? 'HTTP/1.1 302 Found\r\nLocation: /задача' : 'HTTP/1.1 200 OK\r\nX-Done: 1';
        socket.end(`${head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      });
    });
    try {
      await exchange(
        { method: 'GET', url: new URL('/api', server.origin) },
        { fetch: nodeFetch, userAgent, credential: () => Promise.resolve(null) },
      );
      assert.deepEqual(targets, ['/api', '/%D0%B7%D0%B0%D0%B4%D0%B0%D1%87%D0%B0']);
    } finally {
      await server.close();
    }
  });
});
