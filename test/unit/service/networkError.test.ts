import assert from 'node:assert/strict';
import { networkFailure } from '../../../src/service/networkError';

/** The error that node-fetch makes of one of Node's. */
function fetchError(code: string, reason: string, url = 'https://judge.test/judge/result?id=1'): Error {
  return Object.assign(new Error(`request to ${url} failed, reason: ${reason}`), { code, errno: code });
}

function told(error: unknown, address = 'https://judge.test/judge/result?id=1', answered = false): unknown[] {
  const url = new URL(address);
  const { failure, sent, cause } = networkFailure(error, { url, elapsed: 42, answered });
  assert.equal(cause, undefined);
  assert.equal(JSON.stringify(failure).includes('id=1'), false);
  return [failure, sent];
}

describe('the name of a network failure', () => {
  it('tells names that are not found', () => {
    for (const code of ['ENOTFOUND', 'EAI_AGAIN']) {
      assert.deepEqual(told(fetchError(code, `getaddrinfo ${code} judge.test`)), [
        { kind: 'dns', host: 'judge.test' },
        'no',
      ]);
    }
  });

  it('tells refused connections, of one or of several addresses', () => {
    const refused = [{ kind: 'refused', host: 'judge.test' }, 'no'];
    assert.deepEqual(told(fetchError('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:443')), refused);
    assert.deepEqual(told(fetchError('ECONNREFUSED', 'connect ECONNREFUSED 2001:db8::1:443')), refused);
    assert.deepEqual(told(fetchError('ECONNREFUSED', '')), refused);
  });

  it('tells lost connections', () => {
    for (const code of ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']) {
      assert.deepEqual(told(fetchError(code, 'socket hang up')), [{ kind: 'reset' }, 'maybe']);
    }
  });

  it('tells a time-out of the system by the time it took', () => {
    assert.deepEqual(told(fetchError('ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:443')), [
      { kind: 'timeout', limit: 42 },
      'maybe',
    ]);
  });

  it('tells what is wrong with a certificate', () => {
    for (const reason of [
      'CERT_HAS_EXPIRED',
      'CERT_NOT_YET_VALID',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ]) {
      assert.deepEqual(told(fetchError(reason, 'certificate problem')), [{ kind: 'tls', reason }, 'no']);
    }
    const protocol =
      'write EPROTO 1:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../ssl.c:1:';
    assert.deepEqual(told(fetchError('EPROTO', protocol)), [
      { kind: 'tls', reason: 'wrong version number' },
      'maybe',
    ]);
  });

  it('tells the proxy by a port or a name that the address does not have', () => {
    const proxy = (reason: string) => [{ kind: 'proxy', reason }, 'no'];
    assert.deepEqual(
      told(fetchError('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:3128')),
      proxy('ECONNREFUSED'),
    );
    assert.deepEqual(
      told(fetchError('ECONNREFUSED', 'connect ECONNREFUSED ::1:3128')),
      proxy('ECONNREFUSED'),
    );
    assert.deepEqual(
      told(fetchError('ENOTFOUND', 'getaddrinfo ENOTFOUND corporate.test')),
      proxy('ENOTFOUND'),
    );
    const ended = 'Proxy connection ended before receiving CONNECT response';
    assert.deepEqual(told(fetchError('', ended)), proxy('CONNECT'));
  });

  it('does not take an address for a proxy because of its words', () => {
    const url = 'https://judge.test/proxy/judge/result?id=1';
    assert.deepEqual(told(fetchError('ECONNRESET', 'socket hang up', url), url), [
      { kind: 'reset' },
      'maybe',
    ]);
    const named = 'https://proxy.test/?id=1';
    const error = fetchError('ENOTFOUND', 'getaddrinfo ENOTFOUND proxy.test', named);
    assert.deepEqual(told(error, named), [{ kind: 'dns', host: 'proxy.test' }, 'no']);
  });

  it('tells a network that is away, and everything else, by its code or in its own words', () => {
    assert.deepEqual(told(fetchError('ENETUNREACH', 'connect ENETUNREACH 10.0.0.1:443')), [
      { kind: 'network', reason: 'ENETUNREACH' },
      'no',
    ]);
    assert.deepEqual(told(fetchError('', 'something \u202eodd')), [
      { kind: 'network', reason: 'something odd' },
      'maybe',
    ]);
    assert.deepEqual(told(new TypeError('Failed to fetch https://judge.test/?id=1')), [
      { kind: 'network', reason: 'Failed to fetch …' },
      'maybe',
    ]);
    const withCredential = fetchError('', 'Unexpected server at wss://judge.test/?token=s3cret');
    assert.deepEqual(told(withCredential), [{ kind: 'network', reason: 'Unexpected server at …' }, 'maybe']);
    assert.deepEqual(told('thrown text'), [{ kind: 'network', reason: '' }, 'maybe']);
  });

  it('finds the code inside an error of another kind of fetch', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code: 'ECONNREFUSED' });
    assert.deepEqual(told(new TypeError('fetch failed', { cause })), [
      { kind: 'refused', host: 'judge.test' },
      'no',
    ]);
  });

  it('says that the request may have been sent once an answer has begun, whatever follows', () => {
    const error = fetchError('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:443');
    assert.deepEqual(told(error, undefined, true)[1], 'maybe');
  });
});
