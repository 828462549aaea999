import assert from 'node:assert/strict';
import { networkFailure } from '../../../../src/judges/http/networkError';

/** The error that node-fetch creates from a Node error. */
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

describe('networkFailure', () => {
  it('recognizes unknown host names', () => {
    for (const code of ['ENOTFOUND', 'EAI_AGAIN']) {
      assert.deepEqual(told(fetchError(code, `getaddrinfo ${code} judge.test`)), [
        { kind: 'dns', host: 'judge.test' },
        'no',
      ]);
    }
  });

  it('recognizes refused connections to one or several addresses', () => {
    const refused = [{ kind: 'refused', host: 'judge.test' }, 'no'];
    assert.deepEqual(told(fetchError('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:443')), refused);
    assert.deepEqual(told(fetchError('ECONNREFUSED', 'connect ECONNREFUSED 2001:db8::1:443')), refused);
    assert.deepEqual(told(fetchError('ECONNREFUSED', '')), refused);
  });

  it('recognizes lost connections', () => {
    for (const code of ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']) {
      assert.deepEqual(told(fetchError(code, 'socket hang up')), [{ kind: 'reset' }, 'maybe']);
    }
  });

  it('reports the time that passed until a system time-out', () => {
    assert.deepEqual(told(fetchError('ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:443')), [
      { kind: 'timeout', limit: 42 },
      'maybe',
    ]);
  });

  it('recognizes certificate errors', () => {
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

  it('recognizes a proxy by a port or name that isn’t in the address', () => {
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

  it('does not mistake an address that contains “proxy” for a proxy', () => {
    const url = 'https://judge.test/proxy/judge/result?id=1';
    assert.deepEqual(told(fetchError('ECONNRESET', 'socket hang up', url), url), [
      { kind: 'reset' },
      'maybe',
    ]);
    const named = 'https://proxy.test/?id=1';
    const error = fetchError('ENOTFOUND', 'getaddrinfo ENOTFOUND proxy.test', named);
    assert.deepEqual(told(error, named), [{ kind: 'dns', host: 'proxy.test' }, 'no']);
  });

  it('reports a missing network and unknown errors by code or message', () => {
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

  it('finds the code inside the error of another fetch implementation', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code: 'ECONNREFUSED' });
    assert.deepEqual(told(new TypeError('fetch failed', { cause })), [
      { kind: 'refused', host: 'judge.test' },
      'no',
    ]);
  });

  it('reports that the request may have been sent once a response has begun', () => {
    const error = fetchError('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:443');
    assert.deepEqual(told(error, undefined, true)[1], 'maybe');
  });
});
